// What ActivityKit calls an activity's attributes and its dismissal: the part of an activity that does not change, and
// when its card goes.

public import TomatoLink

/// What was fixed when the activity was requested and never changes while it lives (ActivityKit's term).
public struct ActivityAttributes: Hashable, Sendable {
  /// How many focus phases had been counted when the activity was requested.
  public var sessionCount: Int
  /// When the activity was requested.
  public var requestedAt: WallTime
  /// What the person called it; nil for the Pomodoro, and where no name was given.
  public var name: String?
  /// A link asked for it that the desktop opened, which may be a web page's.
  public var isFromOutside: Bool

  public init(sessionCount: Int, requestedAt: WallTime, name: String? = nil, isFromOutside: Bool = false) {
    self.sessionCount = sessionCount
    self.requestedAt = requestedAt
    self.name = name
    self.isFromOutside = isFromOutside
  }
}

/// When the card of an ended activity goes away (ActivityKit's term and cases).
public enum DismissalPolicy: Hashable, Sendable {
  /// As this project's rule says: after 5 s.
  case `default`
  case immediate
  case after(Duration)
}
