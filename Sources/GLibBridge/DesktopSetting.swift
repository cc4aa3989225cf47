// Reads, writes and watches keys of GSettings, the desktop's settings store: booleans, and lists of texts.
import CNotify

public enum DesktopSetting {
  /// The value of a boolean key; nil if the schema is not installed or has no such key of that type.
  /// - Parameter path: for a relocatable schema, such as one for each application; ends in a slash.
  public static func bool(schema: String, path: String? = nil, key: String) -> Bool? {
    read(schema, key, path, "b", g_settings_get_value)?.flag
  }

  /// The user's own value of a boolean key; nil if it has its default or does not exist.
  public static func ownBool(schema: String, key: String) -> Bool? {
    read(schema, key, nil, "b", g_settings_get_user_value)?.flag
  }

  /// The value of a key that holds a list of texts; nil as for `bool`.
  public static func texts(schema: String, key: String) -> [String]? {
    read(schema, key, nil, "as", g_settings_get_value)?.elements?.compactMap(\.text)
  }

  /// Sets a boolean key and blocks until it is stored, without a time limit; for a process that has nothing else to do.
  /// - value: nil resets the key to its default.
  /// - Returns: whether the key has that value now.
  public static func store(_ value: Bool?, schema: String, key: String) -> Bool {
    write(value.map { .bool($0) }, schema, key, "b") && ownBool(schema: schema, key: key) == value
  }

  /// Sets a key that holds a list of texts, and blocks as the other `store` does.
  /// - Returns: whether the key has that value now.
  public static func store(_ texts: [String], schema: String, key: String) -> Bool {
    write(.strings(texts), schema, key, "as") && self.texts(schema: schema, key: key) == texts
  }

  /// Nil for a value of another type.
  private static func read(
    _ schema: String, _ key: String, _ path: String?, _ type: String,
    _ get: (UnsafeMutablePointer<GSettings>?, UnsafePointer<CChar>?) -> OpaquePointer?
  ) -> BusValue? {
    guard let settings = open(schema, key, path) else { return nil }
    defer { g_object_unref(settings) }
    let value = get(settings, key.forC).map { Variant(taking: $0).lend { BusValue($0) } }
    return value?.type == type ? value : nil
  }

  /// - Returns: whether the key was set.
  private static func write(_ value: BusValue?, _ schema: String, _ key: String, _ type: String) -> Bool {
    guard read(schema, key, nil, type, g_settings_get_value) != nil, let settings = open(schema, key) else {
      return false
    }
    defer { g_object_unref(settings) }
    var isSet = true
    if let variant = try? value?.makeVariant() {
      isSet = variant.lend { g_settings_set_value(settings, key.forC, $0).isTrue }
    } else {
      g_settings_reset(settings, key.forC)
    }
    g_settings_sync()
    return isSet
  }

  /// Looks up the schema first, because GLib ends the process if it is missing.
  fileprivate static func open(
    _ schema: String, _ key: String, _ path: String? = nil
  ) -> UnsafeMutablePointer<GSettings>? {
    guard let source = g_settings_schema_source_get_default(),
      let found = g_settings_schema_source_lookup(source, schema.forC, gtrue)
    else { return nil }
    defer { g_settings_schema_unref(found) }
    // A path is required for a relocatable schema and forbidden for any other.
    guard g_settings_schema_has_key(found, key.forC).isTrue,
      (g_settings_schema_get_path(found) == nil) == (path != nil)
    else { return nil }
    return g_settings_new_full(found, nil, path)
  }
}

/// Reports each change of a boolean key until released.
@MainActor public final class DesktopSettingWatch {
  private let settings: SameThread<UnsafeMutablePointer<GSettings>>
  private let handler: gulong

  public init?(schema: String, key: String, onChange: @escaping @MainActor (Bool) -> Void) {
    guard DesktopSetting.bool(schema: schema, key: key) != nil, let settings = DesktopSetting.open(schema, key) else {
      return nil
    }
    self.settings = SameThread(value: settings)
    let box = Box<@MainActor () -> Void>({ onChange(DesktopSetting.bool(schema: schema, key: key) ?? false) })
    handler = cn_connect_changed(
      settings, "changed::\(key)".forC, { _, _, data in Box<@MainActor () -> Void>.at(data)?() }, box.retained(),
      releaseBoxOfClosure)
    // GSettings reports changes only of keys that were read after connecting.
    _ = g_settings_get_boolean(settings, key.forC)
  }

  deinit {
    g_signal_handler_disconnect(settings.value, handler)
    g_object_unref(settings.value)
  }
}
