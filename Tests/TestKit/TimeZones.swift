// Time zones that a test asks much about. GLib shares a zone among all who hold it, and reads its file anew when nobody
// does; a question about one clock time holds its zone for that long only.
import CNotify
import Testing

public enum TimeZones {
  /// Holds the zone of this name, such as "Europe/Berlin", until the process ends.
  public static func hold(_ name: String) {
    if g_time_zone_new_identifier(name) == nil { Issue.record("the machine has no time zone \(name)") }
  }
}
