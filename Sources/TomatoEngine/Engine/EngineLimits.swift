// How many activities there may be, and how long what the engine does not do at once may take.

internal import TomatoLink

extension Engine {
  /// So many activities at once, and no more; those count too that have ended and can be brought back.
  public static let activityLimit = 2000
  /// So many a person may have at once, the Pomodoro among them, also while it is not begun.
  public static let personLimit = 64
  /// So many activities that web pages have asked for at once.
  public static let outsideLimit = 8
  /// So many activities of one program at once.
  public static let programLimit = 64
  /// What a program says is stored after so long at the latest.
  static let looseDelay: Duration = .seconds(10)
}
