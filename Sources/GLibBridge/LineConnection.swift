// One client of the control socket.
//
// Lines are delivered in order, a few in each turn of the loop. While more than 256 KiB of answers are unsent, nothing
// is read, so a flooding client is slowed down and loses nothing. At 1 MiB, the current answer may be completed, plus
// 1 MiB more; then the client is cut off. A client that closed only its sending side still gets its answers. The lines
// of a client that has gone are delivered too, because they may be commands, except after `hold(endsWithClient: true)`.
import CNotify
import Glibc

public enum LineInput: Hashable, Sendable {
  /// One line without its line break: raw bytes, which may hold NUL or invalid UTF-8.
  case line([UInt8])
  /// A line longer than the limit. Nothing more is read from this client: answer once and call `closeAfterFlush`.
  case overlong
  /// The client will send no more. `unfinished`: its last line had no line break, and must be ignored. The connection
  /// stays open for answers until `closeAfterFlush`.
  case end(unfinished: Bool)
}

@MainActor public final class LineConnection {
  /// Counts up from 1 within one server.
  public let id: Int
  public private(set) lazy var peer = Peer(number)
  /// False once closed; `send` is a no-op then.
  public var isOpen: Bool { watch != nil }
  public var unsent: Int { output.count }
  /// Whether the client may receive answers; false once it is known to have gone.
  public var hasReader: Bool { isOpen && !output.isLost }

  static let pauseReadingAbove = 256 * 1024
  /// Maximum, so that other clients are served soon.
  static let linesPerTurn = 16
  /// Microseconds after which a client that has sent nothing counts as idle.
  static let silenceUs: gint64 = 250_000

  /// Nil once closed.
  private var socket: Descriptor?
  private let acceptedAt = g_get_monotonic_time()
  private var input: LineBuffer
  private var output: OutputBuffer
  private var watch: FDWatch?
  private var handler: (line: LineServer.OnLine, end: LineServer.OnClose)?
  private var held: Hold?
  private let turns: WorkQueue<Int>
  private var turnState = TurnState.none
  /// Time of its last turn: CLOCK_MONOTONIC, in microseconds.
  private(set) var lastTurn: gint64 = 0

  /// Until when lines are not delivered.
  private enum Hold { case untilRelease, untilReleaseOrLoss }

  private enum TurnState { case none, queued, running }

  /// The process at the other end, as it was when `peer` was first read.
  public struct Peer {
    /// Its id; not above 0 if unknown.
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
    id: Int, socket: Descriptor, input: LineBuffer, unsentLimit: Int, turns: WorkQueue<Int>,
    onLine: @escaping LineServer.OnLine, onFinished: @escaping LineServer.OnClose
  ) {
    (self.id, self.socket, self.turns, self.input) = (id, socket, turns, input)
    (output, handler) = (OutputBuffer(limit: unsentLimit), (onLine, onFinished))
    // Does not read at once: other clients may have sent something earlier, and are served later in this turn. The only
    // client is served by `serveAlone`.
    watch = FDWatch(number) { [weak self] _ in self?.queueTurn() }
  }

  /// Reads what the only client has sent, which saves the answer two turns of the loop.
  func serveAlone() {
    turnState = .queued
    turns.addOrRun(of: id) { [weak self] in self?.turn() ?? false }
  }

  public func send(_ line: String) { send([line]) }

  /// Queues lines, each with a line break. Line breaks inside become spaces. Cuts off a client that does not read.
  public func send(_ lines: [String]) {
    guard hasReader else { return }
    for line in lines { output.append(line) }
    if turnState == .running && output.count < 64 * 1024 { return }  // the turn's end sends it with other lines
    flush()
    if output.exceedsLimit, output.beginLongAnswer() {
      enqueueOnMain { [weak self] in self?.output.endLongAnswer() }
    } else if output.exceedsLimit {
      close()
    }
    if turnState != .running { updateEvents() }
  }

  /// Ignores further input, and closes when all answers are sent.
  public func closeAfterFlush() {
    output.isLast = true
    queueTurn()
  }

  /// Drops unsent bytes and closes in a later turn, which calls `onClose`.
  public func close() {
    loseReader()
    input.end()
    queueTurn()
  }

  /// Delivers no more lines until `release`. For slow answers: later requests wait in the kernel, not in memory.
  /// - endsWithClient: when the client has gone, true drops its later lines; false delivers them.
  public func hold(endsWithClient: Bool = true) {
    held = endsWithClient ? .untilRelease : .untilReleaseOrLoss
    if output.isLost { loseReader() }
  }

