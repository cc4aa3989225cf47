// A compositor or an X server of the tests: a socket that says what its script says, on the test's own main loop.
import Glibc
import TestKit

@testable import GLibBridge

@MainActor final class FakeWireServer {
  @MainActor final class Client {
    let socket: Int32
    fileprivate(set) var received: [UInt8] = []
    fileprivate(set) var isGone = false
    fileprivate var watch: FDWatch?
    fileprivate init(_ socket: Int32) { self.socket = socket }
  }

  private let folder = TemporaryFolder()
  var path: String { folder.file("socket") }
  private(set) var clients: [Client] = []
  /// What a client is sent when it has sent so much more: one piece for each time that it speaks.
  var script: [[UInt8]] = []
  private var spoken: [Int32: Int] = [:]
  private var listener: SocketListener?

  init(isThere: Bool = true) throws {
    if isThere { try appear() }
  }

  func appear() throws {
    listener = try SocketListener(path, replacingStale: true) { [weak self] in self?.accept($0.descriptor.number) }
  }

  /// As a crash: everybody is hung up on, and nobody listens.
  func disappear() {
    listener?.removeFile()
    listener = nil
    hangUp()
  }

  func hangUp() {
    for client in clients where !client.isGone { end(client) }
  }

  func send(_ bytes: [UInt8]) {
    if let client = clients.last { send(bytes, to: client) }
  }

  private func send(_ bytes: [UInt8], to client: Client) {
    guard !client.isGone else { return }
    _ = Glibc.send(client.socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  private func accept(_ descriptor: Int32) {
    let socket = Glibc.accept(descriptor, nil, nil)
    guard socket >= 0 else { return }
    let client = Client(socket)
    clients.append(client)
    spoken[socket] = 0
    client.watch = FDWatch(socket, .input) { [weak self] _ in self?.hear(client) }
  }

  private func hear(_ client: Client) {
    var room = [UInt8](repeating: 0, count: 4096)
    let count = recv(client.socket, &room, room.count, Int32(MSG_DONTWAIT))
    guard count > 0 else {
      if count == 0 { end(client) }
      return
    }
    client.received += room[..<count]
    let turn = spoken[client.socket, default: 0]
    spoken[client.socket] = turn + 1
    if turn < script.count { send(script[turn], to: client) }
  }

  private func end(_ client: Client) {
    client.isGone = true
    client.watch = nil
    close(client.socket)
  }

  isolated deinit { disappear() }
}

extension FakeWireServer {
  /// A compositor with the notifier: it arms whoever asks.
  static func compositor() throws -> FakeWireServer {
    let server = try FakeWireServer()
    server.script = [WaylandScript.greeting(), WaylandScript.capabilities]
    return server
  }
}
