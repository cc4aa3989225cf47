// Work that takes its time, and how much of it one turn of the main loop does.
import GLibBridge

/// A flood of work in pieces of at least a millisecond.
@MainActor public final class Toil {
  /// So many pieces a turn of the loop may do: it has a few milliseconds for the socket and as many for the bus.
  public static let fewPieces = 12

  /// The pieces that are done.
  public private(set) var done = 0
  /// The most that one turn of the loop has done.
  public private(set) var most = 0

  public init() {}

  /// Does one piece, and keeps this thread busy with it.
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
