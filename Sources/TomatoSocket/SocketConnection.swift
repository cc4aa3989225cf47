// A connection to the control socket, which sends links and receives answers. Unsafe code: the socket calls.
internal import Glibc
public import TomatoLink

/// An open connection, closed when released.
public final class SocketConnection {
  private let socket: Descriptor
  /// The language of the answers; nil requests none.
  private let language: String?
  private var reader = AnswerReader()

  private init(_ socket: Descriptor, language: String?) { (self.socket, self.language) = (socket, language) }

  /// Readable when `receive` is due.
  public var descriptor: Int32 { socket.number }

  public enum Opened {
    case connection(SocketConnection)
    /// No process listens; the failure, if a place is inaccessible.
    case nobody(Failure?)
    /// A process of another user listens; the user's id. `SocketClient.open` throws then.
    case stranger(UInt32?)
  }

  /// As `SocketClient.open`, for one socket.
  static func open(_ path: String, patience: Int64, language: String? = nil) throws(Failure) -> Opened {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard let socket = Descriptor(Glibc.socket(AF_UNIX, kind, 0)) else {
      throw Failure(.unavailable, "A socket cannot be created: {reason}.", ["reason": SystemCalls.describe(errno)])
    }
    var limit = timeval(tv_sec: time_t(patience / 1000), tv_usec: suseconds_t(patience % 1000 * 1000))
    _ = unsafe setsockopt(socket.number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    switch connect(socket, to: path, patience) {
    case nil:
      return .nobody(
        Failure(.unavailable, "The path of the control socket is too long (over 107 bytes): {path}", ["path": path]))
    case 0:
      let peer = SystemCalls.peer(socket.number)?.user
      return peer == SystemCalls.userID() ? .connection(SocketConnection(socket, language: language)) : .stranger(peer)
    case ENOENT, ECONNREFUSED: return .nobody(nil)
    case EAGAIN: throw noAnswer
    case let error?:
      return .nobody(
        Failure(
          .unavailable, "The daemon cannot be reached at {path}: {reason}.",
          ["path": path, "reason": SystemCalls.describe(error)]))
    }
  }

  /// For a listener of another user: under sudo, or in a folder that several users share.
  static func foreignListener(_ path: String, _ peer: UInt32?) -> Failure {
    guard let peer else {
      return Failure(
        .unavailable,
        "The system does not say whose process listens at {path}; set XDG_RUNTIME_DIR to a folder of yours.",
        ["path": path])
    }
    return Failure(
      .unavailable,
      "The process at {path} is another user's (uid {owner}), and you are uid {n}; run tomato-notify as that user, or "
        + "set XDG_RUNTIME_DIR to a folder of yours.",
      ["path": path, "owner": String(peer), "n": String(SystemCalls.userID())])
  }

  public static var noAnswer: Failure { Failure(.unavailable, "The daemon does not answer.") }
  public static var connectionLost: Failure {
    Failure(.unavailable, "The daemon went away before its answer was complete.")
  }

  /// Sends one request, with the client's language if it has one.
  /// - Throws: 69 if the daemon has gone or does not read.
  public func send(_ request: String) throws(Failure) {
    var line = (language.map { RequestLanguage.line(request, in: $0) } ?? request) + "\n"
    var sent = 0
    while sent < line.utf8.count {
      let count = line.withUTF8 { buffer in
        unsafe Glibc.send(descriptor, buffer.baseAddress! + sent, buffer.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN {
        throw Self.noAnswer
      } else if errno != EINTR {
        throw Self.connectionLost
      }
    }
  }

  /// Reads what has arrived, without waiting.
  /// - Returns: False if the daemon has gone.
  public func receive() -> Bool { !SystemCalls.wait(forReading: descriptor, milliseconds: 0) || read() }

  private func read() -> Bool {
    guard let bytes = SystemCalls.read(descriptor), !bytes.isEmpty else { return false }
    reader.receive(bytes)
    return true
  }

  /// Waits for bytes and reads them.
  /// - Throws: 69 if nothing arrives in time, or the daemon has gone.
  public func receive(_ limit: inout DaemonWait) throws(Failure) {
    var isDue = false
    while !isDue {
      let left = limit.left()
      if left <= 0 { throw Self.noAnswer }
      isDue = SystemCalls.wait(forReading: descriptor, milliseconds: left)
    }
    guard read() else { throw Self.connectionLost }
  }

  /// The next line of an answer; nil if it is not complete yet.
  /// - Throws: 69 if it is invalid.
  public func next() throws(Failure) -> AnswerLine? {
    try understood { reader throws(AnswerError) in try reader.next() }
  }

  /// The next whole answer; nil if it is not complete yet.
  /// - Throws: 69 if it is invalid.
  public func answer() throws(Failure) -> SocketAnswer? {
    try understood { reader throws(AnswerError) in try reader.answer() }
  }

  private func understood<Found>(_ read: (inout AnswerReader) throws(AnswerError) -> Found) throws(Failure) -> Found {
    do throws(AnswerError) {
      return try read(&reader)
    } catch {
      throw Failure(.unavailable, "The daemon's answer is not understood: {reason}.", ["reason": "\(error)"])
    }
  }

  /// Sends a request and waits for the whole answer.
  /// - Throws: 69 if no answer comes in time.
  public func ask(_ link: String, _ limit: DaemonWait) throws(Failure) -> SocketAnswer {
    try send(link)
    return try answer(limit)
  }

  /// Waits for the next whole answer.
  /// - Throws: 69 if no answer comes in time.
  package func answer(_ limit: DaemonWait) throws(Failure) -> SocketAnswer {
    var limit = limit
    while true {
      if let answer = try answer() { return answer }
      try receive(&limit)
    }
  }

  /// - Returns: 0 or the error number; nil when the path does not fit into an address.
  private static func connect(_ socket: Descriptor, to path: String, _ patience: Int64) -> Int32? {
    let deadline = SystemCalls.monotonicMilliseconds() + patience
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { buffer in unsafe buffer.copyBytes(from: path.utf8) }
    return unsafe withUnsafePointer(to: address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        // An interrupted attempt leaves nothing behind: Linux connects UNIX sockets at once, or not at all.
        while unsafe Glibc.connect(socket.number, address, socklen_t(MemoryLayout<sockaddr_un>.size)) != 0 {
          if errno != EINTR { return errno }
          if SystemCalls.monotonicMilliseconds() > deadline { return EAGAIN }
        }
        return 0
      }
    }
  }
}
