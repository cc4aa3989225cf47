// Reads a file of another program, or an export of ours: detects its format, and passes on its entries.

internal import GLibBridge
internal import SQLiteBridge
internal import TomatoLink

enum ImportFormat: Equatable {
  case ownJSON, ownCSV, ownDatabase, timewarriorJSON, timewarriorData
  case other(OtherDatabase)
}

/// A file that can be read repeatedly.
package struct ImportFile {
  let path: String
  let format: ImportFormat
  /// The copy from which a database is read, removed with this object.
  private let copy: DatabaseCopy?

  /// Detects the format from the content, not from the name.
  /// - Throws: `Failure` or a `FileError`, when the file cannot be read or its format is unknown.
  package init(_ path: String) throws {
    self.path = path
    let beginning = try FileReader(path).read(16_384)
    guard !beginning.isEmpty else { throw Failure(.badValue, said: ExchangeWords.isEmpty(path)) }
    guard beginning.starts(with: "SQLite format 3\0".utf8) else {
      (format, copy) = (try Self.format(ofText: beginning, path), nil)
      return
    }
    let copy = try DatabaseCopy(of: path)
    (format, self.copy) = (try copy.format(), copy)
  }

  private static func format(ofText bytes: [UInt8], _ path: String) throws -> ImportFormat {
    let text = withoutByteOrderMark(bytes).drop { $0 == 32 || $0 == 9 || $0 == 10 || $0 == 13 }
    switch text.first {
    case UInt8(ascii: "{"): return .ownJSON
    case UInt8(ascii: "["): return .timewarriorJSON
    case _ where text.starts(with: "inc".utf8): return .timewarriorData
    default: break
    }
    let heading = String(decoding: text.prefix { $0 != 10 }, as: UTF8.self)
    let columns = Set(heading.split(whereSeparator: { ",\"\r".contains($0) }).map(String.init))
    let own = RecordCSV.Column.self
    guard columns.isSuperset(of: [own.source.rawValue, own.beganUTC.rawValue]) else {
      throw Failure(.badValue, said: ExchangeWords.unknownFormat(path))
    }
    return .ownCSV
  }

  /// Passes on all entries, in file order.
  /// - Throws: what `take` throws, and `Failure` for a damaged file, with the line number of a text file.
  package func read(_ take: (ImportFound) throws -> Void) throws {
    do {
      switch format {
      case .ownJSON: try readOwnJSON(take)
      case .ownCSV: try readOwnCSV(take)
      case .timewarriorJSON: try readTimewarriorJSON(take)
      case .timewarriorData: try readTimewarriorData(take)
      case .other, .ownDatabase: try copy?.read(format, take)
      }
    } catch let problem as JSONScanner.Problem {
      throw Failure(.badValue, said: ExchangeWords.badLine(path, problem.line, problem.reason))
    } catch let error as SQLiteError {
      throw Failure(.badValue, said: ExchangeWords.cannotRead(path, Unreadable.reason(error)))
    }
  }

  // MARK: Ours

  /// A closure that returns the next bytes of the text; empty at the end.
  private func text() throws -> () throws -> [UInt8] {
    let file = try FileReader(path)
    var isBegun = false
    return {
      let bytes = try file.read()
      defer { isBegun = true }
      return isBegun ? bytes : Array(Self.withoutByteOrderMark(bytes))
    }
  }

  /// Spreadsheets and editors may add a byte order mark.
  private static func withoutByteOrderMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
  }

  private func scanner() throws -> JSONScanner { JSONScanner(try text()) }

  private func readOwnJSON(_ take: (ImportFound) throws -> Void) throws {
    let scanner = try scanner()
    var (isOurs, hasIntervals) = (false, false)
    try scanner.members { name in
      switch RecordKey(rawValue: name) {
      case .format: isOurs = try scanner.value() == .string(RecordJSON.format)
      case .version:
        guard case .number(let version) = try scanner.value(), version <= Double(RecordJSON.version) else {
          throw Failure(.badValue, said: ExchangeWords.newerFormat(path))
        }
      case .intervals:
        guard isOurs else { throw Failure(.badValue, said: ExchangeWords.unknownFormat(path)) }
        hasIntervals = true
        try scanner.elements { value in
          do {
            try take(ImportFound(what: .interval(try RecordJSON.interval(value)), place: .line(scanner.line)))
          } catch let bad as BadInterval {
            throw scanner.problem(bad.reason)
          }
        }
      default: _ = try scanner.value()
      }
    }
    guard isOurs, hasIntervals else { throw Failure(.badValue, said: ExchangeWords.unknownFormat(path)) }
    try scanner.end()
  }

  private func readOwnCSV(_ take: (ImportFound) throws -> Void) throws {
    let reader = CSVReader(try text())
    do {
      let indexes = try RecordCSV.indexes(try reader.row() ?? [])
      while let row = try reader.row() {
        try take(ImportFound(what: .interval(try RecordCSV.interval(row, indexes)), place: .line(reader.line)))
      }
    } catch let bad as BadInterval {
      throw Failure(.badValue, said: ExchangeWords.badLine(path, reader.line, bad.reason))
    }
  }

  // MARK: Timewarrior

  private func readTimewarriorJSON(_ take: (ImportFound) throws -> Void) throws {
    let scanner = try scanner()
    try scanner.elements { value in
      do {
        try take(ImportFound(what: Self.found(try Timewarrior.interval(value)), place: .line(scanner.line)))
      } catch let bad as BadInterval {
        throw scanner.problem(bad.reason)
      }
    }
    try scanner.end()
  }

  private func readTimewarriorData(_ take: (ImportFound) throws -> Void) throws {
    var lines = LineReader(try text())
    var number = 1
    do {
      while let line = try lines.next() {
        guard let text = String(validating: line, as: UTF8.self) else { throw BadInterval(ExchangeWords.notUTF8) }
        if !text.allSatisfy(\.isWhitespace) {
          try take(ImportFound(what: Self.found(try Timewarrior.interval(line: text)), place: .line(number)))
        }
        number += 1
      }
    } catch let bad as BadInterval {
      throw Failure(.badValue, said: ExchangeWords.badLine(path, number, bad.reason))
    }
  }

  private static func found(_ interval: TimewarriorInterval) -> ImportFound.What {
    guard let end = interval.end else { return .dropped(.open) }
    guard end != interval.start else { return .dropped(.zero) }
    return .interval(Timewarrior.record(interval, end))
  }
}

/// Splits bytes into lines, without their line breaks.
struct LineReader {
  private let more: () throws -> [UInt8]
  private var buffer: [UInt8] = []
  private var at = 0
  private var isOver = false

  /// Maximum length of a line, in bytes.
  private static let limit = 65_536

  init(_ more: @escaping () throws -> [UInt8]) { self.more = more }

  /// Nil at the end.
  mutating func next() throws -> [UInt8]? {
    var line: [UInt8] = []
    while true {
      if let end = buffer[at...].firstIndex(of: 10) {
        line += buffer[at..<end]
        at = end + 1
        return line
      }
      line += buffer[at...]
      guard line.count <= Self.limit else { throw BadInterval(ExchangeWords.rowTooLong) }
      (buffer, at) = (isOver ? [] : try more(), 0)
      guard buffer.isEmpty else { continue }
      isOver = true
      return line.isEmpty ? nil : line
    }
  }
}
