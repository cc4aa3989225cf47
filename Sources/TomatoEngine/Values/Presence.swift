// The user's presence, as the desktop reports it, and the present absence. Absence.swift has the machine's sleep.

internal import TomatoLink

public enum Presence: Hashable, Sendable {
  case here
  /// No person has touched anything since this moment, on CLOCK_BOOTTIME.
  case away(since: Duration)
  /// The screen has been locked since this moment, on CLOCK_BOOTTIME.
  case locked(since: Duration)
}

/// The user's present absence.
public struct Departure: Hashable, Sendable {
  /// Since when, on CLOCK_BOOTTIME.
  public var since: Duration
  /// The screen is locked, which counts after a minute.
  public var isLocked: Bool
  /// It counts as absence, and was announced.
  public var counts: Bool

  public init(since: Duration, isLocked: Bool = false, counts: Bool = false) {
    (self.since, self.isLocked, self.counts) = (since, isLocked, counts)
  }

  /// A screen that is locked for less than this was locked by mistake, or for a look at the door.
  static let lockDelay: Duration = .minutes(1)
  /// A report this close to a known departure means the same one: the last input was just before `away` was typed.
  static let tolerance: Duration = .seconds(1)
}
