// Helper processes with pipes to them, which close when this process ends, in whatever way. Never blocks the main loop.
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
    guard let task else { return }
    if Descriptor.writeSome(&unsent, to: task.number), !unsent.isEmpty {
      writing = writing ?? FDWatch(task.number, .output) { [weak self] _ in self?.write() }
    } else {
      // If the helper has ended, `read` reaches the end of its output.
      (writing, self.task, unsent) = (nil, nil, [])
    }
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

/// A process of this program whose standard input and output are pipes to us.
@MainActor public final class Companion {
  public let id: Int32
  private var input: Descriptor?
  private let output: Descriptor
  private var watch: FDWatch?
  private var received = LineBuffer(limit: .max)

  /// Starts it, also if the executable's file was replaced. It inherits only the two pipes and standard error.
  /// - Parameters:
  ///   - onLine: gets each line that it writes, without the line break.
  ///   - onExit: as of `Spawn.helper`.
  /// - Throws: one sentence, when it cannot be started.
  public init(
    _ words: [String], onLine: @escaping @MainActor (String) -> Void, onExit: @escaping @MainActor (Int32) -> Void
  ) throws(BridgeError) {
    guard let theirs = Descriptor.pipe(), let ours = Descriptor.pipe() else { throw .errno("Cannot make a pipe") }
    id = try Spawn.helper(words, input: theirs.read.number, output: ours.write.number, onExit: onExit).id
    (input, output) = (theirs.write, ours.read)
    output.makeNonBlocking()
    watch = FDWatch(output.number) { [weak self] _ in self?.read(onLine) }
  }

  /// Sends one line. A no-op if the companion has ended or does not read.
  public func say(_ line: String) {
    guard let input else { return }
    let bytes = Array((line + "\n").utf8)
    _ = write(input.number, bytes, bytes.count)
  }

  /// Closes the pipe to the companion, as the end of this process would.
  public func letGo() { input = nil }

  private func read(_ onLine: (String) -> Void) {
    guard let bytes = Descriptor.read(output.number, 256) else { return }
    if bytes.isEmpty { watch = nil }  // an ended pipe stays ready
    received.append(bytes)
    while let line = received.nextLine() { onLine(String(decoding: line, as: UTF8.self)) }
  }
}

extension ThisProcess {
  /// Re-executes this program with these arguments: same process id and standard streams, fresh memory. Returns only on
  /// failure.
  public static func become(_ words: [String]) { _ = withWords([thisProgram[1]] + words) { execv(thisProgram[0], $0) } }

  /// Blocks in `read`, with little memory in use, until standard input has a line or ends.
  /// - Returns: the line without its break; nil at the end.
  public static func waitForLine() -> String? {
    var (line, byte): ([UInt8], UInt8) = ([], 0)
    while true {
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0 && errno == EINTR { continue }
      guard count == 1 else { return nil }
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      if line.count < 256 { line.append(byte) }
    }
  }

  /// Ignores the ending signals: this process ends together with the one it waits for.
  @MainActor public static func ignoreEndingSignals() {
    for number in EndingSignals.numbers { signal(number, SIG_IGN) }
  }

  /// Blocks; for a process that has nothing else to do.
  public static func rest(milliseconds: Int32) { _ = poll(nil, 0, milliseconds) }
}

extension Files {
  /// Removes a file, which stays removed after a loss of power.
  public static func removeDurably(_ path: String) {
    guard unlink(path) == 0, let end = path.lastIndex(of: "/") else { return }
    if let folder = Descriptor(open(String(path[...end]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) { fsync(folder.number) }
  }
}
