// Time as the engine knows it: an argument, never something read. The four clocks and why there are four:
// docs/ARCHITECTURE.md, "Time away".

/// A reading of all clocks at one instant, taken by the shell and passed to the engine.
public struct Moment: Hashable, Sendable {
  /// CLOCK_BOOTTIME: time since the machine started, sleep included. Every deadline is on this clock.
  public var sinceBoot: Duration
  /// CLOCK_MONOTONIC: time since the machine started, sleep left out. Never above `sinceBoot`.
  public var awake: Duration
  /// The wall clock (UTC), for clock times that are shown and recorded; it may jump and decides nothing else.
  public var wall: WallTime
  /// Which start of the machine the first two clocks count from.
  public var boot: BootID

  public init(sinceBoot: Duration, awake: Duration, wall: WallTime, boot: BootID) {
    self.sinceBoot = sinceBoot
    self.awake = awake
    self.wall = wall
    self.boot = boot
  }

  /// How long the machine has slept since it started.
  public var asleep: Duration { sinceBoot - awake }
}

/// One start of the machine, as the kernel names it in `/proc/sys/kernel/random/boot_id`.
public struct BootID: Hashable, Sendable, CustomStringConvertible {
  public let description: String
  public init(_ description: String) { self.description = description }
}

/// An instant on the wall clock: whole milliseconds since 1970-01-01T00:00:00Z.
public struct WallTime: Hashable, Comparable, Sendable {
  public var milliseconds: Int64
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }
  public init(seconds: Int64) { self.init(milliseconds: seconds * 1000) }

  /// Whole seconds since 1970, rounded down as unix time is.
  public var seconds: Int64 { milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000 }

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
  public var secondsRoundedUp: Int {
    let ms = inMilliseconds
    return Int(ms >= 0 ? (ms + 999) / 1000 : ms / 1000)
  }

  /// Whole seconds, rounded down, as a stopwatch counts.
  public var secondsRoundedDown: Int {
    let ms = inMilliseconds
    return Int(ms >= 0 ? ms / 1000 : (ms - 999) / 1000)
  }

  public static func minutes(_ minutes: Int) -> Duration { .seconds(minutes * 60) }
  public static func hours(_ hours: Int) -> Duration { .seconds(hours * 3600) }
}
