// Decides how new content is shown on one server. Pure: the screen's state and the time are arguments.
//
// Rules:
// - An alert is a fresh card, sent after the server has closed the old one. Where only one popup is shown at a time,
//   the alert replaces the card that is there.
// - An answer replaces the card in place. It is a fresh card if the old one is gone or a click is closing it, or if
//   replacing would lose the buttons or keep the old ones.
// - An update replaces only a card that is surely visible. An outdated card that may be in a list is closed.
// - Where cards live in the list, a card is always LOW and silent, and its alert is a separate notification with the
//   same text and buttons. While that alert is visible, answers replace its content too.
// - Where the lock screen shows a silent card's text, another title makes a fresh card: replacing would leave the old
//   text on the lock screen.
// - A card that looks the same and stays as long is not sent again while it is surely visible.
// - An update waits for a second after the last `Notify` and the last click. All cards wait for the server's
//   `repostDelay` after a click. Where repeats are an error, the same text is sent again after a second.
// - Where cards may not stay, an answer is shown only if it answers a click on the island.
// - Where something else of ours shows the time, a card without a question disappears with its popup: in a list its
//   time would soon be wrong.
// - Where the server shows banners one after the other, an alert waits for `alertGap` after another card's alert.

struct PresentationPolicy: Sendable, Equatable {
  var profile = ServerProfile.unmeasured
  var mode = IslandMode.auto
  var otherClock = OtherClock.none

  var style: IslandStyle { profile.style(mode, beside: otherClock) }

  /// The worker carries these out in order.
  enum Step: Sendable, Equatable {
    /// `CloseNotification` of the old card; waits for the answer.
    case close
    /// Sends the old card again with an expiry of `fadeMilliseconds`, and forgets it.
    case fade
    /// Forgets the old card, which has left the screen. Nothing is sent.
    case forget
    /// `Notify` with 0: a new card.
    case showFresh(Notice)
    /// `Notify` with the id of the shown card.
    case replace(Notice)
    /// `Notify` of the separate alert: a new one, or the existing one with new content.
    case alert(Notice)
    /// `CloseNotification` of the separate alert.
    case closeAlert

    var slot: IslandMemory.Slot {
      switch self {
      case .alert, .closeAlert: .alert
      case .close, .fade, .forget, .showFresh, .replace: .card
      }
    }

    /// The new content that the step sends; nil if it sends none.
    var notice: Notice? {
      switch self {
      case .showFresh(let notice), .replace(let notice), .alert(let notice): notice
      case .close, .fade, .forget, .closeAlert: nil
      }
    }
  }

  enum Decision: Sendable, Equatable {
    case now([Step])
    /// Decide again at this time, with the newest content.
    case wait(until: Duration)
  }

  static let tickGap = Duration.seconds(1)
  static let fadeMilliseconds: Int32 = 1500

  /// - Parameter lastAlert: when another card of ours alerted last.
  func decide(
    toShow card: Card, _ delivery: Delivery, over memory: IslandMemory, lastAlert: Duration? = nil, at now: Duration
  ) -> Decision {
    let steps = steps(toShow: card, delivery, over: memory, at: now)
    let times = steps.compactMap(\.notice).map { earliestTime(for: $0, delivery, after: memory) }
    var earliest = times.max() ?? now
    if delivery == .alert, !steps.isEmpty, let lastAlert { earliest = max(earliest, lastAlert + profile.alertGap) }
    return earliest > now ? .wait(until: earliest) : .now(steps)
  }

  private func earliestTime(for notice: Notice, _ delivery: Delivery, after memory: IslandMemory) -> Duration {
    var earliest = Duration.zero
    if let click = memory.click {
      earliest = click.at + (delivery == .update ? max(Self.tickGap, profile.repostDelay) : profile.repostDelay)
    }
    guard let last = memory.lastSent else {
      // An earlier process may have sent the same text a moment ago.
      guard profile.refusesRepeats, let adopted = memory.shown else { return earliest }
      return max(earliest, adopted.sent + Self.tickGap)
    }
    let waits = delivery == .update || profile.refusesRepeats && last.notice.looks(like: notice)
    return waits ? max(earliest, last.sent + Self.tickGap) : earliest
  }

