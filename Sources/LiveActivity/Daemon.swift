// Sends requests to the daemon, each over a new connection, and interprets the answers. The caller blocks.
internal import TomatoLink
internal import TomatoSocket

struct Daemon: Sendable {
  var client: SocketClient
  /// The folder of records of handled events; nil for none.
  var records: String?

  /// The daemon of this process's user.
  static func here() -> Daemon {
    let places = SocketSearch.places()
    let search = (try? SocketSearch.here()) ?? SocketSearch([])
    return Daemon(client: SocketClient(places: search, launcher: .standard()), records: places.folder)
  }

  /// Asks the daemon: starts it if none runs, and repeats the request if it ended or was killed meanwhile. All requests
  /// of this library are idempotent.
  /// - Parameter line: what follows `tomatoclock://`.
  /// - Returns: Nil if it cannot be reached.
  func ask(_ line: String, starting: Bool = true) -> SocketAnswer? {
    try? client.ask(TomatoLink.Link.prefix + line, starting: starting)
  }

  // MARK: Requests

  /// - Throws: `ActivityAuthorizationError`, `ActivityConfigurationError`.
  func request(_ id: String, _ members: [Member]) throws -> SocketAnswer {
    let text = JSONText.text(.object(members))
    do throws(ActivityConfigurationError) {
      try ActivityConfigurationError.checking { () throws(LinkError) in
        try ContentUpdate(members, .request).checkSent()
      }
    } catch {
      if isTooLarge(members) { throw ActivityAuthorizationError.attributesTooLarge }
      throw error
    }
    guard text.utf8.count <= TomatoLink.Link.contentByteLimit else {
      throw ActivityAuthorizationError.attributesTooLarge
    }
    guard let answer = ask("request?activity=\(id)&format=json\t\(text)") else {
      throw ActivityAuthorizationError.unsupported
    }
    switch answer.code {
    case .done: return answer
    case .refused: throw refusal(answer)
    // Each member was checked, but not their total size.
    case .badValue where isTooLarge(members): throw ActivityAuthorizationError.attributesTooLarge
    case .badValue: throw ActivityAuthorizationError.unsupported
    default: throw ActivityAuthorizationError.persistenceFailure
    }
  }

  private func isTooLarge(_ members: [Member]) -> Bool {
    let keys: [ContentKey] = [.text, .short, .progress, .endsAt, .since, .buttons, .staleAfter, .relevance, .state]
    let changing = members.filter { member in member.value != .null && keys.contains { $0.rawValue == member.name } }
    // The daemon does not count default values, which have fewer than 200 bytes.
    return JSONText.text(.object(changing)).utf8.count > JobContent.byteLimit - 200
  }

  /// Maps the daemon's `RefusalReason`. For an unknown reason, from a newer daemon, asks for the authorization.
  private func refusal(_ answer: SocketAnswer) -> ActivityAuthorizationError {
    let said = answer.lines.first.flatMap { JSONText.value($0.utf8)?["reason"]?.text }
    if let reason = said.flatMap(RefusalReason.init) {
      switch reason {
      case .programsOff, .programDenied: return .denied
      case .tooManyOfProgram: return .targetMaximumExceeded
      case .tooManyActivities: return .globalMaximumExceeded
      case .notOwner, .notAJob, .isAnother: return .reconnectNotPermitted
      default: return .persistenceFailure
      }
    }
    guard let found = authorization(starting: false) else { return .persistenceFailure }
    if !found.areActivitiesEnabled { return .denied }
    return found.requested >= found.limit ? .targetMaximumExceeded : .globalMaximumExceeded
  }

  func authorization(starting: Bool) -> AuthorizationObject? {
    guard let answer = ask("authorization?format=json", starting: starting), answer.code == .done,
      let line = answer.lines.first
    else { return nil }
    return try? CodableText.read(AuthorizationObject.self, line)
  }

  func list() -> [ActivityObject] {
    guard let answer = ask("list?format=json"), answer.code == .done else { return [] }
    let objects = answer.lines.compactMap { try? CodableText.read(ActivityObject.self, $0) }
    EventRecords.removeAll(in: records, but: Set(objects.compactMap(\.activity)))
    return objects
  }
}
