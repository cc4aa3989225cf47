// A program that was started, what it says, and how it ends; every wait has a bound.
import Glibc

/// What a program said and how it ended.
public struct Outcome: Equatable, CustomStringConvertible, Sendable {
  /// 128 + n after signal n; nil when it did not end in time.
  public var code: Int32?
  public var output: String
  public var errors: String

  public init(code: Int32?, output: String, errors: String) {
    (self.code, self.output, self.errors) = (code, output, errors)
  }

  public var description: String { "code \(code.map(String.init) ?? "none"), \"\(output)\", \"\(errors)\"" }
}

/// A process that this one started. Killed and waited for when it is let go.
public final class RunningProgram {
  public let identifier: pid_t
  /// Its stdout, stderr, and descriptor 3 where it has one; read by us. -1 after the end.
  private var pipes: [Int32]
  private var texts: [[UInt8]]
  private var code: Int32?
  private var input: Int32

  /// Nil when it cannot be started.
  /// - environment, folder: as those of `Program.spawn`.
  /// - hasThird: gives the process a descriptor 3 to write to.
  /// - isOneStream: what goes to stderr is in `output`, too.
  /// - hasInput: `write` reaches its stdin, which otherwise is empty.
  /// - isRead: stdout has a reader; without one there is none from the beginning, before the process can write.
  public init?(
    _ words: [String], environment: [String]? = nil, in folder: String? = nil, hasThird: Bool = false,
    isOneStream: Bool = false, hasInput: Bool = false, isRead: Bool = true
  ) {
    let entry = hasInput ? Files.pipe() : nil
    let pairs = (0..<(hasThird ? 3 : 2)).map { _ in Files.pipe() }
    let streams = Program.Streams(
      input: entry?.read, output: pairs[0].write, errors: pairs[isOneStream ? 0 : 1].write,
      third: hasThird ? pairs[2].write : nil)
    if !isRead { close(pairs[0].read) }
    let process = Program.spawn(words, environment: environment, in: folder, streams)
    for pair in pairs { close(pair.write) }
    if let entry { close(entry.read) }
    input = entry?.write ?? -1
    guard let process else {
      for pair in pairs.dropFirst(isRead ? 0 : 1) { close(pair.read) }
      return nil
    }
    identifier = process
    pipes = pairs.map(\.read)
    if !isRead { pipes[0] = -1 }
    texts = pairs.map { _ in [] }
  }

  /// A program of ours, which is there because it was built with the tests.
  /// - ready: gives the process a descriptor 3 to write to.
  public convenience init(
    _ path: String, _ words: [String], environment: [String], ready: Bool = false, hasInput: Bool = false,
    isRead: Bool = true
  ) {
    self.init([path] + words, environment: environment, hasThird: ready, hasInput: hasInput, isRead: isRead)!
  }

  deinit {
    if code == nil { _ = end(killing: SIGKILL) }
    for pipe in pipes + [input] where pipe >= 0 { close(pipe) }
  }

  public var output: String { String(decoding: texts[0], as: UTF8.self) }
  public var errors: String { String(decoding: texts[1], as: UTF8.self) }
  /// What came through descriptor 3.
  public var said: String { String(decoding: texts[2], as: UTF8.self) }
  public var isAlive: Bool { !reap() }

  /// The lines on stderr so far.
  public var notes: [Substring] {
    while drain(until: Patience.now()) {}
    return errors.split(separator: "\n")
  }

  /// Reads until what comes from descriptor `place` (0 stdout, 1 stderr, 2 the third) has what is wanted; false when it
  /// ended without, or not in time.
  public func wait(for wanted: String, on place: Int = 0) -> Bool {
    let deadline = Patience.now() + Int64(Patience.milliseconds)
    while true {
      if String(decoding: texts[place], as: UTF8.self).contains(wanted) { return true }
      guard pipes[place] >= 0, drain(until: deadline) else { return false }
    }
  }

  /// Writes to its stdin; a process that has gone takes nothing.
  public func write(_ text: String) {
    signal(SIGPIPE, SIG_IGN)
    let bytes = Array(text.utf8)
    _ = Glibc.write(input, bytes, bytes.count)
  }

  /// Its stdin ends.
  public func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Its stdout has no reader any more.
  public func closeOutput() {
    if pipes[0] >= 0 { close(pipes[0]) }
    pipes[0] = -1
  }

  /// Sends the signal, if one is given, and reads everything that it says until it ends.
  /// - Returns: The exit code, 128 + n after signal n; nil when it did not end in time and was killed.
  public func end(killing signal: Int32? = nil) -> Int32? {
    if let code { return code }
    if let signal { kill(identifier, signal) }
    let deadline = Patience.now() + Int64(Patience.milliseconds)
    while !reap() {
      if Patience.now() > deadline {
        kill(identifier, SIGKILL)
        _ = Program.wait(for: identifier)
        code = 128 + SIGKILL
        return nil
      }
      // Bounded, because the pipes may close a moment before the process can be waited for, or not at all.
      if !drain(until: Patience.now() + 10) && pipes.allSatisfy({ $0 < 0 }) { poll(nil, 0, 2) }
    }
    while drain(until: Patience.now()) {}
    return code
  }

  /// Reads until nobody can write any more, the programs that it has started included, and then as `end`.
  public func finish() -> Int32? {
    let deadline = Patience.now() + Int64(Patience.milliseconds)
    while drain(until: deadline) {}
    return end()
  }

  /// Reads what any of the pipes has, waiting for it until `deadline`; false when there was nothing.
  private func drain(until deadline: Int64) -> Bool {
    var polled = pipes.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard pipes.contains(where: { $0 >= 0 }) else { return false }
    let count = poll(&polled, nfds_t(polled.count), Int32(max(0, deadline - Patience.now())))
    guard count > 0 else { return count < 0 && errno == EINTR }
    for (place, found) in polled.enumerated() where found.revents != 0 {
      if let bytes = Files.readSome(pipes[place]) {
        texts[place] += bytes
      } else {
        close(pipes[place])
        pipes[place] = -1
      }
    }
    return true
  }

  private func reap() -> Bool {
    if code != nil { return true }
    var status: Int32 = 0
    guard waitpid(identifier, &status, WNOHANG) == identifier else { return false }
    code = Program.code(status)
    return true
  }
}