  private func steps(
    toShow card: Card, _ delivery: Delivery, over memory: IslandMemory, at now: Duration
  ) -> [Step] {
    guard style != .off else { return closing(memory, at: now) }
    if style == .listed, profile.alertsAreSeparate { return stepsWithSeparateAlerts(card, delivery, memory, at: now) }
    let isAlert = delivery == .alert
    var notice = profile.notice(card, style, isAlert: isAlert)
    notice.isTransient =
      !card.waitsForPerson && !notice.isLastCard && profile.timeCardsAreTransient(mode, beside: otherClock)
    guard let shown = memory.shown else {
      return mayAppear(delivery, memory) && !notice.isLastCard ? [.showFresh(notice)] : []
    }
    // The card is from the list style, before another clock of ours appeared. Its alert is visible, so close the card.
    if memory.alert != nil, notice.isTransient, !isAlert { return [.close] }
    // A server that closes cards on every click closes this one, even if its signal has not come yet.
    let isClosing = profile.closesOnClick && memory.isClickPending
    let isLive = isLive(shown, at: now) && !isClosing
    if isLive, notice.isSilent, notice.isCovered(by: shown.notice), !isAlert || !profile.hidesSilently { return [] }
    if isAlert || !isLive && delivery == .answer && mayAppear(.answer, memory) {
      return profile.oneAtATime ? [.replace(notice)] : [.close, .showFresh(notice)]
    }
    if isLive { return replacing(shown, by: notice, delivery) }
    let isOutdated = shown.notice.actions != notice.actions || notice.isLastCard
    return isOutdated && !isClosing ? closing(memory, at: now) : []
  }

  // MARK: Separate alerts

  private func stepsWithSeparateAlerts(
    _ card: Card, _ delivery: Delivery, _ memory: IslandMemory, at now: Duration
  ) -> [Step] {
    let island = profile.notice(card, style, isAlert: false)
    var steps = islandSteps(island, delivery, memory, isOnLockScreen: card.isOnLockScreen, at: now)
    guard !island.isLastCard || memory.shown != nil else { return steps }
    switch (delivery, memory.alert) {
    case (.alert, _): steps.append(.alert(profile.alertNotice(card, hasSound: true)))
    case (.answer, let alert?):
      let notice = profile.alertNotice(card, hasSound: false)
      if !alert.notice.looks(like: notice) { steps.append(.alert(notice)) }
    case (.answer, nil), (.update, _): break
    }
    return steps
  }

  private func islandSteps(
    _ island: Notice, _ delivery: Delivery, _ memory: IslandMemory, isOnLockScreen: Bool, at now: Duration
  ) -> [Step] {
    guard let shown = memory.shown else {
      return delivery == .update || island.isLastCard ? [] : [.showFresh(island)]
    }
    // The lock screen shows the old text until the number of cards changes.
    if shown.isConfirmed, isOnLockScreen, shown.notice.title != island.title { return [.close, .showFresh(island)] }
    if shown.isConfirmed { return island.isCovered(by: shown.notice) ? [] : [.replace(island)] }
    if delivery != .update { return [.close, .showFresh(island)] }
    return shown.notice.actions == island.actions && !island.isLastCard ? [] : closing(memory, at: now)
  }

  // MARK: Alerts on the card

  private func replacing(_ shown: IslandMemory.Shown, by notice: Notice, _ delivery: Delivery) -> [Step] {
    let keepsButtons = shown.notice.actions == notice.actions
    switch profile.buttonsOnReplace {
    case .new: return [.replace(notice)]
    case .old where keepsButtons: return [.replace(notice)]
    case .lost where keepsButtons && delivery == .update: return []
    case .old, .lost: return [.close, .showFresh(notice)]
    }
  }

  /// Whether a card may come up where none is visible.
  private func mayAppear(_ delivery: Delivery, _ memory: IslandMemory) -> Bool {
    switch delivery {
    case .alert: true
    case .answer: style != .events || memory.click?.isAnswered == false
    case .update: false
    }
  }

  /// Whether the card is surely visible, so that replacing it causes no new popup.
  func isLive(_ shown: IslandMemory.Shown, at now: Duration) -> Bool {
    guard shown.isConfirmed else { return false }
    if style == .listed || shown.notice.urgency == .critical { return true }
    let milliseconds = profile.bannerMilliseconds ?? shown.notice.expiry
    return milliseconds == 0 || now - shown.sent < .milliseconds(Int64(milliseconds))
  }

  func closing(_ memory: IslandMemory, at now: Duration) -> [Step] {
    let alert = memory.alert == nil ? [] : [Step.closeAlert]
    guard let shown = memory.shown else { return alert }
    guard profile.oneAtATime else { return alert + [.close] }
    return isLive(shown, at: now) ? [.fade] : [.forget]
  }

  /// When to remove a card that should disappear with its popup but that the server would keep. A little late where the
  /// server honours expiries, because a pointer on the card delays them.
  func end(of shown: IslandMemory.Shown) -> Duration? {
    let end = shown.sent + .milliseconds(Int64(shown.notice.expiry))
    if shown.notice.isLastCard, profile.bannerMilliseconds != nil { return end }
    let goes = shown.notice.isLastCard || shown.notice.isTransient
    return goes && profile.keepsExpired ? end + IslandMemory.expirySlack : nil
  }
}
