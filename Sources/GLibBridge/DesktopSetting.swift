// The desktop's settings and what it has: keys of GSettings, the application that opens a kind of link, desktop
// entries, and capabilities of its libraries.
import CNotify

public enum DesktopSetting {
  /// The value of a key; nil if the schema is not installed or has no such key.
  /// - path: for a relocatable schema, such as one for each application; ends in a slash.
  /// - isOwn: the user's own value; nil if the key has its default.
  public static func value(schema: String, path: String? = nil, key: String, isOwn: Bool = false) -> BusValue? {
    guard let settings = open(schema, key, path) else { return nil }
    defer { g_object_unref(settings) }
    let get = isOwn ? g_settings_get_user_value : g_settings_get_value
    return get(settings, key.forC).map { Variant(taking: $0).lend { BusValue($0) } }
  }

  /// Sets a key and blocks until it is stored, without a time limit; for a process that has nothing else to do.
  /// - value: of the key's type; nil resets the key to its default.
  /// - Returns: whether the key has that value now.
  public static func store(_ value: BusValue?, schema: String, key: String) -> Bool {
    guard let old = self.value(schema: schema, key: key), old.type == value?.type ?? old.type,
      let settings = open(schema, key)
    else { return false }
    defer { g_object_unref(settings) }
    if let variant = try? value?.makeVariant() {
      _ = variant.lend { g_settings_set_value(settings, key.forC, $0) }
    } else {
      g_settings_reset(settings, key.forC)
    }
    g_settings_sync()
    return self.value(schema: schema, key: key, isOwn: true) == value
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
    let value = { @MainActor in DesktopSetting.value(schema: schema, key: key)?.flag }
    guard value() != nil, let settings = DesktopSetting.open(schema, key) else { return nil }
    self.settings = SameThread(value: settings)
    let box = Box<@MainActor () -> Void>({ onChange(value() ?? false) })
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

public enum DesktopHandlers {
  /// The desktop file id of the application that opens links of this scheme, such as `org.example.App.desktop`; nil if
  /// there is none.
  public static func handler(ofScheme scheme: String) -> String? {
    guard let info = g_app_info_get_default_for_uri_scheme(scheme.forC) else { return nil }
    defer { g_object_unref(gpointer(info)) }
    return g_app_info_get_id(info).map { String(cString: $0) }
  }

  /// The path of an installed desktop entry; nil if it is in none of the data directories.
  /// - Parameter id: such as `org.example.App.desktop`.
  public static func entry(_ id: String, data: [String] = Paths.dataDirectories) -> String? {
    data.lazy.map { "\($0)/applications/\(id)" }.first { ThisProcess.exists($0) }
  }
}

public enum DesktopFacts {
  /// Whether GdkPixbuf, with which GTK trays draw icons, reads SVG here.
  public static var readsSVG: Bool {
    guard let formats = gdk_pixbuf_get_formats() else { return false }
    defer { g_slist_free(formats) }
    return sequence(first: formats) { $0.pointee.next }.contains { item in
      let name = item.pointee.data.flatMap { gdk_pixbuf_format_get_name(OpaquePointer($0)) }
      defer { g_free(name) }
      return String(orEmpty: name) == "svg"
    }
  }
}
