// One client of the control socket.
//
// The rules: lines are handed over in order, a few in one turn of the loop. While more than 256 KiB of answers wait,
// nothing is read, so a flooding client is slowed down and loses nothing. When 1 MiB waits, the current answer may be
// completed, plus 1 MiB more; then a client that never reads is cut off. A client that closed only its sending side
// still gets its answers. The lines of a client that has gone are still handed over, because they may be more than
// questions, unless `hold` ends with the client.
import CNotify
import Glibc

/// What a client sent.
public enum LineInput: Hashable, Sendable {
  /// One line without its line break: raw bytes, which may hold NUL or invalid UTF-8.
  case line([UInt8])
  /// A line longer than the limit. Nothing more is read from this client: answer once and `closeAfterFlush`.
  case overlong
  /// The client will send no more. `unfinished`: it sent the beginning of a line without an end, which must not be
  /// acted on. The connection stays open for answers until `closeAfterFlush`.
  case end(unfinished: Bool)
}

/// One client, from accept to close.
@MainActor public final class LineConnection {
  /// Counts up from 1 within one server, never reused.
  public let id: Int
  /// Who is at the other end.
  public private(set) lazy var peer = Peer(socket)
  /// False once closed; sending does nothing then.
  public var isOpen: Bool { watch != nil }
  /// Bytes that the client has not taken yet.
  public var unsent: Int { output.count }
  /// Whether an answer can be read; false once the client is known to have gone.
  public var hasReader: Bool { isOpen && !output.isLost }

  static let pauseReadingAbove = 256 * 1024
  /// So that each of many clients is served soon.
  static let linesPerTurn = 16
  /// Microseconds after which a client that has sent nothing gives way to a new one.
  static let silenceUs: gint64 = 250_000

  private let socket: Int32
  private let acceptedAt = g_get_monotonic_time()
  private var input: LineBuffer
  private var output: OutputBuffer
  private var watch: FDWatch?
  /// The listener for lines and for the end of the connection.
  private var hearer: (input: @MainActor (LineConnection, LineInput) -> Void, end: @MainActor (LineConnection) -> Void)?
  private var held: Hold?
  /// The queue of all clients' turns.
  private let turns: WorkQueue<Int>
  private var place = Place.none
  /// Time of its last turn: CLOCK_MONOTONIC, in microseconds.
  private(set) var lastTurn: gint64 = 0

  /// Lines wait.
  private enum Hold { case untilRelease, untilLoss }

  /// Where this client is in the line for a turn.
  private enum Place { case none, waiting, first }

  /// A process as it was when somebody asked for it.
  public struct Peer {
    /// The client's process; 0 when that cannot be seen.
    public let process: Int
    /// The requesting process: the client, or the process that ran our command.
    public let caller: Int
    /// The caller's executable; nil if unknown.
    public let program: String?

    init(_ socket: Int32) {
      process = cn_peer_pid(socket)
      caller = ThisProcess.caller(ofProcess: process)
      program = ThisProcess.program(ofProcess: caller)
    }
  }

  init(
    id: Int, socket: Int32, input: LineBuffer, unsentLimit: Int, turns: WorkQueue<Int>,
    onLine: @escaping @MainActor (LineConnection, LineInput) -> Void,
    onFinished: @escaping @MainActor (LineConnection) -> Void
  ) {
    (self.id, self.socket, self.turns, self.input) = (id, socket, turns, input)
    (output, hearer) = (OutputBuffer(limit: unsentLimit), (onLine, onFinished))
    // Not at once: present clients may have sent something first, and are served later in this turn of the loop.
    watch = FDWatch(socket, .input) { [weak self] _ in self?.takeTurn() }
  }

  /// Queues one line and its line break. Line breaks inside become spaces. A client that takes nothing of it is cut off
  /// in time.
  public func send(_ line: String) {
    guard hasReader else { return }
    output.append(line)
    if place == .first && output.count < 64 * 1024 { return }  // the turn's end sends it, together with the rest
    flush()
    if output.isTooMuch { sayMuchOrClose() }
    if place != .first { settle() }
  }

  private func sayMuchOrClose() {
    guard output.saysMuch() else { return close() }
    enqueueOnMain { [weak self] in self?.output.haveSaidMuch() }
  }

  /// Takes no more input, and closes when everything queued is sent.
  public func closeAfterFlush() {
    output.isLast = true
    takeTurn()
  }

  /// Closes at once; unsent bytes are lost. `onClose` follows in a later turn.
  public func close() {
    loseReader()
    input.end()
    takeTurn()
  }

  /// Delivers no more lines until `release`. For slow answers: later requests wait in the kernel, not in memory.
  /// - endsWithClient: when the client has gone, true drops its later lines; false delivers them.
  public func hold(endsWithClient: Bool = true) {
    held = endsWithClient ? .untilRelease : .untilLoss
    if output.isLost { loseReader() }
  }

