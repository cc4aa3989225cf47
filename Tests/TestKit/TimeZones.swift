// Keeps time zones loaded for tests with many lookups. GLib shares a zone among its holders, and rereads its file when
// there are none; a single lookup holds the zone only briefly.
import CNotify
import Testing

public enum TimeZones {
  /// Holds the zone of this name, such as "Europe/Berlin", until the process ends.
  public static func hold(_ name: String) {
    if g_time_zone_new_identifier(name) == nil { Issue.record("the machine has no time zone \(name)") }
  }
}
