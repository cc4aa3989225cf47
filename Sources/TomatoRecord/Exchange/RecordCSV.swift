// Our own CSV (RFC 4180), lossless and suitable for spreadsheets.

internal import TomatoEngine
internal import TomatoLink

package enum RecordCSV {
  /// The columns, in their order. They are published: new ones may be appended, none is renamed.
  enum Column: String, CaseIterable {
    case source, activity, name, mode, task, tags
    case beganUTC = "began_utc"
    case endedUTC = "ended_utc"
    case beganLocal = "began_local"
    case endedLocal = "ended_local"
    case activeSeconds = "active_seconds"
    case outcome, laps, pauses
  }

  /// RFC 4180 ends every line, the last one too, with CR and LF.
  static let lineEnd = "\r\n"

  static let head = Column.allCases.map(\.rawValue).joined(separator: ",")

  static func print(_ interval: IntervalRecord, _ tags: Tags, _ clock: HourClock) -> String {
    var line = ByteText(room: 256)
    for column in Column.allCases {
      if column != .source { line.add(ascii: ",") }
      add(column, of: interval, tags, clock, to: &line)
    }
    return line.text
  }

  private static func add(
    _ column: Column, of interval: IntervalRecord, _ tags: Tags, _ clock: HourClock, to line: inout ByteText
  ) {
    switch column {
    case .source: line.add(field(FormulaGuard.escaped(SourceKey.of(interval))))
    case .activity: line.add(FormulaGuard.escaped(interval.activity.description))
    case .name: if let name = interval.name { line.add(field(FormulaGuard.escaped(name))) }
    case .mode: line.add(interval.mode.rawValue)
    case .task: if let task = interval.task { line.add(field(FormulaGuard.escaped(task))) }
    case .tags: line.add(tags.names, between: " ") { $1.add($0) }
    case .beganUTC: UTCTime.add(interval.began, to: &line)
    case .endedUTC: UTCTime.add(interval.ended, to: &line)
    case .beganLocal: UTCTime.addLocal(interval.began, offset: clock.offset(at: interval.began), to: &line)
    case .endedLocal: UTCTime.addLocal(interval.ended, offset: clock.offset(at: interval.ended), to: &line)
    case .activeSeconds: SecondsText.add(interval.active, to: &line)
    case .outcome: line.add(interval.outcome.rawValue)
    case .laps: line.add(interval.laps, between: " ") { SecondsText.add($0, to: &$1) }
    case .pauses: if let pauses = interval.pauses { add(pauses, to: &line) }
    }
  }

  /// Each as `2026-11-20T08:10:00Z+60`; a hyphen means no pauses, an empty field means unknown.
  private static func add(_ pauses: [Pause], to line: inout ByteText) {
    if pauses.isEmpty { line.add(ascii: "-") }
    line.add(pauses, between: " ") { pause, line in
      UTCTime.add(pause.began, to: &line)
      line.add(ascii: "+")
      SecondsText.add(pause.length, to: &line)
    }
  }

  package static func field(_ text: String) -> String {
    let needsQuotes = text.utf8.contains { byte in
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 10 || byte == 13
    }
    return needsQuotes ? "\"" + text.replacingEach("\"", with: "\"\"") + "\"" : text
  }

  // MARK: Reading

  /// The indexes of the needed columns in a heading; local times and tags are redundant.
  static func indexes(_ heading: [String]) throws(BadInterval) -> [Column: Int] {
    let known = heading.enumerated().compactMap { index, name in Column(rawValue: name).map { ($0, index) } }
    let indexes = Dictionary(known) { _, last in last }
    let redundant: Set<Column> = [.beganLocal, .endedLocal, .tags]
    for column in Column.allCases where indexes[column] == nil && !redundant.contains(column) {
      throw BadInterval(ExchangeWords.noColumn(column.rawValue))
    }
    return indexes
  }

  private static let columns: [RecordKey: Column] = [
    .source: .source, .activity: .activity, .name: .name, .modeIdentifier: .mode, .task: .task, .began: .beganUTC,
    .ended: .endedUTC, .outcome: .outcome,
  ]

  static func interval(_ row: [String], _ indexes: [Column: Int]) throws(BadInterval) -> IntervalRecord {
    func text(_ column: Column?) -> String? {
      guard let index = column.flatMap({ indexes[$0] }), index < row.count, !row[index].isEmpty else { return nil }
      return row[index]
    }
    let laps = try text(.laps)?.split(separator: " ").map { lap throws(BadInterval) in
      guard let length = SecondsText.parse(lap) else { throw BadInterval(ExchangeWords.bad(.laps)) }
      return length
    }
    return try IntervalRecord(
      active: text(.activeSeconds).flatMap { SecondsText.parse($0) }, laps: laps ?? [],
      pauses: try text(.pauses).map { text throws(BadInterval) in try pauses(text) }
    ) { text(columns[$0]).map(FormulaGuard.unescaped) }
  }

  private static func pauses(_ text: String) throws(BadInterval) -> [Pause] {
    if text == "-" { return [] }
    return try text.split(separator: " ").map { part throws(BadInterval) in
      let parts = part.split(separator: "+", omittingEmptySubsequences: false)
      guard parts.count == 2, let began = UTCTime.parse(parts[0]), let length = SecondsText.parse(parts[1]) else {
        throw BadInterval(ExchangeWords.bad(.pauses))
      }
      return Pause(began: began, length: length)
    }
  }
}

