// The daily goal, and when a day begins.

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
