// An absence of the user. EnginePresence.swift decides when it counts.

internal import TomatoLink

/// The user's present absence. Absence.swift has the machine's sleep.
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
