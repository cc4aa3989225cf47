// Two pipes to a helper process: its task goes in at the start, its result comes out at the end. Never blocks the main
// loop.
import CNotify
import Glibc

/// The pipes to one helper. `deinit` closes them; a helper without a task then reads the end of its input.
@MainActor public final class HelperPipes {
  /// The helper's ends, for its standard input and output; -1 once handed over.
  private var input: Int32
  private var output: Int32
  private let words: Descriptor
  private let answer: Descriptor
  private var writing: FDWatch?
  private var reading: FDWatch?
  private var rest: ArraySlice<UInt8> = []
  private var heard: [UInt8] = []
  private var onEnd: (@MainActor (String) -> Void)?

  /// Maximum number of bytes kept of an answer.
  private static let longestAnswer = 4096

  /// - Throws: when there is no descriptor left.
  public init() throws(BridgeError) {
    let told = try Self.pipe()
    let said: (read: Int32, write: Int32)
    do throws(BridgeError) { said = try Self.pipe() } catch {
      close(told.read)
      close(told.write)
      throw error
    }
    (input, output) = (told.read, said.write)
    (words, answer) = (Descriptor(told.write), Descriptor(said.read))
  }

  deinit {
    for end in [input, output] where end >= 0 { close(end) }
    let (writing, reading) = (SameThread(value: writing), SameThread(value: reading))
    MainActor.assumeIsolated {
      writing.value?.cancel()
      reading.value?.cancel()
    }
  }

  private static func pipe() throws(BridgeError) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw .errno("Cannot make a pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// The helper's standard input and output, if another part starts it.
  public var ends: [Int32] { [input, output] }

  /// Starts this very program as the helper, with these words.
  /// - Throws: one sentence, when it cannot be started.
  public func start(_ words: [String]) throws(BridgeError) {
    try Spawn.helper(words, input: input, output: output)
  }

  /// Sends the started helper its task, and collects its output until it ends.
  /// - Parameter onEnd: called once, on the main loop, with the output; empty if there was none.
  public func tell(_ text: [UInt8], onEnd: @escaping @MainActor (String) -> Void) {
    for end in [input, output] { close(end) }
    (input, output) = (-1, -1)
    (rest, self.onEnd) = (text[...], onEnd)
    for end in [words, answer] { _ = fcntl(end.number, F_SETFL, O_NONBLOCK) }
    reading = FDWatch(answer.number, .input) { [weak self] _ in self?.read() }
    write()
  }

  /// A pipe holds 64 KiB, or less near the user's pipe limit.
  private func write() {
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(words.number, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        if writing == nil { writing = FDWatch(words.number, .output) { [weak self] _ in self?.write() } }
        return
      }
      // If the helper has gone, its output ends, which `read` notices.
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    writing?.cancel()
    (writing, rest) = (nil, [])
    words.close()
  }

  private func read() {
    var room = [UInt8](repeating: 0, count: Self.longestAnswer)
    let count = Glibc.read(answer.number, &room, room.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    guard count <= 0 else {
      heard += room.prefix(min(count, Self.longestAnswer - heard.count))
      return
    }
    reading?.cancel()
    reading = nil
    answer.close()
    let onEnd = onEnd
    self.onEnd = nil
    onEnd?(String(decoding: heard, as: UTF8.self))
  }
}

/// Closes its descriptor once, at the latest in `deinit`.
private final class Descriptor {
  private(set) var number: Int32
  init(_ number: Int32) { self.number = number }

  func close() {
    if number >= 0 { Glibc.close(number) }
    number = -1
  }

  deinit { close() }
}
