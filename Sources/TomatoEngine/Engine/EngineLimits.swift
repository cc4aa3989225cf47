// Limits: numbers of activities, and the longest delay of a commit.

internal import TomatoLink

extension Engine {
  /// The most activities at once, with ended ones that undo can restore.
  public static let activityLimit = 2000
  /// The most activities of a person at once; the Pomodoro always counts.
  public static let personLimit = 64
  /// The most activities at once that web pages requested.
  public static let outsideLimit = 8
  /// The most activities of one program at once.
  public static let programLimit = 64
  /// The longest time until a program's update is stored.
  static let longestCommitDelay: Duration = .seconds(10)
}
