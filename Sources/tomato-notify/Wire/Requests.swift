// How a request travels, and which activity it is about.
internal import TomatoLink

/// Which activity a person named: by id, by name, or not at all.
struct ActivityReference: Hashable {
  var id: ActivityID?
  var name: String?

  /// As an intent and a question carry it.
  var parts: (ActivityID?, String?) { (id, name) }

  /// An id and nothing else, as programs have them.
  static func id(_ text: String) throws(Failure) -> ActivityID {
    guard let id = ActivityID(text) else {
      throw Failure(
        .badValue, "{given} is not an id; expected 1 to 40 characters of a-z, 0-9, '-' and '_'.",
        ["given": LinkError.quote(text)])
    }
    return id
  }
}

extension Exchange {
  /// How each request travels. The link is printed and read back, so that no request leaves that the daemon's grammar
  /// refuses, and the sentence for the person is the grammar's own.
  init(_ request: Request) throws(Failure) {
    let link = Link.print(request)
    do {
      _ = try Link.parse(link, door: .socket)
    } catch {
      throw Failure(.badValue, error)
    }
    self.init(link: link, reception: Reception(request))
  }
}

extension Reception {
  init(_ request: Request) {
    switch request {
    case .query(let query) where query.verb == .watch:
      let nothing = query.format == .cards ? ViewCards.nothing.line : query.bar?.nothing
      self = nothing.map { .bar(nothing: $0) } ?? .stream
    case .query(let query) where query.watches: self = .stream
    case .query(let query) where query.verb == .wait: self = .wait
    case .query(let query) where query.verb == .quit: self = .quit
    case .intent(_, _, let waits, _): self = waits ? .wait : .whole
    case .query, .correction: self = .whole
    }
  }
}
