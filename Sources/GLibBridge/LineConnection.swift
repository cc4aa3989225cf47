// One client of the control socket.
//
// The rules: lines are handed over in order, a few in one turn of the loop. Nothing is read while more than 256 KiB of
// answers wait, so a client that floods is slowed down and loses nothing; one that never reads is cut off: when
// 1 MiB waits, the answer that is being given may be said to its end, and 1 MiB more. A client that only closed its
// sending side still gets its answers. One that is gone altogether has its lines handed over all the same, since they
// may be more than questions, unless the connection is held for as long as the client is there.
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
  /// False once closed; sending does nothing then.
  public private(set) var isOpen = true
  /// The client's process; 0 when that cannot be seen.
  public private(set) lazy var process = cn_peer_pid(socket)
  /// Whose words these are: the client's process, or the one that ran our command.
  public private(set) lazy var caller = ThisProcess.caller(ofProcess: process)
  /// The path of what that runs; nil when that cannot be seen.
  public private(set) lazy var program: String? = ThisProcess.program(ofProcess: caller)
  /// Bytes that the client has not taken yet.
  public var unsent: Int { output.count }
  /// Whether somebody can read an answer; false from the moment when it is known that the client has gone.
  public var hasReader: Bool { isOpen && !peerGone }

  static let pauseReadingAbove = 256 * 1024
  /// So that each of many clients is served soon.
  static let linesPerTurn = 16
  /// A client that has said nothing at first for this time, in microseconds, gives way to another one.
  static let silenceUs: gint64 = 250_000

  private let socket: Int32
  private let unsentLimit: Int
  /// How many unsent bytes there may be now.
  private var unsentAllowed: Int
  /// More than that is being said in this turn of the loop, in which nobody can read it.
  private var isSayingMuch = false
  private let acceptedAt = g_get_monotonic_time()
  private var input: LineBuffer
  private var output = OutputBuffer()
  private var watch: FDWatch?
  private var onLine: (@MainActor (LineConnection, LineInput) -> Void)?
  private var onFinished: (@MainActor (LineConnection) -> Void)?
  private var inputEnded = false
  private var peerGone = false
  private var closing = false
  private var held = false
  /// Lines flow again when the client has gone.
  private var isFreedByLoss = false
  /// The turns of all clients.
  private let turns: WorkQueue<Int>
  private var awaitsTurn = false
  private var inTurn = false
  private var hasSpoken = false
  /// When it last had something to do: CLOCK_MONOTONIC, in microseconds.
  private(set) var lastTurn: gint64 = 0

  init(
    id: Int, socket: Int32, input: LineBuffer, unsentLimit: Int, turns: WorkQueue<Int>,
    onLine: @escaping @MainActor (LineConnection, LineInput) -> Void,
    onFinished: @escaping @MainActor (LineConnection) -> Void
  ) {
    self.id = id
    self.socket = socket
    (self.unsentLimit, unsentAllowed) = (unsentLimit, unsentLimit)
    self.turns = turns
    self.input = input
    self.onLine = onLine
    self.onFinished = onFinished
    // Not at once: who is in already may have sent something first, and is looked at later in this turn of the loop.
    watch = FDWatch(socket, .input) { [weak self] _ in self?.takeTurn() }
  }

  /// Queues one line and its line break. Line breaks inside become spaces. A client that takes nothing of it is cut off
  /// in time.
  public func send(_ line: String) {
    guard isOpen, !peerGone else { return }
    output.append(line)
    if inTurn && output.count < 64 * 1024 { return }  // the turn's end sends it, together with the rest
    flush()
    if output.count > unsentAllowed, !isSayingMuch { sayMuchOrClose() }
    if !inTurn { settle() }
  }

  /// The first time that more than the limit waits, all that belongs to it may be said, and as much again as the limit.
  private func sayMuchOrClose() {
    guard unsentAllowed == unsentLimit else { return close() }
    isSayingMuch = true
    enqueueOnMain { [weak self] in
      guard let self else { return }
      isSayingMuch = false
      if output.count > unsentLimit { unsentAllowed = output.count + unsentLimit }
    }
  }

  /// Takes no more input, and closes when everything queued is sent.
  public func closeAfterFlush() {
    closing = true
    takeTurn()
  }

  /// Closes at once; unsent bytes are lost. `onClose` follows in a later turn.
  public func close() {
    loseReader()
    inputEnded = true
    takeTurn()
  }

  /// No more lines until `release`: for answers that take their time, so that later requests wait their turn in the
  /// kernel and not in memory.
  /// - endsWithClient: what it sent behind this request is for nobody when it has gone; else lines flow again then.
  public func hold(endsWithClient: Bool = true) {
    (held, isFreedByLoss) = (true, !endsWithClient)
    if peerGone { loseReader() }
  }

  /// Lines flow again, from the next turn on.
  public func release() {
    guard held else { return }
    held = false
    takeTurn()
  }

  /// Whether something was sent that nobody has taken yet, or may be on its way from a client that has not spoken.
  public var isUnheard: Bool {
    isOpen && !peerGone && !inputEnded && (!hasSpoken || !input.isEmpty || hasUnreadBytes)
  }

  private var hasUnreadBytes: Bool {
    var waiting: Int32 = 0
    return ioctl(socket, UInt(FIONREAD), &waiting) == 0 && waiting > 0
  }

  /// It is owed nothing and waits for nothing. One that was accepted just now may be about to speak.
  var isIdle: Bool {
    !held && !awaitsTurn && output.count == 0
      && (hasSpoken || g_get_monotonic_time() - acceptedAt > Self.silenceUs)
  }

  /// Ends an idle connection for the sake of another one. From here on the client cannot send; what it has sent in
  /// this moment is still answered.
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

  /// Closes without a word to anyone; for the server's own end.
  func finish() {
    guard isOpen else { return }
    isOpen = false
    watch?.cancel()
    watch = nil
    discardReadable()
    Glibc.close(socket)
    let told = onFinished
    (onLine, onFinished) = (nil, nil)
    told?(self)
  }

  private var takesInput: Bool {
    isOpen && !closing && !held && !inputEnded && output.count <= Self.pauseReadingAbove
  }

  /// Gets in line for a turn.
  private func takeTurn() {
    guard isOpen, !awaitsTurn, !inTurn else { return }
    awaitsTurn = true
    watch?.events = []
    turns.add({ [weak self] in self?.turn() ?? false }, of: id)
  }

  /// - Returns: whether there is more to do at once.
  private func turn() -> Bool {
    guard isOpen else { return false }
    lastTurn = g_get_monotonic_time()
    inTurn = true
    if hasHungUp { loseReader() }
    flush()
    awaitsTurn = takeLines()
    flush()
    inTurn = false
    settle()
    return isOpen && awaitsTurn
  }

  /// Asked at each turn: since the loop last looked, the client may have gone.
  private var hasHungUp: Bool {
    var state = pollfd(fd: socket, events: 0, revents: 0)
    return poll(&state, 1, 0) > 0
  }

  /// Decides what to wait for, or that it is over.
  private func settle() {
    guard isOpen else { return }
    if output.count == 0 && closing || peerGone && (inputEnded || held) { return finish() }
    guard !awaitsTurn else { return }
    var wanted: FDEvents = takesInput ? .input : []
    if output.count > 0 { wanted.insert(.output) }
    watch?.events = wanted
  }

  /// - Returns: whether there may be more lines for which there was no time.
  private func takeLines() -> Bool {
    var lines = 0
    while takesInput {
      if lines == Self.linesPerTurn || lines > 0 && turns.isTimeUp { return true }
      if let line = input.nextLine() {
        lines += 1
        hasSpoken = true
        onLine?(self, .line(line))
        if output.count > Self.pauseReadingAbove { flush() }
      } else if input.isOverlong {
        inputEnded = true
        input.clear()
        onLine?(self, .overlong)
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
    inputEnded = true
    let unfinished = !input.isEmpty
    input.clear()
    onLine?(self, .end(unfinished: unfinished))
    return true
  }

  private func flush() {
    defer { if output.count <= unsentLimit, !isSayingMuch { unsentAllowed = unsentLimit } }
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

  /// The client cannot get answers any more. What it sent before is still taken.
  private func loseReader() {
    peerGone = true
    output.clear()
    guard held && isFreedByLoss else { return }
    held = false
    takeTurn()
  }

  /// Closing a socket with unread input resets it, and the client could lose the end of its answer. Bounded.
  private func discardReadable() {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16 * 1024) { room in
      for _ in 0..<16 where recv(socket, room.baseAddress, room.count, Int32(MSG_DONTWAIT)) <= 0 { return }
    }
  }
}
