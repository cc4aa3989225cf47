// The control socket, with raw clients that behave well and badly.
import GLibBridge
import TestKit
import Testing

@MainActor @Suite(.serialized) struct LineServerTests {
  /// A server that answers each line with its length, and a log of everything else.
  @MainActor final class Echo {
    private let folder = TemporaryFolder()
    var path: String { folder.file("sock") }
    var log: [String] = []
    var lines = 0
    var server: LineServer?

    init(answer: (@MainActor (LineConnection, [UInt8]) -> Void)? = nil) throws {
      server = try LineServer(paths: [path], replacingStale: true) { [weak self] connection, input in
        guard let self else { return }
        switch input {
        case .line(let bytes):
          lines += 1
          if let answer { answer(connection, bytes) } else { connection.send("\(bytes.count)") }
        case .overlong:
          log.append("overlong")
          connection.send("65")
          connection.closeAfterFlush()
        case .end(let unfinished):
          log.append(unfinished ? "cut" : "end")
          connection.closeAfterFlush()
        }
      } onClose: { [weak self] _ in
        self?.log.append("closed")
      }
    }

    isolated deinit { server?.cancel() }

    /// A client that has sent this.
    func client(sending bytes: some Collection<UInt8>) -> RawClient {
      let client = RawClient(path)
      client.send(bytes)
      return client
    }

    func turn(until done: () -> Bool) -> Bool { MainLoop.turn(until: done, limitMs: Patience.milliseconds) }

    /// Until the server has closed the connection.
    func turn(untilEndOf client: RawClient, meanwhile go: () -> Void = {}) -> Bool {
      turn {
        go()
        client.receive()
        return client.hasEnded
      }
    }
  }

  @Test func `only this user may open the socket`() throws {
    let echo = try Echo()
    #expect(TestKit.Files.permissions(echo.path) == 0o600)
    echo.server?.cancel()
    #expect(TestKit.Files.permissions(echo.path) == nil)
  }

  @Test func `what was sent first is taken first, also when somebody comes in the same moment`() throws {
    var taken: [String] = []
    let echo = try Echo { _, bytes in taken.append(String(decoding: bytes, as: UTF8.self)) }
    let client = echo.client(sending: Array("hello\n".utf8))
    #expect(echo.turn { taken == ["hello"] })
    client.send(Array("first\n".utf8))
    let newcomer = RawClient(echo.path)
    newcomer.send(Array("second\n".utf8))
    #expect(echo.turn { taken.count == 3 })
    #expect(taken == ["hello", "first", "second"])
  }

  @Test func `the only client is answered in the turn of the loop in which it is accepted`() throws {
    let echo = try Echo()
    let client = echo.client(sending: Array("hello\n".utf8))
    MainLoop.turn(mayBlock: false)
    client.receive()
    #expect(client.text == "5\n")
  }

  @Test func `a path in use is refused unless it is a stale socket and the caller may replace it`() throws {
    let echo = try Echo()
    func open(_ path: String, replacing: Bool) throws {
      _ = try LineServer(paths: [path], replacingStale: replacing) { _, _ in
      } onClose: { _ in
      }
    }
    #expect(throws: BridgeError.self) { try open(echo.path, replacing: false) }
    #expect(throws: BridgeError.self) { try open("/dev/null", replacing: true) }
    #expect(throws: BridgeError.self) { try open("/tmp/" + String(repeating: "a", count: 120), replacing: false) }
  }

  @Test(arguments: [
    ("a\nbc\n", "1\n2\n", ["end", "closed"]),
    ("\n\r\n", "0\n1\n", ["end", "closed"]),
    ("a\u{0}b\n", "3\n", ["end", "closed"]),
    ("half", "", ["cut", "closed"]),
    (String(repeating: "x", count: 4096) + "\n", "4096\n", ["end", "closed"]),
    (String(repeating: "x", count: 4097) + "\na\n", "65\n", ["overlong", "closed"]),
    ("a\n" + String(repeating: "x", count: 9000), "1\n65\n", ["overlong", "closed"]),
  ])
  func `each input gets its answers and then the end`(input: String, answers: String, log: [String]) throws {
    let echo = try Echo()
    let client = echo.client(sending: input.utf8)
    client.finishSending()
    #expect(echo.turn(untilEndOf: client))
    #expect(client.text == answers)
    #expect(echo.log == log)
  }

