// Time as links and answers carry it: clock times in whole milliseconds, and durations.

/// An instant on the wall clock: whole milliseconds since 1970-01-01T00:00:00Z.
public struct WallTime: Hashable, Comparable, Sendable {
  public var milliseconds: Int64
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }
  public init(seconds: Int64) { self.init(milliseconds: seconds * 1000) }

  /// Whole seconds since 1970, rounded down.
  public var seconds: Int64 { (milliseconds >= 0 ? milliseconds : milliseconds - 999) / 1000 }

  public static func < (a: WallTime, b: WallTime) -> Bool { a.milliseconds < b.milliseconds }
  public static func + (a: WallTime, b: Duration) -> WallTime {
    WallTime(milliseconds: a.milliseconds + b.inMilliseconds)
  }
  public static func - (a: WallTime, b: Duration) -> WallTime {
    WallTime(milliseconds: a.milliseconds - b.inMilliseconds)
  }
  public static func - (a: WallTime, b: WallTime) -> Duration { .milliseconds(a.milliseconds - b.milliseconds) }
}

extension Duration {
  /// Whole milliseconds, rounded toward zero. The engine's durations are all whole milliseconds.
  public var inMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }

  /// Whole seconds, rounded up, so that a timer shows 0:00 only when nothing is left.
  public var secondsRoundedUp: Int { -(Duration.zero - self).secondsRoundedDown }

  /// Whole seconds, rounded down, as a stopwatch counts.
  public var secondsRoundedDown: Int { Int(WallTime(milliseconds: inMilliseconds).seconds) }

  public static func minutes(_ minutes: Int) -> Duration { .seconds(minutes * 60) }
  public static func hours(_ hours: Int) -> Duration { .seconds(hours * 3600) }
}
