// Converts a finished interval to a row of the table `interval` and back. Programs that show the history correct
// contradictory rows; imports read rows unchanged, and leave out faulty ones.

package import SQLiteBridge
package import TomatoEngine
internal import TomatoLink

/// The columns of the table `interval`, in their order. Before 1.0.0 it had the first eight, and later ten.
package enum IntervalColumn: Int, CaseIterable {
  case token, activity, mode, task, began, ended, active, outcome, name, laps, pauses, source

  private static let names = [
    "token", "activity", "mode", "task", "began_wall_ms", "ended_wall_ms", "active_ms", "outcome", "name", "laps",
    "pauses", "source",
  ]

  var column: String { Self.names[rawValue] }

  /// The possible numbers of columns.
  static let counts: Set<Int> = [outcome.rawValue + 1, laps.rawValue + 1, source.rawValue + 1]

  /// Their names, with commas between.
  package static let list = names.joined(separator: ", ")
}

extension Database {
  /// The row of the interval with this number.
  func interval(_ token: PhaseToken) throws(SQLiteError) -> Row? {
    try rows("SELECT \(IntervalColumn.list) FROM interval WHERE token = ?", [.token(token)]).first
  }
}

extension IntervalRecord {
  /// - Parameter row: has the columns in the order of `IntervalColumn`; the last ones may be missing.
  init(_ row: Row) throws { try self.init(row.values) }

  /// - Parameter values: in the order of `IntervalColumn`; the last ones may be missing.
  package init(_ values: [SQLiteValue]) throws {
    self = try Self.asStored(values).bounded
  }

  init(_ row: RowCursor) throws { self = try Self.asStored(row).bounded }

  /// The row's values unchanged, even if faulty.
  static func asStored(_ values: [SQLiteValue]) throws -> IntervalRecord {
    try IntervalReader(count: values.count, value: { values[$0] }).record()
  }

  static func asStored(_ row: RowCursor) throws -> IntervalRecord {
    try IntervalReader(count: row.count, value: row.value).record()
  }

  /// The column values.
  package var values: [SQLiteValue] {
    [
      .token(token), .text(activity.description), .text(mode.rawValue), SQLiteValue(task),
      .integer(began.milliseconds), .integer(ended.milliseconds), .milliseconds(active), .text(outcome.rawValue),
      SQLiteValue(name), SQLiteValue(MachineColumns.text(laps)), SQLiteValue(PausesText.print(pauses)),
      SQLiteValue(source),
    ]
  }
}

/// Pauses as stored in the database: beginning and length in milliseconds, as `1795359440493+60000`, separated by
/// commas. An empty text means no pauses.
enum PausesText {
  static func print(_ pauses: [Pause]?) -> String? {
    pauses.map { $0.map { "\($0.began.milliseconds)+\($0.length.inMilliseconds)" }.joined(separator: ",") }
  }

  /// Nil for any other text.
  static func parse(_ text: String) -> [Pause]? {
    guard !text.isEmpty else { return [] }
    var pauses: [Pause] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let numbers = part.split(separator: "+", omittingEmptySubsequences: false)
      guard numbers.count == 2, let began = Int64(numbers[0]), let length = Int64(numbers[1]) else { return nil }
      pauses.append(Pause(began: WallTime(milliseconds: began), length: .milliseconds(length)))
    }
    return (try? pauses.check()) == nil ? nil : pauses
  }
}

/// Reads a row by column index, which is fast enough for very many rows.
private struct IntervalReader {
  /// How many columns there are.
  let count: Int
  let value: (Int) -> SQLiteValue

  func record() throws -> IntervalRecord {
    guard let id = ActivityID(try text(.activity)) else {
      throw Unreadable("an activity's name is not valid")
    }
    return IntervalRecord(
      token: PhaseToken(UInt64(try number(.token, Schema.tokenRange))), activity: id, name: try optionalText(.name),
      mode: try named(.mode), task: try optionalText(.task), began: try time(.began),
      ended: try time(.ended),
      active: .milliseconds(try number(.active, 0...Schema.longest.inMilliseconds)), outcome: try named(.outcome),
      laps: try laps(), pauses: try pauses(), source: try optionalText(.source)
    )
  }

  private func at(_ column: IntervalColumn) -> SQLiteValue {
    column.rawValue < count ? value(column.rawValue) : .null
  }

  private func number(_ column: IntervalColumn, _ range: ClosedRange<Int64>) throws -> Int64 {
    guard case .integer(let number) = at(column), range.contains(number) else {
      throw Unreadable.outOfRange(column.column)
    }
    return number
  }

  private func time(_ column: IntervalColumn) throws -> WallTime {
    WallTime(milliseconds: try number(column, Schema.wallRange))
  }

  private func optionalText(_ column: IntervalColumn) throws -> String? {
    switch at(column) {
    case .null: return nil
    case .text(let text): return text
    case .integer, .real: throw Unreadable("\(column.column) is not a text")
    }
  }

  private func text(_ column: IntervalColumn) throws -> String {
    guard let text = try optionalText(column) else { throw Unreadable("\(column.column) is missing") }
    return text
  }

  private func named<T: RawRepresentable<String>>(_ column: IntervalColumn) throws -> T {
    guard let value = T(rawValue: try text(column)) else { throw Unreadable("\(column.column) is unknown") }
    return value
  }

  private func laps() throws -> [Duration] {
    try optionalText(.laps).map(MachineColumns.laps) ?? []
  }

  private func pauses() throws -> [Pause]? {
    guard let text = try optionalText(.pauses) else { return nil }
    guard let pauses = PausesText.parse(text) else { throw Unreadable("pauses are not pauses") }
    return pauses
  }
}
