// The notification server, its identity, and our cards on it. On the island's thread only.
internal import GLibBridge

final class IslandScreen {
  private(set) var notifiers: [CardKey: CardNotifier] = [:]
  /// The server accepts notifications only without the optional hints.
  var omitsOptionalHints = false

  private let program: IslandProgram
  private let loop: NotificationLoop
  private let now: @Sendable () -> Duration
  private(set) var server: NotificationServer?
  private var connectFailure: NotificationError?
  /// The current server's answer; nil until it was asked.
  private(set) var identity: NotificationServerIdentity?
  /// The owner of the server's bus name when `identity` was read.
  private(set) var identifiedOwner: String?

  init(_ program: IslandProgram, loop: NotificationLoop, now: @escaping @Sendable () -> Duration) {
    (self.program, self.loop, self.now) = (program, loop, now)
  }

  // MARK: Cards

  /// The notifier of this card, created if needed.
  func notifier(_ key: CardKey, _ prepare: (CardNotifier) -> Void) -> CardNotifier {
    if let notifier = notifiers[key] { return notifier }
    let notifier = CardNotifier(self, now: now)
    prepare(notifier)
    notifiers[key] = notifier
    return notifier
  }

  func discard(_ key: CardKey) { notifiers[key] = nil }

  /// The number of our notifications on the server.
  var count: Int { notifiers.values.reduce(0) { $0 + $1.count } }

  func address(_ id: UInt32) -> NotificationAddress {
    NotificationAddress(id: id, busGUID: server?.busGUID ?? "", owner: identifiedOwner ?? "")
  }

  /// The id of the card that an earlier process left, if this is the same server process. In another
  /// process the id may be another program's notification.
  func adoptable(_ address: NotificationAddress) -> UInt32? {
    guard let server, address.id != 0, address.busGUID == server.busGUID, address.owner == identifiedOwner else {
      return nil
    }
    return address.id
  }

  func content(of notice: Notice, _ profile: ServerProfile) -> GLibBridge.Notification.Content {
    IslandHints.content(
      of: notice, by: program, on: profile, capabilities: identity?.capabilities ?? [],
      isMinimal: omitsOptionalHints)
  }

  // MARK: The server

  func connect(_ onOwner: @escaping (String?) -> Void) {
    do throws(NotificationError) {
      let server = try NotificationServer(programName: program.name, loop: loop)
      server.watchOwner(onOwner)
      self.server = server
    } catch {
      connectFailure = error
    }
  }

  var isIdentified: Bool { identifiedOwner != nil }
  /// The server at `identifiedOwner` is gone.
  var identifiedOwnerLeft: Bool { server?.currentOwner() != identifiedOwner }

  func identify() throws(NotificationError) -> NotificationServerIdentity {
    let server = try connected()
    let found: NotificationServerIdentity
    do throws(NotificationError) { found = try server.identity() } catch {
      if error.kind == .timedOut { server.abandonLastCall() }
      throw error
    }
    (identifiedOwner, identity) = (server.currentOwner(), found)
    return found
  }

  func connected() throws(NotificationError) -> NotificationServer {
    if let server { return server }
    throw connectFailure ?? NotificationError(kind: .noBus, sentence: "There is no session bus.")
  }

  /// The server left, and its notifications are gone.
  func forget() {
    for notifier in notifiers.values { notifier.forget() }
    (identity, identifiedOwner, omitsOptionalHints) = (nil, nil, false)
    server?.forgetCalls()
  }

  // MARK: A server that does not answer

  enum LateAnswer: Equatable {
    case none
    /// The server answers again.
    case answered
    /// The server answers again, and shows this card, which was the last one sent.
    case card(CardKey)
  }

  /// Takes the late replies to calls that timed out. Closes their notifications, except those of wanted cards, which
  /// would pop up a second time.
  func hearLateReplies() -> LateAnswer {
    guard let server else { return .none }
    var answer = LateAnswer.none
    for reply in server.takeLateReplies() {
      if answer == .none { answer = .answered }
      guard let id = reply.id, id != 0 else { continue }
      if let (key, isLast) = owner(of: reply, id) {
        if isLast { answer = .card(key) }
      } else {
        server.close(id)
        for notifier in notifiers.values { notifier.wasClosed(id) }
      }
    }
    return answer
  }

  private func owner(of reply: LateReply, _ id: UInt32) -> (key: CardKey, isLast: Bool)? {
    for (key, notifier) in notifiers {
      if let isLast = notifier.hear(reply, id) { return (key, isLast) }
    }
    return nil
  }
}
