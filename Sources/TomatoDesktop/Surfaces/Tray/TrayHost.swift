// Which process keeps the list of tray items, whether a tray draws them, and which tray that is.

package import GLibBridge
internal import TomatoWords

/// The trays that behave differently. All others are taken as the specification says.
package nonisolated enum TrayKind: Hashable, Sendable, CaseIterable {
  /// GNOME Shell's AppIndicator extension: a label beside the icon, no tooltip. A left click opens the menu, after the
  /// time of a double click if the item says that it can be activated (its `supportsActivation`).
  case gnome
  /// MATE's panel: a label, and a tooltip.
  case mate
  /// Plasma passes the wheel's angle unchanged, up positive, even in small steps.
  case plasma
  case other

  /// The time stands beside the icon, so seconds are visible.
  package var showsLabel: Bool { self == .gnome || self == .mate }
  var wantsActivate: Bool { self != .gnome }
}

/// Follows `org.kde.StatusNotifierWatcher`, which every tray registers with.
package final class TrayHost {
  package enum State: Equatable {
    /// The bus has not answered yet.
    case unknown
    /// No process keeps a list: stock GNOME, or the panel is not running.
    case none
    /// - owner: the watcher's unique name. - hasHost: whether a tray draws the items.
    case watcher(owner: String, TrayKind, hasHost: Bool)
  }

  /// Bus names that identify a tray, owned by the watcher's process, or by any process.
  private static let clues: [(name: String, kind: TrayKind, ownsWatcher: Bool)] = [
    (BusNames.gnomeShell, .gnome, true), (BusNames.kded6, .plasma, true), (BusNames.kded5, .plasma, true),
    (BusNames.matePanel, .mate, false), (BusNames.mateNotificationArea, .mate, false),
  ]
  /// A watcher that takes longer counts as one without a tray, until it is asked again.
  static let timeoutMs: Int32 = 5000

  private let bus: BusConnection
  private let onChange: (State) -> Void
  private var registrations: [BusRegistration] = []
  /// The present watcher's unique name, and its answers so far.
  private var owner: String?
  private var kind: TrayKind?
  private var hasHost: Bool?
  package private(set) var state = State.unknown {
    didSet { if state != oldValue { onChange(state) } }
  }

  package init(_ bus: BusConnection, onChange: @escaping (State) -> Void) {
    (self.bus, self.onChange) = (bus, onChange)
    registrations = ["StatusNotifierHostRegistered", "StatusNotifierHostUnregistered"].map { signal in
      bus.subscribe(.trayWatcher, signal) { [weak self] _ in self?.askForHost() }
    }
    registrations.append(
      bus.watchName(
        BusObject.trayWatcher.name, appeared: { [weak self] in self?.meet($0) },
        vanished: { [weak self] in self?.forget() }))
  }

  private func forget() {
    (owner, kind, hasHost) = (nil, nil, nil)
    state = .none
  }

  private func meet(_ owner: String) {
    guard owner != self.owner else { return }
    if self.owner != nil { forget() }
    self.owner = owner
    askForHost()
    identify(owner)
  }

  private func identify(_ owner: String) {
    var found: [TrayKind] = []
    var open = Self.clues.count
    for clue in Self.clues {
      bus.ask(.bus, "GetNameOwner", [.string(clue.name)], reply: "s") { [weak self] answer in
        open -= 1
        if let who = answer?.text, !clue.ownsWatcher || who == owner { found.append(clue.kind) }
        guard open == 0, let self, self.owner == owner else { return }
        // The watcher's owner is the most reliable clue.
        kind = found.first { $0 != .mate } ?? found.first ?? .other
        updateState()
      }
    }
  }

  private func askForHost() {
    guard let owner else { return }
    let watcher = BusObject.trayWatcher.of(owner)
    bus.read("IsStatusNotifierHostRegistered", of: watcher, timeoutMs: Self.timeoutMs) { [weak self] answer in
      guard let self, self.owner == owner else { return }
      hasHost = answer?.flag ?? false
      updateState()
    }
  }

  private func updateState() {
    guard let owner, let kind, let hasHost else { return }
    state = .watcher(owner: owner, kind, hasHost: hasHost)
  }
}
