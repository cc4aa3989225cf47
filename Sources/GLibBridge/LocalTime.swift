// Local times and dates.
import CNotify
import Synchronization

/// Converts Unix times (milliseconds since 1970-01-01T00:00:00Z). Clamps them to the years 1 to 9999.
public enum LocalTime {
  /// "14:35": hours and minutes, 24 hours. - zone: an identifier such as "Europe/Berlin"; nil is the machine's own.
  public static func clock(_ milliseconds: Int64, zone: String? = nil) -> String {
    format(milliseconds, zone, "%H:%M")
  }

  /// "2026-11-21" in local time.
  public static func date(_ milliseconds: Int64, zone: String? = nil) -> String {
    format(milliseconds, zone, "%Y-%m-%d")
  }

  /// The day of the week in the session's language: "Friday".
  public static func weekday(_ milliseconds: Int64, zone: String? = nil) -> String {
    format(milliseconds, zone, "%A")
  }

  public static func dayOfWeek(_ milliseconds: Int64, zone: String? = nil) -> Int {
    with(milliseconds, zone) { time, _ in Int(g_date_time_get_day_of_week(time)) - 1 }
  }

  /// "2026-11-21T14:35:00Z": ISO 8601 in UTC, whole seconds rounded down.
  public static func iso8601(_ milliseconds: Int64) -> String { format(milliseconds, "UTC", "%Y-%m-%dT%H:%M:%SZ") }

  /// The local date: year, month (1 to 12) and day of the month.
  public static func day(_ milliseconds: Int64, zone: String? = nil) -> (year: Int, month: Int, day: Int) {
    with(milliseconds, zone) { time, _ in
      var (year, month, day): (gint, gint, gint) = (0, 0, 0)
      g_date_time_get_ymd(time, &year, &month, &day)
      return (Int(year), Int(month), Int(day))
    }
  }

  /// The Unix time of a local date and time, in milliseconds; nil if invalid. If a clock change skips the time, this is
  /// the end of the gap; if one repeats it, the second occurrence.
  /// - Parameter minutes: after midnight, 0 to 1439.
  public static func moment(year: Int, month: Int, day: Int, minutes: Int, zone: String? = nil) -> Int64? {
    guard let year = gint(exactly: year), let month = gint(exactly: month), let day = gint(exactly: day),
      (0..<1440).contains(minutes)
    else { return nil }
    return with(0, zone) { _, zone in
      let time = g_date_time_new(zone, year, month, day, gint(minutes / 60), gint(minutes % 60), 0)
      guard let time else { return nil }
      defer { g_date_time_unref(time) }
      return Int64(g_date_time_to_unix(time)) * 1000
    }
  }

  /// The local offset from UTC at this time, in milliseconds.
  public static func offset(_ milliseconds: Int64, zone: String? = nil) -> Int64 {
    with(milliseconds, zone) { time, _ in Int64(g_date_time_get_utc_offset(time)) / 1000 }
  }

  /// The short name of a month, 1 to 12, in the session's language.
  public static func name(ofMonth month: Int) -> String {
    // Noon on the 15th of each month of 1970.
    format((Int64(min(max(month, 1), 12) - 1) * 305 / 10 + 14) * 86_400_000 + 43_200_000, "UTC", "%b")
  }

  /// The short name of a day of the week, 0 for Monday to 6 for Sunday, in the session's language.
  public static func name(ofWeekday weekday: Int) -> String {
    // 1970-01-05 was a Monday.
    format(Int64(4 + min(max(weekday, 0), 6)) * 86_400_000 + 43_200_000, "UTC", "%a")
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
    // The years 1 to 9999 without the first and the last day, whatever the zone.
    let floored = milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0)
    let seconds = min(max(floored, -62_135_510_400), 253_402_214_400)
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

  /// The machine's time zone; the caller owns the reference. Cached for a second, because one event needs a dozen local
  /// times, and GLib reads /etc/localtime at each call unless TZ is set.
  private static func machineZone() -> OpaquePointer? {
    guard g_getenv("TZ") == nil else { return g_time_zone_new_local() }
    let now = g_get_monotonic_time()
    let zone = zoneCache.withLock { cache in
      if now >= cache.expiry {
        if let old = OpaquePointer(bitPattern: cache.zone) { g_time_zone_unref(old) }
        cache = (UInt(bitPattern: g_time_zone_new_local()), now + 1_000_000)
      }
      if let zone = OpaquePointer(bitPattern: cache.zone) { g_time_zone_ref(zone) }
      return cache.zone
    }
    return OpaquePointer(bitPattern: zone)
  }

  /// The zone's address, and its expiry on the monotonic clock in microseconds.
  private static let zoneCache = Mutex<(zone: UInt, expiry: gint64)>((0, 0))
}
