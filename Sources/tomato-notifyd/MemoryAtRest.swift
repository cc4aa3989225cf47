// Gives pages back to the system once nothing happens (docs/decisions/0006-memory-at-rest.md).

internal import GLibBridge
internal import TomatoDesktop

/// Waits until the start, or an event after a rest, has had all its consequences.
final class MemoryAtRest {
  private let isAtRest: () -> Bool
  private var lastStir = Duration.zero
  private var settling: Timeout?

  /// - isAtRest: true while no phase runs. A running phase would fetch the pages again every minute.
  init(_ isAtRest: @escaping () -> Bool) { self.isAtRest = isAtRest }

  /// Call at each event. Memory is released after a rare event and kept while events are frequent.
  func stir() {
    let now = SystemClock.steady()
    defer { lastStir = now }
    if now - lastStir > .seconds(10), isAtRest() { settle() }
  }

  /// Releases memory after one second, if still at rest.
  func settle() {
    settling = Timeout(milliseconds: 1000) { [weak self] in
      guard let self else { return }
      settling = nil
      if isAtRest() { IdlePages.release() }
    }
  }
}
