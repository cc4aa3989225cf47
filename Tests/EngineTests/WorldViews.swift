// What World reads of an engine, for its checks.

import TomatoLink

@testable import TomatoEngine

extension Engine {
  func activity(_ id: ActivityID) -> Activity? { snapshot.activities.first { $0.id == id } }

  var unattended: Int {
    if case .pomodoro(let it) = snapshot.pomodoro.machine { it.unattended } else { 0 }
  }

  func focusUnderWay(at now: Moment) -> Duration {
    guard let phase = snapshot.pomodoro.machine.phase, phase.mode == .focus else { return .zero }
    return phase.timerState == .completed ? .zero : phase.recordedTime(at: now.sinceBoot)
  }

  /// What the present phase counts, and what `at=` could still claim since its last change. While a focus runs, a
  /// claim takes the place of what it counted (which leaves out a logout under `when-away = run`).
  func countedOrClaimable(at now: Moment) -> Duration {
    guard let phase = snapshot.pomodoro.machine.phase else { return .zero }
    let claimable = min(now.sinceBoot - phase.changed.sinceBoot, now.awake - phase.changed.awake)
    let counted = focusUnderWay(at: now)
    return phase.mode == .focus && phase.timerState == .running ? max(counted, claimable) : counted + claimable
  }
}

extension Machine {
  /// The phase of a kind that counts down; nil for a stopwatch.
  var phase: Phase? { (any as? any PhaseMachine)?.phase }
}

extension Engine.Snapshot {
  /// - butStamp: nothing ran or was about to, so it makes no difference whether the session was left.
  /// Without what programs have.
  var ofPersons: Engine.Snapshot {
    var it = self
    it.others.removeAll { $0.machine.kind == .job }
    return it
  }

  func isSame(as other: Engine.Snapshot, butStamp: Bool) -> Bool {
    var (a, b) = (self, other)
    (a.lastAlive, b.lastAlive) = (nil, nil)
    if butStamp { (a.leftAt, b.leftAt) = (nil, nil) }
    return a == b
  }
}
