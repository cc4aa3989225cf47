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
    var line = { 0 }
    func give(_ what: ImportFound.What) throws { try take(ImportFound(what: what, place: .line(line()))) }
    do {
      switch format {
      case .ownJSON, .timewarriorJSON:
        let scanner = JSONScanner(try text())
        line = { scanner.line }
        if format == .ownJSON {
          try readOwn(scanner) { try give(.interval(try RecordJSON.interval($0))) }
        } else {
          try scanner.elements { try give(Self.found(try Timewarrior.interval($0))) }
        }
        try scanner.end()
      case .ownCSV:
        let reader = TextReader(try text())
        line = { reader.line }
        let indexes = try RecordCSV.indexes(try reader.row() ?? [])
        while let row = try reader.row() { try give(.interval(try RecordCSV.interval(row, indexes))) }
      case .timewarriorData:
        let reader = TextReader(try text())
        line = { reader.line }
        while let text = try reader.wholeLine() {
          if !text.allSatisfy(\.isWhitespace) { try give(Self.found(try Timewarrior.interval(line: text))) }
        }
      case .other, .ownDatabase: try copy?.read(format, take)
      }
    } catch let problem as JSONScanner.Problem {
      throw Failure(.badValue, said: ExchangeWords.badLine(path, problem.line, problem.reason))
    } catch let bad as BadInterval {
      throw Failure(.badValue, said: ExchangeWords.badLine(path, line(), bad.reason))
    } catch let error as SQLiteError {
      throw Failure(.badValue, said: ExchangeWords.cannotRead(path, Unreadable.reason(error)))
    }
  }

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

  private func readOwn(_ scanner: JSONScanner, _ take: (JSONValue) throws -> Void) throws {
    var (isOurs, hasIntervals) = (false, false)
    try scanner.members { name in
      switch RecordKey(rawValue: name) {
      case .format: isOurs = try scanner.value() == .string(RecordJSON.format)
      case .version:
        guard case .number(let version) = try scanner.value() else {
          throw BadInterval(ExchangeWords.bad(.version))
        }
        guard version <= Double(RecordJSON.version) else {
          throw Failure(.badValue, said: ExchangeWords.newerFormat(path))
        }
      case .intervals:
        guard isOurs else { throw Failure(.badValue, said: ExchangeWords.unknownFormat(path)) }
        hasIntervals = true
        try scanner.elements(take)
      default: _ = try scanner.value()
      }
    }
    guard isOurs, hasIntervals else { throw Failure(.badValue, said: ExchangeWords.unknownFormat(path)) }
  }

  private static func found(_ interval: TimewarriorInterval) -> ImportFound.What {
    guard let end = interval.end else { return .dropped(.open) }
    guard end != interval.start else { return .dropped(.zero) }
    return .interval(Timewarrior.record(interval, end))
  }
}