  /// Lines flow again, from the next turn on.
  public func release() {
    guard held != nil else { return }
    held = nil
    takeTurn()
  }

  /// Whether input is waiting, or may be on its way from a client that has not sent anything yet.
  public var isUnheard: Bool {
    hasReader && !input.isOver && (!input.hasSpoken || !input.isEmpty || hasUnreadBytes)
  }

  private var hasUnreadBytes: Bool {
    var waiting: Int32 = 0
    return ioctl(socket, UInt(FIONREAD), &waiting) == 0 && waiting > 0
  }

  /// No answer and no input is pending. A client accepted just now does not count as idle.
  var isIdle: Bool {
    held == nil && place == .none && output.count == 0
      && (input.hasSpoken || g_get_monotonic_time() - acceptedAt > Self.silenceUs) && !hasUnreadBytes
  }

  /// Ends an idle connection to make room for another. The client cannot send any more; what it has just sent is still
  /// answered.
  /// - Returns: whether it is over now.
  func giveWay() -> Bool {
    shutdown(socket, Int32(SHUT_RD))
    guard hasUnreadBytes else {
      finish()
      return true
    }
    takeTurn()
    return false
  }

  /// Closes at once and sends nothing more.
  func finish() {
    guard isOpen else { return }
    watch?.cancel()
    watch = nil
    discardReadable()
    Glibc.close(socket)
    let told = hearer?.end
    hearer = nil
    told?(self)
  }

  private var takesInput: Bool {
    isOpen && !output.isLast && held == nil && !input.isOver && output.count <= Self.pauseReadingAbove
  }

  /// Queues this client for a turn.
  private func takeTurn() {
    guard isOpen, place == .none else { return }
    place = .waiting
    watch?.events = []
    turns.add({ [weak self] in self?.turn() ?? false }, of: id)
  }

  /// - Returns: whether there is more to do at once.
  private func turn() -> Bool {
    guard isOpen else { return false }
    lastTurn = g_get_monotonic_time()
    place = .first
    if hasHungUp { loseReader() }
    flush()
    let hasMore = takeLines()
    flush()
    place = hasMore ? .waiting : .none
    settle()
    return isOpen && hasMore
  }

  /// Checked at each turn, because the client may have gone since the last poll.
  private var hasHungUp: Bool {
    var state = pollfd(fd: socket, events: 0, revents: 0)
    return poll(&state, 1, 0) > 0
  }

  /// Decides what to wait for, or that it is over.
  private func settle() {
    guard isOpen else { return }
    if output.count == 0 && output.isLast || output.isLost && (input.isOver || held != nil) { return finish() }
    guard place != .waiting else { return }
    var wanted: FDEvents = takesInput ? .input : []
    if output.count > 0 { wanted.insert(.output) }
    watch?.events = wanted
  }

  /// - Returns: whether more lines may be waiting.
  private func takeLines() -> Bool {
    var lines = 0
    while takesInput {
      if lines == Self.linesPerTurn || lines > 0 && turns.isTimeUp { return true }
      if let line = input.nextLine() {
        lines += 1
        hearer?.input(self, .line(line))
        if output.count > Self.pauseReadingAbove { flush() }
      } else if input.isOverlong {
        input.end()
        hearer?.input(self, .overlong)
      } else if !readMore() {
        return false
      }
    }
    return false
  }

  /// - Returns: whether something changed: bytes came, or the end.
  private func readMore() -> Bool {
    let count = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16 * 1024) { room in
      let count = recv(socket, room.baseAddress, room.count, Int32(MSG_DONTWAIT))
      if count > 0 { input.append(Array(room[..<count])[...]) }
      return count
    }
    if count > 0 { return true }
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return false }
    if count < 0 { loseReader() }
    let unfinished = !input.isEmpty
    input.end()
    hearer?.input(self, .end(unfinished: unfinished))
    return true
  }

  private func flush() {
    while output.count > 0 {
      let before = output.count
      var failure: Int32 = 0
      output.drain { waiting in
        let taken = Glibc.send(socket, waiting.baseAddress, waiting.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        if taken < 0 { failure = errno }
        return taken
      }
      if failure != 0 && failure != EAGAIN && failure != EINTR { return loseReader() }
      if output.count == before { return }
    }
  }

  /// The client cannot read answers any more. Its earlier lines are still handled.
  private func loseReader() {
    output.lose()
    guard held == .untilLoss else { return }
    held = nil
    takeTurn()
  }

  /// Closing a socket with unread input resets it, and the client could lose the end of its answer. Bounded.
  private func discardReadable() {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16 * 1024) { room in
      for _ in 0..<16 where recv(socket, room.baseAddress, room.count, Int32(MSG_DONTWAIT)) <= 0 { return }
    }
  }
}
