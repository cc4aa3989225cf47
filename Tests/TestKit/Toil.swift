// Work that takes its time, and how much of it one turn of the main loop does.
import GLibBridge

/// A flood of work in pieces of at least a millisecond.
@MainActor public final class Toil {
  /// Maximum pieces in one turn of the loop, which has a few milliseconds each for the socket and the bus.
  public static let fewPieces = 12

  /// The number of pieces done.
  public private(set) var done = 0
  /// The largest number done in one turn of the loop.
  public private(set) var most = 0

  public init() {}

  /// Does one piece, which keeps this thread busy.
  public func piece() {
    let start = ContinuousClock.now
    while ContinuousClock.now - start < .milliseconds(1) {}
    done += 1
  }

  /// Turns the loop until the condition holds; false if it never does.
  public func turn(until condition: () -> Bool) -> Bool {
    var before = done
    return MainLoop.turn(
      until: {
        (most, before) = (max(most, done - before), done)
        return condition()
      }, limitMs: Patience.milliseconds)
  }
}
