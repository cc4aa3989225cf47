// Somebody has left, as the engine keeps it. When that counts says EnginePresence.swift.

internal import TomatoLink

/// No person is at the machine. Whether the machine is awake is another matter (Absence.swift).
public struct Departure: Hashable, Sendable {
  /// Since when, on CLOCK_BOOTTIME.
  public var since: Duration
  /// The screen is locked: until it has been for a minute, this does not count.
  public var isLocked: Bool
  /// It counts, and was told.
  public var counts: Bool

  public init(since: Duration, isLocked: Bool = false, counts: Bool = false) {
    (self.since, self.isLocked, self.counts) = (since, isLocked, counts)
  }

  /// A screen that is locked for less than this was locked by mistake, or for a look at the door.
  static let lockCounts: Duration = .minutes(1)
  /// The last input and the word of somebody who leaves are not the same moment.
  static let same: Duration = .seconds(1)
}
