// Sends a request to this user's daemon from our other processes: the start, the login, doctor.

package import GLibBridge
package import TomatoLink

package enum SocketQuestion {
  /// Sends one link to the socket at `path` and waits for the answer, `limitMs` for each piece of it.
  package static func ask(_ path: String, _ request: Request, limitMs: Int32) -> LineClient.Outcome<SocketAnswer> {
    var reader = AnswerReader()
    return LineClient.ask(path, Link.print(request), limitMs: limitMs) { bytes in
      reader.receive(bytes)
      return try reader.answer()
    }
  }
}
