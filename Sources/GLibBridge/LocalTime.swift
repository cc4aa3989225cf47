// Clock times for people and for records.
import CNotify
import Synchronization

/// Unix times (milliseconds since 1970-01-01T00:00:00Z) as text. Times outside the years 1 to 9999 count as the nearest
/// one inside.
public enum LocalTime {
  /// "14:35": hours and minutes, 24 hours. - zone: an identifier such as "Europe/Berlin"; nil is the machine's own.
  public static func clock(_ milliseconds: Int64, zone: String? = nil) -> String {
    format(milliseconds, zone, "%H:%M")
  }

  /// The same, behind the day of the week in the session's language if that is not the day of `now`: "Sat 14:35".
  public static func clock(_ milliseconds: Int64, beside now: Int64, zone: String? = nil) -> String {
    let isSameDay = date(milliseconds, zone: zone) == date(now, zone: zone)
    return format(milliseconds, zone, isSameDay ? "%H:%M" : "%a %H:%M")
  }

  /// "2026-11-21" in local time.
  public static func date(_ milliseconds: Int64, zone: String? = nil) -> String {
    format(milliseconds, zone, "%Y-%m-%d")
  }

  /// "2026-11-21T14:35:00Z": ISO 8601 in UTC, whole seconds rounded down.
  public static func iso8601(_ milliseconds: Int64) -> String { format(milliseconds, "UTC", "%Y-%m-%dT%H:%M:%SZ") }

  /// The first instant of the local day that holds this time, in milliseconds since 1970. Where a clock change left
  /// midnight out, the day begins after the gap.
  public static func dayStart(_ milliseconds: Int64, zone: String? = nil) -> Int64 {
    with(milliseconds, zone) { time, zone in
      let midnight = g_date_time_new(
        zone, g_date_time_get_year(time), g_date_time_get_month(time), g_date_time_get_day_of_month(time), 0, 0, 0)
      guard let midnight else { return milliseconds }
      defer { g_date_time_unref(midnight) }
      return Int64(g_date_time_to_unix(midnight)) * 1000
    }
  }

  private static func format(_ milliseconds: Int64, _ zone: String?, _ pattern: String) -> String {
    with(milliseconds, zone) { time, _ in
      guard let text = g_date_time_format(time, pattern) else { return "" }
      defer { g_free(text) }
      return String(cString: text)
    }
  }

  private static func with<Value>(
    _ milliseconds: Int64, _ zone: String?, _ body: (_ time: OpaquePointer, _ zone: OpaquePointer) -> Value
  ) -> Value {
    let seconds = min(max(milliseconds.flooredSeconds, -62_135_510_400), 253_402_214_400)  // a day inside both ends
    let made = zone.flatMap { g_time_zone_new_identifier($0.forC) } ?? machineZone()
    guard let zone = made, let utc = g_date_time_new_from_unix_utc(gint64(seconds)),
      let time = g_date_time_to_timezone(utc, zone)
    else { fatalError("GLib made no date of \(seconds) s, which is inside its range") }
    defer {
      g_date_time_unref(time)
      g_date_time_unref(utc)
      g_time_zone_unref(zone)
    }
    return body(time, zone)
  }

  /// The machine's own zone; the caller owns the reference. Where TZ is not set GLib reads /etc/localtime at each call,
  /// and one event needs a dozen clock times, so what was found holds for a second.
  private static func machineZone() -> OpaquePointer? {
    guard g_getenv("TZ") == nil else { return g_time_zone_new_local() }
    let now = g_get_monotonic_time()
    let zone = found.withLock { found in
      if now >= found.until {
        if let old = OpaquePointer(bitPattern: found.zone) { g_time_zone_unref(old) }
        found = (UInt(bitPattern: g_time_zone_new_local()), now + 1_000_000)
      }
      if let zone = OpaquePointer(bitPattern: found.zone) { g_time_zone_ref(zone) }
      return found.zone
    }
    return OpaquePointer(bitPattern: zone)
  }

  /// The address of the machine's zone, and the monotonic time in microseconds until which it holds.
  private static let found = Mutex<(zone: UInt, until: gint64)>((0, 0))
}

extension Int64 {
  fileprivate var flooredSeconds: Int64 { self >= 0 ? self / 1000 : (self - 999) / 1000 }
}
