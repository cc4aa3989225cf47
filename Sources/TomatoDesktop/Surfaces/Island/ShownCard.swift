// The state of one activity's card: whether it is shown, its last text, and its alert.

internal import TomatoEngine
internal import TomatoIsland
internal import TomatoLink

nonisolated struct ShownCard {
  /// It is on the screen, as far as is known.
  var isUp = false
  /// The server went with it, or did not take it: it may come by itself, unless it is put away.
  var mayReturn = false
  /// The server hid it (do-not-disturb): not tried again in this phase.
  var suppressedPhase: PhaseToken?
  var shownPhase: PhaseToken?
  var last: Card?
  var secondLine = ""
  /// An end of a phase or pause that do-not-disturb hid; reported once after it.
  var missed: End?
  /// The end that was reported late, with its time.
  var reported: End?
  /// The expiry of an activity's last card, on CLOCK_BOOTTIME. Nothing renews it.
  var farewellUntil: Duration?
  /// The card's alert text: for a minute, unless another text replaces it.
  private var lastAlert: (alert: AlertConfiguration, phase: PhaseToken, due: WallTime, at: Moment)?

  /// An end that waits for a person: of a phase, or of a pause in it.
  struct End {
    var phase: PhaseToken
    var at: WallTime

    /// Nil for an alert that needs no answer.
    init?(_ alert: AlertConfiguration, phase: PhaseToken, at: WallTime) {
      switch alert {
      case .completed, .stillPaused: (self.phase, self.at) = (phase, at)
      case .nextBegan, .almostOver, .returned, .wasAway, .ofProgram: return nil
      }
    }
  }

  mutating func wasLost() {
    mayReturn = mayReturn || isUp
    isUp = false
  }

  /// The server has hidden the card; an end on it must be reported later.
  mutating func wasHidden(in phase: PhaseToken?) {
    (suppressedPhase, isUp) = (phase, false)
    guard let lastAlert, lastAlert.phase == phase else { return }
    missed = End(lastAlert.alert, phase: lastAlert.phase, at: lastAlert.due) ?? missed
  }

  /// The end's time, if it is reported late.
  func doneAt(_ content: Content) -> WallTime? {
    reported.flatMap { $0.phase == content.phase && content.contentState.state == .completed ? $0.at : nil }
  }

  func reportStillApplies(_ content: Content) -> Bool {
    doneAt(content) != nil || content.isStillPaused && reported?.phase == content.phase
  }

  private static let alertLifetime = Duration.minutes(1)

  var alert: AlertConfiguration? { lastAlert?.alert }

  /// The card gets another text: this alert, or none.
  mutating func note(_ alert: AlertConfiguration?, _ content: Content, _ now: Moment) {
    lastAlert = alert.map { ($0, content.phase, content.due(now), now) }
  }

  mutating func forgetOldAlert(_ content: Content, _ now: Moment) {
    if isAlertOver(content, now) { lastAlert = nil }
  }

  /// The alert, while its text is still shown.
  func lastingAlert(_ content: Content, _ now: Moment) -> AlertConfiguration? {
    isAlertOver(content, now) ? nil : alert
  }

  /// When the last alert's text expires, on CLOCK_BOOTTIME.
  var alertEnds: Duration? { lastAlert.map { $0.at.sinceBoot + Self.alertLifetime } }

  /// Whether the last alert's text has expired or belongs to another phase.
  private func isAlertOver(_ content: Content, _ now: Moment) -> Bool {
    guard let lastAlert else { return false }
    return lastAlert.phase != content.phase || now.sinceBoot - lastAlert.at.sinceBoot >= Self.alertLifetime
  }

  mutating func showFarewell(_ card: Card, until moment: Duration) {
    (isUp, last, farewellUntil) = (false, card, moment)
  }

  func isOver(at now: Moment) -> Bool { farewellUntil.map { $0 <= now.sinceBoot } ?? false }
}

extension Content {
  /// The original due time of an alert that was held back or is repeated.
  nonisolated func due(_ now: Moment) -> WallTime { alertDue.value ?? now.wall }
}
