// Whether this desktop has a tray at all: somebody keeps the list of items, and somebody draws it.

internal import GLibBridge

/// Follows `org.kde.StatusNotifierWatcher`, which every tray registers with.
final class TrayHost {
  private static let name = "org.kde.StatusNotifierWatcher"
  private static let path = "/StatusNotifierWatcher"
  private static let hostSignals = ["StatusNotifierHostRegistered", "StatusNotifierHostUnregistered"]

  private let bus: BusConnection
  private let onChange: (Bool) -> Void
  private var registrations: [BusRegistration] = []
  /// Stock GNOME has none.
  private(set) var isThere = false {
    didSet { if isThere != oldValue { onChange(isThere) } }
  }

  /// - Parameter onChange: a tray came, or went.
  init(_ bus: BusConnection, onChange: @escaping (Bool) -> Void) {
    (self.bus, self.onChange) = (bus, onChange)
    registrations = [
      bus.watchName(
        Self.name, appeared: { [weak self] _ in self?.ask() }, vanished: { [weak self] in self?.isThere = false })
    ]
    registrations += Self.hostSignals.map { signal in
      bus.subscribe(sender: Self.name, interface: Self.name, member: signal, path: Self.path) { [weak self] _ in
        self?.ask()
      }
    }
  }

  private func ask() {
    bus.call(
      Self.name, Self.path, "org.freedesktop.DBus.Properties", "Get",
      [.string(Self.name), .string("IsStatusNotifierHostRegistered")], reply: "(v)", autoStart: false
    ) { [weak self] answer in
      guard case .success(let values) = answer, let value = values.first else { return }
      switch value {
      case .bool(let isThere), .variant(.bool(let isThere)): self?.isThere = isThere
      default: break
      }
    }
  }
}
