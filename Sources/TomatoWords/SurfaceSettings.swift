// Settings of the goal and the tray item, as sections of the configuration.

/// `[goal]` of the configuration.
package struct GoalSettings: Hashable, Sendable {
  /// Focus phases to complete in a day: 1 to 50; 0 is no goal.
  package var focusPerDay: Int
  /// When a day begins, in minutes after midnight: 0 to 720. Earlier intervals belong to the day before.
  package var dayStarts: Int

  package init(focusPerDay: Int = 0, dayStarts: Int = 240) {
    (self.focusPerDay, self.dayStarts) = (focusPerDay, dayStarts)
  }
}

/// `[tray]` of the configuration.
package struct TraySettings: Hashable, Sendable {
  package var enabled: Bool
  package var seconds: TraySeconds

  package init(enabled: Bool = true, seconds: TraySeconds = .lastMinute) {
    (self.enabled, self.seconds) = (enabled, seconds)
  }
}

/// When the label beside the icon shows seconds: `[tray] seconds`.
package enum TraySeconds: String, Hashable, Sendable, CaseIterable {
  case lastMinute = "last-minute"
  case always, never
}
