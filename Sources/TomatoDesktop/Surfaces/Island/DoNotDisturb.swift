// Whether do-not-disturb is on, as far as the present server reports it.

package import GLibBridge
package import TomatoIsland

/// Follows one server's do-not-disturb; servers without a change signal are queried on demand.
package final class DoNotDisturb {
  /// A boolean on the bus.
  private struct Source {
    var object: BusObject
    /// A property of the interface; nil: the method `GetDnd`.
    var property: String?
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

  /// - onEnd: popups are shown again.
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
    let changes = source.property == nil ? source.object : source.object.properties
    subscription = bus.subscribe(changes, source.property == nil ? "Subscribe" : "PropertiesChanged") {
      [weak self] _ in self?.ask(source, inhibition)
    }
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
    case .plasma: Source(object: .notifications, property: "Inhibited")
    case .dunst: Source(object: .dunst, property: "paused")
    case .swaync: Source(object: .swaync)
    case .setting: nil
    }
  }

  private func ask(_ source: Source, _ inhibition: Inhibition) {
    let hear: @MainActor (BusValue?) -> Void = { [weak self] in self?.hear($0?.flag, inhibition) }
    if let property = source.property {
      bus.read(property, of: source.object, then: hear)
    } else {
      bus.ask(source.object, "GetDnd", reply: "b", then: hear)
    }
  }

  /// Ignores errors: an unknown state is no reason to act.
  private func hear(_ now: Bool?, _ asked: Inhibition) {
    guard asked == inhibition, let now else { return }
    let before = reported
    reported = now
    if before == true, !now, !beganOurs { onEnd() }
    beganOurs = now && isOurs()
    onHeard()
  }
}
