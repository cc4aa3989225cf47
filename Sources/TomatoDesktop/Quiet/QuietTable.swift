// The table of notification servers for quiet: how do-not-disturb is switched on each of them, or why it is not. A
// server is offered only where everything can be given back whatever happens, and where our own alert is seen after it.
//
// "Measured" is the running server of that version in a lab; "read" is its source only.

internal import TomatoIsland

/// Whose switch it is.
package nonisolated enum QuietSwitch: String, Hashable, Sendable, CaseIterable {
  /// Plasma's `Inhibit`, which the server takes back when the connection that asked for it is gone.
  case plasma
  /// GSettings `org.gnome.desktop.notifications show-banners`.
  case gnome
  /// Xfconf `xfce4-notifyd /do-not-disturb`.
  case xfconf
  /// The property `paused` of `org.dunstproject.cmd0`.
  case dunst
  /// `SetDnd` of `org.erikreider.swaync.cc`.
  case swaync
  /// `AddInhibitor` of `org.erikreider.swaync.cc`, with an id of ours.
  case swayncInhibitor = "swaync-inhibitor"
  /// The mode `do-not-disturb` of mako, where the person's configuration has one.
  case mako

  /// The state lives and dies with the server's process: another process has nothing of ours.
  var isVolatile: Bool {
    switch self {
    case .plasma, .dunst, .swayncInhibitor, .mako: true
    case .gnome, .xfconf, .swaync: false
    }
  }

  /// A switch that needs a guard, because it stays when we are gone.
  var needsGuard: Bool { self != .plasma }

  /// What is still to be waited for when it has been switched off, in milliseconds, before something is shown: GNOME 43
  /// hears of its own setting later than of our card (measured: 6 of 8 without, 8 of 8 with).
  var restMilliseconds: Int { self == .gnome ? 100 : 0 }
}

/// Why quiet is not offered on a server.
package nonisolated enum QuietRefusal: String, Hashable, Sendable, CaseIterable {
  /// What is urgent is lost there meanwhile, not only held back.
  case losesUrgent = "loses-urgent"
  /// It hears of the switch seconds later.
  case late
  /// It can only be toggled, so two hands on it leave it wrong.
  case toggleOnly = "toggle-only"
  /// It has no such switch.
  case none
  /// The configuration has no mode that hides notifications.
  case needsMode = "needs-mode"
  /// No such server was tried.
  case unknown
}

/// What quiet is on one server.
package nonisolated enum QuietOffer: Hashable, Sendable {
  case yes(QuietSwitch)
  case no(QuietRefusal)

  package var how: QuietSwitch? { if case .yes(let how) = self { how } else { nil } }
}

/// A row.
nonisolated struct QuietRow: Sendable {
  /// As in `GetServerInformation`.
  var name: String
  var vendor: String?
  /// The versions that the row stands for: from the first to before the second.
  var from = ServerVersion(0)
  var before: ServerVersion?
  var offer: QuietOffer
  /// Where the facts are from.
  var source: String

  func matches(_ name: String, _ vendor: String, _ version: ServerVersion?) -> Bool {
    guard self.name == name, self.vendor == nil || self.vendor == vendor else { return false }
    guard before != nil || from > ServerVersion(0) else { return true }
    guard let version else { return false }
    return version >= from && before.map { version < $0 } ?? true
  }
}

package nonisolated enum QuietTable {
  /// What quiet is on the server that says this of itself.
  /// - hasMakoMode: whether mako's configuration has the mode that is switched.
  package static func offer(
    name: String, vendor: String, version: String, hasMakoMode: () -> Bool = { false }
  ) -> QuietOffer {
    let number = ServerVersion(version)
    guard let row = rows.first(where: { $0.matches(name, vendor, number) }) else { return .no(.unknown) }
    if row.offer == .yes(.mako), !hasMakoMode() { return .no(.needsMode) }
    return row.offer
  }

  static let rows: [QuietRow] = offered + refused

  private static let offered: [QuietRow] = [
    // Undone by the server 5 to 8 ms after our connection is gone. Two cookies on one connection, of which the first is
    // given back, stay on after a crash: so there is never more than one.
    QuietRow(
      name: "Plasma", vendor: "KDE", from: ServerVersion(5, 22), offer: .yes(.plasma),
      source: "measured: Plasma 5.27.5, 6.3.6 and 6.7.4"),
    QuietRow(
      name: "gnome-shell", vendor: "GNOME", from: ServerVersion(43), offer: .yes(.gnome),
      source: "measured: GNOME Shell 43.9, 48.7 and 51.0"),
    QuietRow(
      name: "Xfce Notify Daemon", vendor: "Xfce", offer: .yes(.xfconf),
      source: "measured: xfce4-notifyd 0.7.3 and 0.9.7"),
    // Hides what is urgent, too, and shows all of it afterwards.
    QuietRow(name: "dunst", offer: .yes(.dunst), source: "measured: dunst 1.9.0, 1.12.2 and 1.13.2"),
    QuietRow(
      name: "SwayNotificationCenter", before: ServerVersion(0, 8), offer: .yes(.swaync),
      source: "measured: swaync 0.7.3"),
    QuietRow(
      name: "SwayNotificationCenter", from: ServerVersion(0, 8), offer: .yes(.swayncInhibitor),
      source: "measured: swaync 0.12.6; 0.8 read"),
    QuietRow(name: "mako", offer: .yes(.mako), source: "measured: mako 1.7.1 and 1.11"),
  ]

  private static let refused: [QuietRow] = [
    QuietRow(
      name: "Notification Daemon", vendor: "MATE", offer: .no(.losesUrgent),
      source: "measured: mate-notification-daemon 1.26.0"),
    QuietRow(name: "cinnamon", offer: .no(.losesUrgent), source: "read: cinnamon 6.7"),
    QuietRow(name: "lxqt-notificationd", offer: .no(.late), source: "measured: lxqt-notificationd 1.2.0"),
    QuietRow(name: "cosmic-notifications", offer: .no(.late), source: "read: cosmic-notifications epoch 1.5"),
    QuietRow(
      name: "Budgie Notification Server", offer: .no(.toggleOnly), source: "read: budgie-desktop 10.10.2"),
    QuietRow(
      name: "Notification Daemon", vendor: "GNOME", offer: .no(.none),
      source: "measured: notification-daemon 3.20.0"),
  ]
}
