// One connection to the control socket: links out, answers in. One of the few files with unsafe code: the socket calls.
internal import Glibc
internal import TomatoLink

/// An open connection; closed when it is let go.
final class Connection {
  let descriptor: Int32
  private var reader = AnswerReader()

  /// Takes over an open socket.
  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  enum Opened {
    case connection(Connection)
    /// No process listens; why one of the places cannot be looked at, if that is so.
    case nobody(Failure?)
  }

  /// Connects to the first of the sockets at which somebody listens.
  /// - Parameter patience: Milliseconds for which connecting and each write may block: a daemon that is stopped
  ///   accepts nobody.
  /// - Throws: 69 when somebody listens who takes no more callers, or is another user's.
  static func open(_ places: SocketSearch, patience: Int64) throws(Failure) -> Opened {
    guard let first = places.first else { return .nobody(nil) }
    var opened = try open(first, patience: patience)
    guard case .nobody(var hindrance) = opened else { return opened }
    for path in places.all() where path != first {
      opened = try open(path, patience: patience)
      guard case .nobody(let failure) = opened else { return opened }
      hindrance = hindrance ?? failure
    }
    return .nobody(hindrance)
  }

  private static func open(_ path: String, patience: Int64) throws(Failure) -> Opened {
    guard let address = address(path) else {
      return .nobody(
        Failure(
          .unavailable,
          "The path of the control socket is too long (over 107 bytes): "
            + "{path}", ["path": path]))
    }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else {
      throw Failure(.unavailable, "A socket cannot be created: {reason}.", ["reason": SystemCalls.describe(errno)])
    }
    let connection = Connection(descriptor: descriptor)
    let limit = timeval(tv_sec: time_t(patience / 1000), tv_usec: suseconds_t(patience % 1000 * 1000))
    unsafe withUnsafePointer(to: limit) { limit in
      _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, limit, socklen_t(MemoryLayout<timeval>.size))
    }
    switch connection.connect(to: address) {
    case 0:
      let peer = SystemCalls.peer(descriptor)?.user
      if peer == SystemCalls.userID() { return .connection(connection) }
      throw stranger(path, peer)
    case ENOENT, ECONNREFUSED: return .nobody(nil)
    case EAGAIN: throw Self.silent
    case let error:
      return .nobody(
        Failure(
          .unavailable, "The daemon cannot be reached at {path}: {reason}.",
          ["path": path, "reason": SystemCalls.describe(error)]))
    }
  }

  /// The other end is another user's: under sudo, or in a folder that several users share.
  private static func stranger(_ path: String, _ peer: UInt32?) -> Failure {
    guard let peer else {
      return Failure(
        .unavailable,
        "What listens at {path} is a user's whom the system does not name; set XDG_RUNTIME_DIR to "
          + "a folder "
          + "of yours.", ["path": path])
    }
    return Failure(
      .unavailable,
      "What listens at {path} is another user's (uid {owner}), and you are uid {n}; run tomato-notify as that user, or "
        + "set XDG_RUNTIME_DIR to a folder of yours.",
      ["path": path, "owner": String(peer), "n": String(SystemCalls.userID())])
  }

  static var silent: Failure { Failure(.unavailable, "The daemon does not answer.") }
  static var gone: Failure { Failure(.unavailable, "The daemon went away before its answer was complete.") }

  /// Sends one request.
  /// - Parameter language: in which it is to be answered; nil says nothing of it.
  /// - Throws: 69 when the daemon has gone or does not take it.
  func send(_ request: String, in language: Language? = Language.here) throws(Failure) {
    var line = language.map { RequestLanguage.line(request, in: $0.name) } ?? request
    line += "\n"
    var sent = 0
    while sent < line.utf8.count {
      let count = line.withUTF8 { buffer in
        unsafe Glibc.send(descriptor, buffer.baseAddress! + sent, buffer.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN {
        throw Self.silent
      } else if errno != EINTR {
        throw Self.gone
      }
    }
  }

  /// Takes what has come.
  /// - Returns: False when the daemon has gone.
  func receive() -> Bool {
    guard let bytes = SystemCalls.read(descriptor), !bytes.isEmpty else { return false }
    reader.receive(bytes)
    return true
  }

  /// The next line of an answer; nil when more has to come first.
  /// - Throws: 69 when what came is no answer.
  func next() throws(Failure) -> AnswerLine? {
    do throws(AnswerError) {
      return try reader.next()
    } catch {
      throw Failure(.unavailable, "The daemon's answer is not understood: {reason}.", ["reason": "\(error)"])
    }
  }

  private func connect(to address: sockaddr_un) -> Int32 {
    let result = unsafe withUnsafePointer(to: address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe Glibc.connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    return result == 0 ? 0 : errno
  }

  /// The address of the socket at `path`; nil when the path does not fit.
  private static func address(_ path: String) -> sockaddr_un? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in unsafe room.copyBytes(from: path.utf8) }
    return address
  }
}
