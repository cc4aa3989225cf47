// Two pipes to a helper process: its task goes in at the start, its result comes out at the end. Never blocks the main
// loop.
import CNotify
import Glibc

/// The pipes to one helper. `deinit` closes them; a helper that waits for its task then reads the end of its input.
@MainActor public final class HelperPipes {
  /// The helper's ends: its standard input and output.
  private let input: Descriptor
  private let output: Descriptor
  /// Our ends.
  private let task: Descriptor
  private let answer: Descriptor
  private var writing: FDWatch?
  private var reading: FDWatch?
  private var unsent: ArraySlice<UInt8> = []
  private var received: [UInt8] = []
  private var onEnd: (@MainActor (String) -> Void)?

  /// Maximum number of bytes kept of an answer.
  private static let longestAnswer = 4096

  /// - Throws: when there is no descriptor left.
  public init() throws(BridgeError) {
    (input, task) = try Self.pipe()
    (answer, output) = try Self.pipe()
  }

  deinit {
    let (writing, reading) = (SameThread(value: writing), SameThread(value: reading))
    MainActor.assumeIsolated {
      writing.value?.cancel()
      reading.value?.cancel()
    }
  }

  private static func pipe() throws(BridgeError) -> (read: Descriptor, write: Descriptor) {
    guard let ends = Descriptors.pipe() else { throw .errno("Cannot make a pipe") }
    return (Descriptor(ends.read), Descriptor(ends.write))
  }

  /// The helper's standard input and output, for a caller that starts the helper itself.
  public var ends: [Int32] { [input.number, output.number] }

  /// Starts this program as the helper, with these arguments.
  /// - Throws: one sentence, when it cannot be started.
  public func start(_ words: [String]) throws(BridgeError) {
    try Spawn.helper(words, input: input.number, output: output.number)
  }

  /// Sends the started helper its task, and collects its output until it ends.
  /// - Parameter onEnd: called once, on the main loop, with the output; empty if there was none.
  public func tell(_ text: [UInt8], onEnd: @escaping @MainActor (String) -> Void) {
    for end in [input, output] { end.close() }
    (unsent, self.onEnd) = (text[...], onEnd)
    for end in [task, answer] { _ = fcntl(end.number, F_SETFL, O_NONBLOCK) }
    reading = FDWatch(answer.number, .input) { [weak self] _ in self?.read() }
    write()
  }

  /// A pipe holds 64 KiB, or less near the user's pipe limit.
  private func write() {
    while !unsent.isEmpty {
      let count = unsent.withUnsafeBytes { Glibc.write(task.number, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        if writing == nil { writing = FDWatch(task.number, .output) { [weak self] _ in self?.write() } }
        return
      }
      // If the helper has ended, `read` reaches the end of its output.
      guard count > 0 else { break }
      unsent = unsent.dropFirst(count)
    }
    writing?.cancel()
    (writing, unsent) = (nil, [])
    task.close()
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: Self.longestAnswer)
    let count = Glibc.read(answer.number, &buffer, buffer.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    guard count <= 0 else {
      received += buffer.prefix(min(count, Self.longestAnswer - received.count))
      return
    }
    reading?.cancel()
    reading = nil
    answer.close()
    let onEnd = onEnd
    self.onEnd = nil
    onEnd?(String(decoding: received, as: UTF8.self))
  }
}

/// Owns a descriptor; closes it once, at the latest in `deinit`.
private final class Descriptor {
  private(set) var number: Int32
  init(_ number: Int32) { self.number = number }

  func close() {
    if number >= 0 { Glibc.close(number) }
    number = -1
  }

  deinit { close() }
}
