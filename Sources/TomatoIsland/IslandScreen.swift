// The notification server, its identity, and our cards on it. On the island's thread only.
internal import GLibBridge

final class IslandScreen {
  /// All cards that are shown or wanted.
  var cards: [CardKey: CardNotifier] = [:]
  /// When a call timed out; nil once the server has answered.
  var unansweredSince: Duration?
  /// The server accepts notifications only without the optional hints.
  var omitsOptionalHints = false

  let program: IslandProgram
  private let loop: NotificationLoop
  private(set) var server: NotificationServer?
  private var onOwner: (String?) -> Void = { _ in }
  /// The current server's answer; nil until it was asked.
  private(set) var identity: NotificationServerIdentity?
  /// The owner of the server's bus name when `identity` was read.
  private(set) var identifiedOwner: String?

  init(_ program: IslandProgram, loop: NotificationLoop) { (self.program, self.loop) = (program, loop) }

  // MARK: Cards

  /// The number of our notifications on the server.
  var count: Int { cards.values.reduce(0) { $0 + $1.count } }

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

  // MARK: The server

  /// - Parameter onOwner: as in `NotificationServer.watchOwner`.
  func connect(_ onOwner: @escaping (String?) -> Void) {
    self.onOwner = onOwner
    _ = try? connected()
  }

  /// The server at `identifiedOwner` is gone, or there was none.
  var identifiedOwnerLeft: Bool { identifiedOwner == nil || server?.currentOwner() != identifiedOwner }

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

  /// A bus that refused the connection is asked again.
  func connected() throws(NotificationError) -> NotificationServer {
    if let server { return server }
    let server = try NotificationServer(programName: program.name, loop: loop)
    server.watchOwner(onOwner)
    self.server = server
    return server
  }

  /// The server left, and its notifications are gone.
  func forget() {
    for card in cards.values { card.forget() }
    (identity, identifiedOwner, omitsOptionalHints, unansweredSince) = (nil, nil, false, nil)
    server?.forgetCalls()
  }

  // MARK: A server that does not answer

  /// Takes the late replies to calls that timed out. Closes their notifications, except those of wanted cards, which
  /// would pop up a second time.
  /// - Returns: whether the server answers again, and the card whose last step turns out to have succeeded.
  func hearLateReplies() -> (hasAnswered: Bool, shown: CardKey?) {
    var (hasAnswered, shown) = (false, CardKey?.none)
    for reply in server?.takeLateReplies() ?? [] {
      hasAnswered = true
      guard let id = reply.id, id != 0 else { continue }
      if let (key, isLast) = owner(of: reply, id) {
        if isLast { shown = key }
      } else {
        server?.close(id)
        for card in cards.values { card.wasClosed(id) }
      }
    }
    return (hasAnswered, shown)
  }

  private func owner(of reply: LateReply, _ id: UInt32) -> (key: CardKey, isLast: Bool)? {
    for (key, card) in cards {
      if let isLast = card.hear(reply, id) { return (key, isLast) }
    }
    return nil
  }
}
