// Counts recent losses of the connection to the daemon, so that a daemon that keeps dying is not restarted for ever.
public import TomatoLink

public struct DaemonRestartLimit {
  private static let window: Int64 = 10_000
  private static let most = 3

  /// In milliseconds on CLOCK_MONOTONIC.
  private var lossTimes: [Int64] = []

  public init() {}

  /// Whether it was lost more than three times within 10 s.
  public var areTooMany: Bool { lossTimes.count > Self.most }

  public mutating func note() {
    let now = SystemCalls.monotonicMilliseconds()
    lossTimes = lossTimes.filter { now - $0 < Self.window } + [now]
  }

  /// Waits before the next try, except after the first loss: a killed daemon accepts connections until it is gone, and
  /// would be lost again at once.
  /// - Throws: 69 if there are too many.
  public func waitBeforeRetry() throws(Failure) {
    guard !areTooMany else { throw Failure(.unavailable, "The daemon goes away again and again.") }
    let milliseconds = Int32(clamping: (lossTimes.count - 1) * 100)
    if milliseconds > 0 { _ = SystemCalls.wait(for: [], milliseconds: milliseconds) }
  }
}
