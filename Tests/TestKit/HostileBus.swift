// A session bus that hangs, errs, lies, floods, goes and comes. It stands between one program and a real bus, and
// passes on what both say, or does what it is told instead.
import Glibc
import Synchronization

package final class HostileBus: Sendable {
  /// Whom the program asks.
  package enum Party: CaseIterable, Sendable { case bus, notifications, tray, mutter }

  /// What becomes of the questions to one of them.
  package enum Mood: CaseIterable, Sendable {
    case sane
    /// They wait until it is sane again.
    case hangs
    case errs
    /// An answer of another type comes, or of none.
    case lies
  }

  private struct State {
    var moods: [Party: Mood] = [:]
    /// Nothing is read.
    var isFrozen = false
    var isThere = true
    var numbers = SeededGenerator(state: 1)
    var connections: [BusPassage] = []
    var asked: [String: Int] = [:]
    var isOver = false
  }

  private let state = Mutex(State())
  private let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  private let wake = Files.pipe()
  private let path: String
  /// The socket of the real bus.
  private let realPath: String

  package var address: String { "unix:path=" + path }

  /// - address: of the real bus. - path: of its own socket.
  package init(before address: String, at path: String) {
    (self.path, realPath) = (path, address.prefix { $0 != "," }.split(separator: "=").last.map(String.init) ?? "")
    _ = SocketFile.listen(listener, at: path)
    onOwnThread { [self] in run() }
  }

  // MARK: What it is told

  package func behave(_ mood: Mood, to party: Party, _ numbers: inout SeededGenerator) {
    let seed = numbers.next()
    change { state in
      (state.moods[party], state.numbers) = (mood, SeededGenerator(state: seed))
      for connection in state.connections where mood != .hangs { connection.release(party) }
    }
  }

  package func freeze(_ isFrozen: Bool) { change { $0.isFrozen = isFrozen } }

  /// All connections end, and until `come` nobody can connect.
  package func go() {
    change { state in
      for connection in state.connections { connection.isOver = true }
      (state.isThere, state.isFrozen, state.moods) = (false, false, [:])
    }
  }

  package func come() { change { $0.isThere = true } }

  /// These bytes come from the bus, between two messages of it.
  package func say(_ bytes: [UInt8]) {
    change { state in for connection in state.connections { connection.say(bytes) } }
  }

  package func calm() {
    change { state in
      (state.moods, state.isFrozen, state.isThere) = ([:], false, true)
      for connection in state.connections { for party in Party.allCases { connection.release(party) } }
    }
  }

  /// How often the program has called this method of anybody.
  package func asked(_ member: String) -> Int { state.withLock { $0.asked[member, default: 0] } }

  /// Its thread ends.
  package func end() { change { $0.isOver = true } }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { body(&$0) }
    _ = write(wake.write, [1] as [UInt8], 1)
  }

  // MARK: Its thread

  private func run() {
    while turn() {}
    state.withLock { $0.connections = [] }
    for descriptor in [listener, wake.read, wake.write] { close(descriptor) }
  }

  /// One wait for whatever comes; false at the end.
  private func turn() -> Bool {
    var polled = [wake.read, listener].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    polled += state.withLock { $0.isFrozen ? [] : $0.connections.flatMap(\.waits) }
    poll(&polled, nfds_t(polled.count), -1)
    if polled.first?.revents != 0 { _ = Files.readSome(wake.read) }
    return state.withLock { state in
      if polled[at: 1]?.revents != 0 { accept(&state) }
      for connection in state.connections where !state.isFrozen {
        connection.move {
          if $0.isCall { state.asked[$0.member, default: 0] += 1 }
          return decide($0, &state.numbers, state.moods)
        }
      }
      state.connections.removeAll(where: \.isOver)
      return !state.isOver
    }
  }

  private func accept(_ state: inout State) {
    guard let client = SocketFile.accept(listener) else { return }
    let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let passage = BusPassage(client: client, server: server)
    guard state.isThere, SocketFile.connect(server, to: realPath) else { return }
    _ = fcntl(server, F_SETFL, O_NONBLOCK)
    state.connections.append(passage)
  }

  /// What a connection needs is answered by the bus itself whatever its mood: nobody repeats a match rule, or a request
  /// for a name, that was refused.
  private static let needed: Set<String> = ["Hello", "AddMatch", "RemoveMatch", "RequestName", "ReleaseName"]

  private func decide(_ call: BusMessage, _ numbers: inout SeededGenerator, _ moods: [Party: Mood]) -> BusPassage.Fate {
    guard let party = call.party else { return .passes }
    switch moods[party] {
    case .sane?, nil: return .passes
    case .hangs?: return .waits(party)
    case .errs? where !Self.needed.contains(call.member):
      return .answered(BusMessage.error(to: call.serial, "org.freedesktop.DBus.Error.LimitsExceeded"))
    case .lies? where !Self.needed.contains(call.member):
      let body = BusMessage.bodies.randomElement(using: &numbers) ?? ("", [])
      return .answered(BusMessage.reply(to: call.serial, body.type, body.bytes))
    case .errs?, .lies?: return .passes
    }
  }
}

