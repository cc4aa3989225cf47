// A timer that may be wanted again.

/// A timer that may be wanted again.
public struct RecentTimer: Hashable, Sendable {
  /// Nil where no name was given.
  public var name: String?
  public var duration: Duration
  public init(name: String?, duration: Duration) { (self.name, self.duration) = (name, duration) }

  /// The most remembered timers.
  public static let limit = 3
}
