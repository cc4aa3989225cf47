// Converts a finished interval to a row of the table `interval` and back. Programs that show the history correct
// contradictory rows; imports read rows unchanged, and leave out faulty ones.

package import SQLiteBridge
package import TomatoEngine
internal import TomatoLink

/// The columns of the table `interval`, in order. Versions before 1.0.0 had the first eight, later the first ten.
package enum IntervalColumn: Int, CaseIterable {
  case token, activity, mode, task, began, ended, active, outcome, name, laps, pauses, source

  static let names = [
    "token", "activity", "mode", "task", "began_wall_ms", "ended_wall_ms", "active_ms", "outcome", "name", "laps",
    "pauses", "source",
  ]

  var column: String { Self.names[rawValue] }

  /// The possible column counts.
  static let counts: Set<Int> = [outcome.rawValue + 1, laps.rawValue + 1, source.rawValue + 1]

  package static let list = names.joined(separator: ", ")
}

extension Database {
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

  /// The row's values unchanged, even if faulty.
  static func asStored(_ values: [SQLiteValue]) throws -> IntervalRecord {
    var reader = IntervalReader()
    return try reader.record(values)
  }

  /// In the order of `IntervalColumn`.
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

/// A row's values by column index; null for a missing column.
protocol IntervalValues {
  func value(_ index: Int) -> SQLiteValue
}

extension Statement: IntervalValues {}

extension [SQLiteValue]: IntervalValues {
  func value(_ index: Int) -> SQLiteValue { indices.contains(index) ? self[index] : .null }
}

/// Reads rows by column index. Caches the last activity id, so that consecutive rows of an activity check it once.
struct IntervalReader {
  private var activity = ActivityID.pomodoro
  private(set) var unreadable = 0

  /// The possible interval of a row; nil for an unreadable one.
  mutating func interval(_ row: Statement) -> IntervalRecord? {
    guard let interval = try? record(row) else {
      unreadable += 1
      return nil
    }
    return interval.fault == nil ? interval : interval.bounded
  }

  mutating func record(_ row: some IntervalValues) throws -> IntervalRecord {
    let name = try text(.activity, row)
    if name != activity.description {
      guard let id = ActivityID(name) else { throw Unreadable("an activity's name is not valid") }
      activity = id
    }
    return IntervalRecord(
      token: PhaseToken(UInt64(try number(.token, Schema.tokenRange, row))), activity: activity,
      name: try optionalText(.name, row), mode: try named(.mode, row), task: try optionalText(.task, row),
      began: WallTime(milliseconds: try number(.began, Schema.wallRange, row)),
      ended: WallTime(milliseconds: try number(.ended, Schema.wallRange, row)),
      active: .milliseconds(try number(.active, Self.lengths, row)), outcome: try named(.outcome, row),
      laps: try parsed(.laps, row, MachineColumns.laps) ?? [],
      pauses: try parsed(.pauses, row, PausesText.parse), source: try optionalText(.source, row))
  }

  static let lengths = 0...Schema.longest.inMilliseconds

  private func number(
    _ column: IntervalColumn, _ range: ClosedRange<Int64>, _ row: some IntervalValues
  ) throws -> Int64 {
    guard case .integer(let number) = row.value(column.rawValue), range.contains(number) else {
      throw Unreadable.outOfRange(column.column)
    }
    return number
  }

  private func optionalText(_ column: IntervalColumn, _ row: some IntervalValues) throws -> String? {
    switch row.value(column.rawValue) {
    case .null: return nil
    case .text(let text): return text
    case .integer, .real: throw Unreadable("\(column.column) is not a text")
    }
  }

  private func text(_ column: IntervalColumn, _ row: some IntervalValues) throws -> String {
    guard let text = try optionalText(column, row) else { throw Unreadable("\(column.column) is missing") }
    return text
  }

  private func named<T: RawRepresentable<String>>(_ column: IntervalColumn, _ row: some IntervalValues) throws -> T {
    guard let value = T(rawValue: try text(column, row)) else { throw Unreadable("\(column.column) is unknown") }
    return value
  }

  private func parsed<T>(
    _ column: IntervalColumn, _ row: some IntervalValues, _ parse: (String) -> T?
  ) throws -> T? {
    guard let text = try optionalText(column, row) else { return nil }
    guard let value = parse(text) else { throw Unreadable.outOfRange(column.column) }
    return value
  }
}
