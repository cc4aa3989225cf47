// Gives pages back to the system once nothing happens (docs/decisions/0006-memory-at-rest.md).

internal import GLibBridge
internal import TomatoDesktop

/// Releases memory a second after the start, and after an event that follows a rest.
final class MemoryAtRest {
  private let isAtRest: () -> Bool
  private var lastEvent = Duration.zero
  private var timeout: Timeout?

  /// - isAtRest: true while no phase runs. A running phase would fetch the pages again every minute.
  init(_ isAtRest: @escaping () -> Bool) { self.isAtRest = isAtRest }

  /// Call at each event. Memory is released after a rare event and kept while events are frequent.
  func noteEvent() {
    let now = SystemClock.steady()
    defer { lastEvent = now }
    if now - lastEvent > .seconds(10), isAtRest() { releaseSoon() }
  }

  func releaseSoon() {
    timeout = Timeout(milliseconds: 1000) { [weak self] in
      guard let self else { return }
      timeout = nil
      if isAtRest() { IdlePages.release() }
    }
  }
}
