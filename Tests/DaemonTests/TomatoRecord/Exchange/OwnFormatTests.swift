// Our own JSON and CSV: what goes out comes back as it was, and what is damaged is refused with its line.

import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoPrograms
@testable import TomatoRecord

@MainActor struct OwnFormatTests {
  @Test(arguments: [ExportFormat.json, .csv])
  func `every kind of interval comes back exactly`(_ format: ExportFormat) throws {
    let all = RecordFixtures.all
    let found = try RecordFixtures.read(text: try RecordFixtures.export(all, format))
    #expect(found.intervals == all.map(\.asImported))
    #expect(found.dropped == [])
    #expect(try RecordFixtures.export(found.intervals, format) == RecordFixtures.export(all, format))
  }

  @Test(arguments: [ExportFormat.json, .csv]) func `nothing is a file too`(_ format: ExportFormat) throws {
    #expect(try RecordFixtures.read(text: RecordFixtures.export([], format)).isEmpty)
  }

  @Test func `the JSON names what there is`() throws {
    let pauses = [Pause(began: RecordFixtures.morning + .minutes(10), length: .milliseconds(60_250))]
    let interval = RecordFixtures.focus(task: "write report #work", pauses: pauses)
    #expect(
      try RecordFixtures.export([interval], .json) == """
        {"format":"tomato-notify","version":1,"intervals":[
        {"source":"tomato-notify:17@1795161600000","activity":"pomodoro","modeIdentifier":"focus",\
        "task":"write report #work","tags":["work"],"began":"2026-11-20T08:00:00Z",\
        "ended":"2026-11-20T08:26:00.250Z","activeSeconds":1500,"outcome":"completed",\
        "pauses":[{"began":"2026-11-20T08:10:00Z","seconds":60.25}]}
        ]}

        """)
  }

  @Test func `the CSV is that of RFC 4180`() throws {
    let text = try RecordFixtures.export(Array(RecordFixtures.all.prefix(1)), .csv)
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    #expect(lines.count == 3 && lines.last == "")
    #expect(lines[text: 0].hasPrefix("source,activity,name,mode,task,tags,began_utc,ended_utc,began_local,"))
    #expect(lines[text: 1].contains(#","write ""report"" #work #client-a",work client-a,2026-11-20T08:00:00Z,"#))
  }

  /// What a spreadsheet would take for a formula, and what begins as if it had been kept from that.
  nonisolated static let formulas = [
    "=1+1", "+1", "-1", "@SUM(A1)", "=cmd|' /C calc'!A0", "＝1", "＋1", "－1", "＠a", "'=1", "''-1", "'tis", "'", "a=1",
    "-1 \"b\", c", "a\"\u{301}, b",
  ]

  @Test(arguments: formulas)
  func `no text is a formula for a spreadsheet, and it comes back as it was`(_ text: String) throws {
    var interval = RecordFixtures.focus(task: text, source: "=1+1:2")
    (interval.name, interval.pauses) = (text, nil)
    let csv = try RecordFixtures.export([interval], .csv)
    let lines = [
      try #require(csv.split(separator: "\r\n")[at: 1]), Substring(LogCSV.row(interval, RecordCalendar(zone: "UTC"))),
    ]
    for line in lines {
      for cell in line.split(separator: ",").map({ $0.drop { $0 == "\"" } }) {
        #expect(cell.first.map { !"=+-@\t\r\n＝＋－＠".contains($0) } ?? true, "\(line)")
      }
    }
    #expect(try RecordFixtures.read(text: csv).intervals == [interval.asImported])
  }

  @Test func `a text that needs no apostrophe gets none, and numbers are left alone`() throws {
    #expect(try RecordFixtures.export([RecordFixtures.focus(task: "'tis a=1")], .csv).contains(",'tis a=1,"))
    #expect(try RecordFixtures.export([RecordFixtures.focus(pauses: [])], .csv).hasSuffix(",-\r\n"))
  }

  @Test func `other programs may have put the JSON in other lines, and the CSV's columns in another order`() throws {
    let json = """
      { "format" : "tomato-notify", "made": {"by": ["jq", null, true, -1.5e3]}, "version": 1, "intervals": [ {
        "outcome": "completed", "activeSeconds": 1.5e3, "began": "2026-11-20T08:00:00.000Z", "more": [],
        "ended": "2026-11-20T08:25:00Z", "modeIdentifier": "focus", "activity": "pomodoro",
        "task": "\\u5beb \\ud83c\\udf45",
        "source": "tomato-notify:1@1795161600000" } ] }
      """
    let read = try RecordFixtures.read(text: json).intervals
    #expect(read == [RecordFixtures.focus(1, task: "寫 🍅").asImported])
    let csv = """
      \u{FEFF}mode,source,activity,name,task,began_utc,ended_utc,active_seconds,outcome,laps,pauses,notes
      focus,tomato-notify:1@1795161600000,pomodoro,,寫 🍅,2026-11-20T08:00:00Z,2026-11-20T08:25:00Z,1500,completed,,,"a
      b"

      """
    #expect(try RecordFixtures.read(text: csv).intervals == read)
  }

  @Test(arguments: [
    #"{"format":"tomato-notify","version":1,"intervals":[]}"#,
    #"[{"start":"20261120T080000Z","end":"20261120T082500Z"}]"#,
    "inc 20261120T080000Z - 20261120T082500Z # a\n",
  ])
  func `a byte order mark in front says nothing, whatever the format`(_ text: String) throws {
    #expect(try RecordFixtures.read(text: "\u{FEFF}" + text).intervals == RecordFixtures.read(text: text).intervals)
  }

  /// A file and a part of what is said of it.
  nonisolated static let damaged: [(String, String)] = [
    ("", "is empty"), ("hello", "is unknown; expected our JSON"), ("{}", "is unknown; expected our JSON"),
    (#"{"format":"other","intervals":[]}"#, "is unknown; expected our JSON"),
    (#"{"format":"tomato-notify","version":2,"intervals":[]}"#, "newer version"),
    (#"{"format":"tomato-notify","version":"1","intervals":[]}"#, "version is missing or"),
    (#"{"format":"tomato-notify","version":1,"intervals":[]"#, "Line 1 "),
    ("{\"format\":\"tomato-notify\",\"intervals\":[\n{\"source\":1}]}", "Line 2 "),
    ("{\"format\":\"tomato-notify\",\"intervals\":[\n\n7]}", "Line 3 "),
    ("[{\"start\":\"20261120T080000Z\"},]", "Line 1 "), ("[{\"end\":\"20261120T080000Z\"}]", "start is missing"),
    ("[{\"start\":\"20261120T080000Z\",\"tags\":[\"\u{1}\"]}]", "control character"),
    ("[{\"start\":\"20261120T080000Z\",\"tags\":[\"a\\u0000b\"]}]", "U+0000"),
    ("[{\"start\":\"20261120T080000Z\",\"tags\":[\"\\udc00\"]}]", "half a character"),
    ("inc 20261120T080000Z - 20261120T082500Z # a\ninc 2026", "Line 2 "), ("inc 20261120T080000Z # \"a", "Line 1 "),
    ("inc 20261120T080000Z # a\ninc 20261120T090000Z # " + String(repeating: "a", count: 70_000), "Line 2 "),
    ("source,began_utc\n", "no column"), ("SQLite format 3\0 and so on", "cannot be read"),
  ]

  @Test(arguments: damaged) func `what is damaged is refused in one sentence`(_ text: String, _ part: String) {
    do {
      _ = try RecordFixtures.read(text: text)
      Issue.record("it was read")
    } catch {
      let sentence = (error as? Failure)?.sentence ?? ""
      #expect(sentence.contains(part) && sentence.hasSuffix("."), "\(error)")
    }
  }

  @Test func `a value that no interval has is refused`() throws {
    let good = try RecordFixtures.export([RecordFixtures.focus(task: "a")], .json)
    let changes = [
      ("\"pomodoro\"", "\"Pomodoro\""), ("\"focus\"", "\"sleep\""), ("\"completed\"", "\"reset\""),
      ("08:00:00Z", "25:00:00Z"), ("1500", "-1"), ("1500", "1e300"), ("\"task\":\"a\"", "\"task\":\"\\u202e\""),
      ("\"task\":\"a\"", "\"task\":7"), ("tomato-notify:17@1795161600000", "nothing"),
      ("2026-11-20T08:25", "2026-02-30T08:25"), ("\"pomodoro\"", "\"tea\""), ("\"focus\"", "\"countdown\""),
    ]
    for (from, to) in changes {
      let text = good.replacing(from, with: to)
      #expect(text != good)
      #expect(throws: Failure.self, "\(to)") { try RecordFixtures.read(text: text) }
    }
  }

  private func printed<Value>(_ value: Value, _ add: (Value, inout ByteText) -> Void) -> String {
    var text = ByteText(room: 24)
    add(value, &text)
    return text.text
  }

  @Test func `times and lengths are read as they are printed`() {
    for milliseconds: Int64 in [-62_135_596_800_000, -1, 0, 1, 951_782_400_000, 1_795_161_600_007, 253_402_300_799_999]
    {
      let time = WallTime(milliseconds: milliseconds)
      #expect(UTCTime.parse(printed(time, UTCTime.add)) == time)
      #expect(UTCTime.parse(UTCTime.basic(time)) == WallTime(seconds: time.seconds))
    }
    #expect(UTCTime.parse("2026-11-22T17:24:09+0000") == UTCTime.parse("20261122T172409Z"))
    #expect(UTCTime.parse("2026-11-22T17:24:09.5+01:00") == UTCTime.parse("2026-11-22T16:24:09.500Z"))
    for text in [
      "", "2026-11-22", "2026-11-22T17:24:09", "2026-13-22T17:24:09Z", "20261122T172409", "2026-11-22T17:24:09.Z",
    ] {
      #expect(UTCTime.parse(text) == nil, "\(text)")
    }
    for milliseconds: Int64 in [0, 1, 10, 999, 1000, 1500, 1_500_250, 100_000_000_000_000] {
      let length = Duration.milliseconds(milliseconds)
      #expect(SecondsText.parse(printed(length, SecondsText.add)) == length)
      #expect(Double(printed(length, SecondsText.add)).flatMap(SecondsText.length) == length)
    }
    for text in ["", ".", "1.", ".5", "-1", "1.2345", "1e3", "99999999999999999999"] {
      #expect(SecondsText.parse(text) == nil, "\(text)")
    }
  }
}
