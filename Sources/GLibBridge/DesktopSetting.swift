// Reads, writes and watches keys of GSettings, the desktop's settings store: booleans, and lists of texts.
import CNotify

public enum DesktopSetting {
  /// The value of a boolean key; nil if the schema is not installed or has no such key of that type.
  /// - Parameter path: for a relocatable schema, such as one for each application; ends in a slash.
  public static func bool(schema: String, path: String? = nil, key: String) -> Bool? {
    guard let settings = open(schema, key, path) else { return nil }
    defer { g_object_unref(settings) }
    return g_settings_get_boolean(settings, key.forC).isTrue
  }

  /// The user's own value of a boolean key; nil if it has its default or does not exist.
  public static func ownBool(schema: String, key: String) -> Bool? {
    guard let settings = open(schema, key) else { return nil }
    defer { g_object_unref(settings) }
    guard let value = g_settings_get_user_value(settings, key.forC) else { return nil }
    defer { g_variant_unref(value) }
    return g_variant_get_boolean(value).isTrue
  }

  /// Sets a boolean key and blocks until it is stored, without a time limit; for a process that has nothing else to do.
  /// - value: nil resets the key to its default.
  /// - Returns: whether the key has that value now.
  public static func store(_ value: Bool?, schema: String, key: String) -> Bool {
    guard let settings = open(schema, key) else { return false }
    defer { g_object_unref(settings) }
    if let value {
      guard g_settings_set_boolean(settings, key.forC, value ? gtrue : gfalse).isTrue else { return false }
    } else {
      g_settings_reset(settings, key.forC)
    }
    g_settings_sync()
    return ownBool(schema: schema, key: key) == value
  }

  /// The value of a key that holds a list of texts; nil as for `bool`.
  public static func texts(schema: String, key: String) -> [String]? {
    guard let settings = open(schema, key, type: "as") else { return nil }
    defer { g_object_unref(settings) }
    guard let list = g_settings_get_strv(settings, key.forC) else { return nil }
    defer { g_strfreev(list) }
    var texts: [String] = []
    while let text = list[texts.count] { texts.append(String(cString: text)) }
    return texts
  }

  /// Sets a key that holds a list of texts, and blocks as the other `store` does.
  /// - Returns: whether the key has that value now.
  public static func store(_ texts: [String], schema: String, key: String) -> Bool {
    guard let settings = open(schema, key, type: "as") else { return false }
    var list = texts.map { g_strdup($0.forC).map { UnsafePointer<CChar>($0) } } + [nil]
    defer { for text in list { g_free(UnsafeMutablePointer(mutating: text)) } }
    let isSet = list.withUnsafeMutableBufferPointer { g_settings_set_strv(settings, key.forC, $0.baseAddress) }
    g_settings_sync()
    g_object_unref(settings)
    return isSet.isTrue && self.texts(schema: schema, key: key) == texts
  }

  /// Looks up the schema first, because GLib ends the process if it is missing.
  fileprivate static func open(
    _ schema: String, _ key: String, _ path: String? = nil, type: String = "b"
  ) -> UnsafeMutablePointer<GSettings>? {
    guard let source = g_settings_schema_source_get_default(),
      let found = g_settings_schema_source_lookup(source, schema.forC, gtrue)
    else { return nil }
    defer { g_settings_schema_unref(found) }
    // A path is required for a relocatable schema and forbidden for any other.
    guard g_settings_schema_has_key(found, key.forC).isTrue,
      (g_settings_schema_get_path(found) == nil) == (path != nil),
      let settings = g_settings_new_full(found, nil, path)
    else { return nil }
    let value = g_settings_get_value(settings, key.forC)
    defer { if let value { g_variant_unref(value) } }
    guard let value, String(cString: g_variant_get_type_string(value)) == type else {
      g_object_unref(settings)
      return nil
    }
    return settings
  }
}

/// Reports each change of a boolean key until released.
@MainActor public final class DesktopSettingWatch {
  private let settings: SameThread<UnsafeMutablePointer<GSettings>>
  private let handler: gulong

  /// Nil if there is no such key.
  public init?(schema: String, key: String, onChange: @escaping @MainActor (Bool) -> Void) {
    guard let settings = DesktopSetting.open(schema, key) else { return nil }
    self.settings = SameThread(value: settings)
    let call: SettingCall = { onChange(DesktopSetting.bool(schema: schema, key: key) ?? false) }
    handler = cn_connect_changed(
      settings, "changed::\(key)".forC, settingChanged, Box<SettingCall>(call).retained(), releaseBoxOfClosure)
    // GSettings reports changes only of keys that were read after connecting.
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