  @Test func `invalid UTF-8 arrives as the bytes it is`() throws {
    var got: [UInt8] = []
    let echo = try Echo { _, bytes in got = bytes }
    let client = RawClient(echo.path)
    client.send([0xFF, 0xC0, 0x80, 10])
    #expect(echo.turn { !got.isEmpty })
    #expect(got == [0xFF, 0xC0, 0x80])
  }

  @Test func `half a line and then silence holds up nobody`() throws {
    let echo = try Echo()
    let silent = RawClient(echo.path)
    silent.send("half".utf8)
    let other = echo.client(sending: "a\n".utf8)
    #expect(echo.turn { other.text == "1\n" })
    #expect(echo.log.isEmpty && echo.server?.connections.count == 2)
  }

  @Test func `10000 lines at once are all answered, in order`() throws {
    let padding = String(repeating: "p", count: 100)
    let echo = try Echo { connection, bytes in connection.send(String(decoding: bytes, as: UTF8.self) + padding) }
    let client = RawClient(echo.path)
    var waiting = (0..<10_000).map { "\($0)\n" }.joined().utf8[...]
    let ended = echo.turn(untilEndOf: client) {
      waiting = waiting.dropFirst(client.send(waiting.prefix(65536)))
      if waiting.isEmpty { client.finishSending() }
    }
    #expect(ended)
    #expect(client.text == (0..<10_000).map { "\($0)\(padding)\n" }.joined())
  }

  @Test func `a flood that is not read is slowed down, and none of it is lost`() throws {
    let padding = String(repeating: "p", count: 1000)
    let echo = try Echo { connection, _ in connection.send(padding) }
    let client = echo.client(sending: [UInt8](repeating: 10, count: 5000))
    while MainLoop.turn(mayBlock: false) {}
    let taken = echo.lines
    #expect(taken < 5000)
    #expect(echo.server?.connections.first.map { $0.unsent <= 256 * 1024 + 1001 } == true)
    client.finishSending()
    #expect(echo.turn(untilEndOf: client))
    #expect(client.received.count == 5000 * 1001 && echo.lines == 5000)
  }

  @Test func `answers may be longer than what may wait, for a client that reads them`() throws {
    let padding = String(repeating: "p", count: 1000)
    let echo = try Echo { connection, bytes in for _ in 0..<(1500 * bytes.count) { connection.send(padding) } }
    let client = echo.client(sending: "a\nbb\nccc\n".utf8)
    client.finishSending()
    #expect(echo.turn(untilEndOf: client))
    #expect(client.received.count == 9000 * 1001 && echo.log == ["end", "closed"])
  }

