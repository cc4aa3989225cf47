// How a request is sent, and which activity it is about.
internal import TomatoLink

extension [JSONValue.Member] {
  /// These members, updated: a new member replaces the old one of its name.
  func updated(with new: [JSONValue.Member]) -> [JSONValue.Member] {
    filter { old in !new.contains { $0.name == old.name } } + new
  }
}

extension JSONValue.Member {
  init(_ key: ContentKey, _ value: JSONValue) { self.init(key.rawValue, value) }

  static func given(_ values: KeyValuePairs<ContentKey, JSONValue?>) -> [Self] {
    values.compactMap { key, value in value.map { Self(key, $0) } }
  }
}

/// An activity given by id, by name, or not at all.
struct ActivityReference: Hashable {
  var id: ActivityID?
  var name: String?

  /// Parses an id, not a name.
  static func id(_ text: String) throws(Failure) -> ActivityID {
    guard let id = ActivityID(text) else {
      throw Failure(
        .badValue, "{given} is not an id; expected 1 to 40 characters of a-z, 0-9, '-' and '_'.", given: text)
    }
    return id
  }
}

extension Exchange {
  /// Prints the link and parses it again, so that a request that the daemon would refuse fails here, with the
  /// grammar's sentence.
  init(_ request: Request) throws(Failure) {
    let link = Link.print(request)
    _ = try Failure.wrapping { () throws(LinkError) in try Link.parse(link, door: .socket) }
    self.init(link: link, reception: Reception(request))
  }

  /// Parses a link that was typed or that the desktop opened.
  init(link: String, door: Door) throws(Failure) {
    try self.init(try Failure.wrapping { () throws(LinkError) in try Link.parse(link, door: door) })
  }
}

extension Reception {
  init(_ request: Request) {
    switch request {
    case .query(let query) where query.verb == .watch:
      let nothing = query.format == .cards ? ViewCards.nothing : query.bar?.nothing
      self = nothing.map { .bar(nothing: $0) } ?? .stream
    case .query(let query) where query.watches: self = .stream
    case .query(let query) where query.verb == .wait: self = .wait
    case .query(let query) where query.verb == .quit: self = .quit
    case .intent(_, _, let waits, _): self = waits ? .wait : .whole
    case .query, .correction: self = .whole
    }
  }
}
