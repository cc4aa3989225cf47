// What the person wants to do in a day, and when a day begins.

/// `[goal]` of the configuration.
nonisolated struct GoalSettings: Hashable, Sendable {
  /// Focus phases to complete in a day: 1 to 50; 0 is no goal.
  var focusPerDay = 0
  /// When a new day begins, in minutes after midnight: 0 to 720. What is done before belongs to the day before.
  var dayStarts = 240
}
