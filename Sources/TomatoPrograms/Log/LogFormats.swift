// Intervals for programs: a JSON array, and CSV (RFC 4180); see docs/record.md.

internal import GLibBridge
internal import TomatoEngine
internal import TomatoLink
internal import TomatoRecord
internal import TomatoWords

/// One array, each object on its own line. Each returned text ends with a line break.
struct LogJSON {
  private let calendar: RecordCalendar
  /// Held back until the next row, which decides whether a comma follows.
  private var last: String?

  init(_ calendar: RecordCalendar) { self.calendar = calendar }

  mutating func row(_ row: IntervalRecord) -> String {
    let day = calendar.day(of: row.began).iso8601
    let object = StatusJSON.interval(row, day: day, tags: Tags(row.task).names)
    defer { last = JSON.line(object) }
    return last.map { $0 + ",\n" } ?? "[\n"
  }

  var end: String { last.map { $0 + "\n]\n" } ?? "[]\n" }
}

enum LogCSV {
  private static let columns = [
    "number", "day", "began", "ended", "active_seconds", "mode", "activity", "name", "task", "tags", "outcome",
    "pause_seconds", "lap_seconds", "source",
  ]

  static let header = line(columns)

  static func row(_ row: IntervalRecord, _ calendar: RecordCalendar) -> String {
    line([
      row.token.description, calendar.day(of: row.began).iso8601, LocalTime.iso8601(row.began.milliseconds),
      LocalTime.iso8601(row.ended.milliseconds), String(row.active.secondsRoundedDown), row.mode.rawValue,
      FormulaGuard.escaped(row.activity.description), FormulaGuard.escaped(row.name ?? ""),
      FormulaGuard.escaped(row.task ?? ""), Tags(row.task).names.joined(separator: " "),
      row.outcome.rawValue, row.pauses.map { String($0.sum.secondsRoundedDown) } ?? "",
      row.lapSeconds.map(String.init).joined(separator: " "), FormulaGuard.escaped(row.source ?? ""),
    ])
  }

  /// A record with its line break.
  static func line(_ fields: [String]) -> String { fields.map(RecordCSV.field).joined(separator: ",") + "\r\n" }
}
