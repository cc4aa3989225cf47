// The control socket with a real server and real clients, in one process and on one loop.

import GLibBridge
import TestKit
import Testing
import TomatoEngine
import TomatoIsland
import TomatoLink

@testable import TomatoDesktop

/// A daemon's inside: shell, socket, server; its time is the harness's.
@MainActor final class SocketHarness {
  let desk: ShellHarness
  let scratch = Scratch()
  var refused: [JournalRecord] { desk.records.filter { $0.event == .refused } }
  private(set) var quits = 0
  private(set) var previews: [Content] = []
  /// The questions about what hides the island that are not answered yet.
  private(set) var questions: [(Hindrance?) -> Void] = []
  /// What is answered at once; nil: nothing is.
  var hindrance: Hindrance?? = .some(nil)
  /// What is known of the desktop.
  var desktop: Hindrance.Circumstances?
  private var server: LineServer?
  private var socket: ControlSocket?

  init(settings: Settings = Settings(), wall: WallTime = ShellHarness.afternoon) {
    desk = ShellHarness(settings: settings, wall: wall)
    let socket = ControlSocket(
      desk.shell, desk.streams, Leases(desk.shell), desk.cards, desktop: { [weak self] in self?.desktop },
      preview: { [weak self] in self?.previews.append($0) },
      hindrance: { [weak self] completion in
        guard let known = self?.hindrance else { return self?.questions.append(completion) ?? () }
        completion(known)
      }, leave: { [weak self] in self?.quits += 1 })
    self.socket = socket
    var limits = LineServer.Limits()
    limits.line = SocketLine.limit
    limits.longer = ImportLine.limit
    server = try? LineServer(
      paths: [scratch.path("sock")], limits: limits, onLine: { socket.take($1, from: $0) },
      onClose: { socket.lost($0) })
  }

  /// On the main thread, whichever lets go of it (WorldEndTests).
  isolated deinit { server?.cancel() }

  var connections: Int { server?.connections.count ?? 0 }

  /// A client that has sent these requests, each a link without its scheme.
  func client(_ requests: String...) -> RawClient {
    let client = RawClient(scratch.path("sock"))
    client.send(requests.map { "tomatoclock://\($0)\n" }.joined())
    return client
  }

  /// Turns the loop until `done` holds.
  func turn(until done: () -> Bool) -> Bool { MainLoop.turn(until: done) }

  private func turn(reading client: RawClient, until done: () -> Bool) -> Bool {
    turn {
      client.receive()
      return done()
    }
  }

  /// One client asks, hears the whole answer and hangs up: body lines, then the code.
  func ask(_ link: String) -> [String] {
    let client = client()
    client.send(link + "\n")
    return hear(1, client)
  }

  /// The same with a line that is longer than what the kernel holds: it goes out while the loop turns.
  func ask(inPieces link: String) -> [String] {
    let client = client()
    var rest = Array((link + "\n").utf8)[...]
    #expect(
      turn {
        rest = rest.dropFirst(client.send(rest.prefix(64 * 1024)))
        return rest.isEmpty
      })
    return hear(1, client)
  }

  /// The daemon leaves while this line waits for the history; it is left to the next daemon.
  /// - Returns: the rows, which stay as they were.
  @discardableResult func leave(beforeAnswerTo line: String, hasHistoryChanged: Bool) -> [IntervalRecord] {
    desk.do(.start)
    desk.isHistorySlow = true
    let client = client()
    client.send(line + "\n")
    #expect(turn { desk.reads.count == 1 })
    desk.pass(.minutes(5))
    if hasHistoryChanged { desk.do(.skip) }
    let rows = desk.rows
    desk.shell.leave()
    desk.historyAnswers()
    #expect(hear(1, client) == ["75"] && hasEnded(client))
    #expect(desk.rows == rows && desk.reads.isEmpty)
    return rows
  }

  /// Lines up to the given number of exit codes.
  func hear(_ codes: Int, _ client: RawClient) -> [String] {
    #expect(turn(reading: client) { client.codes >= codes || client.hasEnded })
    return client.take()
  }

  /// Whether so many lines come.
  func hasHeard(_ lines: Int, _ client: RawClient) -> Bool { turn(reading: client) { client.count == lines } }

  /// So many lines, or more.
  func lines(_ count: Int, of client: RawClient) -> [String] {
    #expect(turn(reading: client) { client.count >= count }, "\(client.count) of \(count) lines")
    return client.take()
  }

  /// Whether the daemon closes the connection.
  func hasEnded(_ client: RawClient) -> Bool { turn(reading: client) { client.hasEnded } }

  /// The daemon ends: last words.
  func dismiss() { socket?.dismiss(server?.connections ?? []) }
}

extension RawClient {
  private var lines: [String] {
    String(decoding: received, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
      String.init)
  }

  var codes: Int { lines.count { !$0.hasPrefix("\t") } }
  var count: Int { lines.count }

  func send(_ text: String) { send(text.utf8) }

  func take() -> [String] {
    defer { forget() }
    return lines
  }
}
