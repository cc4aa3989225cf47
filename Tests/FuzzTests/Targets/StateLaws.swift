// The rows of a database: the state after any life of the engine, whole and with wrong cells; intervals of any release.

import SQLiteBridge
import TomatoEngine
import TomatoLink

@testable import TomatoRecord

@MainActor enum StateLaws {
  static func rows(_ bytes: [UInt8]) throws {
    var choices = Choices(bytes)
    var life = try FuzzLife(settings: Settings(unattendedPhases: 2))
    for _ in 0..<choices.below(32) { try life.step(&choices) }
    let snapshot = life.engine.snapshot
    try stays(snapshot, "the engine's own state")
    var rows = StoredRows(snapshot)
    for _ in 0..<choices.below(5) { damage(&rows, &choices) }
    var reader = StateReader(rows)
    let read = reader.snapshot()
    for piece in reader.lost { try law(!piece.reason.isEmpty && piece.reason.utf8.count < 400, piece.reason) }
    guard let read else {
      return try law(rows.engine == nil && rows.activities.isEmpty, "a state that is there is not read")
    }
    try stays(read, "what was read with \(reader.lost.map(\.reason)) lost")
    var second = try FuzzLife(restoring: read, at: life.now)
    for _ in 0..<8 { try second.step(&choices) }
    try stays(second.engine.snapshot, "what it goes on to")
  }

  /// What is written is read again, and nothing of it is lost.
  private static func stays(_ snapshot: Engine.Snapshot, _ what: String) throws {
    var reader = StateReader(StoredRows(snapshot))
    let read = reader.snapshot()
    try law(reader.lost.isEmpty, "\(what) loses \(reader.lost.map(\.reason))")
    try law(read == snapshot, "\(what) is not read as it is written: \(snapshot)")
  }

  // MARK: Damage

  private static func damage(_ rows: inout StoredRows, _ choices: inout Choices) {
    switch choices.below(8) {
    case 0: rows.engine = rows.engine.map { changed($0, $0, &choices) }
    case 1: change(&rows.jobs, &choices)
    case 2: change(&rows.timers, &choices)
    case 3: change(&rows.corrections, &choices)
    case 4: lose(&rows, &choices)
    default: change(&rows.activities, &choices)
    }
  }

  private static func change(_ rows: inout [Row], _ choices: inout Choices) {
    guard !rows.isEmpty, let other = choices.one(rows) else { return }
    let place = choices.below(rows.count)
    rows[place] = changed(rows[place], other, &choices)
  }

  private static func lose(_ rows: inout StoredRows, _ choices: inout Choices) {
    switch choices.below(4) {
    case 0: rows.engine = nil
    case 1: if let row = choices.one(rows.activities) { rows.activities.append(row) }
    case 2: if !rows.activities.isEmpty { rows.activities.remove(at: choices.below(rows.activities.count)) }
    default: rows.jobs = []
    }
  }

  /// With one cell of another kind, of another row, or with one letter changed.
  private static func changed(_ row: Row, _ other: Row, _ choices: inout Choices) -> Row {
    guard !row.values.isEmpty else { return row }
    var values = row.values
    let place = choices.below(values.count)
    values[place] = cell(values[place], &choices, other.values.indices.contains(place) ? other.values[place] : .null)
    return Row(columns: row.columns, values: values)
  }

  static func cell(_ old: SQLiteValue, _ choices: inout Choices, _ other: SQLiteValue = .null) -> SQLiteValue {
    switch choices.below(7) {
    case 0: return .null
    case 1: return other
    case 2: return .real(Double(choices.number()) / 7)
    case 3: return .text(choices.text())
    case 4: return .integer(choices.number())
    default: break
    }
    switch old {
    case .integer(let number): return .integer(number &+ choices.number())
    case .text(let text):
      var bytes = Array(text.utf8)
      let place = choices.below(bytes.count + 1)
      let letters = Array(choices.text().utf8)
      bytes.replaceSubrange(place..<min(place + choices.below(3), bytes.count), with: letters)
      return .text(String(decoding: bytes, as: UTF8.self))
    case .null, .real: return .integer(choices.number())
    }
  }

  // MARK: Intervals

  private static let whole: [SQLiteValue] = [
    17, "pomodoro", "stopwatch", "write #report", 1_795_161_600_000, 1_795_163_100_000, 1_200_000, "stopped", "Tea",
    "1000,2000", "1795161700000+60000", "gnome-pomodoro:3@1795179600000",
  ]

  /// A row of the history with cells that are wrong, and perhaps the columns of an earlier release.
  static func interval(_ bytes: [UInt8]) throws {
    var choices = Choices(bytes)
    var values = whole
    if let count = choices.one([12, 10, 8]) { values = Array(values.prefix(count)) }
    for _ in 0..<choices.below(6) {
      let place = choices.below(values.count)
      values[place] = cell(values[place], &choices)
    }
    guard let stored = try? IntervalRecord.asStored(values) else { return }
    let bounded = stored.bounded
    try law(bounded.fault == nil, "\(bounded) is still \(bounded.fault.map(\.rawValue) ?? "")")
    try same(bounded.bounded, bounded, "bounded twice")
    try same(try IntervalRecord(bounded.values), bounded, "written and read")
    if stored.fault == nil { try same(bounded, stored, "nothing is wrong with it") }
  }
}
