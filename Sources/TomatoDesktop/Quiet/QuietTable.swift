// The table of notification servers for quiet: how to switch do-not-disturb on each, or why it is not offered. A server
// is offered only if the switch can always be undone and our own alerts are shown after it.
//
// "Measured" means tested with that version running in a lab; "read" means only its source was read.

internal import TomatoIsland

package nonisolated enum QuietSwitch: String, Hashable, Sendable, CaseIterable {
  /// Plasma's `Inhibit`, which the server undoes when our connection closes.
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
  /// The mode `do-not-disturb` of mako, if the user's configuration has it.
  case mako

  /// Whether the switch ends with the server's process, which holds its state.
  var isVolatile: Bool {
    switch self {
    case .plasma, .dunst, .swayncInhibitor, .mako: true
    case .gnome, .xfconf, .swaync: false
    }
  }

  /// Whether the switch outlives us, so that a guard must undo it.
  var needsGuard: Bool { self != .plasma }

  /// Delay in milliseconds between switching off and the next card. GNOME 43 applies its setting late (measured: card
  /// shown 6 of 8 times without, 8 of 8 with).
  var cardDelayMilliseconds: Int { self == .gnome ? 100 : 0 }
}

/// Why quiet is not offered on a server.
package nonisolated enum QuietRefusal: String, Hashable, Sendable, CaseIterable {
  /// Urgent notifications are lost, not only delayed.
  case losesUrgent = "loses-urgent"
  /// The server notices the switch seconds later.
  case late
  /// It can only be toggled, so two changes at once leave it wrong.
  case toggleOnly = "toggle-only"
  case none
  /// The configuration has no mode that hides notifications.
  case needsMode = "needs-mode"
  case unknown
}

package nonisolated enum QuietOffer: Hashable, Sendable {
  case yes(QuietSwitch)
  case no(QuietRefusal)

  package var kind: QuietSwitch? { if case .yes(let kind) = self { kind } else { nil } }
}

nonisolated struct QuietRow: Sendable, ServerRange {
  var name: String
  var vendor: String?
  var from: ServerVersion
  var before: ServerVersion?
  var offer: QuietOffer
  var source: String

  init(
    _ name: String, vendor: String? = nil, from: ServerVersion = ServerVersion(0), before: ServerVersion? = nil,
    _ offer: QuietOffer, _ source: String
  ) {
    (self.name, self.vendor, self.from, self.before) = (name, vendor, from, before)
    (self.offer, self.source) = (offer, source)
  }
}

package nonisolated enum QuietTable {
  /// The offer for the server with this identity.
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
    // Undone by the server 5 to 8 ms after our connection closes. If a connection has given back the first of two
    // cookies, a crash leaves do-not-disturb on: so there is never more than one.
    QuietRow(
      "Plasma", vendor: "KDE", from: ServerVersion(5, 22), .yes(.plasma), "measured: Plasma 5.27.5, 6.3.6 and 6.7.4"),
    QuietRow(
      "gnome-shell", vendor: "GNOME", from: ServerVersion(43), .yes(.gnome),
      "measured: GNOME Shell 43.9, 48.7 and 51.0"),
    QuietRow("Xfce Notify Daemon", vendor: "Xfce", .yes(.xfconf), "measured: xfce4-notifyd 0.7.3 and 0.9.7"),
    // Hides urgent notifications too, and shows all afterwards.
    QuietRow("dunst", .yes(.dunst), "measured: dunst 1.9.0, 1.12.2 and 1.13.2"),
    QuietRow("SwayNotificationCenter", before: ServerVersion(0, 8), .yes(.swaync), "measured: swaync 0.7.3"),
    QuietRow(
      "SwayNotificationCenter", from: ServerVersion(0, 8), .yes(.swayncInhibitor), "measured: swaync 0.12.6; 0.8 read"),
    QuietRow("mako", .yes(.mako), "measured: mako 1.7.1 and 1.11"),
  ]

  private static let refused: [QuietRow] = [
    QuietRow("Notification Daemon", vendor: "MATE", .no(.losesUrgent), "measured: mate-notification-daemon 1.26.0"),
    QuietRow("cinnamon", .no(.losesUrgent), "read: cinnamon 6.7"),
    QuietRow("lxqt-notificationd", .no(.late), "measured: lxqt-notificationd 1.2.0"),
    QuietRow("cosmic-notifications", .no(.late), "read: cosmic-notifications epoch 1.5"),
    QuietRow("Budgie Notification Server", .no(.toggleOnly), "read: budgie-desktop 10.10.2"),
    QuietRow("Notification Daemon", vendor: "GNOME", .no(.none), "measured: notification-daemon 3.20.0"),
  ]
}
