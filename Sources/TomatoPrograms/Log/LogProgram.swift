// `tomato-notifyd log`: prints intervals of the history, in a process of its own that only reads.

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
