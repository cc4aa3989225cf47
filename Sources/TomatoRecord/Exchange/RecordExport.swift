// Writes the record in one of the export formats, interval by interval, because there may be a million.

package import TomatoEngine
package import TomatoLink

/// Prints intervals, which are passed in order of their beginning.
package struct RecordExport {
  let format: ExportFormat
  private let write: (String) throws -> Void
  /// The number of added intervals, and of those that the format cannot represent.
  package private(set) var count = 0
  package private(set) var leftOut = 0
  private var written = 0
  /// Timewarrior: the end of the last interval, because it shows overlapping intervals wrongly.
  private var lastEnd = WallTime(milliseconds: .min)

  private var tags = TagCache()
  private let clock = HourClock()

  package init(_ format: ExportFormat, _ write: @escaping (String) throws -> Void) {
    (self.format, self.write) = (format, write)
  }

  /// What is written before and after the intervals.
  private var frame: (head: String, tail: String) {
    switch format {
    case .json: (RecordJSON.head, "\n" + RecordJSON.tail + "\n")
    case .csv: (RecordCSV.head + RecordCSV.lineEnd, "")
    case .ical: (ICalendar.head, ICalendar.tail)
    case .timewarrior: ("[", "\n]\n")
    }
  }

  package func begin() throws { try write(frame.head) }
  package func end() throws { try write(frame.tail) }

  package mutating func add(_ interval: IntervalRecord) throws {
    count += 1
    switch format {
    case .json: try element(RecordJSON.print(interval, tags.of(interval.task)))
    case .csv:
      try write(RecordCSV.print(interval, tags.of(interval.task), clock))
      try write(RecordCSV.lineEnd)
    case .ical where interval.mode.isBreak: leftOut += 1
    case .ical: for line in ICalendar.event(interval, tags.of(interval.task)) { try write(ICalendar.folded(line)) }
    case .timewarrior: try addPieces(of: interval)
    }
  }

  private mutating func addPieces(of interval: IntervalRecord) throws {
    let pieces = Timewarrior.pieces(interval, tags.of(interval.task))
    guard let first = pieces.first, let last = pieces.last?.end, first.start >= lastEnd else {
      leftOut += 1
      return
    }
    // `timew export` numbers from the newest back; 0 means no id.
    for piece in pieces { try element(Timewarrior.print(piece, id: 0)) }
    // Its times are whole seconds, rounded down.
    lastEnd = WallTime(seconds: last.seconds)
  }

  private mutating func element(_ text: String) throws {
    try write(written == 0 ? "\n" : ",\n")
    try write(text)
    written += 1
  }
}
