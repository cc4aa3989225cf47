// The sentences of `log` about days and sums.

internal import GLibBridge
internal import TomatoEngine
internal import TomatoLink
internal import TomatoRecord
internal import TomatoWords

enum LogWords {
  static func total(_ sum: FocusSum, _ intervals: Int) -> String {
    tr(
      "In all: {length} of focus, sessions completed: {n}, intervals: {m}",
      ["length": Words.length(sum.active), "n": String(sum.completed), "m": String(intervals)])
  }

  /// `2026-11-20 Friday · 1 h 15 min of focus, sessions completed: 3`.
  static func heading(_ day: RecordDay, _ calendar: RecordCalendar, _ sum: FocusSum) -> String {
    let weekday = LocalTime.weekday(calendar.begin(of: day).milliseconds, zone: calendar.zone)
    return tr(
      "{day} · {length} of focus, sessions completed: {n}",
      ["day": "\(day.iso8601) \(weekday)", "length": Words.length(sum.active), "n": String(sum.completed)])
  }

  /// The kind of phase; for a timer or stopwatch its name and its kind.
  static func name(_ row: IntervalRecord) -> String {
    let name = StatusText.name(row)
    guard row.activity != .pomodoro else { return name }
    let kind = Words.name(of: row.mode)
    return name.hasPrefix(kind) ? name : tr("{name} ({kind})", ["name": name, "kind": kind])
  }
}
