// What the record adds up to: which day and which hour a focus belongs to, what counts, and when a streak breaks.

import GLibBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoRecord
@testable import TomatoSettings

/// A clock on a wall somewhere.
@MainActor struct Place {
  let zone: String
  var startMinutes = 240
  var calendar: RecordCalendar { RecordCalendar(startMinutes: startMinutes, zone: zone) }
  var clock: HourClock { HourClock(zone: zone) }

  /// `2026-11-20 09:00`.
  func time(_ text: String) throws -> WallTime {
    let parts = text.split(separator: " ")
    let minutes = try #require(TimeOfDay.minutes(parts[text: 1]))
    return calendar.at(try #require(RecordDay(parts[text: 0])), minutes: minutes)
  }

  func focus(
    _ text: String, minutes: Int = 25, task: String? = nil, outcome: PhaseOutcome = .completed,
    mode: TimerMode = .focus, active: Int? = nil, pauses: [Pause]? = nil
  ) throws -> IntervalRecord {
    let began = try time(text)
    return IntervalRecord(
      token: PhaseToken(1), activity: .pomodoro, mode: mode, task: task, began: began,
      ended: began + .minutes(minutes), active: .minutes(active ?? minutes), outcome: outcome, pauses: pauses)
  }

  func counted(_ days: ClosedRange<RecordDay>, _ rows: [IntervalRecord]) -> Statistics {
    var sums = Statistics(days)
    let (calendar, clock) = (calendar, clock)
    for row in rows { sums.add(row, of: calendar.day(of: row.began), clock) }
    return sums
  }

  func counted(_ day: String, _ rows: [IntervalRecord]) throws -> Statistics {
    let day = try #require(RecordDay(day))
    return counted(day...day, rows)
  }
}

@MainActor struct StatisticsTests {
  private let berlin = Place(zone: "Europe/Berlin")

  @Test(arguments: [
    ("2026-11-20 04:00", "2026-11-20"), ("2026-11-20 03:59", "2026-11-19"), ("2026-11-21 00:10", "2026-11-20"),
    ("2026-11-20 23:50", "2026-11-20"),
  ])
  func `a focus belongs with all of its time to the day on which it began`(_ began: String, _ day: String) throws {
    let sums = try berlin.counted(day, [berlin.focus(began, minutes: 50)])
    #expect(sums.total == FocusSum(active: .minutes(50), completed: 1))
    #expect(sums.byDay == [try #require(RecordDay(day)): sums.total])
  }

  @Test func `what began on other days is left out`() throws {
    let rows = [try berlin.focus("2026-11-19 10:00"), try berlin.focus("2026-11-21 10:00")]
    let sums = try berlin.counted("2026-11-20", rows)
    #expect(sums.isEmpty && sums.total == FocusSum())
  }

  @Test func `all focus time counts, and as completed only what reached zero`() throws {
    let day = "2026-11-20"
    let rows = [
      try berlin.focus("\(day) 09:00"), try berlin.focus("\(day) 10:00", minutes: 7, outcome: .skipped),
      try berlin.focus("\(day) 11:00", minutes: 3, outcome: .stopped),
      try berlin.focus("\(day) 12:00", minutes: 5, mode: .shortBreak),
      try berlin.focus("\(day) 12:10", minutes: 30, mode: .countdown),
    ]
    let sums = try berlin.counted(day, rows)
    #expect(sums.total == FocusSum(active: .minutes(35), completed: 1) && sums.breaks == .minutes(5))
    #expect(sums.outcomes == [.completed: 1, .skipped: 1, .stopped: 1])
  }

  @Test func `a task goes by its text without tags, and counts for each of its tags`() throws {
    let day = "2026-11-20"
    let rows = [
      try berlin.focus("\(day) 09:00", task: "write report #Work"),
      try berlin.focus("\(day) 10:00", task: "write report #work #寫作"),
      try berlin.focus("\(day) 11:00", task: "issue #42"), try berlin.focus("\(day) 12:00"),
    ]
    let sums = try berlin.counted(day, rows)
    #expect(sums.byTask.mapValues(\.completed) == ["write report": 2, "issue #42": 1, "": 1])
    #expect(sums.byTag.mapValues(\.completed) == ["work": 2, "寫作": 1])
    let date = try #require(RecordDay(day))
    #expect(sums.tasks(of: date)["write report"] == .minutes(50))
  }

