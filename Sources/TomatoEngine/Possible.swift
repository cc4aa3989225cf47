// What a stored value may be: one list, which the engine looks at before it says what is to be stored, and the store
// when it reads. So what is written is what the next start takes. What a kind allows of itself is in its own file
// (`init(stored:)`).

public import TomatoLink

/// The ranges of what is stored: wide enough for every life, narrow enough for sums of a few to stay far from overflow.
public enum StoredRange {
  /// On CLOCK_BOOTTIME; negative for what began on an earlier boot.
  public static let boot: ClosedRange<Duration> = Duration.zero - length.upperBound...length.upperBound
  public static let length: ClosedRange<Duration> = .zero ... .milliseconds(100_000_000_000_000)
  /// The years 1 to 9999.
  public static let wall =
    WallTime(milliseconds: -62_135_596_800_000)...WallTime(milliseconds: 253_402_300_799_999)
  /// Exact in JSON readers that know only doubles.
  public static let token = PhaseToken(1)...PhaseToken(1 << 53)
  /// The newest phase given out: as many again can follow.
  public static let lastToken = PhaseToken(1)...PhaseToken(1 << 52)
  public static let count = 0...1_000_000_000
}

/// Why stored values are no state that can be.
public struct Contradiction: Error, Hashable, Sendable {
  /// One clause without a full stop; it becomes a part of a sentence.
  public let reason: String

  /// What a check finds; nil when all is well.
  static func found(by check: () throws(Contradiction) -> Void) -> Contradiction? {
    do throws(Contradiction) {
      try check()
      return nil
    } catch { return error }
  }
}

func demand(_ holds: Bool, _ reason: @autoclosure () -> String) throws(Contradiction) {
  if !holds { throw Contradiction(reason: reason()) }
}

/// - Parameter value: nil is in every range.
func demand<T: Comparable>(_ value: T?, in range: ClosedRange<T>, _ name: String) throws(Contradiction) {
  if let value, !range.contains(value) { throw Contradiction(reason: "\(name) is out of range") }
}

extension StoredMachine {
  /// Whether each of the values can be, whatever the kind.
  func check() throws(Contradiction) {
    let most = Settings.durationRange.upperBound
    try demand(base, in: .zero...most, "base")
    try demand(total, in: StoredRange.length, "total")
    try demand(began, in: StoredRange.wall, "began")
    try demand(asleep, in: StoredRange.length, "asleep")
    try demand(zero, in: StoredRange.boot, "until")
    try demand(standing, in: StoredRange.length, "remaining")
    try demand(pause?.since, in: StoredRange.wall, "paused")
    if case .away(let length) = pause?.cause { try demand(length, in: StoredRange.length, "away") }
    try demand(nextStart, in: StoredRange.boot, "next")
    for token in [token, row] { try demand(token, in: StoredRange.token, "token") }
    try demand(changed.sinceBoot, in: StoredRange.boot, "changed")
    try demand(changed.awake, in: StoredRange.boot, "changed")
    try demand(cyclePosition, in: StoredRange.count, "cycle_position")
    try demand(unattended, in: StoredRange.count, "unattended")
    if let task { try demand((try? Link.checkTask(task)) != nil, "task is not a task") }
    try demand(due, in: StoredRange.wall, "due")
    for lap in laps { try demand(lap, in: StoredRange.length, "laps") }
    try pauses?.check()
    try question?.check()
    try demand(job?.awaited, in: StoredRange.boot, "awaited")
  }
}

extension [Pause] {
  /// Whether they can be the pauses of one interval.
  public func check() throws(Contradiction) {
    try demand(count <= Pause.limit, "there are too many pauses")
    for pause in self { try pause.check() }
  }
}

extension Pause {
  func check() throws(Contradiction) {
    try demand(began, in: StoredRange.wall, "a pause")
    try demand(length, in: StoredRange.length, "a pause")
  }
}

// MARK: - Time away

extension AwayQuestion {
  /// Whether the numbers in it can be. Whether it is of this phase says the Pomodoro.
  public func check() throws(Contradiction) {
    try demand(max(stretches.count, trims.count) <= Self.limit, "too much is asked")
    for stretch in stretches {
      try demand(stretch.began, in: StoredRange.wall, "question")
      for length in [stretch.standing, stretch.asleep, stretch.length, stretch.slept] {
        try demand(length, in: StoredRange.length, "question")
      }
    }
    for trim in trims {
      try demand(trim.row, in: StoredRange.token, "question")
      try trim.pause.check()
      try trim.sleeps.check()
      try demand(trim.counted, in: StoredRange.length, "question")
    }
  }
}

extension UnseenFocus {
  /// Whether it can be.
  public func check() throws(Contradiction) {
    try demand(row, in: StoredRange.token, "unseen")
    for moment in [from, until] { try demand(moment, in: StoredRange.boot, "unseen") }
    try demand(from <= until, "an unseen focus ends before it begins")
    try demand(ended, in: StoredRange.wall, "unseen")
    try demand(asleep, in: StoredRange.length, "unseen")
    try sleeps.check()
  }
}

extension [UnseenFocus] {
  /// Whether they can be of phases up to this one.
  public func check(upTo last: PhaseToken) throws(Contradiction) {
    try demand(count <= AwayQuestion.limit, "there are too many unseen focuses")
    for focus in self {
      try focus.check()
      try demand(focus.row <= last, "an unseen focus never was")
    }
  }
}

extension Departure {
  /// Whether it can be at this moment on CLOCK_BOOTTIME.
  public func check(at now: Duration) throws(Contradiction) {
    try demand(since, in: StoredRange.boot, "gone")
    try demand(since <= now, "somebody leaves later than now")
  }
}

// MARK: - What belongs to no activity

extension Moment {
  /// Whether clocks can show it.
  public func check() throws(Contradiction) {
    try demand(sinceBoot, in: StoredRange.length, "boot_ms")
    try demand(awake, in: .zero...sinceBoot, "awake_ms")
    try demand(wall, in: StoredRange.wall, "wall_ms")
  }

  /// Whether the session can have been left then, and last been alive at `alive`.
  public func check(before alive: Moment?) throws(Contradiction) {
    try check()
    guard let alive else { return }
    try demand(boot == alive.boot && sinceBoot <= alive.sinceBoot, "the session is left later than now")
  }
}

extension Engine.RecentTimer {
  /// Whether it can be.
  public func check() throws(Contradiction) {
    try demand(duration, in: Settings.durationRange, "duration")
    if let name { try demand((try? ActivityName.checked(name)) == name, "name is not a name") }
  }
}

extension CorrectionUndo {
  /// Whether it can be of this moment on CLOCK_BOOTTIME, and of phases up to this one.
  public func check(at now: Duration, upTo last: PhaseToken) throws(Contradiction) {
    try demand(at, in: StoredRange.boot, "undo_boot_ms")
    let rows = old.map(\.token) + [batch] + [added].compactMap(\.self)
    let fits =
      at <= now && rows.allSatisfy { $0 <= last } && old.count <= Correction.rowLimit
      && (change == .add) == (added != nil) && old.isEmpty == (change == .add)
    try demand(fits, "a correction is of rows that never were")
  }
}
