// A second process of this program. A pipe to it closes when this process ends, in whatever way.
import CNotify
import Glibc

/// A process of this program whose standard input and output are pipes to us.
@MainActor public final class Companion {
  /// The process id.
  public let id: Int32
  private var input: Int32
  private var output: Int32
  private var watch: FDWatch?
  private var received: [UInt8] = []

  /// Starts it, also if the executable's file was replaced. It inherits only the two pipes and standard error.
  /// - Parameters:
  ///   - onLine: gets each line that it writes, without the line break.
  ///   - onExit: called once on the main loop when it has ended, with its exit code, or 128 plus the number of the
  ///     signal that ended it.
  /// - Throws: one sentence, when it cannot be started.
  public init(
    _ words: [String], onLine: @escaping @MainActor (String) -> Void, onExit: @escaping @MainActor (Int32) -> Void
  ) throws(BridgeError) {
    var list = wordList(thisProgram + words)
    defer { for text in list { g_free(text) } }
    var error: UnsafeMutablePointer<GError>?
    var (pid, input, output): (GPid, Int32, Int32) = (0, -1, -1)
    let flags = GSpawnFlags(
      rawValue: CN_SPAWN_FILE_AND_ARGV_ZERO.rawValue | CN_SPAWN_DO_NOT_REAP_CHILD.rawValue
        | CN_SPAWN_CLOEXEC_PIPES.rawValue)
    let started = g_spawn_async_with_pipes(nil, &list, nil, flags, nil, nil, &pid, &input, &output, nil, &error)
    guard started.isTrue else { throw BridgeError(taking: error) }
    (id, self.input, self.output) = (pid, input, output)
    _ = fcntl(output, F_SETFL, O_NONBLOCK)
    onSpawnedExit(pid, onExit)
    watch = FDWatch(output, .input) { [weak self] _ in self?.read(onLine) }
  }

  deinit {
    let (watch, descriptors) = (SameThread(value: watch), [input, output])
    MainActor.assumeIsolated { watch.value?.cancel() }
    for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
  }

  /// Sends one line. A no-op if the companion has ended or does not read.
  public func say(_ line: String) {
    guard input >= 0 else { return }
    let bytes = Array((line + "\n").utf8)
    _ = write(input, bytes, bytes.count)
  }

  /// Closes the pipe to the companion, as the end of this process would.
  public func letGo() {
    if input >= 0 { close(input) }
    input = -1
  }

  private func read(_ onLine: (String) -> Void) {
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = Glibc.read(output, &buffer, buffer.count)
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
    guard count > 0 else {
      watch?.cancel()
      watch = nil
      return
    }
    received += buffer[..<count]
    while let end = received.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: received[..<end], as: UTF8.self)
      received.removeSubrange(...end)
      onLine(line)
    }
  }
}

extension ThisProcess {
  /// Re-executes this program with these arguments: same process id and standard streams, fresh memory. Returns only on
  /// failure.
  public static func become(_ words: [String]) {
    var list = wordList([thisProgram[1]] + words)
    execv(thisProgram[0], &list)
    for text in list { g_free(text) }
  }

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
    for number in UnixSignals.leaving { signal(number, SIG_IGN) }
  }

  /// Blocks; for a process that has nothing else to do.
  public static func rest(milliseconds: Int32) { _ = poll(nil, 0, milliseconds) }
}

extension Files {
  /// Removes a file, which stays removed after a loss of power.
  public static func removeDurably(_ path: String) {
    guard unlink(path) == 0, let end = path.lastIndex(of: "/") else { return }
    let folder = open(String(path[...end]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }
}