  @Test func `pauses are counted where they are known`() throws {
    let day = "2026-11-20"
    let pause = Pause(began: try berlin.time("\(day) 09:10"), length: .minutes(4))
    let rows = [
      try berlin.focus("\(day) 09:00", minutes: 29, active: 25, pauses: [pause]),
      try berlin.focus("\(day) 10:00", pauses: []), try berlin.focus("\(day) 11:00"),
    ]
    #expect(try berlin.counted(day, rows).pauses == PauseSum(known: 2, unknown: 1, count: 1, length: .minutes(4)))
  }

  @Test func `the largest is first, and what is equal stands by its name`() {
    let sums = [
      "b": FocusSum(active: .minutes(5), completed: 1), "a": FocusSum(active: .minutes(5), completed: 1),
      "c": FocusSum(active: .minutes(9), completed: 0),
    ]
    #expect(Statistics.ranked(sums).map(\.name) == ["c", "a", "b"])
  }

  @Test(arguments: [
    ("2026-11-20 09:00", 25, [9: 25]), ("2026-11-20 09:50", 25, [9: 10, 10: 15]),
    ("2026-11-20 23:50", 80, [23: 10, 0: 60, 1: 10]),
    // In the night in which 02:00 is 03:00, and in that in which it is 02:00 twice.
    ("2026-03-28 22:00", 360, [22: 60, 23: 60, 0: 60, 1: 60, 3: 60, 4: 60]),
    ("2026-10-24 23:00", 360, [23: 60, 0: 60, 1: 60, 2: 120, 3: 60]),
  ])
  func `the hours of the clock have what was active in them`(
    _ began: String, _ minutes: Int, _ hours: [Int: Int]
  ) throws {
    let row = try berlin.focus(began, minutes: minutes)
    let day = berlin.calendar.day(of: row.began)
    let sums = berlin.counted(day...day, [row])
    for hour in 0..<24 { #expect(sums.hours[hour] == .minutes(hours[hour] ?? 0), "\(hour)") }
  }

  @Test func `an hour in which a focus was paused has none of it`() throws {
    let began = "2026-11-20 09:45"
    let pause = Pause(began: try berlin.time("2026-11-20 10:00"), length: .minutes(60))
    let row = try berlin.focus(began, minutes: 85, active: 25, pauses: [pause])
    let sums = try berlin.counted("2026-11-20", [row])
    #expect(sums.hours[at: 9] == .minutes(15) && sums.hours[at: 10] == .zero && sums.hours[at: 11] == .minutes(10))
  }

  @Test func `where pauses are not known, a focus was worked from its beginning on`() throws {
    let sums = try berlin.counted("2026-11-20", [try berlin.focus("2026-11-20 09:45", minutes: 600, active: 25)])
    #expect(sums.hours[at: 9] == .minutes(15) && sums.hours[at: 10] == .minutes(10))
  }

  @Test(arguments: ["Asia/Kolkata", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Kiritimati", "UTC"])
  func `no time is lost or doubled in any zone`(_ zone: String) throws {
    let place = Place(zone: zone)
    var random = SystemRandomNumberGenerator()
    let begin = try place.time("2026-01-01 00:00")
    for _ in 0..<200 {
      let began = begin + .minutes(Int.random(in: 0..<525_600, using: &random))
      let length = Int.random(in: 1...600, using: &random)
      let row = IntervalRecord(
        token: PhaseToken(1), activity: .pomodoro, mode: .focus, task: nil, began: began,
        ended: began + .minutes(length + 7), active: .minutes(length) + .milliseconds(123), outcome: .completed)
      let day = place.calendar.day(of: began)
      #expect(place.counted(day...day, [row]).hours.reduce(.zero, +) == row.active)
    }
  }

  @Test(
    arguments: [
      ([], 0, 0, nil), ([10], 1, 1, 10), ([9], 1, 1, 9), ([8], 0, 1, 8), ([7, 8, 9, 10], 4, 4, 10),
      ([7, 8, 9], 3, 3, 9), ([1, 2, 3, 9, 10], 2, 3, 3), ([1, 2, 9, 10], 2, 2, 10), ([5, 5, 6, 6], 0, 2, 6),
    ] as [([Int], Int, Int, Int?)])
  func `a streak is days in a row, and today does not break it yet`(
    _ days: [Int], _ current: Int, _ longest: Int, _ ended: Int?
  ) {
    var streak = Streak()
    for day in days { streak.add(RecordDay(number: day)) }
    streak.finish(on: RecordDay(number: 10))
    #expect(streak.current == current && streak.longest == longest)
    #expect(streak.longestEnded?.number == ended)
  }
}