/// One connection of the program, and its own to the real bus. Used under the lock of its `HostileBus`.
private final class BusPassage: @unchecked Sendable {
  enum Fate {
    case passes
    case waits(HostileBus.Party)
    case answered([UInt8])
  }

  private let client: Int32
  private let server: Int32
  private var toClient: [UInt8] = []
  private var toServer: [UInt8] = []
  /// What came and is no whole message yet.
  private var fromClient: [UInt8] = []
  private var fromServer: [UInt8] = []
  /// The lines with which a connection begins are over.
  private var hasBegun = false
  private var waiting: [(party: HostileBus.Party, bytes: [UInt8])] = []
  var isOver = false

  init(client: Int32, server: Int32) { (self.client, self.server) = (client, server) }

  deinit {
    close(client)
    close(server)
  }

  var waits: [pollfd] {
    [(client, toClient), (server, toServer)].map { descriptor, unsent in
      pollfd(fd: descriptor, events: Int16(unsent.isEmpty ? POLLIN : POLLIN | POLLOUT), revents: 0)
    }
  }

  func release(_ party: HostileBus.Party) {
    for message in waiting where message.party == party { toServer += message.bytes }
    waiting.removeAll { $0.party == party }
  }

  func say(_ bytes: [UInt8]) { if hasBegun { toClient += bytes } }

  /// Reads and writes what can be.
  func move(_ decide: (BusMessage) -> Fate) {
    guard read(client, &fromClient), read(server, &fromServer) else {
      isOver = true
      return
    }
    if !hasBegun { begin() }
    while hasBegun, let message = BusMessage.take(&fromClient) {
      switch decide(message) {
      case .passes: toServer += message.bytes
      case .waits(let party): waiting.append((party, message.bytes))
      case .answered(let reply): if message.wantsReply { toClient += reply }
      }
    }
    // Whole messages, so that others can be said between them.
    while hasBegun, let message = BusMessage.take(&fromServer) { toClient += message.bytes }
    send(client, &toClient)
    send(server, &toServer)
  }

  /// Passes on the lines until BEGIN.
  private func begin() {
    let mark = Array("BEGIN\r\n".utf8)
    let end = fromClient.indices.first { fromClient[$0...].starts(with: mark) }
    let lines = fromClient.prefix(end.map { $0 + mark.count } ?? fromClient.count)
    toServer += lines
    fromClient.removeFirst(lines.count)
    toClient += fromServer
    fromServer = []
    hasBegun = end != nil
  }

  private func read(_ descriptor: Int32, _ bytes: inout [UInt8]) -> Bool {
    guard let more = Files.readSome(descriptor) else { return false }
    bytes += more
    return true
  }

  private func send(_ descriptor: Int32, _ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let count = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    if count > 0 { bytes.removeFirst(count) }
  }
}
