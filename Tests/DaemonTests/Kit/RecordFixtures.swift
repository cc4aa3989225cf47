// Intervals for the tests of the record's formats, and the ways through a file and back.

import SQLiteBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoRecord

@MainActor enum RecordFixtures {
  /// 2026-11-20T08:00:00Z.
  static let morning = WallTime(milliseconds: 1_795_161_600_000)
  static let now = WallTime(milliseconds: 1_795_400_000_000)

  static func focus(
    _ number: UInt64 = 17, at began: WallTime = morning, _ length: Duration = .minutes(25), task: String? = nil,
    outcome: PhaseOutcome = .completed, pauses: [Pause]? = nil, source: String? = nil
  ) -> IntervalRecord {
    let paused = (pauses ?? []).reduce(Duration.zero) { $0 + $1.length }
    return IntervalRecord(
      token: PhaseToken(number), activity: .pomodoro, mode: .focus, task: task, began: began,
      ended: began + length + paused, active: length, outcome: outcome, pauses: pauses, source: source)
  }

  static func rest(
    _ number: UInt64, at began: WallTime, _ length: Duration = .minutes(5), outcome: PhaseOutcome = .completed
  ) -> IntervalRecord {
    var rest = focus(number, at: began, length, outcome: outcome)
    rest.mode = .shortBreak
    return rest
  }

  /// A timer, or a stopwatch, which has no name.
  static func other(_ number: UInt64, _ id: String, name: String?, at began: WallTime, _ length: Duration)
    -> IntervalRecord
  {
    var other = focus(number, at: began, length)
    (other.activity, other.name, other.mode) = (ActivityID(valid: id), name, name == nil ? .stopwatch : .countdown)
    return other
  }

  static var all: [IntervalRecord] {
    var tea = other(20, "tea", name: "Tea, \"green\"", at: morning + .hours(2), .minutes(4))
    tea.pauses = []
    var run = other(21, "stopwatch-1", name: nil, at: morning + .hours(3) + .milliseconds(7), .milliseconds(70_123))
    (run.laps, run.outcome) = ([.milliseconds(10_001), .seconds(60)], .stopped)
    let none = focus(22, at: morning + .hours(4), .zero, task: "a;b\\c, 寫報告 🍅 #工作", outcome: .replaced)
    let pauses = [
      Pause(began: morning + .minutes(5), length: .milliseconds(1)),
      Pause(began: morning + .minutes(10), length: .minutes(3)),
    ]
    return [
      focus(17, task: "write \"report\" #work #client-a", pauses: pauses),
      rest(18, at: morning + .minutes(26), outcome: .skipped), tea, run, none,
      focus(23, at: morning + .hours(5), source: "gnome-pomodoro:3@1795179600000"),
    ]
  }

  /// Makes what cannot have been of rows in a database, which has one every half an hour.
  static func spoil(_ path: String) throws {
    let database = try Database(path: path, readOnly: false)
    defer { database.close() }
    for (token, change) in [
      (10, "ended_wall_ms = began_wall_ms - 60000"), (11, "active_ms = 3153600000000"),
      (12, "pauses = '1262304000000+60000'"), (13, "began_wall_ms = -62135000000000, ended_wall_ms = -62134998500000"),
      (14, "began_wall_ms = began_wall_ms + 2100000, ended_wall_ms = ended_wall_ms + 2100000"),
      // A bit of a time that is damaged: it covers what came before.
      (21, "began_wall_ms = began_wall_ms - 36000000"),
    ] {
      try database.run("UPDATE interval SET \(change) WHERE token = \(token)")
    }
  }

  /// What is said of those.
  /// - Parameter overlapping: which overlap another one.
  static func leftOut(overlapping: String) -> [String] {
    [
      "Left out, as it ended before it began: 1 (entry 10)",
      "Left out, as its times are not between the years 1970 and 2262: 1 (entry 13)",
      "Left out, as it counts for more time than it took: 1 (entry 11)",
      "Left out, as its pauses overlap or lie outside of it: 1 (entry 12)",
      "Left out, as something else is recorded at that time: 2 (\(overlapping))",
    ]
  }

  static func export(_ intervals: [IntervalRecord], _ format: ExportFormat) throws -> String {
    var text = ""
    var export = RecordExport(format) { text += $0 }
    try export.begin()
    for interval in intervals { try export.add(interval) }
    try export.end()
    return text
  }

  static func read(text: String) throws -> [ImportFound] {
    let folder = TemporaryFolder()
    Files.write(text, to: folder.file("file"))
    return try read(folder.file("file"))
  }

  static func read(_ path: String) throws -> [ImportFound] {
    var found: [ImportFound] = []
    try ImportFile(path).read { found.append($0) }
    return found
  }
}

@MainActor extension [ImportFound] {
  var intervals: [IntervalRecord] { compactMap { if case .interval(let interval) = $0.what { interval } else { nil } } }
  var dropped: [DropReason] { compactMap { if case .dropped(let reason) = $0.what { reason } else { nil } } }
}

extension IntervalRecord {
  /// As an import has it: with its key, and no number yet.
  @MainActor var asImported: IntervalRecord {
    var copy = self
    copy.source = SourceKey.of(self)
    copy.token = PhaseToken(0)
    return copy
  }
}

extension RecordReader {
  /// The selected rows in order of their beginning, and the number of unreadable ones.
  func history(_ filter: RecordFilter = RecordFilter()) -> History {
    var history = History()
    do {
      history.unreadable = try visit(filter) { history.rows.append($0) }
    } catch {
      history.trouble = Unreadable.reason(error)
    }
    return history
  }
}
