// One activity as an object of the program. The state of the activity is kept while such an object exists.
internal import Foundation
internal import TomatoLink
internal import TomatoSocket

final class Live: Sendable {
  let id: String
  let surroundings: SharedState

  init(_ id: String, _ snapshot: Snapshot, _ surroundings: SharedState, press: @escaping ActivityRecord.Press) {
    (self.id, self.surroundings) = (id, surroundings)
    surroundings.withState { following in
      following.found(id, snapshot)
      following.change(id) { if $0.press == nil { $0.press = press } }
    }
  }

  deinit { surroundings.withState { [id] in $0.left(id) } }

  /// The current snapshot; asks the daemon if not followed.
  func now() -> Snapshot? {
    let isFollowed = surroundings.withState { $0.known[id].map { $0.isFollowed || $0.isOver } }
    if isFollowed != true { refresh() }
    return surroundings.withState { $0.known[id]?.snapshot }
  }

  private func refresh() { surroundings.checked(id, surroundings.daemon.ask("status?activity=\(id)&format=json")) }

  /// Follows the stream and handles button presses, after the request.
  func follow() {
    surroundings.change { $0.follow(id, isNew: true) }
    surroundings.wake()
  }

  /// The present snapshot, then each one, until it is dismissed.
  func snapshots() -> AsyncStream<Snapshot> { surroundings.stream { $0.listen($1, id, $2) } }

  /// The time of a change by this process; nil if it must not be made.
  /// - date: nil for now.
  func nextTime(_ date: Date?) -> Int64? {
    _ = now()
    let at = Time.milliseconds(date ?? Date())
    return surroundings.withState { $0.change(id) { $0.nextTime(at, isGiven: date != nil) } ?? nil }
  }

  /// Returns when the daemon has answered, or cannot be reached.
  func say(_ said: Change) async {
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      surroundings.ask { following in
        guard let line = following.change(id, { $0.lineToSend(said) }) ?? nil else {
          done.resume()
          return nil
        }
        return SharedState.Question(line: line, starts: true) { [self] answer in
          surroundings.change { $0.change(id) { $0.answered(said, answer) } ?? [] }
          if answer?.code == .refused { refresh() }
          done.resume()
        }
      }
    }
  }
}
