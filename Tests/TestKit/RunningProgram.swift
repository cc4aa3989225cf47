// A started program, its output, and its end; every wait is bounded.
import Glibc
import Testing

/// A program's output and exit code.
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

/// A child process. Killed and waited for on release.
public final class RunningProgram {
  /// `Program.noProcess` where it could not be started.
  public let identifier: pid_t
  /// The received output, and our reading end of the pipe: -1 after the end.
  private struct Stream {
    var descriptor: Int32
    var bytes: [UInt8] = []
    var text: String { String(decoding: bytes, as: UTF8.self) }
  }
  /// Its stdout, stderr, and optionally descriptor 3.
  private var streams: [Stream]
  private var code: Int32?
  private var input: Int32
  /// errno of a failed start.
  private let refusal: Int32

  /// Nil when it cannot be started.
  /// - environment, folder: as in `Program.spawn`.
  /// - hasThird: gives the process a descriptor 3 to write to.
  /// - isOneStream: `output` includes stderr.
  /// - hasInput: `write` goes to its stdin, which is empty otherwise.
  /// - isRead: false closes the reading end of stdout before the process can write.
  public convenience init?(
    _ words: [String], environment: [String]? = nil, in folder: String? = nil, hasThird: Bool = false,
    isOneStream: Bool = false, hasInput: Bool = false, isRead: Bool = true
  ) {
    self.init(words, environment, folder, hasThird, isOneStream, hasInput, isRead)
    if identifier == Program.noProcess { return nil }
  }

  /// Starts an existing program, built with or needed by the tests. A failure to start fails the test, with empty
  /// output and exit code 127.
  public convenience init(
    _ path: String, _ words: [String], environment: [String], ready: Bool = false, hasInput: Bool = false,
    isRead: Bool = true
  ) {
    self.init([path] + words, environment, nil, ready, false, hasInput, isRead)
    if identifier == Program.noProcess { Issue.record("\(path) cannot be started: errno \(refusal)") }
  }

  private init(
    _ words: [String], _ environment: [String]?, _ folder: String?, _ hasThird: Bool, _ isOneStream: Bool,
    _ hasInput: Bool, _ isRead: Bool
  ) {
    let entry = hasInput ? Files.pipe() : nil
    let (output, errors, third) = (Files.pipe(), Files.pipe(), hasThird ? Files.pipe() : nil)
    let given = Program.Streams(
      input: entry?.read, output: output.write, errors: isOneStream ? output.write : errors.write, third: third?.write)
    if !isRead { close(output.read) }
    let process = Program.spawn(words, environment: environment, in: folder, given)
    refusal = errno
    for descriptor in [output.write, errors.write, third?.write, entry?.read] {
      if let descriptor { close(descriptor) }
    }
    input = entry?.write ?? -1
    streams = [isRead ? output.read : -1, errors.read, third?.read].compactMap(\.self).map { Stream(descriptor: $0) }
    identifier = process ?? Program.noProcess
    code = process == nil ? 127 : nil
  }

  deinit {
    if code == nil { _ = end(killing: SIGKILL) }
    for descriptor in streams.map(\.descriptor) + [input] where descriptor >= 0 { close(descriptor) }
  }

  public var output: String { streams[at: 0]?.text ?? "" }
  public var errors: String { streams[at: 1]?.text ?? "" }
  /// The output on descriptor 3.
  public var said: String { streams[at: 2]?.text ?? "" }
  public var isAlive: Bool { !reap() }

  /// The lines on stderr so far.
  public var notes: [Substring] {
    while drain(until: Patience.now()) {}
    return errors.split(separator: "\n")
  }

  /// Reads until the output on descriptor `place` (0 stdout, 1 stderr, 2 the third) contains the wanted text; false at
  /// its end or after the limit.
  public func wait(for wanted: String, on place: Int = 0) -> Bool {
    let deadline = Patience.now() + Int64(Patience.milliseconds)
    while true {
      guard let stream = streams[at: place] else { return false }
      if stream.text.contains(wanted) { return true }
      guard stream.descriptor >= 0, drain(until: deadline) else { return false }
    }
  }

  /// Writes to its stdin; ignored if the process has ended.
  public func write(_ text: String) {
    signal(SIGPIPE, SIG_IGN)
    let bytes = Array(text.utf8)
    _ = Glibc.write(input, bytes, bytes.count)
  }

  /// Closes its stdin.
  public func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Closes the reading end of its stdout.
  public func closeOutput() { endReading(0) }

  private func endReading(_ place: Int) {
    if streams[place].descriptor >= 0 { close(streams[place].descriptor) }
    streams[place].descriptor = -1
  }

  /// Sends the signal, if one is given, and reads everything that it says until it ends.
  /// - Returns: the exit code, 128 + n after signal n; nil if it was killed after the limit.
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
      if !drain(until: Patience.now() + 10) && streams.allSatisfy({ $0.descriptor < 0 }) { poll(nil, 0, 2) }
    }
    while drain(until: Patience.now()) {}
    return code
  }

  /// As `end`, with all that it has said.
  public func outcome(killing signal: Int32? = nil) -> Outcome {
    let code = end(killing: signal)
    return Outcome(code: code, output: output, errors: errors)
  }

  /// Reads until all writers, its child programs included, have closed the pipes; then as `end`.
  public func finish() -> Int32? {
    let deadline = Patience.now() + Int64(Patience.milliseconds)
    while drain(until: deadline) {}
    return end()
  }

  /// Reads available output from any pipe, waiting until `deadline`; false if there was none.
  private func drain(until deadline: Int64) -> Bool {
    var polled = streams.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    guard streams.contains(where: { $0.descriptor >= 0 }) else { return false }
    let count = poll(&polled, nfds_t(polled.count), Int32(max(0, deadline - Patience.now())))
    guard count > 0 else { return count < 0 && errno == EINTR }
    for (place, found) in polled.enumerated() where found.revents != 0 {
      if let bytes = Files.readSome(streams[place].descriptor) {
        streams[place].bytes += bytes
      } else {
        endReading(place)
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
