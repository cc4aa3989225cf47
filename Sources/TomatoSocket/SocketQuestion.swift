// Sends a request to this user's daemon from our other processes: the start, the login, doctor.
package import TomatoLink

package enum SocketQuestion {
  package enum Outcome: Hashable {
    case answer(SocketAnswer)
    /// No process listens, or it closed the connection without an answer.
    case nobody
    /// A process of another user listens; the user's id.
    case stranger(UInt32?)
    /// A process listens, but does not answer in time or in the protocol.
    case silent
  }

  /// Sends one link to the socket at `path` and waits for the answer, at most `limitMs`.
  package static func ask(_ path: String, _ request: Request, limitMs: Int32) -> Outcome {
    let patience = Int64(limitMs)
    do throws(Failure) {
      switch try SocketConnection.open(path, patience: patience) {
      case .connection(let found): return .answer(try found.ask(Link.print(request), DaemonWait(patience: patience)))
      case .stranger(let user): return .stranger(user)
      case .nobody: return .nobody
      }
    } catch { return error == SocketConnection.connectionLost ? .nobody : .silent }
  }
}
