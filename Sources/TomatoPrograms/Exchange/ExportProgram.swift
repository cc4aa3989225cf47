// `tomato-notifyd export`: the record in a format that others understand. It reads only, so the daemon goes on
// meanwhile.

package import GLibBridge
internal import TomatoDesktop
internal import TomatoEngine
internal import TomatoLink
internal import TomatoRecord
internal import TomatoSettings
internal import TomatoWords

package enum ExportProgram {
  /// What was asked for.
  struct Options: Hashable {
    var format: ExportFormat = .json
    var period = RecordPeriod.Options()
    var task: String?
    var tag: String?
    var output: String?
    /// A file that is there already may go.
    var mayReplace = false
  }

  /// Why it cannot be, and with which code it ends.
  struct Failure: Error {
    var sentence: String
    var code: Int32
  }

  /// - Returns: 0; 1 when the history cannot be read, or some of it; 64 for wrong usage; 74 when the output cannot be
  ///   written.
  package static func run(_ words: [String], _ output: StandardOutput) -> Int32 {
    do {
      let options = try options(words)
      let calendar = RecordCalendar(startMinutes: ConfigurationWatch().current.goal.dayStarts)
      let choice = try choice(options, now: SystemClock.now().wall, calendar)
      let reader = try RecordReader(path: try Places.find().database)
      try write(options, choice, reader, output)
      return 0
    } catch let failure as Failure {
      return StandardStreams.complain(failure.sentence, failure.code)
    } catch is StandardOutput.Ended {
      return 0
    } catch let error as FileError {
      return StandardStreams.complain(error.description, 74)
    } catch let error as RecordRefusal {
      return StandardStreams.complain(error.description, 64)
    } catch {
      return StandardStreams.complain(StoreWords.historyUnreadable(Store.reason(error)), 1)
    }
  }

  static func options(_ words: [String]) throws -> Options {
    var (options, rest) = (Options(), words[...])
    while let word = rest.popFirst() {
      func value() throws -> String {
        guard let value = rest.popFirst() else { throw Failure(sentence: ImportWords.exportUsage, code: 64) }
        return value
      }
      switch word {
      case "--format":
        let name = try value()
        guard let format = ExportFormat(rawValue: name) else {
          throw Failure(sentence: ImportWords.noFormat(name), code: 64)
        }
        options.format = format
      case "--since": options.period.since = try value()
      case "--until": options.period.until = try value()
      case "--week": options.period.week = true
      case "--month": options.period.month = true
      case "--all": options.period.all = true
      case "--task": options.task = try value()
      case "--tag": options.tag = try value()
      case "--output": options.output = try value()
      case "--force": options.mayReplace = true
      default: throw Failure(sentence: ImportWords.exportUsage, code: 64)
      }
    }
    return options
  }

  private static func choice(
    _ options: Options, now: WallTime, _ calendar: RecordCalendar
  ) throws -> RecordChoice {
    let period = try RecordPeriod(options.period, now: now, calendar) ?? .all
    if let tag = options.tag, !Tags.isName(tag) { throw RecordRefusal(RecordWords.noTag(tag)) }
    return RecordChoice(period, task: options.task, tag: options.tag)
  }

  private static func write(
    _ options: Options, _ choice: RecordChoice, _ reader: RecordReader, _ output: StandardOutput
  ) throws {
    let file = try file(options)
    var export = RecordExport(options.format) { if let file { try file.write($0) } else { try output.write($0) } }
    try export.begin()
    // A file is of one moment; what reads the standard output may take its time.
    let unreadable =
      if file == nil {
        try reader.visitInPieces(choice) { try export.add($0) }
      } else {
        try reader.visit(choice) { try export.add($0) }
      }
    try export.end()
    if let file { try file.finish() } else { try output.flush() }
    if options.output != nil {
      StandardStreams.complain(ImportWords.exported(export.count - export.leftOut, file?.path ?? "stdout"))
    }
    if export.leftOut > 0 { StandardStreams.complain(ImportWords.leftOut(export.leftOut, options.format)) }
    if unreadable > 0 { throw Failure(sentence: StoreWords.unreadableIntervals(unreadable), code: 1) }
  }

  /// Nil when it goes to the standard output.
  private static func file(_ options: Options) throws -> FileWriter? {
    guard let path = options.output, path != "-" else { return nil }
    if !options.mayReplace, ThisProcess.exists(path) {
      throw Failure(sentence: ImportWords.isThere(path), code: 74)
    }
    return try FileWriter(path, mayReplace: options.mayReplace)
  }
}
