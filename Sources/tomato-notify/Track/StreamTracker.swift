// `… | tomato-notify track --stdin Copy`: passes a stream on, unchanged and at once, and shows its progress.
internal import Glibc
internal import TomatoLink
internal import TomatoSocket

struct StreamTracker {
  private let signals: CaughtSignals
  private var island: TrackIsland
  private var reader = ProgressReader()
  /// Time of the last update, in monotonic milliseconds.
  private var told: Int64 = 0
  /// Bytes that were read but not written yet.
  private var pending: ArraySlice<UInt8> = []

  /// Milliseconds between two updates.
  private static let interval: Int64 = 1000
  /// The bytes that a writable pipe takes without blocking (PIPE_BUF).
  private static let portion = 4096

  init(_ appearance: TrackAppearance) throws(Failure) {
    signals = try CaughtSignals.ofCommand(withStops: false)
    SystemCalls.ignoreBrokenPipes()
    island = TrackIsland(appearance)
  }

  /// - Returns: 0 at the end of the stream. Without a reader of the output, the code of a broken pipe.
  /// - Throws: 74 when the stream cannot be read or written.
  mutating func run() throws(Failure) -> AnswerCode {
    while true {
      // Writes before it reads more, so that a slow reader slows the writer down, as without this program.
      let stream = pending.isEmpty ? (Int32(0), Int16(POLLIN)) : (1, Int16(POLLOUT))
      let wanted = [(signals.descriptor, SystemCalls.readable), (island.descriptor, SystemCalls.readable), stream]
      let events = SystemCalls.wait(for: wanted, milliseconds: timeoutMilliseconds)
      if events[0] != 0, let ending = signals.next().map(\.number).first(where: { ![SIGCHLD, SIGCONT].contains($0) }) {
        return end(by: ending)
      }
      if events[2] != 0, let code = try move() { return code }
      advance(hasNews: events[1] != 0)
    }
  }

  private mutating func end(by signal: Int32) -> AnswerCode {
    island.end(.stopped)
    return CaughtSignals.end(by: signal, wholeGroup: false)
  }

  /// Reads or writes a piece; the exit code after the last one.
  private mutating func move() throws(Failure) -> AnswerCode? {
    guard pending.isEmpty else {
      let portion = pending.prefix(Self.portion)
      let error = SystemCalls.write(1, portion)
      pending = pending.dropFirst(portion.count)
      guard error != 0 else { return nil }
      island.end(.stopped)
      throw SystemCalls.unwritten(error)
    }
    guard let bytes = SystemCalls.read(0) else {
      let error = errno
      if SystemCalls.isTemporary(error) { return nil }
      island.end(.code(1))
      throw Failure(.inputOutput, "The stream cannot be read: {reason}.", ["reason": SystemCalls.describe(error)])
    }
    if bytes.isEmpty {
      island.end(.code(0))
      return .done
    }
    pending = bytes[...]
    reader.read(bytes)
    return nil
  }

  /// Maximum wait in milliseconds; -1 for no limit.
  private var timeoutMilliseconds: Int32 {
    let next = max(0, told + Self.interval - SystemCalls.monotonicMilliseconds())
    let waits = [island.retryMilliseconds, reader.hasNews ? Int32(clamping: next) : -1]
    return waits.filter { $0 >= 0 }.min() ?? -1
  }

  private mutating func advance(hasNews: Bool) {
    let now = SystemCalls.monotonicMilliseconds()
    if island.isDue || now - told >= Self.interval, let new = reader.take() {
      told = now
      island.update(new)
    }
    if hasNews || island.retryMilliseconds >= 0, island.advance() {
      // The writer gets an error at its next write.
      kill(getpid(), SIGTERM)
    }
  }
}
