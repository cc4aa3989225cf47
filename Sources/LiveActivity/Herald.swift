// Says that something may have changed on the desktop, to those who then look for themselves.
internal import Foundation
internal import Synchronization
internal import TomatoLink
internal import TomatoSocket

/// Follows one stream of the daemon's: each of its lines is a change.
final class Herald: Sendable {
  private struct State {
    var listeners: [Int: @Sendable () -> Void] = [:]
    var count = 0
    var isRunning = false
    /// All are to look, and have not begun to.
    var isLookDue = false
  }

  /// The activities that programs have.
  static let activities = "watch?all=programs"
  /// What a person allows this program.
  static let authorization = "authorization?watch=1&format=json"
  /// A daemon of another version may not know the question; then all look so often.
  private static let secondsBetweenLooks = 5.0

  private let question: String
  private let state = Mutex(State())
  /// Each look is one behind the other.
  private let queue = DispatchQueue(label: "LiveActivity.herald")

  /// - Parameter question: Behind `tomatoclock://`; its answer goes on.
  init(_ question: String) { self.question = question }

  /// Looks now, and whenever something is heard.
  /// - Parameter surroundings: What is followed. They are kept until nobody listens any more; kept for longer, they and
  ///   their herald would keep each other.
  func listen(in surroundings: Surroundings, _ look: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let (number, starts) = state.withLock { state in
      state.count += 1
      state.listeners[state.count] = look
      defer { state.isRunning = true }
      return (state.count, !state.isRunning)
    }
    queue.async(execute: look)
    if starts { surroundings.thread("LiveActivity herald") { [self] in follow(surroundings) } }
    return { [weak self] in self?.forget(number) }
  }

  private func forget(_ number: Int) { state.withLock { $0.listeners[number] = nil } }

  /// Something may be new. What is told before they look is one look.
  func tell() {
    let isFirst = state.withLock { state in
      defer { state.isLookDue = true }
      return !state.isLookDue
    }
    if isFirst { queue.async { [self] in lookAll() } }
  }

  private func lookAll() {
    let looks = state.withLock { state in
      state.isLookDue = false
      return Array(state.listeners.values)
    }
    for look in looks { look() }
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
        let code = connection.stream(question) { [self] _ in
          tell()
          return !isIdle
        }
        tell()
        if let code, code != .done, code != .ending { Thread.sleep(forTimeInterval: Self.secondsBetweenLooks) }
      })
  }
}

/// The ids that were handed out.
final class Seen: Sendable {
  private let ids = Mutex<Set<String>>([])
  func isNew(_ id: String) -> Bool { ids.withLock { $0.insert(id).inserted } }
}
