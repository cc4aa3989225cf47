// `tomato-notifyd export`: writes the record in a format for other programs. It only reads, so the daemon can run
// meanwhile.

package import GLibBridge
internal import TomatoDesktop
internal import TomatoEngine
package import TomatoLink
internal import TomatoRecord
internal import TomatoSettings
internal import TomatoWords

package enum ExportProgram {
  /// - Throws: 1 if a part of the history is unreadable, after the rest is written.
  package static func run(_ request: ProgramRequest, _ output: StandardOutput) throws -> Int32 {
    let calendar = RecordCalendar(startMinutes: ConfigurationWatch().current.goal.dayStarts)
    let period = try RecordPeriod(request, now: SystemClock.now().wall, calendar) ?? .all
    let filter = try RecordFilter(period, request)
    let reader = try RecordReader(path: try Places.find().database)
    do {
      try write(try format(request), request, filter, reader, output)
    } catch let error as FileError {
      throw Failure(.inputOutput, said: error.description)
    }
    return 0
  }

  private static func format(_ request: ProgramRequest) throws(Failure) -> ExportFormat {
    guard let name = request[.format] else { return .json }
    guard let format = ExportFormat(rawValue: name) else { throw Failure(.usage, said: ImportWords.noFormat(name)) }
    return format
  }

  private static func write(
    _ format: ExportFormat, _ request: ProgramRequest, _ filter: RecordFilter, _ reader: RecordReader,
    _ output: StandardOutput
  ) throws {
    let file = try file(request)
    var export = RecordExport(format) { if let file { try file.write($0) } else { try output.write($0) } }
    try export.begin()
    // A file has one snapshot; standard output may be slow.
    let unreadable =
      if file == nil {
        try reader.visitInPieces(filter) { try export.add($0) }
      } else {
        try reader.visit(filter) { try export.add($0) }
      }
    try export.end()
    if let file { try file.finish() } else { try output.flush() }
    if request.has(.output) {
      StandardStreams.complain(ImportWords.exported(export.count - export.leftOut, file?.path ?? "stdout"))
    }
    if export.leftOut > 0 { StandardStreams.complain(ImportWords.leftOut(export.leftOut, format)) }
    if unreadable > 0 { throw Failure(.refused, said: StoreWords.unreadableIntervals(unreadable)) }
  }

  /// Nil for standard output.
  private static func file(_ request: ProgramRequest) throws -> FileWriter? {
    guard let path = request[.output], path != "-" else { return nil }
    let mayReplace = request.has(.force)
    if !mayReplace, ThisProcess.exists(path) { throw Failure(.inputOutput, said: ImportWords.isThere(path)) }
    return try FileWriter(path, mayReplace: mayReplace)
  }
}
