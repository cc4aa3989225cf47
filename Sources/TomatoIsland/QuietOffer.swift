// How `quiet` switches a notification server's do-not-disturb, or why we do not offer it there. We offer it only if the
// switch can always be undone and our own alerts are shown after it.

package enum QuietSwitch: String, Hashable, Sendable, CaseIterable {
  /// Plasma's `Inhibit`, which the server undoes 5 to 8 ms after our connection closes (measured).
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
  package var isVolatile: Bool {
    switch self {
    case .plasma, .dunst, .swayncInhibitor, .mako: true
    case .gnome, .xfconf, .swaync: false
    }
  }

  /// Whether the switch outlives us, so that a guard must undo it.
  package var needsGuard: Bool { self != .plasma }

  /// Delay in milliseconds between switching off and the next card. GNOME 43 applies its setting late (measured: card
  /// shown 6 of 8 times without, 8 of 8 with).
  package var cardDelayMilliseconds: Int { self == .gnome ? 100 : 0 }
}

/// Why quiet is not offered on a server.
package enum QuietRefusal: String, Hashable, Sendable, CaseIterable {
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

package enum QuietOffer: Hashable, Sendable {
  case yes(QuietSwitch)
  case no(QuietRefusal)

  package var kind: QuietSwitch? { if case .yes(let kind) = self { kind } else { nil } }
}
