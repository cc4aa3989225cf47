// `tomato-notify track -- make`: runs a command transparently, and shows it when it takes long.
internal import Glibc
internal import TomatoLink
internal import TomatoSocket

struct CommandTracker {
  private let process: TrackedProcess
  private let signals: CaughtSignals
  private var island: TrackIsland
  /// Somebody pressed Stop.
  private var isStopping = false

  /// Starts the command before the daemon is asked anything.
  /// - Parameter words: the last words of our command line.
  /// - Throws: 126 or 127 when there is no such command; 65 when one of our own words is not valid UTF-8.
  init(_ words: [String], _ appearance: TrackAppearance) throws(Failure) {
    // The raw bytes, because a file name need not be UTF-8.
    let all = SystemCalls.rawArguments()
    try SystemCalls.checkUTF8(all.dropLast(words.count))
    let ownsTerminal = TrackedProcess.ownsTerminal()
    signals = try CaughtSignals.ofCommand(withStops: ownsTerminal)
    process = try TrackedProcess.start(Array(all.suffix(words.count)), signals, ownsTerminal: ownsTerminal)
    island = TrackIsland(appearance)
  }

  /// Waits for the end of the command, and ends in the same way.
  mutating func run() -> AnswerCode {
    while true {
      let wanted = [signals.descriptor, island.descriptor].map { ($0, SystemCalls.readable) }
      let events = SystemCalls.wait(for: wanted, milliseconds: island.retryMilliseconds)
      if events[0] != 0 {
        for signal in signals.next() { take(signal) }
        while let change = process.change() {
          switch change {
          case .ended(let ending): return end(ending)
          case .stopped(let number): stop(number)
          }
        }
      }
      if events[1] != 0 || island.retryMilliseconds >= 0, island.advance() {
        isStopping = true
        process.terminate()
      }
    }
  }

  private func take(_ signal: CaughtSignals.Signal) {
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
    // It stopped because it used the terminal, which has been ours since `fg`.
    if process.isOurTerminal, [SIGTTIN, SIGTTOU].contains(number) { return process.goOn() }
    process.takeTerminal()
    island.update(halted: true)
    // If we were not stopped, no SIGCONT will come, so the command is continued here.
    if !CaughtSignals.stop(with: number, wholeGroup: true) { process.goOn() }
    island.update(halted: false)
  }

  private mutating func end(_ ending: TrackOutcome) -> AnswerCode {
    process.takeTerminal()
    island.end(isStopping && ending != .code(0) || ending == .signal(SIGINT) ? .stopped : ending)
    switch ending {
    case .code(let code): return AnswerCode(UInt8(truncatingIfNeeded: code))
    case .signal(let number): return CaughtSignals.end(by: number, wholeGroup: process.hasGroup)
    case .stopped: return .terminated
    }
  }
}
