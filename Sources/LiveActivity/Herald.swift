// Says that something may have changed on the desktop, to those who then look for themselves: the daemon has no stream
// of all activities, nor of what a person allows.
internal import Foundation
internal import Synchronization

/// Follows what is most relevant, whose line names the activities that there are.
final class Herald: Sendable {
  private struct Listener {
    var look: @Sendable () -> Void
    /// In milliseconds; nil: only when something is heard.
    var every: Int?
  }

  private struct State {
    var listeners: [Int: Listener] = [:]
    var count = 0
    var isRunning = false
  }

  private let state = Mutex(State())
  /// Each look is one behind the other.
  private let queue = DispatchQueue(label: "LiveActivity.herald")

  /// Looks now, whenever something is heard, and after each `every` milliseconds.
  /// - Parameter surroundings: What is followed. They are kept until nobody listens any more; kept for longer, they and
  ///   their herald would keep each other.
  func listen(
    in surroundings: Surroundings, every: Int? = nil, _ look: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    let (number, starts) = state.withLock { state in
      state.count += 1
      state.listeners[state.count] = Listener(look: look, every: every)
      defer { state.isRunning = true }
      return (state.count, !state.isRunning)
    }
    queue.async(execute: look)
    if starts { surroundings.thread("LiveActivity herald") { [self] in follow(surroundings) } }
    if let every { surroundings.thread("LiveActivity clock") { [self] in repeatLooking(number, every) } }
    return { [weak self] in self?.forget(number) }
  }

  private func forget(_ number: Int) { state.withLock { $0.listeners[number] = nil } }

  /// Something may be new.
  func tell() {
    for listener in state.withLock({ $0.listeners }).values { queue.async(execute: listener.look) }
  }

  private func repeatLooking(_ number: Int, _ every: Int) {
    while true {
      Thread.sleep(forTimeInterval: Double(every) / 1000)
      guard let listener = state.withLock({ $0.listeners[number] }) else { return }
      queue.async(execute: listener.look)
    }
  }

  private var isIdle: Bool {
    state.withLock { state in
      if state.listeners.isEmpty { state.isRunning = false }
      return state.listeners.isEmpty
    }
  }

  private func follow(_ surroundings: Surroundings) {
    surroundings.follow(
      isOver: { [self] in isIdle },
      { [self] connection in
        _ = connection.stream("watch?format=island") { [self] _ in
          tell()
          return !isIdle
        }
        tell()
      })
  }
}

/// The ids that were handed out.
final class Seen: Sendable {
  private let ids = Mutex<Set<String>>([])
  func isNew(_ id: String) -> Bool { ids.withLock { $0.insert(id).inserted } }
}
