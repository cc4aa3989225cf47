// Converts a finished interval to a row of the table `interval` and back. Programs that show the history correct
// contradictory rows; imports read rows unchanged, and leave out faulty ones.

package import SQLiteBridge
package import TomatoEngine
internal import TomatoLink

/// The columns of the table `interval`, in order. Before 1.0.0 the table had the first eight, then the first ten.
package enum IntervalColumn: Int, CaseIterable {
  case token, activity, mode, task, began, ended, active, outcome, name, laps, pauses, source

  static let names = [
    "token", "activity", "mode", "task", "began_wall_ms", "ended_wall_ms", "active_ms", "outcome", "name", "laps",
    "pauses", "source",
  ]

  var column: String { Self.names[rawValue] }

  static let counts: Set<Int> = [outcome.rawValue + 1, laps.rawValue + 1, source.rawValue + 1]

  package static let list = names.joined(separator: ", ")
}

extension Database {
  /// The values in the order of `IntervalColumn`.
  func interval(_ token: PhaseToken) throws(SQLiteError) -> [SQLiteValue]? {
    try rows("SELECT \(IntervalColumn.list) FROM interval WHERE token = ?", [.token(token)]).first?.values
  }
}

extension IntervalRecord {
  /// - Parameter values: in the order of `IntervalColumn`; the last ones may be missing.
  package init(_ values: [SQLiteValue]) throws { self = try Self.asStored(values).bounded }

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
    let pauses = NumberText.list(text, of: 2...2, by: "+") { pause in
      Pause(began: WallTime(milliseconds: pause[0]), length: .milliseconds(pause[1]))
    }
    return (try? pauses?.check()) == nil ? nil : pauses
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

  /// A row's interval, with contradictions corrected; nil for an unreadable row, which is counted.
  mutating func interval(_ row: Statement) -> IntervalRecord? {
    guard let interval = try? record(row) else {
      unreadable += 1
      return nil
    }
    return interval.fault == nil ? interval : interval.bounded
  }

  mutating func record(_ row: some IntervalValues) throws -> IntervalRecord {
    let name = try row.text(.activity)
    if name != activity.description {
      guard let id = ActivityID(name) else { throw Unreadable("an activity's name is not valid") }
      activity = id
    }
    return IntervalRecord(
      token: PhaseToken(UInt64(try row.number(.token, Schema.tokenRange))), activity: activity,
      name: try row.optionalText(.name), mode: try row.named(.mode), task: try row.optionalText(.task),
      began: WallTime(milliseconds: try row.number(.began, Schema.wallRange)),
      ended: WallTime(milliseconds: try row.number(.ended, Schema.wallRange)),
      active: .milliseconds(try row.number(.active, Self.lengths)), outcome: try row.named(.outcome),
      laps: try row.parsed(.laps, MachineColumns.laps) ?? [],
      pauses: try row.parsed(.pauses, PausesText.parse), source: try row.optionalText(.source))
  }

  static let lengths = 0...Schema.longest.inMilliseconds
}

extension IntervalValues {
  fileprivate func number(_ column: IntervalColumn, _ range: ClosedRange<Int64>) throws -> Int64 {
    guard case .integer(let number) = value(column.rawValue), range.contains(number) else {
      throw Unreadable.outOfRange(column.column)
    }
    return number
  }

  fileprivate func optionalText(_ column: IntervalColumn) throws -> String? {
    switch value(column.rawValue) {
    case .null: return nil
    case .text(let text): return text
    case .integer, .real: throw Unreadable("\(column.column) is not a text")
    }
  }

  fileprivate func text(_ column: IntervalColumn) throws -> String {
    guard let text = try optionalText(column) else { throw Unreadable("\(column.column) is missing") }
    return text
  }

  fileprivate func named<T: RawRepresentable<String>>(_ column: IntervalColumn) throws -> T {
    guard let value = T(rawValue: try text(column)) else { throw Unreadable("\(column.column) is unknown") }
    return value
  }

  fileprivate func parsed<T>(_ column: IntervalColumn, _ parse: (String) -> T?) throws -> T? {
    guard let text = try optionalText(column) else { return nil }
    guard let value = parse(text) else { throw Unreadable.outOfRange(column.column) }
    return value
  }
}
