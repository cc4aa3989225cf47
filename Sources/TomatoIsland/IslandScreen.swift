// The notification server, its identity, and our cards on it. On the island's thread only.
internal import GLibBridge

/// The present server and our cards on it.
final class IslandScreen {
  /// Every card that was ever shown or is to be adopted, until it is forgotten.
  private(set) var cards: [CardKey: CardNotifier] = [:]
  /// The server accepts a notification only without the optional hints.
  var isPlain = false

  private let program: IslandProgram
  private let loop: NotificationLoop
  private let now: @Sendable () -> Duration
  private(set) var server: NotificationServer?
  private var connectFailure: NotificationError?
  /// What the present server said of itself; nil until it was asked.
  private(set) var identity: NotificationServerIdentity?
  /// The owner of the name when the present server was asked who it is.
  private(set) var identifiedOwner: String?

  init(_ program: IslandProgram, loop: NotificationLoop, now: @escaping @Sendable () -> Duration) {
    (self.program, self.loop, self.now) = (program, loop, now)
  }

  // MARK: Cards

  /// The card of this name.
  func card(_ key: CardKey, _ prepare: (CardNotifier) -> Void) -> CardNotifier {
    if let card = cards[key] { return card }
    let card = CardNotifier(self, now: now)
    prepare(card)
    cards[key] = card
    return card
  }

  /// Forgets a card that is not shown or wanted.
  func discard(_ key: CardKey) { cards[key] = nil }

  /// The number of our notifications on the server.
  var count: Int { cards.values.reduce(0) { $0 + $1.count } }

  func address(_ id: UInt32) -> NotificationAddress {
    NotificationAddress(id: id, busGUID: server?.busGUID ?? "", owner: identifiedOwner ?? "")
  }

  /// The id of the card that an earlier process left, if this is the same server process. Another process numbers from
  /// the start again, so there the id may be another program's notification.
  func adoptable(_ address: NotificationAddress) -> UInt32? {
    guard let server, address.id != 0, address.busGUID == server.busGUID, address.owner == identifiedOwner else {
      return nil
    }
    return address.id
  }

  func content(of notice: Notice, _ profile: ServerProfile) -> GLibBridge.Notification.Content {
    IslandHints.content(
      of: notice, by: program, on: profile, capabilities: identity?.capabilities ?? [], isPlain: isPlain)
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

  /// The server left: all that it showed is gone, and it answers nothing any more.
  func forget() {
    for card in cards.values { card.forget() }
    (identity, identifiedOwner, isPlain) = (nil, nil, false)
    server?.forgetCalls()
  }

  // MARK: A server that does not answer

  /// Late answers of a server, after time-outs.
  enum LateAnswer: Equatable {
    case none
    /// The server answers again.
    case answered
    /// The server answers again, and shows this card, which was the last one sent.
    case card(CardKey)
  }

  /// Takes the late replies to calls that timed out. Closes their notifications, except those of cards that are still
  /// wanted: they were seen, and must not pop up again.
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
        for card in cards.values { card.wasClosed(id) }
      }
    }
    return answer
  }

  private func owner(of reply: LateReply, _ id: UInt32) -> (key: CardKey, isLast: Bool)? {
    for (key, card) in cards {
      if let isLast = card.hear(reply, id) { return (key, isLast) }
    }
    return nil
  }
}
