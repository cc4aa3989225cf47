// Whether do-not-disturb is on, as far as the present server reports it.

package import GLibBridge
package import TomatoIsland

/// Follows one server's do-not-disturb; servers without a change signal are queried on demand.
package final class DoNotDisturb {
  /// A boolean on the bus: where to read it, and the signal that announces a change.
  private struct Source {
    var destination = "org.freedesktop.Notifications"
    var path = "/org/freedesktop/Notifications"
    var interface: String
    /// A property of the interface; nil: the method `GetDnd`.
    var property: String?
    var signal = "PropertiesChanged"
    var signalInterface = "org.freedesktop.DBus.Properties"
  }

  private let bus: BusConnection
  private let isOurs: () -> Bool
  private let onHeard: () -> Void
  private let onEnd: () -> Void
  /// Our own do-not-disturb is on; its end is not a reason to bring back cards.
  private var beganOurs = false
  private var inhibition: Inhibition?
  private var subscription: BusRegistration?
  /// The last reported state; nil before the first report or if unavailable.
  private var reported: Bool?

  /// - Parameters:
  ///   - isOurs: whether do-not-disturb may be our own.
  ///   - onHeard: the server has reported its state.
  ///   - onEnd: popups are shown again.
  package init(
    _ bus: BusConnection, isOurs: @escaping () -> Bool = { false }, onHeard: @escaping () -> Void = {},
    onEnd: @escaping () -> Void
  ) {
    (self.bus, self.isOurs, self.onHeard, self.onEnd) = (bus, isOurs, onHeard, onEnd)
  }

  /// Whether popups are held back; nil if unknown.
  package var isInhibited: Bool? {
    guard case .setting(let schema, let key, let inhibitedWhen)? = inhibition else { return reported }
    return DesktopSetting.bool(schema: schema, key: key).map { $0 == inhibitedWhen }
  }

  /// Follows another server; nil for none or for one that cannot be queried.
  package func follow(_ inhibition: Inhibition?) {
    (self.inhibition, reported, subscription) = (inhibition, nil, nil)
    guard let inhibition, let source = source(of: inhibition) else { return }
    subscription = bus.subscribe(
      sender: source.destination, interface: source.signalInterface, member: source.signal, path: source.path
    ) { [weak self] _ in self?.ask(source, inhibition) }
    ask(source, inhibition)
  }

  /// Our own do-not-disturb is off. Queries the state, because somebody else's may be on.
  package func ownEnded() {
    guard let inhibition, let source = source(of: inhibition) else { return }
    (reported, beganOurs) = (false, false)
    ask(source, inhibition)
  }

  private func source(of inhibition: Inhibition) -> Source? {
    switch inhibition {
    case .plasma: Source(interface: "org.freedesktop.Notifications", property: "Inhibited")
    case .dunst: Source(interface: "org.dunstproject.cmd0", property: "paused")
    case .swaync:
      Source(
        destination: "org.erikreider.swaync.cc", path: "/org/erikreider/swaync/cc",
        interface: "org.erikreider.swaync.cc",
        signal: "subscribe", signalInterface: "org.erikreider.swaync.cc")
    case .setting: nil
    }
  }

  private func ask(_ source: Source, _ inhibition: Inhibition) {
    let hear: @MainActor @Sendable (Result<[BusValue], BusError>) -> Void = { [weak self] in
      self?.hear($0, inhibition)
    }
    if let property = source.property {
      bus.call(
        source.destination, source.path, "org.freedesktop.DBus.Properties", "Get",
        [.string(source.interface), .string(property)], reply: "(v)", autoStart: false, completion: hear)
    } else {
      bus.call(
        source.destination, source.path, source.interface, "GetDnd", reply: "(b)", autoStart: false, completion: hear)
    }
  }

  /// Ignores errors: an unknown state is no reason to act.
  private func hear(_ answer: Result<[BusValue], BusError>, _ asked: Inhibition) {
    guard asked == inhibition, case .success(let values) = answer else { return }
    let now: Bool
    switch values.first {
    case .bool(let value)?, .variant(.bool(let value))?: now = value
    default: return
    }
    let before = reported
    reported = now
    if before == true, !now, !beganOurs { onEnd() }
    beganOurs = now && isOurs()
    onHeard()
  }
}
