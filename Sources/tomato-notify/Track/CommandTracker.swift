// `tomato-notify track -- make`: runs a command transparently, and shows it when it takes long.
internal import Glibc
internal import TomatoLink
internal import TomatoSocket

/// Follows one command from its start to its end.
struct CommandTracker {
  private let process: TrackedProcess
  private let signals: TrackSignals
  private var island: TrackIsland
  /// When to show the island, in monotonic milliseconds; nil after that.
  private var due: Int64?
  /// Somebody pressed Stop.
  private var isStopping = false

  /// Starts the command before the daemon is asked anything.
  /// - Throws: 126 or 127 when there is no such command.
  init(_ words: [[UInt8]], _ appearance: TrackAppearance) throws(Failure) {
    let ownsTerminal = TrackedProcess.ownsTerminal()
    signals = try TrackSignals(withStops: ownsTerminal)
    process = try TrackedProcess.start(words, signals, ownsTerminal: ownsTerminal)
    island = TrackIsland(appearance)
    due = SystemCalls.monotonicMilliseconds() + appearance.after
  }

  /// Waits for the end of the command, and ends in the same way.
  mutating func run() -> AnswerCode {
    while true {
      let wanted = [signals.descriptor, island.descriptor].map { ($0, SystemCalls.readable) }
      let events = SystemCalls.wait(for: wanted, milliseconds: timeoutMilliseconds)
      if events[0] != 0 {
        for signal in signals.next() { take(signal) }
        while let change = process.change() {
          switch change {
          case .ended(let ending): return end(ending)
          case .stopped(let number): stop(number)
          }
        }
      }
      advance(hasNews: events[1] != 0)
    }
  }

  /// Maximum wait in milliseconds; -1 for no limit.
  private var timeoutMilliseconds: Int32 {
    guard let due else { return island.retryMilliseconds }
    return Int32(clamping: max(0, due - SystemCalls.monotonicMilliseconds()))
  }

  private mutating func advance(hasNews: Bool) {
    if let due {
      guard due <= SystemCalls.monotonicMilliseconds() else { return }
      self.due = nil
      island.begin()
    } else if hasNews || island.retryMilliseconds >= 0 {
      guard island.advance() else { return }
      isStopping = true
      process.terminate()
    }
  }

  private func take(_ signal: TrackSignals.Signal) {
    switch signal.number {
    case SIGCHLD: break
    case SIGCONT: if process.hasGroup { process.goOn() }
    default:
      // The terminal has sent it to the command as well, if that is in our group.
      if process.hasGroup || !signal.isFromTerminal { process.signal(signal.number) }
    }
  }

  /// The command was stopped, so this process stops too, for its parent. Both continue together.
  private mutating func stop(_ number: Int32) {
    // It only needed the terminal, which `fg` has given to us.
    if process.isOurTerminal, [SIGTTIN, SIGTTOU].contains(number) { return process.goOn() }
    process.takeTerminal()
    island.update(halted: true)
    // A pending SIGCONT means that we were stopped.
    if !TrackSignals.stopGroup(with: number) { process.goOn() }
    island.update(halted: false)
  }

  private mutating func end(_ ending: TrackOutcome) -> AnswerCode {
    process.takeTerminal()
    island.end(isStopping && ending != .code(0) || ending == .signal(SIGINT) ? .stopped : ending)
    switch ending {
    case .code(let code): return AnswerCode(UInt8(truncatingIfNeeded: code))
    case .signal(let number):
      TrackSignals.end(by: number, wholeGroup: process.hasGroup)
      return AnswerCode(UInt8(truncatingIfNeeded: 128 + number))
    case .stopped: return .terminated
    }
  }
}
