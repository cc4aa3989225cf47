// One card: its unsent content, and its notifications on the server. On the island's thread only.
internal import GLibBridge

/// Sends, replaces and closes the notifications of one card. The policy chooses the steps, the worker the time.
final class CardNotifier {
  var outbox = CardOutbox()
  /// The card that was sent last, without its sound; nil once it was removed.
  var lastCard: Card?
  var memory = IslandMemory()

  private unowned let screen: IslandScreen
  private let onEvent: (IslandEvent) -> Void
  private let onLostAnswer: () -> Void
  private let now: @Sendable () -> Duration
  private var notifications: [IslandMemory.Slot: Notification] = [:]
  /// The last `Notify`, if it timed out: a late answer may name a notification that was shown.
  private var unanswered: Unanswered?

  private struct Unanswered {
    var call: UInt32
    var step: PresentationPolicy.Step
    /// Whether this was the last step of the decision.
    var isLast: Bool
  }

  /// - Parameter onLostAnswer: called when the server closes the answer that has replaced a clicked card.
  init(
    _ screen: IslandScreen, now: @escaping @Sendable () -> Duration, onEvent: @escaping (IslandEvent) -> Void,
    onLostAnswer: @escaping () -> Void
  ) {
    (self.screen, self.now, self.onEvent, self.onLostAnswer) = (screen, now, onEvent, onLostAnswer)
  }

  /// The number of this card's notifications on the server.
  var count: Int { IslandMemory.Slot.allCases.count { memory[$0] != nil } }

  /// Nothing is shown or waiting, and the last card and the last click are more than 10 s ago.
  func isIdle(at now: Duration) -> Bool {
    guard count == 0, outbox == CardOutbox() else { return false }
    let last = [memory.lastSent?.sent, memory.click?.at].compactMap(\.self).max()
    return last.map { now - $0 > .seconds(10) } ?? true
  }

  /// The server left, and its notifications are gone.
  func forget() {
    for slot in IslandMemory.Slot.allCases { drop(slot) }
    memory.forget()
  }

  /// The next content replaces the card that an earlier process left.
  func adopt(_ id: UInt32) { memory.adopt(id, at: now()) }

  private func drop(_ slot: IslandMemory.Slot) {
    notifications[slot] = nil
    if slot == .card { unanswered = nil }
    memory.didClose(slot)
  }

  // MARK: A server that does not answer

  /// Takes the late answer to a call that timed out.
  /// - Returns: whether the call was the last step; nil if it was not this card's.
  func hear(_ reply: LateReply, _ id: UInt32) -> Bool? {
    guard let unanswered, unanswered.call == reply.call, let notice = unanswered.step.notice else { return nil }
    notifications[unanswered.step.slot]?.adopt(id)
    didShow(notice, unanswered.step.slot, id)
    return unanswered.isLast
  }

  /// Forgets the closed notification, if it was this card's.
  func wasClosed(_ id: UInt32) {
    for slot in IslandMemory.Slot.allCases where memory[slot]?.id == id { drop(slot) }
  }

  /// The card is no longer wanted. If a late answer comes, its notification is closed.
  func ignoreLateAnswer() { unanswered = nil }

  func closeWithoutWaiting() {
    for slot in IslandMemory.Slot.allCases {
      if let id = memory[slot]?.id { screen.server?.close(id) }
      drop(slot)
    }
  }

  // MARK: Steps

  /// - Parameter isLast: no step follows.
  func perform(
    _ step: PresentationPolicy.Step, _ profile: ServerProfile, isLast: Bool = true
  ) throws(NotificationError) {
    do throws(NotificationError) { try carryOut(step, profile) } catch {
      unanswered = nil
      if error.kind == .timedOut, let call = screen.server?.abandonLastCall(), step.notice != nil {
        unanswered = Unanswered(call: call, step: step, isLast: isLast)
      }
      throw error
    }
  }

  private func carryOut(_ step: PresentationPolicy.Step, _ profile: ServerProfile) throws(NotificationError) {
    switch step {
    case .close, .closeAlert:
      try close(step.slot)
      drop(step.slot)
    case .forget: drop(.card)
    case .fade:
      if let shown = memory.shown {
        var fading = shown.notice
        fading.expiry = PresentationPolicy.fadeMilliseconds
        _ = try send(fading, profile, .card)
      }
      drop(.card)
    case .showFresh(let notice), .replace(let notice), .alert(let notice):
      didShow(notice, step.slot, try send(notice, profile, step.slot))
    }
  }

  private func didShow(_ notice: Notice, _ slot: IslandMemory.Slot, _ id: UInt32) {
    let old = slot == .card ? memory.shown?.id : nil
    // A server that returns a new id may have kept the old card.
    if let old, old != id { screen.server?.close(old) }
    unanswered = nil
    memory.didShow(notice, slot, id: id, fresh: old == nil, at: now())
    if slot == .card { onEvent(.shown(screen.address(id))) }
  }

  /// Sends a notice. If the server refuses it, sends it again without the optional hints.
  private func send(
    _ notice: Notice, _ profile: ServerProfile, _ slot: IslandMemory.Slot
  ) throws(NotificationError) -> UInt32 {
    do throws(NotificationError) {
      let server = try screen.connected()
      let id = try target(slot, screen.content(of: notice, profile), server).show()
      // The sound's name is an optional hint.
      if screen.omitsOptionalHints, case .named? = notice.sound { onEvent(.soundNotPlayed) }
      return id
    } catch {
      guard error.kind == .refused, !screen.omitsOptionalHints else { throw error }
    }
    screen.omitsOptionalHints = true
    do throws(NotificationError) { return try send(notice, profile, slot) } catch {
      screen.omitsOptionalHints = false
      throw error
    }
  }

  /// A new notification, or the existing one with new content.
  private func target(
    _ slot: IslandMemory.Slot, _ content: Notification.Content, _ server: NotificationServer
  ) -> Notification {
    if memory[slot] != nil, let notification = notifications[slot] {
      notification.set(content)
      return notification
    }
    let target = Notification(
      content, on: server, adopting: memory[slot]?.id ?? 0,
      onAction: { [weak self] in self?.pressed($0, $1, slot) }, onClosed: { [weak self] in self?.closed($0, slot) })
    notifications[slot] = target
    return target
  }

  /// Ignores failures, because the notification or the server is gone; except a time-out, after which it may remain.
  private func close(_ slot: IslandMemory.Slot) throws(NotificationError) {
    guard let notification = notifications[slot] else {
      if let id = memory[slot]?.id { screen.server?.close(id) }
      return
    }
    guard notification.id != 0 else { return }
    do throws(NotificationError) { try notification.close() } catch { if error.kind == .timedOut { throw error } }
  }

  // MARK: Signals. libnotify calls these, so they must not call libnotify

  private func pressed(_ key: String, _ activationToken: String?, _ slot: IslandMemory.Slot) {
    if let event = memory.pressed(key, activationToken, slot, at: now()) { onEvent(event) }
  }

  private func closed(_ reason: Int, _ slot: IslandMemory.Slot) {
    if slot == .alert { return memory.didClose(slot) }
    switch memory.closed(reason: reason, at: now()) {
    case .nothing: break
    case .event(let event): onEvent(event)
    case .showAgain: onLostAnswer()
    }
  }
}
