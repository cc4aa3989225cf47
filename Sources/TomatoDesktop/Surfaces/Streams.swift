// All streams of the control socket, as one surface: `watch`, bars, `wait`, owners' events and `authorization`.

internal import TomatoLink
package import TomatoWords

/// A request that gets its answers later.
protocol Stream: AnyObject {
  /// The contents that its lines show.
  var interest: [Interest] { get }
  /// Sends what is new in the scene.
  /// - Returns: whether the stream goes on.
  func show(_ scene: Scene) -> Bool
  func close()
}

extension Stream {
  var interest: [Interest] { [] }
}

package final class Streams: Surface {
  private unowned let shell: Shell
  /// The current colours and dots of the lines.
  let appearance: () -> Appearance
  private var open: [any Stream] = []

  package init(_ shell: Shell, appearance: @escaping () -> Appearance = { Appearance() }) {
    (self.shell, self.appearance) = (shell, appearance)
  }

  package var interest: [Interest] { open.flatMap(\.interest) }

  package func show(_ scene: Scene) {
    for stream in open where !stream.show(scene) { open.removeAll { $0 === stream } }
  }

  /// The visibility of updates may have changed.
  package func desktopChanged() {
    for case let stream as AuthorizationStream in open { stream.show() }
  }

  package func close() {
    for stream in open { stream.close() }
    open = []
  }

  /// - Returns: false if the stream has ended at once.
  @discardableResult
  func add(_ stream: any Stream) -> Bool {
    guard stream.show(shell.scene()) else { return false }
    open.append(stream)
    if !stream.interest.isEmpty { shell.rearm() }
    return true
  }

  func remove(_ stream: any Stream) {
    open.removeAll { $0 === stream }
    if !stream.interest.isEmpty { shell.rearm() }
  }
}

/// An `authorization` stream: one line now, and one at each change.
final class AuthorizationStream: Stream {
  private let line: () -> String
  private let language = SentenceLanguage.now
  private let send: (String) -> Void
  private let finish: (AnswerCode) -> Void
  private var told: String?

  init(_ line: @escaping () -> String, send: @escaping (String) -> Void, finish: @escaping (AnswerCode) -> Void) {
    (self.line, self.send, self.finish) = (line, send, finish)
  }

  func show(_ scene: Scene) -> Bool {
    show()
    return true
  }

  func close() { finish(.done) }

  func show() {
    let line = language.whileAnswering(line)
    guard line != told else { return }
    told = line
    send(line)
  }
}
