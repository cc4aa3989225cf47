// Progress and a number on the application's icon in a dock or task bar: com.canonical.Unity.LauncherEntry.
//
// A dock that listens takes the name com.canonical.Unity: Unity, Plasma's task manager (smartlauncherbackend.cpp),
// dash-to-dock and Ubuntu's dock (launcherAPI.js), Plank and elementary's dock (Unity.vala), by their sources.
// libunity's clients send nothing without that name, and neither does this; Phosh, which listens without the name, gets
// nothing. A new or restarted dock has no state. All docks drop ours when our connection ends.

package import GLibBridge
internal import TomatoEngine
internal import TomatoLink
internal import TomatoWords

package final class Dock: Observer {
  /// A dock's badge; the defaults show nothing.
  struct Badge: Equatable {
    /// Elapsed share of the phase under way, 0 to 99 percent.
    var percent: Int?
    /// Minutes left (of a stopwatch: elapsed). Only for phases of at most 100 minutes, so that the number changes only
    /// together with the percentage.
    var minutes: Int?
    /// A phase waits for a person.
    var isUrgent = false
  }

  private static let interface = BusInterface(
    name: BusNames.launcherEntry, methods: [("Query", "", "s app_uri, a{sv} properties")],
    signals: [("Update", "s app_uri, a{sv} properties")])

  private let bus: BusConnection
  private var registrations: [BusRegistration] = []
  private var told = Badge()
  private let hasOtherSender: () -> Bool
  private let onChange: (Dock) -> Void
  private(set) var hasListener = false

  /// - hasOtherSender: whether another sender uses our icon; two senders would alternate on it.
  /// - onChange: a first dock came or the last one went. The next `observe` informs a new dock.
  package init(
    _ bus: BusConnection, hasOtherSender: @escaping () -> Bool, onChange: @escaping (Dock) -> Void
  ) throws(BridgeError) {
    (self.bus, self.hasOtherSender, self.onChange) = (bus, hasOtherSender, onChange)
    let handlers = BusHandlers(call: { [weak self] call in if let self { call.reply(content) } })
    registrations = [
      try bus.register(BusNames.dockPath, Self.interface, handlers),
      bus.watchName(
        BusNames.unity, appeared: { [weak self] _ in self?.listener(isThere: true) },
        vanished: { [weak self] in self?.listener(isThere: false) }),
    ]
  }

  package var interest: [Interest] { hasListener ? [Interest(.mostRelevant(1), .minute)] : [] }

  private func listener(isThere: Bool) {
    guard isThere != hasListener else { return }
    hasListener = isThere
    told = Badge()
    onChange(self)
  }

  package func observe(_ scene: Scene) {
    if hasListener { tell(hasOtherSender() ? Badge() : Self.badge(scene.first)) }
  }

  package func close() { tell(Badge()) }

  /// Rounded to whole minutes: at most one signal for each minute or percent, even if other surfaces show seconds.
  static func badge(_ content: Content) -> Badge {
    let state = content.contentState
    switch state.state {
    case .ready: return Badge()
    case .completed: return Badge(isUrgent: content.next?.startsByItself != true)
    case .running, .paused:
      let isUrgent = content.isStillPaused
      guard state.clock.direction == .down else { return Badge(minutes: state.minutes, isUrgent: isUrgent) }
      let (left, total) = (state.minutes, max((state.totalDuration + 59) / 60, 1))
      return Badge(percent: max(total - left, 0) * 100 / total, minutes: total <= 100 ? left : nil, isUrgent: isUrgent)
    }
  }

  private func tell(_ badge: Badge) {
    guard badge != told else { return }
    told = badge
    bus.signal(BusNames.dockPath, BusNames.launcherEntry, "Update", content)
  }

  /// Sends all properties each time, because a dock keeps omitted ones.
  private var content: [BusValue] {
    let progress = Double(told.percent ?? 0) / 100
    return [
      .string("application://\(BusNames.application).desktop"),
      .vardict([
        ("progress", .double(progress)), ("progress-visible", .bool(told.percent != nil)),
        ("count", .int64(Int64(told.minutes ?? 0))), ("count-visible", .bool(told.minutes != nil)),
        ("urgent", .bool(told.isUrgent)),
      ]),
    ]
  }
}
