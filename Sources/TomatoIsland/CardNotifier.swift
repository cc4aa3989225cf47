// One card: its unsent content, and its notifications on the server. On the island's thread only.
internal import GLibBridge

/// Sends, replaces and closes the notifications of one card. The policy chooses the steps, the worker the time.
final class CardNotifier {
  var outbox = CardOutbox()
  /// The card that was sent last, without its sound; nil once it was removed.
  var lastCard: Card?
  var memory = IslandMemory()
  var onEvent: (IslandEvent) -> Void = { _ in }
  /// Called when the server closes the answer that has replaced a clicked card.
  var onLostAnswer: () -> Void = {}

  private unowned let screen: IslandScreen
  private let now: @Sendable () -> Duration
  private var notification: Notification?
  private var alert: Notification?
  /// The last `Notify`, if it timed out: a late answer may name a notification that was shown.
  private var unanswered: Unanswered?

  private struct Unanswered {
    var call: UInt32
    var step: PresentationPolicy.Step
    /// No step follows.
    var isLast: Bool
  }

  init(_ screen: IslandScreen, now: @escaping @Sendable () -> Duration) { (self.screen, self.now) = (screen, now) }

  /// The number of this card's notifications on the server.
  var count: Int { (memory.shown == nil ? 0 : 1) + (memory.alert == nil ? 0 : 1) }

  /// Nothing is shown or waiting, and the last card and the last click are more than 10 s ago.
  func isIdle(at now: Duration) -> Bool {
    guard count == 0, outbox == CardOutbox() else { return false }
    let last = [memory.lastSent?.sent, memory.click?.at].compactMap(\.self).max()
    return last.map { now - $0 > .seconds(10) } ?? true
  }

  /// The server left, and its notifications are gone.
  func forget() {
    drop()
    dropAlert()
    memory.forget()
  }

  /// The next content replaces the card that an earlier process left.
  func adopt(_ id: UInt32) { memory.adopt(id, at: now()) }

  private func drop() {
    (notification, unanswered) = (nil, nil)
    memory.didClose()
  }

  private func dropAlert() {
    alert = nil
    memory.didCloseAlert()
  }

  // MARK: A server that does not answer

  /// Takes the late answer to a call that timed out.
  /// - Returns: whether the call was the last step; nil if it was not this card's.
  func hear(_ reply: LateReply, _ id: UInt32) -> Bool? {
    guard let unanswered, unanswered.call == reply.call, let notice = unanswered.step.notice else { return nil }
    if case .alert = unanswered.step {
      alert?.adopt(id)
      didAlert(notice, id)
    } else {
      notification?.adopt(id)
      didShow(notice, id)
    }
    return unanswered.isLast
  }

  /// Forgets the closed notification, if it was this card's.
  func wasClosed(_ id: UInt32) {
    if memory.shown?.id == id { drop() }
    if memory.alert?.id == id { dropAlert() }
  }

  /// The card is no longer wanted. If a late answer comes, its notification is closed.
  func ignoreLateAnswer() { unanswered = nil }

  func closeWithoutWaiting() {
    for id in [memory.alert?.id, memory.shown?.id].compactMap(\.self) { screen.server?.close(id) }
    drop()
    dropAlert()
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
    case .close:
      try close(notification, memory.shown?.id)
      drop()
    case .closeAlert:
      try close(alert, memory.alert?.id)
      dropAlert()
    case .forget: drop()
    case .fade:
      if let shown = memory.shown {
        var fading = shown.notice
        fading.expiry = PresentationPolicy.fadeMilliseconds
        _ = try send(fading, profile, target)
      }
      drop()
    case .showFresh(let notice), .replace(let notice): didShow(notice, try send(notice, profile, target))
    case .alert(let notice): didAlert(notice, try send(notice, profile, alertTarget))
    }
  }

  private func didShow(_ notice: Notice, _ id: UInt32) {
    let old = memory.shown?.id
    // A server that returns a new id may have kept the old card.
    if let old, old != id { screen.server?.close(old) }
    unanswered = nil
    memory.didShow(notice, id: id, fresh: old == nil, at: now())
    onEvent(.shown(screen.address(id)))
  }

  private func didAlert(_ notice: Notice, _ id: UInt32) {
    unanswered = nil
    memory.didAlert(notice, id: id, at: now())
  }

  /// Sends a notice that is refused once more, without the optional hints.
  /// - Parameter target: returns the notification that gets this content.
  private func send(
    _ notice: Notice, _ profile: ServerProfile,
    _ target: (Notification.Content, NotificationServer) -> Notification
  ) throws(NotificationError) -> UInt32 {
    do throws(NotificationError) {
      let server = try screen.connected()
      let id = try target(screen.content(of: notice, profile), server).show()
      // The sound's name is an optional hint.
      if screen.omitsOptionalHints, case .named? = notice.sound { onEvent(.soundNotPlayed) }
      return id
    } catch {
      guard error.kind == .refused, !screen.omitsOptionalHints else { throw error }
    }
    screen.omitsOptionalHints = true
    do throws(NotificationError) { return try send(notice, profile, target) } catch {
      screen.omitsOptionalHints = false
      throw error
    }
  }

  /// A new notification, or the existing one with new content.
  private func target(_ content: Notification.Content, _ server: NotificationServer) -> Notification {
    if memory.shown != nil, let notification {
      notification.set(content)
      return notification
    }
    let target = Notification(
      content, on: server, adopting: memory.shown?.id ?? 0,
      onAction: { [weak self] in self?.pressed($0, $1) }, onClosed: { [weak self] in self?.closed($0) })
    notification = target
    return target
  }

  private func alertTarget(_ content: Notification.Content, _ server: NotificationServer) -> Notification {
    if memory.alert != nil, let alert {
      alert.set(content)
      return alert
    }
    let target = Notification(
      content, on: server, onAction: { [weak self] in self?.pressed($0, $1, onAlert: true) },
      onClosed: { [weak self] _ in self?.memory.didCloseAlert() })
    alert = target
    return target
  }

  /// Ignores failures, because the notification or the server is gone; except a time-out, after which it may remain.
  private func close(_ notification: Notification?, _ id: UInt32?) throws(NotificationError) {
    if let notification, notification.id != 0 {
      do throws(NotificationError) { try notification.close() } catch { if error.kind == .timedOut { throw error } }
    } else if notification == nil, let id {
      screen.server?.close(id)
    }
  }

  // MARK: Signals. libnotify calls these, so they must not call libnotify

  private func pressed(_ key: String, _ activationToken: String?, onAlert: Bool = false) {
    if let event = memory.pressed(key, activationToken, onAlert: onAlert, at: now()) { onEvent(event) }
  }

  private func closed(_ reason: Int) {
    switch memory.closed(reason: reason, at: now()) {
    case .nothing: break
    case .event(let event): onEvent(event)
    case .showAgain: onLostAnswer()
    }
  }
}
