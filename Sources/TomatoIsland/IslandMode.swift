// Where and when the island is shown.

/// Another place of ours that shows the time.
package enum OtherClock: Sendable, Hashable, CaseIterable {
  case none
  /// The tray item.
  case tray
  /// A view in the desktop's shell, which has all that a card has.
  case view
}

/// `[island] mode`.
package enum IslandMode: String, Hashable, Sendable, CaseIterable {
  /// The best style for the running notification server.
  case auto
  /// Always on screen while an activity lives.
  case pinned
  /// In the server's list of notifications, popping up for alerts only.
  case listed
  /// Only the alerts, each as a notification of its own.
  case events
  /// No notification at all.
  case off
}