/// Keeps a spreadsheet from reading a user's text as a formula, which could send neighbouring cells elsewhere (OWASP,
/// "CSV Injection"): an apostrophe is put in front. A text of apostrophes followed by a formula character gets one
/// more, so that it can be removed again. Numbers, times and the hyphen for "no pauses" are left alone.
package enum FormulaGuard {
  /// OWASP's list; the last four are full-width forms.
  private static let beginnings: [Unicode.Scalar] = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"]

  private static func isNeeded(_ text: some StringProtocol) -> Bool {
    text.unicodeScalars.first { $0 != "'" }.map(beginnings.contains) ?? false
  }

  package static func escaped(_ text: String) -> String { isNeeded(text) ? "'" + text : text }

  static func unescaped(_ text: String) -> String {
    text.unicodeScalars.first == "'" && isNeeded(text) ? String(text.unicodeScalars.dropFirst()) : text
  }
}

/// Reads a text by its lines, or by its rows of CSV: fields with commas between, quotation marks doubled within
/// quotation marks, CR LF or LF.
final class TextReader {
  private let more: () throws -> [UInt8]
  private var buffer: [UInt8] = []
  private var at = 0
  /// The line in which the last row began, counted from 1.
  private(set) var line = 0
  private var nextLine = 1

  /// Maximum length of a line or row, in bytes.
  private static let limit = 65_536

  /// - Parameter more: returns the next bytes; empty at the end.
  init(_ more: @escaping () throws -> [UInt8]) { self.more = more }

  /// The next line, without its line break; nil at the end.
  func wholeLine() throws -> String? {
    line = nextLine
    var bytes: [UInt8] = []
    while let byte = try next() {
      if byte == 10 { return try text(bytes) }
      bytes.append(byte)
      guard bytes.count <= Self.limit else { throw BadInterval(ExchangeWords.rowTooLong) }
    }
    return bytes.isEmpty ? nil : try text(bytes)
  }

  /// The next row; nil at the end. Skips empty lines.
  func row() throws -> [String]? {
    while let row = try oneRow() { if row != [""] { return row } }
    return nil
  }

  private func oneRow() throws -> [String]? {
    line = nextLine
    var (fields, field): ([String], [UInt8]) = ([], [])
    var (isQuoted, wasQuoted, size) = (false, false, 0)
    while let byte = try next() {
      size += 1
      guard size <= Self.limit else { throw BadInterval(ExchangeWords.rowTooLong) }
      switch byte {
      case UInt8(ascii: "\"") where isQuoted:
        if try peek() == byte { field.append(try next() ?? byte) } else { (isQuoted, wasQuoted) = (false, true) }
      case _ where isQuoted: field.append(byte)
      case UInt8(ascii: "\"") where field.isEmpty && !wasQuoted: isQuoted = true
      case UInt8(ascii: ","):
        fields.append(try text(field))
        (field, wasQuoted) = ([], false)
      case 10: return fields + [try text(field)]
      case 13 where try peek() == 10: break
      case UInt8(ascii: "\""): throw BadInterval(ExchangeWords.badQuotes)
      case _ where wasQuoted: throw BadInterval(ExchangeWords.badQuotes)
      default: field.append(byte)
      }
    }
    guard !isQuoted else { throw BadInterval(ExchangeWords.badQuotes) }
    return size == 0 ? nil : fields + [try text(field)]
  }

  private func text(_ bytes: [UInt8]) throws(BadInterval) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw BadInterval(ExchangeWords.notUTF8) }
    return text
  }

  private func peek() throws -> UInt8? {
    if at < buffer.count { return buffer[at] }
    buffer = try more()
    at = 0
    return buffer.first
  }

  private func next() throws -> UInt8? {
    guard let byte = try peek() else { return nil }
    at += 1
    if byte == 10 { nextLine += 1 }
    return byte
  }
}
