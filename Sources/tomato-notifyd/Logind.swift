// logind says when the machine goes to sleep and when it wakes up. The engine then reads the clocks at once; they show
// how long the machine slept (docs/away.md).

internal import GLibBridge
internal import TomatoWords

/// Listens to `org.freedesktop.login1.Manager.PrepareForSleep` (systemd's org.freedesktop.login1(5)).
final class Logind {
  private let bus: BusConnection
  private var subscription: BusRegistration?

  /// - Parameter bus: the system bus, which is kept open.
  init(_ bus: BusConnection, onSleep: @escaping () -> Void, onWake: @escaping () -> Void) {
    self.bus = bus
    subscription = bus.subscribe(
      sender: BusNames.login1, interface: BusNames.login1Manager, member: "PrepareForSleep", path: BusNames.login1Path
    ) { signal in
      guard case .bool(let goesToSleep)? = signal.arguments.first else { return }
      if goesToSleep { onSleep() } else { onWake() }
    }
  }
}
