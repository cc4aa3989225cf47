// One key of GSettings, where a desktop keeps what we want to know, and in few cases to change.
import CNotify

public enum DesktopSetting {
  /// The value of a boolean key; nil if the schema is not installed or has no such key of that type.
  /// - Parameter path: of a schema that has none of its own, such as that of each application; it ends in a slash.
  public static func bool(schema: String, path: String? = nil, key: String) -> Bool? {
    guard let settings = open(schema, key, path) else { return nil }
    defer { g_object_unref(settings) }
    return g_settings_get_boolean(settings, key.forC).isTrue
  }

  /// What the person has set a boolean key to; nil where it has its default, or there is no such key.
  public static func ownBool(schema: String, key: String) -> Bool? {
    guard let settings = open(schema, key) else { return nil }
    defer { g_object_unref(settings) }
    guard let value = g_settings_get_user_value(settings, key.forC) else { return nil }
    defer { g_variant_unref(value) }
    return g_variant_get_boolean(value).isTrue
  }

  /// Sets a boolean key, or gives it its default again, and waits until that is stored: as long as the store takes, for
  /// a process in which nothing else goes on.
  /// - value: nil for the default.
  /// - Returns: whether the key has that value now.
  public static func store(_ value: Bool?, schema: String, key: String) -> Bool {
    guard let settings = open(schema, key) else { return false }
    if let value {
      guard g_settings_set_boolean(settings, key.forC, value ? gtrue : gfalse).isTrue else {
        g_object_unref(settings)
        return false
      }
    } else {
      g_settings_reset(settings, key.forC)
    }
    g_settings_sync()
    g_object_unref(settings)
    return ownBool(schema: schema, key: key) == value
  }

  /// GLib itself ends the process when a schema is missing, so the schema is looked up first.
  fileprivate static func open(
    _ schema: String, _ key: String, _ path: String? = nil
  ) -> UnsafeMutablePointer<GSettings>? {
    guard let source = g_settings_schema_source_get_default(),
      let found = g_settings_schema_source_lookup(source, schema.forC, gtrue)
    else { return nil }
    defer { g_settings_schema_unref(found) }
    // A schema without a path of its own cannot be opened without one, and no other one with one.
    guard g_settings_schema_has_key(found, key.forC).isTrue,
      (g_settings_schema_get_path(found) == nil) == (path != nil),
      let settings = g_settings_new_full(found, nil, path)
    else { return nil }
    let value = g_settings_get_value(settings, key.forC)
    defer { if let value { g_variant_unref(value) } }
    guard let value, String(cString: g_variant_get_type_string(value)) == "b" else {
      g_object_unref(settings)
      return nil
    }
    return settings
  }
}

/// Hears of each change of one boolean key, until it is released.
@MainActor public final class DesktopSettingWatch {
  private let settings: Carried<UnsafeMutablePointer<GSettings>>
  private let handler: gulong

  /// Nil where there is no such key.
  public init?(schema: String, key: String, onChange: @escaping @MainActor (Bool) -> Void) {
    guard let settings = DesktopSetting.open(schema, key) else { return nil }
    self.settings = Carried(value: settings)
    let call: SettingCall = { onChange(DesktopSetting.bool(schema: schema, key: key) ?? false) }
    handler = cn_connect_changed(
      settings, "changed::\(key)".forC, settingChanged, Box<SettingCall>(call).retained(), releaseBoxOfClosure)
    // GSettings tells of a key only if it was read since somebody listens.
    _ = g_settings_get_boolean(settings, key.forC)
  }

  deinit {
    g_signal_handler_disconnect(settings.value, handler)
    g_object_unref(settings.value)
  }
}

private typealias SettingCall = @MainActor () -> Void

private func settingChanged(
  _ settings: UnsafeMutablePointer<GSettings>?, _ key: UnsafePointer<CChar>?, _ data: gpointer?
) {
  guard let call = Box<SettingCall>.at(data) else { return }
  MainActor.assumeIsolated { call() }
}
