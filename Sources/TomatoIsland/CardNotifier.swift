// One card's notifications on the server, with their libnotify objects and memory. On the island's thread only.
internal import GLibBridge

/// Sends, replaces and closes the notifications of one card. The policy chooses the steps, the worker the time.
final class CardNotifier {
  var memory = IslandMemory()
  var onEvent: (IslandEvent) -> Void = { _ in }
  /// Called when the server closes the answer that has replaced a clicked card.
  var onLostAnswer: () -> Void = {}

  private unowned let screen: IslandScreen
  private let now: @Sendable () -> Duration
  private var notification: GLibBridge.Notification?
  private var alert: GLibBridge.Notification?
  /// The last `Notify`, if it timed out: a late answer may name a notification that was shown.
  private var unanswered: Unanswered?

  private struct Unanswered {
    var call: UInt32
    var notice: Notice
    var isFresh: Bool
    var isAlert = false
    /// No step follows.
    var isLast: Bool
  }

  init(_ screen: IslandScreen, now: @escaping @Sendable () -> Duration) { (self.screen, self.now) = (screen, now) }

  /// The number of this card's notifications on the server.
  var count: Int { (memory.shown == nil ? 0 : 1) + (memory.alert == nil ? 0 : 1) }

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
    guard let unanswered, unanswered.call == reply.call else { return nil }
    if unanswered.isAlert {
      alert?.adopt(id)
      self.unanswered = nil
      memory.didAlert(unanswered.notice, id: id, at: now())
    } else {
      notification?.adopt(id)
      didShow(unanswered.notice, id, fresh: unanswered.isFresh)
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
    for id in [memory.alert?.id, memory.shown?.id] { if let id { screen.server?.close(id) } }
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
      if error.kind == .timedOut, let call = screen.server?.abandonLastCall() {
        switch step {
        case .showFresh(let notice):
          unanswered = Unanswered(call: call, notice: notice, isFresh: true, isLast: isLast)
        case .replace(let notice):
          unanswered = Unanswered(call: call, notice: notice, isFresh: memory.shown == nil, isLast: isLast)
        case .alert(let notice):
          unanswered = Unanswered(call: call, notice: notice, isFresh: true, isAlert: true, isLast: isLast)
        case .close, .closeAlert, .fade, .forget: break
        }
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
        try send(fading, profile) { target($0, on: $1, fresh: false) }
      }
      drop()
    case .showFresh(let notice): try show(notice, profile, fresh: true)
    case .replace(let notice): try show(notice, profile, fresh: memory.shown == nil)
    case .alert(let notice):
      let id = try send(notice, profile, alertTarget)
      unanswered = nil
      memory.didAlert(notice, id: id, at: now())
    }
  }

  private func show(_ notice: Notice, _ profile: ServerProfile, fresh: Bool) throws(NotificationError) {
    didShow(notice, try send(notice, profile) { target($0, on: $1, fresh: fresh) }, fresh: fresh)
  }

  private func didShow(_ notice: Notice, _ id: UInt32, fresh: Bool) {
    // A server that returns a new id may have kept the old card.
    if !fresh, let old = memory.shown?.id, old != id { screen.server?.close(old) }
    unanswered = nil
    memory.didShow(notice, id: id, fresh: fresh, at: now())
    onEvent(.shown(screen.address(id)))
  }

  private typealias Content = GLibBridge.Notification.Content

  /// - Parameter target: returns the notification that gets this content.
  @discardableResult
  private func send(
    _ notice: Notice, _ profile: ServerProfile,
    _ target: (Content, NotificationServer) -> GLibBridge.Notification
  ) throws(NotificationError) -> UInt32 {
    do throws(NotificationError) {
      return try sendOnce(notice, profile, target)
    } catch {
      guard error.kind == .refused, !screen.omitsOptionalHints else { throw error }
    }
    screen.omitsOptionalHints = true
    do throws(NotificationError) {
      return try sendOnce(notice, profile, target)
    } catch {
      screen.omitsOptionalHints = false
      throw error
    }
  }

  private func sendOnce(
    _ notice: Notice, _ profile: ServerProfile,
    _ target: (Content, NotificationServer) -> GLibBridge.Notification
  ) throws(NotificationError) -> UInt32 {
    let server = try screen.connected()
    let id = try target(screen.content(of: notice, profile), server).show()
    // The sound's name is an optional hint.
    if screen.omitsOptionalHints, case .named? = notice.sound { onEvent(.soundNotPlayed) }
    return id
  }

  /// A new notification, or the existing one with new content.
  private func target(
    _ content: Content, on server: NotificationServer, fresh: Bool
  ) -> GLibBridge.Notification {
    if !fresh, let notification {
      notification.set(content)
      return notification
    }
    let target = GLibBridge.Notification(
      content, on: server, adopting: fresh ? 0 : memory.shown?.id ?? 0,
      onAction: { [weak self] in self?.pressed($0, $1) }, onClosed: { [weak self] in self?.closed($0) })
    notification = target
    return target
  }

  private func alertTarget(_ content: Content, _ server: NotificationServer) -> GLibBridge.Notification {
    if memory.alert != nil, let alert {
      alert.set(content)
      return alert
    }
    let target = GLibBridge.Notification(
      content, on: server, onAction: { [weak self] in self?.pressed($0, $1, onAlert: true) },
      onClosed: { [weak self] _ in self?.memory.didCloseAlert() })
    alert = target
    return target
  }

  /// Ignores failures, because the notification or the server is gone; except a time-out, after which it may remain.
  private func close(_ notification: GLibBridge.Notification?, _ id: UInt32?) throws(NotificationError) {
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
