// What ActivityKit calls an activity's attributes and its dismissal: the part of an activity that does not change, and
// when its card goes.

public import TomatoLink

/// What was fixed when the activity was requested and never changes while it lives (ActivityKit's term).
public struct ActivityAttributes: Hashable, Sendable {
  /// How many focus phases had been counted when the activity was requested.
  public var sessionCount: Int
  /// When the activity was requested.
  public var requestedAt: WallTime

  public init(sessionCount: Int, requestedAt: WallTime) {
    self.sessionCount = sessionCount
    self.requestedAt = requestedAt
  }
}

/// When the card of an ended activity goes away (ActivityKit's term and cases).
public enum DismissalPolicy: Hashable, Sendable {
  /// As this project's rule says: after 5 s.
  case `default`
  case immediate
  case after(Duration)
}