  @Test func `a client that never reads is cut off`() throws {
    let padding = String(repeating: "p", count: 1000)
    let echo = try Echo { connection, _ in for _ in 0..<3000 { connection.send(padding) } }
    let client = RawClient(echo.path)
    client.send("a\n".utf8)
    var said = 0
    #expect(
      Patience.wait {
        while MainLoop.turn(mayBlock: false) {}
        if echo.lines > 0, let connection = echo.server?.connections.first {
          for _ in 0..<100 { connection.send(padding) }
          said += 100
        }
        return echo.log == ["closed"]
      })
    #expect(said <= 1200 && echo.server?.connections.isEmpty == true)
  }

  @Test func `lines of a client that has gone are still taken, and it is told once that it has gone`() throws {
    let echo = try Echo()
    _ = echo.client(sending: "a\nb\n".utf8)
    #expect(echo.turn { echo.log.contains("closed") })
    #expect(echo.lines == 2)
    #expect(echo.log == ["end", "closed"])
  }

  @Test func `a held connection gives its next line only when released, and ends when its client goes`() throws {
    let echo = try Echo { connection, _ in connection.hold() }
    var client: RawClient? = RawClient(echo.path)
    client?.send("a\nb\n".utf8)
    while MainLoop.turn(mayBlock: false) {}
    #expect(echo.lines == 1)
    echo.server?.connections.first?.release()
    #expect(echo.turn { echo.lines == 2 })
    client = nil
    #expect(echo.turn { echo.log == ["closed"] })
  }

  @Test func `one flooding client does not starve another`() throws {
    let echo = try Echo { connection, _ in connection.send("\(connection.id)") }
    let flood = RawClient(echo.path)
    flood.send([UInt8](repeating: 10, count: 20_000))
    #expect(echo.turn { echo.lines > 0 })
    let other = echo.client(sending: "a\n".utf8)
    #expect(echo.turn { other.text == "2\n" })
    #expect(echo.lines < 10_000)
  }

  /// A server that needs a millisecond for each line, and 16 clients that send so many lines each at once.
  private func flooded(lines: Int) throws -> (Echo, Toil, [RawClient]) {
    let toil = Toil()
    let echo = try Echo { connection, _ in
      toil.piece()
      connection.send("\(connection.id)")
    }
    let clients = (0..<16).map { _ in echo.client(sending: [UInt8](repeating: 10, count: lines)) }
    return (echo, toil, clients)
  }

  @Test func `a turn of the loop is short, however many clients have sent however much`() throws {
    let (echo, toil, clients) = try flooded(lines: 64)
    #expect(toil.turn { echo.lines == 16 * 64 })
    #expect(toil.most <= Toil.fewPieces)
    #expect(clients.enumerated().allSatisfy { $1.text == String(repeating: "\($0 + 1)\n", count: 64) })
  }

  @Test func `a client that comes while others flood is answered before them`() throws {
    let (echo, toil, clients) = try flooded(lines: 200)
    #expect(toil.turn { echo.lines > 100 })
    let before = echo.lines
    let newcomer = echo.client(sending: "a\n".utf8)
    #expect(toil.turn { newcomer.text == "17\n" })
    #expect(echo.lines - before <= 4 * Toil.fewPieces)
    withExtendedLifetime(clients) {}
  }

  @Test func `300 clients that ask once and stay are all answered, although 256 are let in at a time`() throws {
    let echo = try Echo()
    var clients: [RawClient] = []
    for _ in 0..<300 {
      clients.append(echo.client(sending: "abc\n".utf8))
      if clients.count % 100 == 0 { while MainLoop.turn(mayBlock: false) {} }
    }
    #expect(echo.turn { clients.allSatisfy { $0.text == "3\n" } })
    #expect(echo.server?.connections.count == 256 && echo.lines == 300)
  }

  @Test func `who has just sent something makes no room, also before it is read`() throws {
    let echo = try Echo()
    let clients = (0..<256).map { _ in
      let client = RawClient(echo.path)
      client.send("a\n".utf8)
      #expect(echo.turn { client.text == "1\n" })
      return client
    }
    let newcomer = RawClient(echo.path)
    for client in clients { client.send("ab\n".utf8) }
    newcomer.send("abc\n".utf8)
    #expect(echo.turn { newcomer.text == "3\n" && clients.allSatisfy { $0.text == "1\n2\n" } })
    #expect(echo.server?.connections.count == 256)
  }

  @Test func `the client that was idle the longest makes room, and nobody who waits for an answer does`() throws {
    let echo = try Echo { connection, bytes in
      if bytes.isEmpty { connection.hold() } else { connection.send("\(bytes.count)") }
    }
    let waiting = (0..<10).map { _ in echo.client(sending: "\n".utf8) }
    let unread = echo.client(sending: "a\nb".utf8)
    #expect(echo.turn { echo.lines == 11 })
    var idle: [RawClient] = []
    for _ in 0..<245 {
      idle.append(echo.client(sending: "abc\n".utf8))
      #expect(echo.turn { idle.last?.text == "3\n" })
    }
    let first = try #require(idle.first)
    for busy in [unread, first] { busy.send("ab\n".utf8) }
    #expect(echo.turn { echo.lines == 258 })
    let newcomer = echo.client(sending: "abcd\n".utf8)
    #expect(echo.turn { newcomer.text == "4\n" })
    #expect(idle[at: 1]?.text == "3\n" && idle[at: 1]?.hasEnded == true)
    for client in waiting + [unread] + [first] + idle[2...] {
      client.receive()
      #expect(!client.hasEnded)
    }
  }

  @Test func `a line break inside an answer cannot forge another line`() throws {
    let echo = try Echo { connection, _ in connection.send("a\n0\u{0}b") }
    let client = echo.client(sending: "x\n".utf8)
    #expect(echo.turn { client.text == "a 0b\n" })
  }
}
