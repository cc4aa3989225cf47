// One key of GSettings, where a desktop keeps what we only want to know.
import CNotify

public enum DesktopSetting {
  /// The value of a boolean key; nil if the schema is not installed or has no such key of that type. GLib itself ends
  /// the process when a schema is missing, so the schema is looked up first.
  public static func bool(schema: String, key: String) -> Bool? {
    guard let source = g_settings_schema_source_get_default(),
      let found = g_settings_schema_source_lookup(source, schema.forC, gtrue)
    else { return nil }
    defer { g_settings_schema_unref(found) }
    // A schema without a path of its own cannot be opened without one.
    guard g_settings_schema_has_key(found, key.forC).isTrue, g_settings_schema_get_path(found) != nil,
      let settings = g_settings_new_full(found, nil, nil)
    else { return nil }
    defer { g_object_unref(settings) }
    guard let value = g_settings_get_value(settings, key.forC) else { return nil }
    defer { g_variant_unref(value) }
    guard String(cString: g_variant_get_type_string(value)) == "b" else { return nil }
    return g_variant_get_boolean(value).isTrue
  }
}
