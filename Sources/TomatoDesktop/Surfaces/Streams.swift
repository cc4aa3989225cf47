// All streams of the control socket, as one surface: `watch`, bars, `wait`, owners' events and `authorization`.

internal import TomatoLink
package import TomatoWords

/// Where a stream's lines go.
final class StreamOutput {
  let language = SentenceLanguage.now
  let send: (String) -> Void
  /// Ends the answer; no line follows.
  let finish: (AnswerCode) -> Void
  /// The last line sent, so that none is sent twice.
  var lastLine: String?

  init(send: @escaping (String) -> Void, finish: @escaping (AnswerCode) -> Void = { _ in }) {
    (self.send, self.finish) = (send, finish)
  }

  /// - text: what is sent for a new line.
  func send(once line: String, as text: (String) -> String = { $0 }) {
    guard line != lastLine else { return }
    lastLine = line
    send(text(line))
  }
}

/// A request that gets its answers later. `Streams` calls it in the language of its output.
protocol Stream: AnyObject {
  var output: StreamOutput { get }
  /// The contents that its lines show.
  var interest: [Interest] { get }
  /// Sends what is new in the scene.
  /// - Returns: whether the stream goes on.
  func show(_ scene: Scene) -> Bool
  func close()
}

extension Stream {
  var interest: [Interest] { [] }
  func close() { output.finish(.done) }
}

package final class Streams: Observer {
  private unowned let shell: Shell
  /// The current colours and dots of the lines.
  let appearance: () -> Appearance
  private var open: [any Stream] = []

  package init(_ shell: Shell, appearance: @escaping () -> Appearance = { Appearance() }) {
    (self.shell, self.appearance) = (shell, appearance)
  }

  package var interest: [Interest] { open.flatMap(\.interest) }

  package func observe(_ scene: Scene) {
    for stream in open where !goesOn(stream, scene) { open.removeAll { $0 === stream } }
  }

  private func goesOn(_ stream: any Stream, _ scene: Scene) -> Bool {
    stream.output.language.whileAnswering { stream.show(scene) }
  }

  /// The visibility of updates may have changed.
  package func desktopChanged() {
    for case let stream as AuthorizationStream in open { stream.output.language.whileAnswering(stream.show) }
  }

  package func close() {
    for stream in open { stream.output.language.whileAnswering(stream.close) }
    open = []
  }

  /// - Returns: false if the stream has ended at once.
  @discardableResult
  func add(_ stream: any Stream) -> Bool {
    guard goesOn(stream, shell.scene()) else { return false }
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
  let output: StreamOutput
  private let line: () -> String

  init(_ output: StreamOutput, _ line: @escaping () -> String) { (self.output, self.line) = (output, line) }

  func show(_ scene: Scene) -> Bool {
    show()
    return true
  }

  func show() { output.send(once: line()) }
}
