// What is known of one activity's card: whether it is up, what it said last, and the alert that it speaks of.

internal import TomatoEngine
internal import TomatoIsland
internal import TomatoLink

/// The card of one activity, as the main thread knows it.
nonisolated struct ShownCard {
  /// It is on the screen, as far as is known.
  var isUp = false
  /// The server has gone with it: it is shown again by a server that comes back, unless it is put away.
  var mayReturn = false
  /// The server hid it (do-not-disturb): not tried again in this phase.
  var suppressedPhase: PhaseToken?
  var shownPhase: PhaseToken?
  var last: Card?
  /// What its second line said last.
  var secondLine = ""
  /// An end, of a phase or of a pause, that was not to be seen, with do-not-disturb on; said once that is over.
  var missed: End?
  /// The end that was said later, with its time.
  var said: End?
  /// While it is the last card of an activity: when it is gone, on CLOCK_BOOTTIME. It goes by itself, and nothing
  /// renews it.
  var farewellUntil: Duration?
  /// The alert that the card speaks of: for a minute, unless something else is to be said.
  private var lastAlert: (alert: AlertConfiguration, phase: PhaseToken, due: WallTime, at: Moment)?

  /// What waits for a person: the end of a phase, or of a pause in it.
  struct End {
    var phase: PhaseToken
    var at: WallTime

    /// Nil for an alert that a person need not answer.
    init?(_ alert: AlertConfiguration, phase: PhaseToken, at: WallTime) {
      switch alert {
      case .completed, .stillPaused: (self.phase, self.at) = (phase, at)
      case .nextBegan, .almostOver, .returned, .wasAway, .said: return nil
      }
    }
  }

  mutating func serverWent() {
    mayReturn = mayReturn || isUp
    isUp = false
  }

  /// The server has hidden the card: if it spoke of an end, that is to be said later.
  mutating func wasHidden(in phase: PhaseToken?) {
    (suppressedPhase, isUp) = (phase, false)
    guard let lastAlert, lastAlert.phase == phase else { return }
    missed = End(lastAlert.alert, phase: lastAlert.phase, at: lastAlert.due) ?? missed
  }

  /// When what is over was over, if that is said late.
  func doneAt(_ content: Content) -> WallTime? {
    said.flatMap { $0.phase == content.phase && content.contentState.state == .completed ? $0.at : nil }
  }

  /// Whether the end that was said late is still what a person has to know.
  func isStillToBeSaid(_ content: Content) -> Bool {
    doneAt(content) != nil || content.isStillPaused && said?.phase == content.phase
  }

  private static let alertLifetime = Duration.minutes(1)

  init() {}

  /// What the card is to speak of.
  var alert: AlertConfiguration? { lastAlert?.alert }

  /// What becomes of the alert's words with new content.
  enum Words {
    /// Only time passed.
    case unchanged
    /// Something else is to be said: this alert, or none.
    case alerted(AlertConfiguration?)
  }

  mutating func note(_ words: Words, _ content: Content, _ now: Moment) {
    if case .alerted(let alert) = words {
      lastAlert = alert.map { ($0, content.phase, content.due(now), now) }
    } else if isAlertOver(content, now) {
      lastAlert = nil
    }
  }

  /// The alert, as long as it is to be spoken of.
  func lastingAlert(_ content: Content, _ now: Moment) -> AlertConfiguration? {
    isAlertOver(content, now) ? nil : alert
  }

  /// When the words of the last alert have been there long enough, on CLOCK_BOOTTIME.
  var alertEnds: Duration? { lastAlert.map { $0.at.sinceBoot + Self.alertLifetime } }

  /// The words of the last alert have been there long enough, or are about another phase.
  private func isAlertOver(_ content: Content, _ now: Moment) -> Bool {
    guard let lastAlert else { return false }
    return lastAlert.phase != content.phase || now.sinceBoot - lastAlert.at.sinceBoot >= Self.alertLifetime
  }

  mutating func sayGoodbye(_ card: Card, until moment: Duration) {
    (isUp, last, farewellUntil) = (false, card, moment)
  }

  /// It said goodbye, and has gone.
  func isOver(at now: Moment) -> Bool { farewellUntil.map { $0 <= now.sinceBoot } ?? false }
}

extension Content {
  /// When the alert that comes now was to come, if it was held back or comes again.
  nonisolated func due(_ now: Moment) -> WallTime { alertDue.value ?? now.wall }
}
