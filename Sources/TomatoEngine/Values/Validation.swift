// Validates values, for the engine before each commit and for the store on reading. So the next start accepts what was
// written. Each kind validates its own values in `init(stored:)`.

public import TomatoLink

extension [Pause] {
  public func check() throws(InvalidState) {
    try require(count <= Pause.limit, "there are too many pauses")
    for pause in self {
      try require(pause.began, in: StoredRange.wall, "a pause")
      try require(pause.length, in: StoredRange.length, "a pause")
    }
  }
}

// MARK: - Time away

extension AwayQuestion {
  /// Checks the ranges. The Pomodoro checks that the question fits its phase.
  public func check() throws(InvalidState) {
    try require(max(stretches.count, trims.count) <= Self.limit, "there are too many absences")
    for stretch in stretches {
      try require(stretch.began, in: StoredRange.wall, "question")
      for length in [stretch.remaining, stretch.asleep, stretch.length, stretch.slept] {
        try require(length, in: StoredRange.length, "question")
      }
    }
    for trim in trims {
      try require(trim.row, in: StoredRange.token, "question")
      try [trim.pause].check()
      try trim.sleeps.check()
      try require(trim.counted, in: StoredRange.length, "question")
    }
  }
}

extension UnseenFocus {
  public func check() throws(InvalidState) {
    try require(row, in: StoredRange.token, "unseen")
    for moment in [from, until] { try require(moment, in: StoredRange.boot, "unseen") }
    try require(from <= until, "an unseen focus ends before it begins")
    try require(ended, in: StoredRange.wall, "unseen")
    try require(asleep, in: StoredRange.length, "unseen")
    try sleeps.check()
  }
}

extension [UnseenFocus] {
  public func check(upTo last: PhaseToken) throws(InvalidState) {
    try require(count <= AwayQuestion.limit, "there are too many unseen focuses")
    for focus in self {
      try focus.check()
      try require(focus.row <= last, "an unseen focus never existed")
    }
  }
}

extension Departure {
  /// Checks that it is possible at `now` (CLOCK_BOOTTIME).
  public func check(at now: Duration) throws(InvalidState) {
    try require(since, in: StoredRange.boot, "gone")
    try require(since <= now, "the user left in the future")
  }
}

// MARK: - What belongs to no activity

extension Moment {
  public func check() throws(InvalidState) {
    try require(sinceBoot, in: StoredRange.length, "boot_ms")
    try require(awake, in: .zero...sinceBoot, "awake_ms")
    try require(wall, in: StoredRange.wall, "wall_ms")
  }

  /// Checks that the session can have been left at this moment if the daemon last ran at `alive`.
  public func check(before alive: Moment?) throws(InvalidState) {
    try check()
    guard let alive else { return }
    let fits = boot == alive.boot && sinceBoot <= alive.sinceBoot
    try require(fits, "the session was left in the future, or on another boot")
  }
}

extension PhaseToken {
  public func checkLast() throws(InvalidState) { try require(self, in: StoredRange.lastToken, "last_token") }
}

extension Duration {
  /// Checks that a sleep can have ended at this time on CLOCK_MONOTONIC if the daemon last ran at `alive`.
  public func checkAwake(before alive: Moment?) throws(InvalidState) {
    try require(self, in: .zero...(alive?.awake ?? .zero), "awake_from_ms")
  }
}

extension CorrectionUndo {
  /// Checks that it is possible at `now` (CLOCK_BOOTTIME) with tokens up to `last`.
  public func check(at now: Duration, upTo last: PhaseToken) throws(InvalidState) {
    try require(at, in: StoredRange.boot, "undo_boot_ms")
    let rows = old.map(\.token) + [batch] + [added].compactMap(\.self)
    let fits =
      at <= now && rows.allSatisfy { $0 <= last } && old.count <= Correction.rowLimit
      && (change == .add) == (added != nil) && old.isEmpty == (change == .add)
    try require(fits, "the undo of a correction is impossible")
  }
}
