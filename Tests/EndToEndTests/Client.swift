// A client of the control socket that sends any bytes and waits with bounds.
import Foundation
import Glibc
import TestKit

/// One answer: the body lines without their tab, and the exit code.
struct Reply: Equatable {
  var lines: [String]
  var code: Int32
  var status: Status? { lines.first.flatMap(Status.init) }
}

final class Client {
  let descriptor: Int32
  private(set) var received: [UInt8] = []
  private(set) var hasEnded = false

  /// Nil when nobody listens.
  init?(_ path: String) {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    descriptor = socket(AF_UNIX, kind, 0)
    // What was opened is closed by `deinit`, which runs for what did not come to be, too.
    guard SocketFile.connect(descriptor, to: path) else { return nil }
  }

  deinit { close(descriptor) }

  /// Sends all of it, or what the other end takes until `deadline`; says how much.
  @discardableResult func send(_ bytes: [UInt8], seconds: Int64 = Patience.seconds) -> Int {
    let deadline = Patience.now() + seconds * 1000
    var sent = 0
    while sent < bytes.count {
      let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
      let count = bytes[sent...].withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, flags) }
      if count > 0 { sent += count }
      if count >= 0 || errno == EINTR { continue }
      guard errno == EAGAIN else { return sent }
      var polled = pollfd(fd: descriptor, events: Int16(POLLOUT | POLLIN), revents: 0)
      let left = deadline - Patience.now()
      guard left > 0, poll(&polled, 1, Int32(left)) > 0 else { return sent }
      // A client that never reads the answers may never get rid of the questions.
      if polled.revents & Int16(POLLIN) != 0 { receive() }
    }
    return sent
  }

  @discardableResult func send(_ text: String) -> Int { send(Array(text.utf8)) }

  /// Says that nothing more comes.
  func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  private func receive() {
    if let bytes = Files.readSome(descriptor) { received += bytes } else { hasEnded = true }
  }

  /// The next line, without its end; nil when none came in time, or the other end hung up.
  func line(seconds: Double = Double(Patience.seconds)) -> String? {
    let deadline = Patience.now() + Int64(seconds * 1000)
    while true {
      if let end = received.firstIndex(of: 10) {
        defer { received.removeSubrange(...end) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      guard !hasEnded, Patience.waitToRead(descriptor, until: deadline) else { return nil }
      receive()
    }
  }

  /// The next whole answer.
  func reply(seconds: Double = Double(Patience.seconds)) -> Reply? {
    var lines: [String] = []
    while let line = line(seconds: seconds) {
      if line.hasPrefix("\t") {
        lines.append(String(line.dropFirst()))
      } else if let code = Int32(line) {
        return Reply(lines: lines, code: code)
      } else {
        return nil
      }
    }
    return nil
  }

  func ask(_ link: String) -> Reply? {
    send(link + "\n")
    return reply()
  }

  /// The whole answers that came before the other end hung up.
  func lastReplies() -> [Reply] {
    var replies: [Reply] = []
    while let reply = reply() { replies.append(reply) }
    return replies
  }

  /// Waits for the other end to hang up; false when it does not.
  func waitForEnd(seconds: Double = Double(Patience.seconds)) -> Bool {
    let deadline = Patience.now() + Int64(seconds * 1000)
    while !hasEnded {
      guard Patience.waitToRead(descriptor, until: deadline) else { return false }
      receive()
    }
    return true
  }
}

/// The object of `status --json`, read by another program's parser.
struct Status: Equatable, Decodable {
  var activity: String?
  var kind: String
  var activityState: String?
  var phase: UInt64
  var attributes: Attributes?
  var contentState: ContentState

  struct Attributes: Equatable, Decodable {
    var name: String?
    var sessionCount: Int
    var requestedAt: String
  }

  struct ContentState: Equatable, Decodable {
    var remainingSeconds: Int
    var totalDuration: Int
    var modeIdentifier: String
    var modeDisplayName: String
    var stateIdentifier: String
    var displayTime: String
    var timerEndDate: String?
    var startedAt: String?
    var sessionNumber: Int
    var sessionsPerCycle: Int
    var task: String?
  }

  init?(_ json: String) {
    guard let status = try? JSONDecoder().decode(Status.self, from: Data(json.utf8)) else { return nil }
    self = status
  }

  /// Everything but the time that is left, which goes by by itself.
  var withoutTime: Status {
    var copy = self
    (copy.contentState.remainingSeconds, copy.contentState.displayTime) = (0, "")
    return copy
  }
}

/// A line of `watch --json`.
struct WatchEvent: Decodable {
  var name: String
  var origin: String
  var content: Status

  init?(_ line: String) {
    let json = Data(line.dropFirst().utf8)
    guard line.hasPrefix("\t"), let event = try? JSONDecoder().decode(WatchEvent.self, from: json) else { return nil }
    self = event
  }
}

/// A line of `log --json`.
struct LogRow: Equatable, Decodable {
  var phase: UInt64
  var activity: String
  var modeIdentifier: String
  var task: String?
  var began: String
  var ended: String
  var activeSeconds: Int
  var outcome: String

  init?(_ json: String) {
    guard let row = try? JSONDecoder().decode(LogRow.self, from: Data(json.utf8)) else { return nil }
    self = row
  }
}
