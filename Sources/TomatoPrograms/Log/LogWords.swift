// The sentences of `log` about days and sums.

internal import GLibBridge
internal import TomatoEngine
internal import TomatoLink
internal import TomatoRecord
internal import TomatoWords

enum LogWords {
  static func today(_ sum: LogText.Sum) -> String {
    tr(
      "Today: {length} of focus, sessions completed: {n}",
      ["length": Words.length(sum.focus), "n": String(sum.completed)])
  }

  static func total(_ sum: LogText.Sum) -> String {
    tr(
      "In all: {length} of focus, sessions completed: {n}, intervals: {m}",
      ["length": Words.length(sum.focus), "n": String(sum.completed), "m": String(sum.intervals)])
  }

  /// `2026-11-20 Friday · 1 h 15 min of focus, sessions completed: 3`.
  static func heading(_ day: RecordDay, _ calendar: RecordCalendar, _ sum: LogText.Sum) -> String {
    let weekday = LocalTime.weekday(calendar.begin(of: day).milliseconds, zone: calendar.zone)
    return tr(
      "{day} · {length} of focus, sessions completed: {n}",
      [
        "day": "\(day.iso8601) \(weekday)", "length": Words.length(sum.focus), "n": String(sum.completed),
      ])
  }

  /// The kind of phase; for a timer or stopwatch its name and its kind.
  static func name(_ row: IntervalRecord) -> String {
    let name = StatusText.name(row)
    guard row.activity != .pomodoro else { return name }
    let kind = Words.name(of: row.mode)
    return name.hasPrefix(kind) ? name : tr("{name} ({kind})", ["name": name, "kind": kind])
  }
}
