// Two pipes to a helper process: its task goes in at the start, its result comes out at the end. Never blocks the main
// loop.
import CNotify
import Glibc

/// The pipes to one helper. When they are released, a helper that waits for its task reads the end of its input.
@MainActor public final class HelperPipes {
  /// The helper's standard input and output; nil once it has them.
  private var theirs: (input: Descriptor, output: Descriptor)?
  /// Our ends; nil once used.
  private var task: Descriptor?
  private var answer: Descriptor?
  private var writing: FDWatch?
  private var reading: FDWatch?
  private var unsent: ArraySlice<UInt8> = []
  private var received: [UInt8] = []
  private var onEnd: (@MainActor (String) -> Void)?

  /// Maximum number of bytes kept of an answer.
  private static let longestAnswer = 4096

  /// - Throws: when there is no descriptor left.
  public init() throws(BridgeError) {
    guard let tasks = Descriptor.pipe(), let answers = Descriptor.pipe() else { throw .errno("Cannot make a pipe") }
    (theirs, task, answer) = ((tasks.read, answers.write), tasks.write, answers.read)
  }

  /// The helper's standard input and output, for a caller that starts the helper itself.
  public var ends: [Int32] { theirs.map { [$0.input.number, $0.output.number] } ?? [] }

  /// Starts this program as the helper, with these arguments.
  /// - Throws: one sentence, when it cannot be started.
  public func start(_ words: [String]) throws(BridgeError) {
    guard let theirs else { return }
    _ = try Spawn.helper(words, input: theirs.input.number, output: theirs.output.number) { _ in }
  }

  /// Sends the started helper its task, and collects its output until it ends.
  /// - Parameter onEnd: called once, on the main loop, with the output; empty if there was none.
  public func tell(_ text: [UInt8], onEnd: @escaping @MainActor (String) -> Void) {
    guard let answer else { return }
    (theirs, unsent, self.onEnd) = (nil, text[...], onEnd)
    for end in [task, answer] { end?.makeNonBlocking() }
    reading = FDWatch(answer.number) { [weak self] _ in self?.read(answer) }
    write()
  }

  /// A pipe holds 64 KiB, or less near the user's pipe limit.
  private func write() {
    while let task, !unsent.isEmpty {
      let count = unsent.withUnsafeBytes { Glibc.write(task.number, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        writing = writing ?? FDWatch(task.number, .output) { [weak self] _ in self?.write() }
        return
      }
      // If the helper has ended, `read` reaches the end of its output.
      guard count > 0 else { break }
      unsent = unsent.dropFirst(count)
    }
    (writing, task, unsent) = (nil, nil, [])
  }

  private func read(_ answer: Descriptor) {
    guard let bytes = Descriptor.read(answer.number, Self.longestAnswer) else { return }
    received += bytes.prefix(Self.longestAnswer - received.count)
    guard bytes.isEmpty else { return }
    let onEnd = onEnd
    (reading, self.answer, self.onEnd) = (nil, nil, nil)
    onEnd?(String(decoding: received, as: UTF8.self))
  }
}
