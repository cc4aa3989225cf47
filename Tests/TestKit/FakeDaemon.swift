// A fake daemon for tests: a real socket, scripted answers, and a log of requests. Uses only Glibc.
import Glibc
import Synchronization
import Testing

/// The fake's answers to one request line, in order.
public enum Reply: Sendable {
  /// These bytes at once.
  case bytes(String)
  /// These bytes one by one, each in its own write.
  case split(String)
  /// Bytes that need not be UTF-8.
  case raw([UInt8])
  /// Hangs up.
  case hangUp
  /// Sends nothing and keeps the connection open.
  case silence
}

/// A fake daemon with a socket in its own folder; both are removed on release.
public final class FakeDaemon: Sendable {
  private let core: FakeDaemonCore
  public var folder: String { core.folder }
  public var path: String { core.path }
  /// The lines received so far, without their language prefix.
  public var lines: [String] { core.lines }
  /// The language prefixes; empty for a line without one.
  public var languages: [String] { core.languages }

  public init(_ answer: @escaping @Sendable (String) -> [Reply]) { core = FakeDaemonCore(answer) }

  deinit { core.stop(lastWords: "") }

  /// Binds, and answers on separate threads.
  public func start() -> FakeDaemon {
    core.start()
    return self
  }

  /// Starts once the installed script reads the fifo `go` in the folder, and lets the script go on.
  public func startWhenRead() {
    mkfifo(folder + "/go", 0o600)
    onOwnThread { [self] in
      // Opening waits until the script reads.
      let descriptor = open(folder + "/go", O_WRONLY | O_CLOEXEC)
      core.start()
      _ = write(descriptor, "x\n", 2)
      close(descriptor)
    }
  }

  /// Sends `lastWords` to all clients, closes all connections, and removes the socket.
  public func stop(lastWords: String) { core.stop(lastWords: lastWords) }
  /// Closes all connections, and keeps listening.
  public func hangUp() { core.hangUp(lastWords: "") }
  /// Sends to everybody who is connected.
  public func broadcast(_ text: String) { core.broadcast(text) }
  public func install(_ script: String) { core.install(script) }
  public func waitForLines(_ condition: ([String]) -> Bool) -> Bool { core.waitForLines(condition) }
  /// Waits until a line that contains this has come: a command need not wait until it is read. Lines of two connections
  /// come in any order.
  public func hears(_ text: String) -> Bool { waitForLines { $0.contains { $0.contains(text) } } }
}

/// The state shared by the fake's threads, which retain it, so it may outlive the fake briefly.
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

  /// Installs a shell script in place of the daemon's program.
  func install(_ script: String) { Program.install("#!/bin/sh\n" + script + "\n", at: folder + "/tomato-notifyd") }

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

  /// Returns false to end the connection.
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
