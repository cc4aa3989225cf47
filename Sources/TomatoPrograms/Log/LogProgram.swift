// `tomato-notifyd log`: prints intervals of the history as text, as a JSON array, or as CSV (RFC 4180; docs/record.md),
// in a process of its own that only reads.

package import GLibBridge
internal import TomatoDesktop
internal import TomatoEngine
package import TomatoLink
internal import TomatoRecord
internal import TomatoSettings
internal import TomatoWords

package enum LogProgram {
  /// - Returns: 0; 1 when a part of the history cannot be read.
  package static func run(_ request: ProgramRequest, _ output: StandardOutput) throws -> Int32 {
    let reader = try RecordReader(path: try Places.find().database)
    let calendar = RecordCalendar(startMinutes: ConfigurationWatch().current.goal.dayStarts)
    let unreadable = try print(request, reader, SystemClock.now().wall, calendar) { try output.write($0) }
    return unreadable > 0 ? StandardStreams.complain(StoreWords.unreadableIntervals(unreadable), 1) : 0
  }

  /// Prints the requested intervals, with only one row or one day's rows in memory.
  /// - Parameter write: takes whole lines.
  /// - Returns: the number of unreadable intervals.
  static func print(
    _ request: ProgramRequest, _ reader: RecordReader, _ now: WallTime, _ calendar: RecordCalendar,
    _ write: (String) throws -> Void
  ) throws -> Int {
    let asked = try RecordPeriod(request, now: now, calendar)
    let filter = try RecordFilter(asked ?? .today(now, calendar), request)
    let unreadable: Int
    if request.has(.json) {
      var form = LogJSON(calendar)
      unreadable = try reader.visitInPieces(filter) { try write(form.row($0)) }
      try write(form.end)
    } else if request.has(.csv) {
      try write(LogCSV.header)
      unreadable = try reader.visitInPieces(filter) { try write(LogCSV.row($0, calendar)) }
    } else {
      var form = LogText(isToday: asked == nil || asked == .today(now, calendar), calendar)
      unreadable = try reader.visitInPieces(filter) { if let day = form.add($0) { try write(day) } }
      try write(form.end())
    }
    return unreadable
  }
}

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
