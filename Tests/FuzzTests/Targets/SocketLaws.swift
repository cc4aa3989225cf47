// The control socket from both ends, lines of `activity pipe`, and the words of the daemon's programs.

import TomatoEngine
import TomatoLink

@testable import LiveActivity
@testable import TomatoDesktop
@testable import TomatoRecord
@testable import tomato_notify

@MainActor enum SocketLaws {
  /// A line as a client sends it.
  static func request(_ bytes: [UInt8]) throws {
    let line = SocketLine(bytes)
    if let language = line.language {
      try law(language.utf8.allSatisfy { $0 > 32 && $0 < 127 && $0 != 47 }, "the language \(language)")
    }
    do { _ = try Link.parse(bytes: line.link, door: .socket) } catch { try sentence("\(error)") }
    for verb in Verb.ofPrograms.union([.pause]) {
      do { _ = try line.content(verb) } catch { try sentence("\(error)") }
    }
    guard line.isImport else { return }
    let intervals: [IntervalRecord]
    do { intervals = try line.intervals() } catch { return try sentence("\(error)") }
    for interval in intervals { try law(interval.fault == nil, "\(interval) can be imported") }
    let printed = SocketLine(Array(ImportLine.print(intervals).utf8))
    try same(try printed.intervals(), intervals, "intervals as they are sent")
  }

  // MARK: Answers

  private static func lines(_ bytes: [UInt8], _ count: Int) -> (lines: [AnswerLine], fault: String?) {
    var reader = AnswerReader()
    var lines: [AnswerLine] = []
    do {
      for start in stride(from: 0, to: bytes.count, by: count) {
        reader.receive(Array(bytes[start..<min(start + count, bytes.count)]))
        while let line = try reader.next() { lines.append(line) }
      }
    } catch {
      return (lines, error.description)
    }
    return (lines, nil)
  }

  static func answer(_ bytes: [UInt8]) throws {
    let whole = lines(bytes, max(bytes.count, 1))
    let pieces = lines(bytes, 1)
    try same(pieces.lines, whole.lines, "byte by byte")
    try same(pieces.fault, whole.fault, "byte by byte")
    for line in whole.lines {
      var reader = AnswerReader()
      reader.receive(Array(line.text.utf8) + [10])
      try law((try? reader.next()) == line, "\(line) is not read as it is printed")
      if case .body(let text) = line { try body(text) }
    }
  }

  private static func body(_ text: String) throws {
    if let fields = IslandFields(text) {
      try law(IslandFields(fields.line) == fields, "\(fields) is not read as it is printed: \(fields.line)")
    }
    if let line = StreamLine(text), case .content(_, let object?) = line { _ = object.state(else: .active) }
    if let added = ImportLine.added(text) { try same(ImportLine.added(ImportLine.answer(added)), added, "added") }
  }

  // MARK: Standard input

  static func pipe(_ bytes: [UInt8]) throws {
    var lines: [[UInt8]] = []
    for count in [max(bytes.count, 1), 1] {
      var input = PipeInput()
      var found: [[UInt8]] = []
      let all = bytes + [10]
      for start in stride(from: 0, to: all.count, by: count) {
        input.add(Array(all[start..<min(start + count, all.count)]))
        while let (_, line) = input.next() { found.append(line) }
      }
      if lines.isEmpty { lines = found } else { try same(found, lines, "byte by byte") }
    }
    for line in lines {
      do {
        let read = try PipeLine(line, isTrusted: false)
        try same(try PipeLine(line, isTrusted: true), read, "with trust")
        let all = PipeLine.merged([], read.members, at: 1_795_161_600)
        try same(PipeLine.merged(all, all, at: 1_795_161_601), all, "said again")
      } catch let failure as Failure {
        try sentence(failure.sentence)
      }
    }
  }

  // MARK: Programs

  /// The words of a program, and the stretch of the calendar that they ask for.
  static func program(_ bytes: [UInt8]) throws {
    let words = LinkLaws.words(bytes)
    guard let name = words.first.flatMap({ ProgramName(rawValue: $0) }) else { return }
    let request: ProgramRequest
    do { request = try ProgramRequest(name, reading: Array(words.dropFirst())) } catch {
      return try sentence(error.sentence)
    }
    let printed = request.line
    try law(
      (try? ProgramRequest(name, reading: Array(printed.dropFirst()))) == request, "\(request) is not read: \(printed)")
    let now = WallTime(milliseconds: 1_795_161_600_123)
    do {
      let period = try RecordPeriod(request, now: now, RecordCalendar(zone: "UTC"))
      if let since = period?.since, let until = period?.until { try law(since < until, "\(words) ends first") }
    } catch let failure as Failure {
      try sentence(failure.sentence)
    }
  }
}
