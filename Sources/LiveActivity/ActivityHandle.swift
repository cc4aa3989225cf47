// The program's handle of one activity, whose record is kept while a handle exists.
internal import Foundation
internal import TomatoLink
internal import TomatoSocket

final class ActivityHandle: Sendable {
  let id: String
  let shared: SharedState

  init(_ id: String, _ snapshot: Snapshot, _ shared: SharedState, onPress: @escaping ActivityRecord.PressHandler) {
    (self.id, self.shared) = (id, shared)
    shared.withState { following in
      following.addHandle(id, snapshot)
      following.change(id) { if $0.onPress == nil { $0.onPress = onPress } }
    }
  }

  deinit { shared.withState { [id] in $0.removeHandle(id) } }

  /// The current snapshot; asks the daemon if not followed.
  func now() -> Snapshot? {
    let isFollowed = shared.withState { $0.known[id].map { $0.isFollowed || $0.isOver } }
    if isFollowed != true { refresh() }
    return shared.withState { $0.known[id]?.snapshot }
  }

  private func refresh() { shared.checked(id, shared.daemon.ask("status?activity=\(id)&format=json")) }

  /// Follows the stream and handles button presses; called after the request.
  func follow() {
    shared.change { $0.follow(id, isNew: true) }
    shared.wake()
  }

  /// The current snapshot, then each new one, until the activity is dismissed.
  func snapshots() -> AsyncStream<Snapshot> { shared.stream { $0.listen($1, id, $2) } }

  /// The time of a change by this process; nil if it must not be made.
  /// - date: nil for now.
  func nextTime(_ date: Date?) -> Int64? {
    _ = now()
    let at = Time.milliseconds(date ?? Date())
    return shared.withState { $0.change(id) { $0.nextTime(at, isGiven: date != nil) } ?? nil }
  }

  /// Returns when the daemon has answered, or cannot be reached.
  func send(_ change: Change) async {
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      shared.ask { following in
        guard let line = following.change(id, { $0.lineToSend(change) }) ?? nil else {
          done.resume()
          return nil
        }
        return SharedState.DaemonRequest(line: line, startsDaemon: true) { [self] answer in
          shared.change { $0.change(id) { $0.answered(change, answer) } ?? [] }
          if answer?.code == .refused { refresh() }
          done.resume()
        }
      }
    }
  }
}
