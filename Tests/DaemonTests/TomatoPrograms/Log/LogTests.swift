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

  private static var rows: [IntervalRecord] {
    var run = RecordFixtures.other(110, "stopwatch-1", name: nil, at: start + .hours(24), .minutes(61))
    (run.outcome, run.laps, run.source) = (.stopped, [.seconds(70), .seconds(150)], "timewarrior:a,\"b\"")
    return [
      RecordFixtures.focus(
        7, at: start, task: "寫報告 #工作", pauses: [Pause(began: start + .minutes(5), length: .minutes(5))]),
      RecordFixtures.rest(8, at: start + .minutes(30), .minutes(2), outcome: .skipped),
      RecordFixtures.other(9, "timer-1", name: "泡茶", at: start + .minutes(31), .minutes(4)), run,
    ]
  }

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
    let first = """
      {"phase":7,"activity":"pomodoro","modeIdentifier":"focus","task":"寫報告 #工作","began":"2026-11-21T10:00:00Z",\
      "ended":"2026-11-21T10:30:00Z","activeSeconds":1500,"outcome":"completed","name":null,"laps":[],\
      "day":"2026-11-21","tags":["工作"],"pauses":[{"began":"2026-11-21T10:05:00Z","seconds":300}],"source":null},
      """
    #expect(lines[text: 1] == first && lines[text: 2].hasSuffix(#""pauses":null,"source":null},"#))
    #expect(!lines[text: 4].hasSuffix(","))
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
    // Many begin at the same moment.
    store.record((1...5000).map { RecordFixtures.focus(UInt64($0), at: Self.start + .minutes($0 / 2900)) })
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
