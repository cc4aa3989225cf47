// How often the daemon has gone without a word of late: one that goes again and again would be started for ever.
public import TomatoLink

public struct DaemonLosses {
  private static let window: Int64 = 10_000
  private static let most = 3

  /// When it went, in milliseconds on a clock that never jumps.
  private var moments: [Int64] = []

  public init() {}

  /// It went more than three times within 10 s.
  public var areTooMany: Bool { moments.count > Self.most }

  /// It has gone now.
  public mutating func note() {
    let now = SystemCalls.monotonicMilliseconds()
    moments = moments.filter { now - $0 < Self.window } + [now]
  }

  /// Waits before the next try, not at all after the first loss: one that was killed can still be connected to until it
  /// is gone, and would be lost again at once.
  /// - Throws: 69 when there are too many.
  public func pause() throws(Failure) {
    guard !areTooMany else { throw Failure(.unavailable, "The daemon goes away again and again.") }
    let milliseconds = Int32(clamping: (moments.count - 1) * 100)
    if milliseconds > 0 { _ = SystemCalls.wait(for: [], milliseconds: milliseconds) }
  }
}
