// A daemon for the tests: a real socket, a script of what to answer, a log of what came. Written with Glibc alone.
import Glibc
import Synchronization
import Testing

/// What the fake sends for one request line, in order.
public enum Reply: Sendable {
  /// These bytes at once.
  case bytes(String)
  /// These bytes one by one, each in its own write.
  case split(String)
  /// Bytes that need not be UTF-8.
  case raw([UInt8])
  /// Hangs up.
  case hangUp
  /// Says nothing and keeps the connection.
  case silence
}

/// A folder of its own with a socket in it; everything goes when it is let go.
public final class FakeDaemon: Sendable {
  private let core: FakeDaemonCore
  public var folder: String { core.folder }
  public var path: String { core.path }
  /// The lines that came so far, without the word for the language before them.
  public var lines: [String] { core.lines }
  /// Those words: empty for a line that has none.
  public var languages: [String] { core.languages }

  public init(_ answer: @escaping @Sendable (String) -> [Reply]) { core = FakeDaemonCore(answer) }

  deinit { core.stop(lastWords: "") }

  /// Binds and answers on threads of its own.
  public func start() -> FakeDaemon {
    core.start()
    return self
  }

  /// Ends: hangs up on everybody and removes the socket. `lastWords` are sent to everybody first.
  public func stop(lastWords: String) { core.stop(lastWords: lastWords) }
  /// Hangs up on everybody, and listens on.
  public func hangUp() { core.hangUp(lastWords: "") }
  /// Sends to everybody who is connected.
  public func broadcast(_ text: String) { core.broadcast(text) }
  public func install(_ script: String) { core.install(script) }
  public func waitForLines(_ condition: ([String]) -> Bool) -> Bool { core.waitForLines(condition) }
  /// Waits until a line that contains this has come: a command need not wait until it is read. Lines of two connections
  /// come in any order.
  public func hears(_ text: String) -> Bool { waitForLines { $0.contains { $0.contains(text) } } }
}

/// What the threads of a fake share: they hold it, so it may outlive the fake for a moment.
private final class FakeDaemonCore: Sendable {
  private let owned = TemporaryFolder()
  var folder: String { owned.path }
  var path: String { folder + "/tomato-notify.sock" }
  private let listener = Mutex<Int32>(-1)
  private let clients = Mutex<[Int32]>([])
  private let received = Mutex<[(language: String, line: String)]>([])
  private let answer: @Sendable (String) -> [Reply]

  init(_ answer: @escaping @Sendable (String) -> [Reply]) {
    self.answer = answer
  }

  var lines: [String] { received.withLock { $0.map(\.line) } }
  var languages: [String] { received.withLock { $0.map(\.language) } }

  /// Waits until `condition` holds for the lines that came.
  func waitForLines(_ condition: ([String]) -> Bool) -> Bool { Patience.wait { condition(lines) } }

  func start() {
    unlink(path)
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard SocketFile.listen(descriptor, at: path) else {
      close(descriptor)
      Issue.record("nothing can listen at \(path): errno \(errno)")
      return
    }
    listener.withLock { $0 = descriptor }
    onOwnThread { [self] in acceptAll(descriptor) }
  }

  func stop(lastWords: String) {
    let descriptor = listener.withLock { listener in
      defer { listener = -1 }
      return listener
    }
    guard descriptor >= 0 else { return }
    unlink(path)
    // Its thread closes it. Closed here, its number could be another fake's when that thread comes to accept.
    shutdown(descriptor, Int32(SHUT_RDWR))
    hangUp(lastWords: lastWords)
  }

  func hangUp(lastWords: String) {
    // Under the lock, as a client's thread closes it only after it was taken from the list.
    clients.withLock { clients in
      for client in clients {
        Self.send(client, Array(lastWords.utf8))
        shutdown(client, Int32(SHUT_RDWR))
      }
    }
  }

  func broadcast(_ text: String) {
    clients.withLock { clients in
      for client in clients { Self.send(client, Array(text.utf8)) }
    }
  }

  /// Puts a shell script where the daemon's program is looked for.
  func install(_ script: String) {
    Program.install("#!/bin/sh\n" + script + "\n", at: folder + "/tomato-notifyd")
  }

  private func acceptAll(_ descriptor: Int32) {
    while true {
      let client = accept(descriptor, nil, nil)
      guard client >= 0 else {
        close(descriptor)
        return
      }
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
      clients.withLock { $0.append(client) }
      onOwnThread { [self] in serve(client) }
    }
  }

  private func serve(_ client: Int32) {
    var pending: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 4096)
    reading: while true {
      let count = read(client, &room, room.count)
      guard count > 0 else { break }
      pending += room[..<count]
      while let end = pending.firstIndex(of: 10) {
        var line = String(decoding: pending[..<end], as: UTF8.self)
        pending.removeSubrange(...end)
        var language = ""
        if line.hasPrefix("lang="), let space = line.firstIndex(of: " ") {
          language = String(line[..<space])
          line.removeSubrange(...space)
        }
        received.withLock { $0.append((language, line)) }
        if !perform(answer(line), client) { break reading }
      }
    }
    clients.withLock { $0.removeAll { $0 == client } }
    shutdown(client, Int32(SHUT_RDWR))
    close(client)
  }

  /// False when the connection is to end.
  private func perform(_ replies: [Reply], _ client: Int32) -> Bool {
    for reply in replies {
      switch reply {
      case .bytes(let text): Self.send(client, Array(text.utf8))
      case .split(let text): for byte in text.utf8 { Self.send(client, [byte]) }
      case .raw(let bytes): Self.send(client, bytes)
      case .hangUp: return false
      case .silence: break
      }
    }
    return true
  }

  private static func send(_ client: Int32, _ bytes: [UInt8]) {
    _ = Glibc.send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }
}
