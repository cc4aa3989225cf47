// The item as an object on the bus: org.kde.StatusNotifierItem, with the additions of Ayatana.

internal import GLibBridge
internal import TomatoLink
internal import TomatoWords

final class TrayItem {
  static let path = BusNames.trayItemPath

  private let bus: BusConnection
  private let perform: (Verb) -> Void
  private let scroll: (Int) -> Void
  private var registration: BusRegistration?
  private var told: TrayProperties
  /// The properties that a tray is reading now.
  private var asked: TrayProperties?

  /// - canActivate: whether the object has `Activate` at all (docs/decisions/0010-no-activate-on-gnome.md).
  /// - read, pixmaps: return the current properties and icon when a tray asks.
  /// - scroll: gets a vertical distance, whose sign and size depend on the tray.
  init(
    _ bus: BusConnection, canActivate: Bool, read: @escaping () -> TrayProperties,
    pixmaps: @escaping () -> [TrayPixmap], perform: @escaping (Verb) -> Void, scroll: @escaping (Int) -> Void
  ) throws(BridgeError) {
    (self.bus, self.perform, self.scroll) = (bus, perform, scroll)
    told = read()
    let current = { [weak self] in self?.current(read) ?? read() }
    registration = try bus.register(
      Self.path, .trayItem(canActivate: canActivate),
      BusHandlers(call: { [weak self] in self?.answer($0) }, get: { current().property($0, pixmaps: pixmaps) }))
  }

  /// A tray reads the properties one by one, in one turn of the loop; all of them come from the same snapshot.
  private func current(_ read: () -> TrayProperties) -> TrayProperties {
    if let asked { return asked }
    let face = read()
    asked = face
    enqueueOnMain { [weak self] in self?.asked = nil }
    return face
  }

  func close() { registration = nil }

  func show(_ face: TrayProperties) {
    defer { (told, asked) = (face, nil) }
    for (member, arguments) in face.signals(since: told) {
      bus.signal(Self.path, BusNames.trayItem, member, arguments)
    }
  }

  /// GDBus has checked the types.
  private func answer(_ call: BusMethodCall) {
    switch call.method {
    case "Activate": perform(.show)
    case "SecondaryActivate", "XAyatanaSecondaryActivate": perform(.toggle)
    case "Scroll":
      let orientation = call.arguments[1].text ?? ""
      switch orientation.lowercased() {
      case "vertical": scroll(Int(call.arguments[0].integer ?? 0))
      case "horizontal": break
      default: return call.fail(BusErrorName.invalidArguments, Answers.badOrientation(shown(orientation)))
      }
    // `ContextMenu`: the tray shows the menu. `ProvideXdgActivationToken`: a notification needs no token.
    default: break
    }
    call.reply()
  }
}

extension BusInterface {
  /// https://www.freedesktop.org/wiki/Specifications/StatusNotifierItem/ with KDE's and Ayatana's additions.
  static func trayItem(canActivate: Bool) -> BusInterface {
    var interface = BusInterface(
      name: BusNames.trayItem,
      methods: [
        ("SecondaryActivate", "i x, i y", ""), ("ContextMenu", "i x, i y", ""),
        ("XAyatanaSecondaryActivate", "u timestamp", ""), ("Scroll", "i delta, s orientation", ""),
        ("ProvideXdgActivationToken", "s token", ""),
      ],
      signals: [
        ("NewTitle", ""), ("NewIcon", ""), ("NewAttentionIcon", ""), ("NewOverlayIcon", ""), ("NewToolTip", ""),
        ("NewStatus", "s status"), ("NewIconThemePath", "s icon_theme_path"), ("XAyatanaNewLabel", "s label, s guide"),
      ])
    if canActivate { interface.methods.append(("Activate", "i x, i y", "")) }
    interface.properties = TrayProperties.all.map { ($0, $1(TrayProperties(), { [] }).type) }
    return interface
  }
}
