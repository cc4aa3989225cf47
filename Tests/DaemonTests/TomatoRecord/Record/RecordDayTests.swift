// Days of the record: their dates, where they begin, and that each moment is of exactly one.

import GLibBridge
import TestKit
import Testing
import TomatoLink

@testable import TomatoRecord

@MainActor struct RecordDayTests {
  private func moment(_ day: String, _ clock: String, _ zone: String) throws -> WallTime {
    let (date, minutes) = (try #require(RecordDay(day)), try #require(TimeOfDay.minutes(clock)))
    return RecordCalendar(zone: zone).at(date, minutes: minutes)
  }

  @Test func `days are counted as the calendar has them`() throws {
    #expect(RecordDay("1970-01-01")?.number == 0 && RecordDay("2026-11-22")?.number == 20_779)
    for number in stride(from: -700_000, through: 2_900_000, by: 997) {
      let day = RecordDay(number: number)
      let (year, month, date) = day.date
      #expect(RecordDay(year: year, month: month, day: date) == day || !(1...9999).contains(year))
      #expect(RecordDay(number: number + 7).weekday == day.weekday)
    }
    #expect(RecordDay("2024-02-29") != nil && RecordDay("2100-02-29") == nil && RecordDay("2000-02-29") != nil)
    for text in ["2026-13-01", "2026-00-01", "2026-11-31", "2026-1-1", "26-11-22", "2026-11-22x", "２０２６-11-22"] {
      #expect(RecordDay(text) == nil, "\(text)")
    }
    let day = try #require(RecordDay("2026-11-22"))
    #expect(day.weekday == 6 && day.monday.iso8601 == "2026-11-16" && day.firstOfMonth.iso8601 == "2026-11-01")
    #expect(day.month.upperBound.iso8601 == "2026-11-30" && day.iso8601 == "2026-11-22")
  }

  nonisolated static let borders: [(zone: String, clock: String, day: String)] = [
    ("UTC", "03:59", "2026-11-21"), ("UTC", "04:00", "2026-11-22"), ("UTC", "23:59", "2026-11-22"),
    ("Asia/Taipei", "03:59", "2026-11-21"), ("America/New_York", "04:00", "2026-11-22"),
  ]

  @Test(arguments: borders)
  func `a night belongs to the day before`(_ given: (zone: String, clock: String, day: String)) throws {
    let calendar = RecordCalendar(zone: given.zone)
    #expect(calendar.day(of: try moment("2026-11-22", given.clock, given.zone)).iso8601 == given.day)
  }

  /// Zones whose clocks are set at two, at midnight, by half an hour, and never.
  nonisolated static let zones = [
    "Europe/Berlin", "America/New_York", "America/Santiago", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Apia",
  ]

  @Test(arguments: zones, [0, 30, 120, 150, 240, 1439])
  func `each moment is of one day, also where clocks are set`(_ zone: String, _ start: Int) throws {
    TimeZones.hold(zone)
    let calendar = RecordCalendar(startMinutes: start, zone: zone)
    let first = try #require(RecordDay("2025-12-31"))
    var next = calendar.begin(of: first)
    for number in 0..<400 {
      let day = first + number
      let span = calendar.span(of: day)
      #expect(span.lowerBound == next && span.upperBound - span.lowerBound >= .hours(22), "\(day.iso8601)")
      next = span.upperBound
      #expect(calendar.day(of: span.lowerBound) == day)
      #expect(calendar.day(of: span.lowerBound - .milliseconds(1)) == day - 1)
      #expect(RecordCalendar(startMinutes: start, zone: zone).day(of: next - .milliseconds(1)) == day)
    }
  }

  @Test func `a day in spring has an hour less, and one in autumn an hour more`() throws {
    let calendar = RecordCalendar(zone: "Europe/Berlin")
    for (text, hours) in [("2026-03-28", 23), ("2026-10-24", 25), ("2026-11-22", 24)] {
      let span = calendar.span(of: try #require(RecordDay(text)))
      #expect(span.upperBound - span.lowerBound == .hours(hours), "\(text)")
    }
  }

  /// Summer time at midnight (Santiago), a date that was left out (Apia), half an hour of summer time (Lord Howe).
  @Test(arguments: ["Europe/Berlin", "America/Santiago", "Pacific/Apia", "Australia/Lord_Howe", "UTC"])
  func `a walk through the days finds what a single question finds`(zone: String) {
    TimeZones.hold(zone)
    for start in [0, 30, 240, 1439] {
      let walk = RecordCalendar(startMinutes: start, zone: zone)
      // From 2011-02-01 on, five hours at a time.
      let moments = (0..<2000).map { WallTime(milliseconds: 1_296_518_400_000 + $0 * 5 * 3_600_000) }
      let wrong = moments.first { walk.place(of: $0) != RecordCalendar(startMinutes: start, zone: zone).place(of: $0) }
      #expect(wrong == nil, "\(zone), \(start)")
    }
  }
}
