// Whether do-not-disturb is on, as far as the present server reports it.

package import GLibBridge
package import TomatoIsland
internal import TomatoWords

/// Follows one server's do-not-disturb; servers without a change signal are queried on demand.
package final class DoNotDisturb {
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
    return DesktopSetting.value(schema: schema, key: key)?.flag.map { $0 == inhibitedWhen }
  }

  /// Follows another server; nil for none or for one that cannot be queried.
  package func follow(_ inhibition: Inhibition?) {
    (self.inhibition, reported, subscription) = (inhibition, nil, nil)
    let changes: (object: BusObject, signal: String)
    switch inhibition {
    case .plasma?, .dunst?: changes = (BusObject.notifications.properties, "PropertiesChanged")
    case .swaync?: changes = (.swaync, "Subscribe")
    case .setting?, nil: return
    }
    subscription = bus.subscribe(changes.object, changes.signal) { [weak self] _ in self?.ask() }
    ask()
  }

  /// Our own do-not-disturb is off. Queries the state, because somebody else's may be on.
  package func ownEnded() {
    switch inhibition {
    case .plasma?, .dunst?, .swaync?: (reported, beganOurs) = (false, false)
    case .setting?, nil: return
    }
    ask()
  }

  private func ask() {
    let hear: @MainActor (BusValue?) -> Void = { [weak self, inhibition] in self?.hear($0?.flag, inhibition) }
    switch inhibition {
    case .plasma?: bus.read("Inhibited", of: .notifications, then: hear)
    case .dunst?: bus.read("paused", of: .dunst, then: hear)
    case .swaync?: bus.ask(.swaync, "GetDnd", reply: "b", then: hear)
    case .setting?, nil: break
    }
  }

  /// Ignores errors: an unknown state is no reason to act.
  private func hear(_ now: Bool?, _ asked: Inhibition?) {
    guard asked == inhibition, let now else { return }
    let before = reported
    reported = now
    if before == true, !now, !beganOurs { onEnd() }
    beganOurs = now && isOurs()
    onHeard()
  }
}
