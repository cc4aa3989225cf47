// What a file that is to be imported holds, before anything is changed: how many intervals, of which days, and what is
// left out and why.

internal import SQLiteBridge
internal import TomatoEngine
internal import TomatoLink

/// Counted over a whole file, which is found whole by that.
struct ImportSurvey {
  /// Those that could be ours.
  private(set) var count = 0
  private(set) var dropped: [DropReason: Int] = [:]
  /// From the first beginning to the last end.
  private(set) var span: ClosedRange<WallTime>?

  mutating func add(_ found: ImportFound, now: WallTime) {
    switch found {
    case .dropped(let reason): dropped[reason, default: 0] += 1
    case .interval(let interval) where ImportSurvey.isPlan(interval, now): dropped[.future, default: 0] += 1
    case .interval(let interval):
      count += 1
      let (first, last) = (min(interval.began, interval.ended), max(interval.began, interval.ended))
      let known = span ?? first...last
      span = min(known.lowerBound, first)...max(known.upperBound, last)
    }
  }

  /// Its end is yet to come.
  static func isPlan(_ interval: IntervalRecord, _ now: WallTime) -> Bool { interval.ended > now }
}

/// What is new in a file.
struct ImportSelection {
  /// What other programs have recorded already.
  private let recorded: RecordedTime
  private let now: WallTime
  /// So many are left out since another program has recorded the same time.
  private(set) var covered = 0

  init(_ recorded: RecordedTime, now: WallTime) { (self.recorded, self.now) = (recorded, now) }

  mutating func takes(_ interval: IntervalRecord) -> Bool {
    if ImportSurvey.isPlan(interval, now) { return false }
    guard recorded.covers(interval) else { return true }
    covered += 1
    return false
  }
}

/// What came of an import.
struct ImportResult: Hashable {
  var added = 0
  /// They were in the history.
  var known = 0
  /// Another program had recorded the same time.
  var covered = 0
}
