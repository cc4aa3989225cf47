// The cached offset from UTC is that of the time zone, in whatever order one asks.

import GLibBridge
import Testing
import TomatoLink

@testable import TomatoRecord

struct HourClockTests {
  @Test(arguments: [
    "UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Casablanca",
  ])
  func `an offset is that of the zone`(_ zone: String) {
    let clock = HourClock(zone: zone)
    // 1970 to 2030, once forwards as rows are, and back in other steps.
    let (first, last, hour) = (Int64(-3_600_000), Int64(1_900_000_000_000), Int64(3_600_000))
    let forwards = stride(from: first, to: last, by: Int(hour * 5 / 2 + 7))
    let back = stride(from: last, to: first, by: -Int(hour * 31 + 11))
    for moment in [Array(forwards), Array(back)].joined() {
      let (cached, real) = (clock.offset(at: WallTime(milliseconds: moment)), LocalTime.offset(moment, zone: zone))
      if cached != real { Issue.record("\(moment): \(cached), expected \(real)") }
    }
  }
}
