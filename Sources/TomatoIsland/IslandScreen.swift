// One server's screen: libnotify's notification, what is known of it, and the steps that change it. On the island's
// thread only.
internal import GLibBridge

/// Carries out single steps; which and when is the worker's and the policy's.
final class IslandScreen {
  var memory = IslandMemory()
  var onEvent: (IslandEvent) -> Void = { _ in }
  /// The server closed the card on the click after the answer had been put in its place.
  var onLostAnswer: () -> Void = {}

  private let program: IslandProgram
  private let loop: NotificationLoop
  private let now: @Sendable () -> Duration
  private var server: NotificationServer?
  private var connectFailure: NotificationError?
  /// What the present server said of itself; nil until it was asked.
  private(set) var identity: NotificationServerIdentity?
  /// The owner of the name when the present server was asked who it is.
  private(set) var metOwner: String?
  private var notification: GLibBridge.Notification?
  /// The server has refused a notification with the hints that may be left out, and taken it without.
  private var isPlain = false
  /// The last `Notify`, if it was given up: its answer may still come, and names the card that is up then.
  private var unanswered: Unanswered?

  private struct Unanswered {
    var call: UInt32
    var notice: Notice
    var isFresh: Bool
  }

  init(_ program: IslandProgram, loop: NotificationLoop, now: @escaping @Sendable () -> Duration) {
    (self.program, self.loop, self.now) = (program, loop, now)
  }

  func connect(_ onOwner: @escaping (String?) -> Void) {
    do throws(NotificationError) {
      let server = try NotificationServer(programName: program.name, loop: loop)
      server.watchOwner(onOwner)
      self.server = server
    } catch {
      connectFailure = error
    }
  }

  var isMet: Bool { metOwner != nil }
  /// The server that was met owns the name no longer.
  var metOwnerLeft: Bool { server?.currentOwner() != metOwner }

  func identify() throws(NotificationError) -> NotificationServerIdentity {
    let server = try connected()
    let found: NotificationServerIdentity
    do throws(NotificationError) { found = try server.identity() } catch {
      if error.kind == .timedOut { server.abandonLastCall() }
      throw error
    }
    (metOwner, identity) = (server.currentOwner(), found)
    return found
  }

  private func connected() throws(NotificationError) -> NotificationServer {
    if let server { return server }
    throw connectFailure ?? NotificationError(kind: .noBus, sentence: "There is no session bus.")
  }

  /// The server left: all that it showed is gone, and it answers nothing any more.
  func forget() {
    drop()
    (identity, metOwner, isPlain) = (nil, nil, false)
    memory.forget()
    server?.forgetCalls()
  }

  /// The next content replaces the card that an earlier process left, if this is the very server that it was left on:
  /// all servers start their numbers again, and another one's number may be another program's popup.
  func adopt(_ seat: IslandSeat) {
    guard let server, seat.id != 0, seat.busGUID == server.busGUID, seat.owner == metOwner else { return }
    memory.adopt(seat.id, at: now())
  }

  // MARK: A server that does not answer

  /// What a server has said that had let calls time out.
  enum LateAnswer {
    case none
    /// It answers again.
    case sign
    /// It does, and the card that it was given last is up.
    case card
  }

  /// Closes what calls that were given up have shown after all, but for the card that is still wanted: a person has
  /// seen that one come up, and it is not to come up again.
  func hearLateReplies() -> LateAnswer {
    guard let server else { return .none }
    var answer = LateAnswer.none
    for reply in server.takeLateReplies() {
      if answer == .none { answer = .sign }
      guard let id = reply.id, id != 0 else { continue }
      if let unanswered, unanswered.call == reply.call {
        notification?.adopt(id)
        isUp(unanswered.notice, id, fresh: unanswered.isFresh)
        answer = .card
      } else {
        server.close(id)
        if memory.shown?.id == id { drop() }
      }
    }
    return answer
  }

  func closeWithoutWaiting() {
    if let id = memory.shown?.id { server?.close(id) }
    drop()
  }

  private func drop() {
    (notification, unanswered) = (nil, nil)
    memory.didClose()
  }

  // MARK: Steps

