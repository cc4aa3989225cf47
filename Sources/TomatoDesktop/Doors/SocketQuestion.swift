// Sends a request to this user's daemon from our other processes: the start, the login, doctor.

package import GLibBridge
package import TomatoLink

package enum SocketQuestion {
  package struct Answer: Hashable {
    package var lines: [String]
    package var code: AnswerCode
  }

  /// Sends one link to the socket at `path` and waits for the answer, `limitMs` for each piece of it.
  package static func ask(_ path: String, _ request: Request, limitMs: Int32) -> LineClient.Outcome<Answer> {
    var reader = AnswerReader()
    var lines: [String] = []
    return LineClient.ask(path, Link.print(request), limitMs: limitMs) { bytes in
      reader.receive(bytes)
      while let line = try reader.next() {
        switch line {
        case .body(let text): lines.append(text)
        case .code(let code): return Answer(lines: lines, code: code)
        }
      }
      return nil
    }
  }
}
