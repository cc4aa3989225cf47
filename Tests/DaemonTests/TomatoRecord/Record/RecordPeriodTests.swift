// The words for a stretch of time: which moments they mean, and which are refused.

import TestKit
import Testing
import TomatoLink

@testable import TomatoRecord

@MainActor struct RecordPeriodTests {
  private let calendar = RecordCalendar(zone: "Europe/Berlin")

  private func at(_ text: String) throws -> WallTime {
    let parts = text.split(separator: " ")
    return calendar.at(
      try #require(RecordDay(parts[text: 0])), minutes: try #require(TimeOfDay.minutes(parts[text: 1])))
  }

  /// A Wednesday, at half past two in the afternoon.
  private func now() throws -> WallTime { try at("2026-11-18 14:30") }

  nonisolated static let words: [(word: String, since: String, until: String)] = [
    ("today", "2026-11-18 4:00", "2026-11-19 4:00"), ("yesterday", "2026-11-17 4:00", "2026-11-18 4:00"),
    ("monday", "2026-11-16 4:00", "2026-11-17 4:00"), ("Wed", "2026-11-18 4:00", "2026-11-19 4:00"),
    ("thursday", "2026-11-12 4:00", "2026-11-13 4:00"), ("7d", "2026-11-11 4:00", "2026-11-12 4:00"),
    ("2w", "2026-11-04 4:00", "2026-11-05 4:00"), ("2026-11-01", "2026-11-01 4:00", "2026-11-02 4:00"),
    ("2026-10", "2026-10-01 4:00", "2026-11-01 4:00"), ("2024", "2024-01-01 4:00", "2025-01-01 4:00"),
    ("2025", "2025-01-01 4:00", "2026-01-01 4:00"), ("9:05", "2026-11-18 9:05", "2026-11-18 9:05"),
    ("2:00", "2026-11-19 2:00", "2026-11-19 2:00"), ("now", "2026-11-18 14:30", "2026-11-18 14:30"),
    ("2026-11-01 2:00", "2026-11-01 2:00", "2026-11-01 2:00"),
    ("2026-11-01T14:30", "2026-11-01 14:30", "2026-11-01 14:30"),
    ("this week", "2026-11-16 4:00", "2026-11-23 4:00"), ("Last week", "2026-11-09 4:00", "2026-11-16 4:00"),
    ("this month", "2026-11-01 4:00", "2026-12-01 4:00"), ("last month", "2026-10-01 4:00", "2026-11-01 4:00"),
    ("this year", "2026-01-01 4:00", "2027-01-01 4:00"), ("last year", "2025-01-01 4:00", "2026-01-01 4:00"),
    ("昨天", "2026-11-17 4:00", "2026-11-18 4:00"), ("上週", "2026-11-09 4:00", "2026-11-16 4:00"),
    ("上个星期", "2026-11-09 4:00", "2026-11-16 4:00"), ("週一", "2026-11-16 4:00", "2026-11-17 4:00"),
    ("last monday", "2026-11-16 4:00", "2026-11-17 4:00"), ("last wednesday", "2026-11-11 4:00", "2026-11-12 4:00"),
    ("november", "2026-11-01 4:00", "2026-12-01 4:00"), ("Dec", "2025-12-01 4:00", "2026-01-01 4:00"),
    ("nov 3", "2026-11-03 4:00", "2026-11-04 4:00"), ("19 november", "2025-11-19 4:00", "2025-11-20 4:00"),
    ("11月3日", "2026-11-03 4:00", "2026-11-04 4:00"),
  ]

  private func asked(_ words: String...) throws -> ProgramRequest { try ProgramRequest(.log, reading: words) }

  @Test(arguments: words)
  func `a word means a day or a moment`(_ given: (word: String, since: String, until: String)) throws {
    let since = try #require(try RecordPeriod(try asked("--since", given.word), now: now(), calendar))
    #expect(since == RecordPeriod(since: try at(given.since)))
    let until = try #require(try RecordPeriod(try asked("--until", given.word), now: now(), calendar))
    #expect(until == RecordPeriod(until: try at(given.until)))
  }

  @Test(arguments: [
    "", "x", "mo", "mond ay", "-1d", "1.5d", "d", "99999d", "7h", "2026-02-30", "2026-11-18 24:00", "14:3", "25:00",
    "tomorrow", "2026-11-18 14:30 x", "７d",
  ])
  func `what is none is refused with what would do`(_ word: String) throws {
    let now = try now()
    #expect(throws: RecordWords.noMoment(word, "--since")) {
      try RecordPeriod(try asked("--since", word), now: now, calendar)
    }
  }

  @Test func `the week begins on Monday and the month on its first`() throws {
    let now = try now()
    #expect(
      try RecordPeriod(try asked("--week"), now: now, calendar)
        == RecordPeriod(since: try at("2026-11-16 4:00"), until: try at("2026-11-23 4:00")))
    #expect(
      try RecordPeriod(try asked("--month"), now: now, calendar)
        == RecordPeriod(since: try at("2026-11-01 4:00"), until: try at("2026-12-01 4:00")))
    #expect(try RecordPeriod(try asked("--all"), now: now, calendar) == .all)
    #expect(try RecordPeriod(try asked(), now: now, calendar) == nil)
  }

  @Test func `what excludes each other is refused, and an end that comes first`() throws {
    let now = try now()
    #expect(throws: RecordWords.exclude("--week", "--all")) {
      try RecordPeriod(try asked("--week", "--all"), now: now, calendar)
    }
    #expect(throws: RecordWords.exclude("--month", "--since")) {
      try RecordPeriod(try asked("--month", "--since", "monday"), now: now, calendar)
    }
    #expect(throws: RecordWords.endsFirst("today", "monday")) {
      try RecordPeriod(try asked("--since", "today", "--until", "monday"), now: now, calendar)
    }
    let day = try RecordPeriod(try asked("--since", "monday", "--until", "monday"), now: now, calendar)
    #expect(day == RecordPeriod(since: try at("2026-11-16 4:00"), until: try at("2026-11-17 4:00")))
  }
}
