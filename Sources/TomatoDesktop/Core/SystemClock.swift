// The only place that reads a clock.

internal import GLibBridge
package import TomatoEngine
internal import TomatoLink

package enum SystemClock {
  private static let boot = BootID(Clocks.bootID())

  /// All clocks, read together, in whole milliseconds.
  package static func now() -> Moment {
    let reading = Clocks.read()
    return Moment(
      sinceBoot: .milliseconds(reading.sinceBootNs / 1_000_000), awake: .milliseconds(reading.awakeNs / 1_000_000),
      wall: WallTime(milliseconds: reading.wallNs / 1_000_000), boot: boot)
  }

  /// Time that never jumps, from an arbitrary zero; for intervals within this process, on any thread.
  package nonisolated static func steady() -> Duration { .nanoseconds(Clocks.read().awakeNs) }
}
