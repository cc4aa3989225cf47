// Gives pages back to the system once nothing happens (docs/decisions/0006-memory-at-rest.md).

internal import GLibBridge
internal import TomatoDesktop

/// Waits until the start, or an event after a rest, is over with all that follows from it.
final class MemoryAtRest {
  private let isAtRest: () -> Bool
  private var lastStir = Duration.zero
  private var settling: Timeout?

  /// - isAtRest: no phase runs. While one does, its every minute would have to fetch the pages again.
  init(_ isAtRest: @escaping () -> Bool) { self.isAtRest = isAtRest }

  /// Something happened. After a rare event what it needed goes back; while events are frequent, it stays.
  func stir() {
    let now = SystemClock.steady()
    defer { lastStir = now }
    if now - lastStir > .seconds(10), isAtRest() { settle() }
  }

  /// What was needed until now is not needed any more.
  func settle() {
    settling = Timeout(milliseconds: 1000) { [weak self] in
      guard let self else { return }
      settling = nil
      if isAtRest() { IdlePages.release() }
    }
  }
}
