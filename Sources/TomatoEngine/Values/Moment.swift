// Time as the engine knows it: an argument, never something read. Why there are four clocks: docs/away.md.

public import TomatoLink

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
    (self.sinceBoot, self.awake, self.wall, self.boot) = (sinceBoot, awake, wall, boot)
  }

  /// Whether this can be an earlier moment of the same boot. Clocks that went back mean another boot even with the same
  /// id, as in a restored virtual machine, a restored container or a time namespace.
  func canPrecede(_ now: Moment) -> Bool { boot == now.boot && sinceBoot <= now.sinceBoot && awake <= now.awake }

  /// A smaller difference is no change of the wall clock, because the clocks are read one after the other.
  static let wallNoise: Duration = .milliseconds(200)

  /// The time since a person acted, never negative; nil if `at` is in the future by more than clock noise.
  func ago(_ at: WallTime) -> Duration? {
    let ago = wall - at
    return ago > .zero - Self.wallNoise ? max(ago, .zero) : nil
  }

  public var asleep: Duration { sinceBoot - awake }
}

/// One start of the machine, as the kernel names it in `/proc/sys/kernel/random/boot_id`.
public struct BootID: Hashable, Sendable, CustomStringConvertible {
  public let description: String
  public init(_ description: String) { self.description = description }
}
