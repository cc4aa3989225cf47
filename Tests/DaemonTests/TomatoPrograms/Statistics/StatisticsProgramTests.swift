// `stats` from the database to the lines in a terminal and to JSON.

import GLibBridge
import SQLiteBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoPrograms
@testable import TomatoRecord
@testable import TomatoWords

@MainActor struct StatisticsProgramTests {
  private let fixture = RecordFixture()
  private let plain = ChartSheet(columns: 80, colors: nil)

  /// Friday to Sunday of one week.
  private func fill() throws {
    let place = fixture.place
    fixture.record([
      try place.focus("2026-11-20 09:00", task: "write report #work"),
      try place.focus("2026-11-20 09:30", task: "写报告 #work", pauses: []),
      try place.focus("2026-11-20 10:00", minutes: 5, mode: .shortBreak),
      try place.focus("2026-11-21 09:00", minutes: 10, task: "write report", outcome: .skipped),
      try place.focus("2026-11-21 10:00", task: "write report #home"),
      try place.focus("2026-11-22 01:00"),
    ])
  }

  @Test func `an empty record has a friendly sentence, also without a database`() throws {
    #expect(try StatisticsText.lines(fixture.sums(now: "2026-11-22 12:00"), on: plain) == [StatisticsWords.nothing])
    fixture.record([])
    #expect(try StatisticsText.lines(fixture.sums(now: "2026-11-22 12:00"), on: plain) == [StatisticsWords.nothing])
  }

