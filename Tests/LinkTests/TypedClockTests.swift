// Which moment a time means that people type after `--from`.
import Testing

@testable import TomatoLink

struct TypedClockTests {
  /// 2026-11-21 12:00:00 UTC, and local time is UTC.
  private static let noon: Int64 = 1_795_262_400
  private static let clock = TypedClock(now: noon) { days, date, hour, minute in
    let day = date.map { Int64($0.number) * 86_400 } ?? noon - 43_200 + Int64(days) * 86_400
    return day + Int64(hour) * 3600 + Int64(minute) * 60
  }

  @Test(arguments: [
    ("now", 0), ("9:00", -3), ("12:00", 0), ("13:00", -23), ("today 13:00", 1), ("yesterday 9:00", -27),
    ("2026-11-20 9:00", -27),
  ])
  func `a time of day is the last one, or that of the day that is said`(_ text: String, _ hours: Int64) throws {
    #expect(try Self.clock.moment(text, "--from") == Self.noon + hours * 3600)
  }

  @Test(arguments: ["", "soon", "yesterday", "2026-13-01 9:00", "1969-12-31 9:00", "2026-11-20 at 9:00"])
  func `what is no moment is refused with the option's name`(_ text: String) {
    let failure = #expect(throws: Failure.self) { try Self.clock.moment(text, "--from") }
    #expect(failure?.code == .badValue && failure?.sentence.hasPrefix("--from '\(text)' is not a time") == true)
  }
}
