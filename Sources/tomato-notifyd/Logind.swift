// logind announces sleep and waking up. The engine then reads the clocks, which show how long it was (docs/away.md).

internal import GLibBridge
internal import TomatoDesktop

/// Listens to `org.freedesktop.login1.Manager.PrepareForSleep` (systemd's org.freedesktop.login1(5)).
final class Logind {
  private let bus: BusConnection
  private var subscription: BusRegistration?

  /// - Parameter bus: the system bus, which is kept open.
  init(_ bus: BusConnection, onSleep: @escaping () -> Void, onWake: @escaping () -> Void) {
    self.bus = bus
    subscription = bus.subscribe(.login1, "PrepareForSleep") { signal in
      guard case .bool(let goesToSleep)? = signal.arguments.first else { return }
      if goesToSleep { onSleep() } else { onWake() }
    }
  }
}