  /// Delivers lines again, from the next turn on.
  public func release() {
    guard held != nil else { return }
    held = nil
    queueTurn()
  }

  /// Whether input is waiting, or may still come from a client that has not sent a line yet.
  public var mayHaveInput: Bool {
    hasReader && !input.isOver && (!input.hasTakenLine || !input.isEmpty || hasUnreadBytes)
  }

  private var hasUnreadBytes: Bool {
    var waiting: Int32 = 0
    return ioctl(number, UInt(FIONREAD), &waiting) == 0 && waiting > 0
  }

  /// No answer and no input is pending. A client accepted just now does not count as idle.
  var isIdle: Bool {
    held == nil && turnState == .none && output.count == 0
      && (input.hasTakenLine || g_get_monotonic_time() - acceptedAt > Self.silenceUs) && !hasUnreadBytes
  }

  /// Ends an idle connection to make room for another client. What this one has just sent is still answered.
  /// - Returns: whether the connection is closed now.
  func giveWay() -> Bool {
    shutdown(number, Int32(SHUT_RD))
    guard hasUnreadBytes else {
      finish()
      return true
    }
    queueTurn()
    return false
  }

  /// Closes at once; unsent bytes are lost.
  func finish() {
    guard isOpen else { return }
    watch = nil
    discardReadable()
    socket = nil
    let onEnd = handler?.end
    handler = nil
    onEnd?(self)
  }

  private var takesInput: Bool {
    isOpen && !output.isLast && held == nil && !input.isOver && output.count <= Self.pauseReadingAbove
  }

  private func queueTurn() {
    guard isOpen, turnState == .none else { return }
    turnState = .queued
    watch?.events = []
    turns.add(of: id) { [weak self] in self?.turn() ?? false }
  }

  /// - Returns: whether there is more to do at once.
  private func turn() -> Bool {
    guard isOpen else { return false }
    lastTurn = g_get_monotonic_time()
    turnState = .running
    if hasHungUp { loseReader() }
    flush()
    let hasMore = takeLines()
    flush()
    turnState = hasMore ? .queued : .none
    updateEvents()
    return isOpen && hasMore
  }

  private var number: Int32 { socket?.number ?? -1 }

  /// Whether the client has gone, possibly since the loop's last poll.
  private var hasHungUp: Bool { Descriptor.wait(number, for: 0) }

  /// Sets the events to wait for, or closes a finished connection.
  private func updateEvents() {
    guard isOpen else { return }
    if output.count == 0 && output.isLast || output.isLost && (input.isOver || held != nil) { return finish() }
    guard turnState != .queued else { return }
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
        handler?.line(self, .line(line))
        if output.count > Self.pauseReadingAbove { flush() }
      } else if input.isOverlong {
        input.end()
        handler?.line(self, .overlong)
      } else if !readMore() {
        return false
      }
    }
    return false
  }

  /// - Returns: whether bytes or the end of the input came.
  private func readMore() -> Bool {
    let count = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16 * 1024) { buffer in
      let count = recv(number, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
      if count > 0 { input.append(Array(buffer[..<count])[...]) }
      return count
    }
    if count > 0 { return true }
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return false }
    if count < 0 { loseReader() }
    let unfinished = !input.isEmpty
    input.end()
    handler?.line(self, .end(unfinished: unfinished))
    return true
  }

  private func flush() {
    while output.count > 0 {
      let before = output.count
      var failure: Int32 = 0
      output.drain { waiting in
        let taken = Glibc.send(number, waiting.baseAddress, waiting.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        if taken < 0 { failure = errno }
        return taken
      }
      if failure != 0 && failure != EAGAIN && failure != EINTR { return loseReader() }
      if output.count == before { return }
    }
  }

  /// Drops unsent answers, because the client cannot read them any more. Its earlier lines are still handled.
  private func loseReader() {
    output.lose()
    guard held == .untilReleaseOrLoss else { return }
    held = nil
    queueTurn()
  }

  /// Reads a limited amount, because closing a socket with unread input resets it, and the client could lose the end of
  /// its answer.
  private func discardReadable() {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16 * 1024) { buffer in
      for _ in 0..<16 where recv(number, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT)) <= 0 { return }
    }
  }
}
