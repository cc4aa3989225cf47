// What `log` prints: lines in columns, JSON and CSV.

import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoPrograms
@testable import TomatoRecord

@MainActor struct LogTests {
  private let calendar = RecordCalendar(zone: "UTC")
  private static let start = WallTime(seconds: 1_795_255_200)  // 2026-11-21 10:00 UTC

  private static let rows = [
    IntervalRecord(
      token: PhaseToken(7), activity: .pomodoro, mode: .focus, task: "寫報告 #工作", began: start,
      ended: start + .minutes(30), active: .minutes(25), outcome: .completed,
      pauses: [Pause(began: start + .minutes(5), length: .minutes(5))]),
    IntervalRecord(
      token: PhaseToken(8), activity: .pomodoro, mode: .shortBreak, task: nil, began: start + .minutes(30),
      ended: start + .minutes(32), active: .minutes(2), outcome: .skipped),
    IntervalRecord(
      token: PhaseToken(9), activity: ActivityID("timer-1") ?? .pomodoro, name: "泡茶", mode: .countdown, task: nil,
      began: start + .minutes(31), ended: start + .minutes(35), active: .minutes(4), outcome: .completed),
    IntervalRecord(
      token: PhaseToken(110), activity: ActivityID("stopwatch-1") ?? .pomodoro, mode: .stopwatch, task: nil,
      began: start + .hours(24), ended: start + .hours(24) + .minutes(61), active: .minutes(61), outcome: .stopped,
      laps: [.seconds(70), .seconds(150)], source: "timewarrior:a,\"b\""),
  ]

  private func text(_ rows: [IntervalRecord], isToday: Bool) -> [String] {
    var form = LogText(isToday: isToday, calendar)
    var text = ""
    for row in rows { text += form.add(row) ?? "" }
    text += form.end()
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func `today's rows stand in columns, and their sum below`() {
    #expect(
      text(Array(Self.rows.prefix(3)), isToday: true) == [
        "7  10:00–10:30  Focus         25:00  completed  寫報告 #工作",
        "8  10:30–10:32  Short Break    2:00  skipped",
        "9  10:31–10:35  泡茶 (Timer)   4:00  completed",
        "Today: 25 min of focus, sessions completed: 1", "",
      ])
    #expect(text([], isToday: true) == ["Today: 0 s of focus, sessions completed: 0", ""])
  }

  @Test func `several days have headings, each with its sum`() {
    let lines = text(Self.rows, isToday: false)
    #expect(lines.first == "2026-11-21 Saturday · 25 min of focus, sessions completed: 1")
    #expect(
      Array(lines.dropFirst(4)) == [
        "", "2026-11-22 Sunday · 0 s of focus, sessions completed: 0",
        "110  10:00–11:01  Stopwatch  1:01:00  stopped  laps 1:10, 1:20", "",
        "In all: 25 min of focus, sessions completed: 1, intervals: 4", "",
      ])
    #expect(text([], isToday: false).count == 2)
  }

  @Test func `JSON is an array with an object a line`() throws {
    var form = LogJSON(calendar)
    let text = Self.rows.map { form.row($0) }.joined() + form.end
    let lines = text.split(separator: "\n")
    #expect(lines.first == "[" && lines.last == "]" && lines.count == 6)
    #expect(lines[text: 1].contains(#""tags":["工作"],"pauses":[{"began":"2026-11-21T10:05:00Z","seconds":300}],"#))
    #expect(lines[text: 2].contains(#""pauses":null,"source":null}"#))
    #expect(lines[text: 2].contains(#""day":"2026-11-21""#))
    #expect(lines[text: 1].hasSuffix(",") && !lines[text: 4].hasSuffix(","))
    #expect(LogJSON(calendar).end == "[]\n")
  }

  @Test func `CSV is as RFC 4180 has it`() {
    let lines = Self.rows.map { LogCSV.row($0, calendar) }
    #expect(LogCSV.header.utf8.suffix(2).elementsEqual([13, 10]))
    #expect(
      lines.first
        == "7,2026-11-21,2026-11-21T10:00:00Z,2026-11-21T10:30:00Z,1500,focus,pomodoro,,寫報告 #工作,工作,completed,300,,\r\n"
    )
    #expect(lines[text: 3].hasSuffix(",stopped,,70 80,\"timewarrior:a,\"\"b\"\"\"\r\n"))
    #expect(RecordCSV.field("a\nb") == "\"a\nb\"" && RecordCSV.field("a b") == "a b" && RecordCSV.field("") == "")
  }

  @Test func `a reader that takes its time keeps the daemon's log from nothing`() throws {
    let scratch = Scratch()
    let store = Store.open(scratch).store
    var snapshot = Engine(settings: Settings()).snapshot
    snapshot.lastToken = PhaseToken(9999)
    // Many begin at the same moment.
    let first = try #require(Self.rows.first)
    let rows = (1...5000).map { number in
      var row = first
      (row.token, row.began) = (PhaseToken(UInt64(number)), Self.start + .minutes(number / 2900))
      return row
    }
    #expect(store.commit(snapshot, Engine.Changes(rows: RowChanges(added: rows))) == nil)
    let daemon = try #require(store.database)
    try daemon.execute("PRAGMA busy_timeout=0")
    for form in ["--json", "--csv"] {
      var (lines, isBusy) = (0, false)
      let request = try ProgramRequest(.log, reading: ["--all", form])
      _ = try LogProgram.print(request, try RecordReader(path: scratch.database), Self.start, calendar) { _ in
        lines += 1
        let answer = try? daemon.rows("PRAGMA wal_checkpoint(TRUNCATE)").first?.int64("busy")
        isBusy = isBusy || answer != 0
      }
      #expect(lines == 5001 && !isBusy)
    }
    store.close()
  }

  @Test func `without a period it is today, from the hour at which days begin`() throws {
    let scratch = Scratch()
    let reader = try RecordReader(path: scratch.database)
    var printed = ""
    let unreadable = try LogProgram.print(ProgramRequest(.log), reader, Self.start, calendar) { printed += $0 }
    #expect(unreadable == 0 && printed == "Today: 0 s of focus, sessions completed: 0\n")
  }
}
