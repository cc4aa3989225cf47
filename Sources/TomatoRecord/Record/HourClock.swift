// The local hour of a time, also on days with a clock change.

internal import GLibBridge
internal import TomatoLink

/// The local clock. Caches the UTC offset, so that a million times in order need only a few time zone lookups per day.
package final class HourClock {
  /// An identifier such as "Europe/Berlin"; nil is the machine's own.
  private let zone: String?
  /// The offset is also that of the period's end.
  private var known: (offset: Int64, period: Range<Int64>) = (0, .min ..< .min)

  package init(zone: String? = nil) { self.zone = zone }

  private static let hour: Int64 = 3_600_000

  /// The local time of day, in milliseconds.
  private func sinceMidnight(_ moment: WallTime) -> Int64 {
    let local = (moment.milliseconds + offset(at: moment)) % (24 * Self.hour)
    return local < 0 ? local + 24 * Self.hour : local
  }

  /// 0 to 23.
  func hour(of moment: WallTime) -> Int { Int(sinceMidnight(moment) / Self.hour) }

  /// Splits a period by local hours, in order; `part` is in milliseconds.
  func forEachHour(in period: Range<WallTime>, _ body: (_ hour: Int, _ part: Int64) -> Void) {
    var begin = period.lowerBound.milliseconds
    let end = period.upperBound.milliseconds
    while begin < end {
      let (hour, inHour) = sinceMidnight(WallTime(milliseconds: begin)).quotientAndRemainder(dividingBy: Self.hour)
      let next = min(begin + Self.hour - inHour, end)
      body(Int(hour), next - begin)
      begin = next
    }
  }

  /// Local time minus UTC, in milliseconds. No zone changes its clocks twice within six hours, so an offset that is the
  /// same at both ends of six hours is the same between them.
  func offset(at moment: WallTime) -> Int64 {
    let moment = moment.milliseconds
    if known.period.contains(moment) { return known.offset }
    // Usually times are in order, and the six hours that follow need one lookup.
    let following = known.period.upperBound..<known.period.upperBound + 6 * Self.hour
    if following.contains(moment), LocalTime.offset(following.upperBound, zone: zone) == known.offset {
      known.period = following
      return known.offset
    }
    let (offset, later) = (LocalTime.offset(moment, zone: zone), moment + 6 * Self.hour)
    known = (offset, moment..<(LocalTime.offset(later, zone: zone) == offset ? later : moment))
    return offset
  }
}