  func perform(_ step: PresentationPolicy.Step, _ profile: ServerProfile) throws(NotificationError) {
    do throws(NotificationError) { try carryOut(step, profile) } catch {
      unanswered = nil
      if error.kind == .timedOut, let call = server?.abandonLastCall() {
        switch step {
        case .showFresh(let notice): unanswered = Unanswered(call: call, notice: notice, isFresh: true)
        case .replace(let notice):
          unanswered = Unanswered(call: call, notice: notice, isFresh: memory.shown == nil)
        case .close, .fade, .forget: break
        }
      }
      throw error
    }
  }

  private func carryOut(_ step: PresentationPolicy.Step, _ profile: ServerProfile) throws(NotificationError) {
    switch step {
    case .close: try close()
    case .forget: drop()
    case .fade:
      if let shown = memory.shown {
        var fading = shown.notice
        fading.expiry = PresentationPolicy.fadeMilliseconds
        try send(fading, profile, fresh: false)
      }
      drop()
    case .showFresh(let notice): try show(notice, profile, fresh: true)
    case .replace(let notice): try show(notice, profile, fresh: memory.shown == nil)
    }
  }

  private func show(_ notice: Notice, _ profile: ServerProfile, fresh: Bool) throws(NotificationError) {
    isUp(notice, try send(notice, profile, fresh: fresh), fresh: fresh)
  }

  private func isUp(_ notice: Notice, _ id: UInt32, fresh: Bool) {
    // A server that gives another number than the one it was to replace may have left the old card standing.
    if !fresh, let old = memory.shown?.id, old != id { server?.close(old) }
    unanswered = nil
    memory.didShow(notice, id: id, fresh: fresh, at: now())
    onEvent(.shown(IslandSeat(id: id, busGUID: server?.busGUID ?? "", owner: metOwner ?? "")))
  }

  @discardableResult
  private func send(_ notice: Notice, _ profile: ServerProfile, fresh: Bool) throws(NotificationError) -> UInt32 {
    do throws(NotificationError) {
      return try offer(notice, profile, fresh: fresh)
    } catch {
      guard error.kind == .refused, !isPlain else { throw error }
    }
    isPlain = true
    do throws(NotificationError) {
      return try offer(notice, profile, fresh: fresh)
    } catch {
      isPlain = false
      throw error
    }
  }

  private func offer(_ notice: Notice, _ profile: ServerProfile, fresh: Bool) throws(NotificationError) -> UInt32 {
    let id = try target(content(notice, profile), on: connected(), fresh: fresh).show()
    // The name of the sound is among the hints that this server has refused.
    if isPlain, case .named? = notice.sound { onEvent(.unheard) }
    return id
  }

  /// The notification to send: a new one, or the one that is up with new content.
  private func target(
    _ content: GLibBridge.Notification.Content, on server: NotificationServer, fresh: Bool
  ) -> GLibBridge.Notification {
    if !fresh, let notification {
      notification.set(content)
      return notification
    }
    let target = GLibBridge.Notification(
      content, on: server, adopting: fresh ? 0 : memory.shown?.id ?? 0,
      onAction: { [unowned self] key in pressed(key) }, onClosed: { [unowned self] reason in closed(reason) })
    notification = target
    return target
  }

  private func content(_ notice: Notice, _ profile: ServerProfile) -> GLibBridge.Notification.Content {
    IslandHints.content(
      of: notice, by: program, on: profile, capabilities: identity?.capabilities ?? [], isPlain: isPlain)
  }

  /// A card that cannot be closed is gone already, or its server is: neither is news, and both end the same way. Only
  /// a server that does not answer is: the card may still be there.
  private func close() throws(NotificationError) {
    if let notification, notification.id != 0 {
      do throws(NotificationError) { try notification.close() } catch { if error.kind == .timedOut { throw error } }
    } else if notification == nil, let adopted = memory.shown?.id {
      server?.close(adopted)
    }
    drop()
  }

  // MARK: Signals, from inside libnotify: they note and report, and call nothing of it

  private func pressed(_ key: String) {
    if let event = memory.pressed(key, at: now()) { onEvent(event) }
  }

  private func closed(_ reason: Int) {
    switch memory.closed(reason: reason, at: now()) {
    case .nothing: break
    case .event(let event): onEvent(event)
    case .showAgain: onLostAnswer()
    }
  }
}
