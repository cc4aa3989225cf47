// The item as an object on the bus: org.kde.StatusNotifierItem, with the additions of Ayatana.

internal import GLibBridge
internal import TomatoWords

/// User actions on the item.
enum TrayAction: Equatable {
  /// The left button.
  case activate
  /// The middle button.
  case secondaryActivate
  /// Vertical scrolling; sign and size depend on the tray.
  case scroll(Int)
}

/// Answers a tray's calls, and signals changes.
final class TrayItem {
  static let path = BusNames.trayItemPath

  private let bus: BusConnection
  private let act: (TrayAction) -> Void
  private var registration: BusRegistration?
  /// The properties that were signalled last.
  private var told: TrayProperties
  /// The properties that a tray is reading now.
  private var asked: TrayProperties?

  /// - canActivate: whether the object has `Activate` at all (docs/decisions/0010-no-activate-on-gnome.md).
  /// - read, pixmaps: return the current properties and icon when a tray asks.
  /// - Throws: when the object cannot be registered.
  init(
    _ bus: BusConnection, canActivate: Bool, read: @escaping () -> TrayProperties,
    pixmaps: @escaping () -> [TrayPixmap],
    act: @escaping (TrayAction) -> Void
  ) throws(BridgeError) {
    (self.bus, self.act) = (bus, act)
    told = read()
    let current = { [weak self] in self?.current(read) ?? read() }
    registration = try bus.register(
      Self.path, BusNames.trayItem, xml: TrayInterface.item(canActivate: canActivate),
      BusHandlers(
        call: { [weak self] in self?.answer($0) }, get: { current().property($0, pixmaps: pixmaps) }))
  }

  /// A tray reads the properties one by one, in one turn of the loop; all of them come from the same snapshot.
  private func current(_ read: () -> TrayProperties) -> TrayProperties {
    if let asked { return asked }
    let face = read()
    asked = face
    enqueueOnMain { [weak self] in self?.asked = nil }
    return face
  }

  /// Takes the object off the bus.
  func close() {
    registration?.cancel()
    registration = nil
  }

  /// Signals only what changed.
  func show(_ face: TrayProperties) {
    defer { (told, asked) = (face, nil) }
    // On a closed connection nobody listens.
    for (member, arguments) in face.signals(since: told) {
      try? bus.emit(Self.path, BusNames.trayItem, member, arguments)
    }
  }

  /// GDBus has checked the types.
  private func answer(_ call: BusMethodCall) {
    switch call.method {
    case "Activate": act(.activate)
    case "SecondaryActivate", "XAyatanaSecondaryActivate": act(.secondaryActivate)
    case "Scroll":
      let orientation = call.arguments[1].text ?? ""
      switch orientation.lowercased() {
      case "vertical": act(.scroll(Int(call.arguments[0].integer ?? 0)))
      case "horizontal": break
      default: return call.fail(BusErrorName.invalidArguments, Answers.badOrientation(shown(orientation)))
      }
    // The tray shows the menu; a notification needs no activation token.
    default: break
    }
    call.reply()
  }
}

/// The description that GDBus checks every call against.
enum TrayInterface {
  /// https://www.freedesktop.org/wiki/Specifications/StatusNotifierItem/ with KDE's and Ayatana's additions.
  static func item(canActivate: Bool) -> String {
    """
    <node><interface name="\(BusNames.trayItem)">
      \(properties)
      \(canActivate ? method("Activate") : "")\(method("SecondaryActivate"))\(method("ContextMenu"))
      <method name="XAyatanaSecondaryActivate"><arg name="timestamp" type="u" direction="in"/></method>
      <method name="Scroll">
        <arg name="delta" type="i" direction="in"/><arg name="orientation" type="s" direction="in"/>
      </method>
      <method name="ProvideXdgActivationToken"><arg name="token" type="s" direction="in"/></method>
      <signal name="NewTitle"/><signal name="NewIcon"/><signal name="NewAttentionIcon"/>
      <signal name="NewOverlayIcon"/><signal name="NewToolTip"/>
      <signal name="NewStatus"><arg name="status" type="s"/></signal>
      <signal name="NewIconThemePath"><arg name="icon_theme_path" type="s"/></signal>
      <signal name="XAyatanaNewLabel"><arg name="label" type="s"/><arg name="guide" type="s"/></signal>
    </interface></node>
    """
  }

  private static func method(_ name: String) -> String {
    "<method name=\"\(name)\"><arg name=\"x\" type=\"i\" direction=\"in\"/>"
      + "<arg name=\"y\" type=\"i\" direction=\"in\"/></method>"
  }

  /// By type.
  static let propertyNames: [(type: String, names: [String])] = [
    (
      "s",
      [
        "Category", "Id", "Title", "Status", "IconName", "IconThemePath", "IconAccessibleDesc", "AttentionIconName",
        "AttentionAccessibleDesc", "AttentionMovieName", "OverlayIconName", "XAyatanaLabel", "XAyatanaLabelGuide",
      ]
    ),
    ("a(iiay)", ["IconPixmap", "AttentionIconPixmap", "OverlayIconPixmap"]),
    ("(sa(iiay)ss)", ["ToolTip"]), ("i", ["WindowId"]), ("u", ["XAyatanaOrderingIndex"]), ("b", ["ItemIsMenu"]),
    ("o", ["Menu"]),
  ]

  private static var properties: String {
    propertyNames.flatMap { type, names in
      names.map { "<property name=\"\($0)\" type=\"\(type)\" access=\"read\"/>" }
    }.joined()
  }
}
