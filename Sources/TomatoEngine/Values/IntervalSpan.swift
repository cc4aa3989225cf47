// The one rule of which intervals of the Pomodoro overlap: for corrections, imports and repairs.

internal import TomatoLink

/// The time of one interval, in milliseconds since 1970.
public struct IntervalSpan: Sendable {
  public let began: Int64
  public let ended: Int64

  private static let tolerance = IntervalRecord.tolerance.inMilliseconds

  public init(began: Int64, ended: Int64) { (self.began, self.ended) = (began, ended) }

  public init(_ interval: IntervalRecord) {
    self.init(began: interval.began.milliseconds, ended: interval.ended.milliseconds)
  }

  /// A phase that is under way.
  init(since began: WallTime) {
    self.init(began: began.milliseconds, ended: IntervalRecord.times.upperBound.milliseconds)
  }

  /// Whether the two share more than a minute, or one contains the other.
  public func overlaps(_ other: IntervalSpan) -> Bool {
    min(ended, other.ended) - max(began, other.began) > Self.tolerance || isIn(other) || other.isIn(self)
  }

  private func isIn(_ other: IntervalSpan) -> Bool {
    ended > began && other.began <= began + rounding && other.ended >= ended - rounding
  }

  /// Tolerance for programs that round to whole seconds; at most half of the interval.
  private var rounding: Int64 { min(1000, (ended - began) / 2) }
}