  @Test func `the sums of today, this week and this month, and the streak, come first`() throws {
    try fill()
    let lines = StatisticsText.lines(try fixture.sums(now: "2026-11-22 12:00"), on: plain)
    #expect(
      lines.prefix(7) == [
        "Today       0 s         0 completed", "This week   1 h 50 min  4 completed",
        "This month  1 h 50 min  4 completed", "Streak      2 days", "",
        "The last 4 weeks: 2026-10-26 to 2026-11-22", "1 h 50 min of focus, 4 completed, 5 min of breaks",
      ])
  }

  @Test func `each chart fits the terminal, plain and with colours, also where letters are wide`() throws {
    try fill()
    for columns in [40, 60, 80, 120, 200] {
      for colors in [nil, TerminalColors.none, .direct] {
        let sheet = ChartSheet(columns: columns, colors: colors)
        for words in [[], ["week"], ["month"], ["year"], ["all"], ["--since", "2020-01-01"]] {
          let lines = StatisticsText.lines(try fixture.sums(words, now: "2026-11-22 12:00"), on: sheet)
          for line in lines.map(Self.seen) where line.contains(where: { "█▁#".contains($0) }) {
            #expect(TextWidth.of(line) <= columns, "\(columns): \(line)")
          }
          #expect(lines.contains { $0.contains("\u{1B}") } == (colors != nil))
        }
      }
    }
  }

  /// Without the sequences that choose a colour.
  private static func seen(_ line: String) -> String {
    line.split(separator: "\u{1B}[", omittingEmptySubsequences: false).enumerated().map { place, part in
      place == 0 ? part[...] : part.drop { $0 != "m" }.dropFirst()
    }.joined()
  }

  @Test func `where nobody looks the bars are letters that every program has`() throws {
    try fill()
    let lines = StatisticsText.lines(try fixture.sums(["week"], now: "2026-11-22 12:00"), on: plain)
    let bars = lines.filter { $0.contains("##") }
    #expect(bars.count > 5 && bars.allSatisfy { $0.allSatisfy { $0 != "█" && $0 != "\u{1B}" } })
    let task = try #require(lines.first { $0.hasPrefix("写报告") })
    let other = try #require(lines.first { $0.hasPrefix("write report") })
    #expect(TextWidth.of(task) == TextWidth.of(other) && task.hasSuffix("25 min  1") && other.hasSuffix("1 h  2"))
  }

  @Test func `a goal is counted`() throws {
    var fixture = fixture
    fixture.settings.focusPerDay = 2
    try fill()
    let lines = StatisticsText.lines(try fixture.sums(["week"], now: "2026-11-21 12:00"), on: plain)
    #expect(lines[text: 0].hasSuffix("2 of 2 completed"))
    #expect(lines.contains("The goal of 2 a day was reached on 2 of 2 days."))
  }

  @Test(arguments: [
    (["--tag", "work"], 2), (["--tag", "#Home"], 1), (["--task", "write report"], 3), (["today"], 0), (["week"], 4),
    (["--since", "2026-11-21"], 2), (["--until", "2026-11-20"], 2), (["all"], 4), (["year"], 4),
  ])
  func `what is asked for is counted, and nothing else`(_ words: [String], _ completed: Int) throws {
    try fill()
    let sums = try fixture.sums(words, now: "2026-11-22 12:00")
    let expected = words == ["--task", "write report"] ? 2 : completed
    #expect(sums.details.total.completed == expected)
    #expect(sums.figures.map(\.json).contains(.null) == sums.request.isFiltered)
  }

  @Test(arguments: [
    (["month", "week"], AnswerCode.usage), (["week", "--since", "monday"], .usage), (["--since"], .usage),
    (["--since", "soon"], .badValue), (["--tag", "42"], .badValue), (["--output", "a"], .usage), (["now"], .usage),
  ])
  func `words that cannot be used are refused in one sentence`(_ words: [String], _ code: AnswerCode) throws {
    let misuse = #expect(throws: Failure.self) { try fixture.sums(words, now: "2026-11-22 12:00") }
    #expect(misuse?.code == code && misuse?.sentence.isEmpty == false)
  }

  /// A streak looks up the first focus of all (1) and the first of a day (5), whose beginning may be no whole number.
  @Test(arguments: [
    "outcome = 'odd' WHERE token = 1", "began_wall_ms = began_wall_ms + 0.5 WHERE token = 1",
    "began_wall_ms = began_wall_ms + 0.5 WHERE token = 5",
  ])
  func `rows that cannot be read are left out and counted`(_ change: String) throws {
    try fill()
    try fixture.scratch.change("UPDATE interval SET \(change)")
    let sums = try fixture.sums(now: "2026-11-22 12:00")
    #expect(sums.unreadable == 1 && sums.details.total.completed == 3)
    #expect(sums.figures.contains { $0.json["longest"] == .int64(2) })
    #expect(StatisticsText.lines(sums, on: plain).last == StatisticsWords.unreadable(1))
  }

  @Test func `what cannot be read of two periods is the sum of both, and what has no time counts once`() throws {
    let days = ["2026-06-01 09:00", "2026-06-01 10:00", "2026-06-02 09:00", "2026-11-20 09:00", "2026-11-21 09:00"]
    fixture.record(try (days + ["2026-11-22 09:00"]).map { try fixture.place.focus($0) })
    try fixture.scratch.change("UPDATE interval SET outcome = 'odd' WHERE token <= 5")
    try fixture.scratch.change("UPDATE interval SET began_wall_ms = 'never' WHERE token = 6")
    let words = ["--since", "2026-06-01", "--until", "2026-06-30"]
    #expect(try fixture.sums(words, now: "2026-11-22 12:00").unreadable == 6)
    #expect(try fixture.sums(["all"], now: "2026-11-22 12:00").unreadable == 6)
  }

  @Test func `a period is no longer than the record and until today`() throws {
    try fill()
    let days = RecordDay("2026-11-20").flatMap { first in RecordDay("2026-11-22").map { first...$0 } }
    let words = ["--since", "1000-01-01", "--until", "2999-12-31"]
    #expect(try fixture.sums(words, now: "2026-11-22 12:00").details.days == days)
    let sums = try fixture.sums(Array(words.prefix(2)), now: "2026-11-22 12:00", .report)
    #expect(sums.details.days == days && sums.details.total.completed == 4)
    // A clock that was wrong has dated a row later.
    let later = try fixture.sums(words, now: "2026-11-20 23:00").details
    #expect(later.days.lowerBound == days?.lowerBound && later.days.upperBound == RecordDay("2026-11-21"))
    #expect(later.total.completed == 4)
    // Nothing is recorded in these.
    for words in [["--until", "1000-01-01"], ["--since", "2998-01-01"]] {
      #expect(try fixture.sums(words, now: "2026-11-22 12:00").details.isEmpty)
    }
  }

  @Test func `JSON has all of it, and the keys that its page names`() throws {
    try fill()
    let value = StatisticsJSON.object(try fixture.sums(now: "2026-11-22 12:00"))
    let text = JSON.line(value)
    #expect(text.contains(#""streak":{"current":2,"longest":2,"longestEnded":"2026-11-21"}"#))
    #expect(text.contains(#"{"day":"2026-11-20","focusSeconds":3000,"completed":2}"#))
    #expect(text.contains(#""outcomes":{"completed":4,"skipped":1,"stopped":0,"replaced":0}"#))
    #expect(text.contains(#"{"task":null,"focusSeconds":1500,"completed":1}"#))
    let page = try String(decoding: Files.read("\(Repository.root)/docs/record.md", limit: 1 << 20), as: UTF8.self)
    for part in text.split(separator: "\"").enumerated() where !part.offset.isMultiple(of: 2) {
      guard part.element.allSatisfy({ $0.isASCII && $0.isLetter }), part.element != "home", part.element != "work"
      else { continue }
      #expect(page.contains("`\(part.element)`"), "\(part.element)")
    }
  }

  /// Through the whole table, a million rows would take far longer than a person waits.
  @Test func `the days of a streak are found by their own index`() throws {
    try fill()
    let database = try Database(path: fixture.scratch.database, readOnly: true)
    let plan = try database.rows("EXPLAIN QUERY PLAN " + RecordReader.firstCompleted, [.integer(1), .integer(2)])
    #expect(
      try plan.count == 1 && plan.first?.text("detail").contains("INDEX interval_counted (began_wall_ms>?") == true)
  }
}
