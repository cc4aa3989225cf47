// Reading the history from beside the daemon: which rows, in which order, and what of a damaged one.

import SQLiteBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoRecord

@MainActor struct RecordReaderTests {
  let scratch = Scratch()

  private static func row(_ token: UInt64, _ hours: Int, _ task: String?, name: String? = nil) -> IntervalRecord {
    let began = WallTime(seconds: 1_795_262_400) + .hours(hours)
    let pause = Pause(began: began + .minutes(1), length: .minutes(5))
    var row = RecordFixtures.focus(
      token, at: began, task: task, pauses: [pause], source: token == 3 ? "gnome-pomodoro:17" : nil)
    if let name { (row.activity, row.name, row.mode) = (ActivityID(valid: "timer-1"), name, .countdown) }
    return row
  }

  private static let rows = [
    row(1, 5, "write report #work"), row(2, 1, nil), row(3, 9, "寫報告 #工作"),
    row(4, 3, "50% _of_ it", name: "Tea"),
  ]

  private func fill(_ rows: [IntervalRecord] = rows) -> Store {
    let store = Store.open(scratch).store
    store.record(rows)
    return store
  }

  private func tokens(_ filter: RecordFilter = RecordFilter()) throws -> [UInt64] {
    try RecordReader(path: scratch.database).history(filter).rows.map(\.token.number)
  }

  @Test func `rows come as they were written, in the order in which they began, while the daemon goes on`() throws {
    let store = fill()
    let reader = try RecordReader(path: scratch.database)
    #expect(reader.history().rows == Self.rows.sorted { $0.began < $1.began })
    // The snapshot does not matter here: that it can be written while somebody reads does.
    let other = RandomLife(seed: 1).engine.snapshot
    try reader.visit { _ in #expect(store.commit(other, Engine.Changes()) == nil) }
    #expect(try reader.database?.interval(PhaseToken(8)) == nil)
  }

  @Test func `without a database there is nothing, and none is made`() throws {
    #expect(try tokens() == [] && scratch.names == [])
  }

  @Test func `an empty file, which a full disk leaves of a first start, has nothing in it`() throws {
    Files.write("", to: scratch.database)
    #expect(try tokens() == [] && Store.countIntervals(path: scratch.database) == 0)
  }

  @Test func `they are chosen by time, task, tag and activity`() throws {
    _ = fill()
    let begin = try #require(Self.rows[at: 1]).began
    let period = RecordPeriod(since: begin, until: begin + .hours(4))
    #expect(try tokens(RecordFilter(period)) == [2, 4])
    #expect(try tokens(RecordFilter(RecordPeriod(since: begin + .milliseconds(1)))) == [4, 1, 3])
    #expect(try tokens(RecordFilter(task: "Write Report")) == [1])
    #expect(try tokens(RecordFilter(task: "write report #work")) == [1])
    #expect(try tokens(RecordFilter(task: "50% _of_ it")) == [4] && tokens(RecordFilter(task: "%")) == [])
    #expect(try tokens(RecordFilter(tag: "WORK")) == [1] && tokens(RecordFilter(tag: "#工作")) == [3])
    #expect(try tokens(RecordFilter(tag: "wor")) == [])
    #expect(try tokens(RecordFilter(activity: "tea")) == [4])
    #expect(try tokens(RecordFilter(activity: "pomodoro")) == [2, 1, 3])
  }

  @Test func `what makes no sense is counted, and the rest is read`() throws {
    fill().close()
    for (token, change) in [(1, "outcome = 'x'"), (2, "pauses = '1+x'"), (3, "began_wall_ms = 'never'")] {
      try scratch.change("UPDATE interval SET \(change) WHERE token = \(token)")
    }
    let history = try RecordReader(path: scratch.database).history()
    #expect(history.rows.map(\.token.number) == [4] && history.unreadable == 3 && history.trouble == nil)
  }

  @Test func `another program's file and a newer version are refused`() throws {
    fill().close()
    try scratch.change("PRAGMA user_version = \(Schema.current.version + 1)")
    #expect(throws: Unreadable.self) { try RecordReader(path: scratch.database) }
    try scratch.change("PRAGMA application_id = 7")
    #expect(throws: Unreadable.self) { try RecordReader(path: scratch.database) }
  }

  @Test func `pauses are kept as text, and what is none is refused`() {
    let pauses = [Pause(began: WallTime(milliseconds: 1), length: .milliseconds(2))]
    #expect(PausesText.print(pauses) == "1+2" && PausesText.parse("1+2") == pauses)
    #expect(PausesText.print(nil) == nil && PausesText.print([]) == "" && PausesText.parse("") == [])
    let long = Array(repeating: "1+2", count: Pause.limit + 1).joined(separator: ",")
    for text in ["x", "1", "1+", "+1", "1+2,", "1+-2", "1+2+3", "99999999999999999+1", long] {
      #expect(PausesText.parse(text) == nil, "\(text.prefix(20))")
    }
  }
}
