// An activity as a row of the table `activity`, and back. Reading checks everything: what comes out is a state that
// the engine could have written, or an error.

internal import SQLiteBridge
internal import TomatoEngine

/// Why stored state cannot be used.
struct Unreadable: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// One machine in columns: the state of an activity, or what its undo slot holds.
struct MachineColumns {
  var values: [(String, Value)]

  init(_ machine: Machine) {
    values = [("kind", .text(machine.kind.rawValue)), ("token", .integer(Int64(bitPattern: machine.token.number)))]
    switch machine {
    case .pomodoro(let it):
      add(it.phase)
      add([("cycle_position", .integer(Int64(it.cyclePosition))), ("unattended", .integer(Int64(it.unattended)))])
      add([("task", Value(it.task))])
    case .countdown(let it):
      add(it.phase)
      add([("cycle_position", 0), ("unattended", 0), ("task", Value(it.task))])
    case .stopwatch(let it):
      add(it)
      add([("cycle_position", 0), ("unattended", 0), ("task", Value(it.task))])
    }
  }

  private mutating func add(_ more: [(String, Value)]) { values += more }

  private mutating func add(_ phase: Phase) {
    add([
      ("mode", .text(phase.mode.rawValue)), ("base_ms", .milliseconds(phase.base)),
      ("total_ms", .milliseconds(phase.total)), ("began_wall_ms", Value(phase.began?.milliseconds)),
      ("asleep_ms", .milliseconds(phase.asleep)), ("state", .text(phase.timerState.rawValue)),
    ])
    switch phase.state {
    case .ready: break
    case .running(let until): add([("until_boot_ms", .milliseconds(until))])
    case .paused(let remaining, let since, let cause):
      add([("remaining_ms", .milliseconds(remaining))])
      add(since, cause)
    case .completed(let nextStart, let row):
      add([("next_boot_ms", Value(nextStart?.inMilliseconds)), ("row_token", .integer(Int64(bitPattern: row.number)))])
    }
    add(phase.changed)
  }

  private mutating func add(_ stopwatch: Stopwatch) {
    let state: TimerState =
      switch stopwatch.state {
      case .ready: .ready
      case .running: .running
      case .paused: .paused
      }
    add([
      ("mode", .text(TimerMode.stopwatch.rawValue)), ("base_ms", 0), ("total_ms", 0),
      ("began_wall_ms", Value(stopwatch.began?.milliseconds)), ("asleep_ms", 0), ("state", .text(state.rawValue)),
    ])
    switch stopwatch.state {
    case .ready: break
    case .running(let zero): add([("until_boot_ms", .milliseconds(zero))])
    case .paused(let elapsed, let since, let cause):
      add([("remaining_ms", .milliseconds(elapsed))])
      add(since, cause)
    }
    add(stopwatch.changed)
  }

  private mutating func add(_ since: WallTime, _ cause: PauseCause) {
    let (name, away): (String, Int64?) =
      switch cause {
      case .person: ("person", nil)
      case .away(let length): ("away", length.inMilliseconds)
      case .powerLoss: ("powerLoss", nil)
      }
    add([("paused_wall_ms", .integer(since.milliseconds)), ("pause_cause", .text(name)), ("away_ms", Value(away))])
  }

  private mutating func add(_ mark: Phase.Mark) {
    add([("changed_boot_ms", .milliseconds(mark.sinceBoot)), ("changed_awake_ms", .milliseconds(mark.awake))])
  }
}

extension Value {
  static func milliseconds(_ duration: Duration) -> Value { .integer(duration.inMilliseconds) }
}

/// Reads one row of the table `activity`.
struct ActivityRow {
  let row: Row

  // MARK: Plain values

  /// No clock and no length of time is further from zero: three thousand years. Beyond it arithmetic would overflow.
  private static let clockRange: ClosedRange<Int64> = -100_000_000_000_000...100_000_000_000_000
  /// No token is higher, so there is always a next one.
  private static let tokenRange: ClosedRange<Int64> = 0...(1 << 62)

  private func checked(_ column: String, _ value: Int64, _ range: ClosedRange<Int64>) throws -> Int64 {
    guard range.contains(value) else { throw Unreadable("\(column) is out of range") }
    return value
  }

  func duration(_ column: String) throws -> Duration {
    .milliseconds(try checked(column, try row.int64(column), Self.clockRange))
  }
  func length(_ column: String, _ range: ClosedRange<Duration>) throws -> Duration {
    let value = try duration(column)
    guard range.contains(value) else { throw Unreadable("\(column) is out of range") }
    return value
  }
  func wall(_ column: String) throws -> WallTime? {
    try row.optionalInt64(column).map { WallTime(milliseconds: try checked(column, $0, Self.clockRange)) }
  }
  func knownWall(_ column: String) throws -> WallTime {
    guard let time = try wall(column) else { throw Unreadable("\(column) has no value") }
    return time
  }
  func token(_ column: String) throws -> PhaseToken {
    PhaseToken(UInt64(try checked(column, try row.int64(column), Self.tokenRange)))
  }
  func count(_ column: String) throws -> Int {
    let value = try row.int64(column)
    guard (0...1_000_000_000).contains(value) else { throw Unreadable("\(column) is out of range") }
    return Int(value)
  }
  func named<T: RawRepresentable<String>>(_ column: String) throws -> T {
    let text = try row.text(column)
    guard let value = T(rawValue: text) else { throw Unreadable("\(column) is unknown") }
    return value
  }

  // MARK: The machine

  func machine() throws -> Machine {
    let kind: ActivityKind = try named("kind")
    let task = try row.optionalText("task").flatMap { $0.isEmpty ? nil : $0 }
    switch kind {
    case .pomodoro:
      let phase = try phase()
      guard TimerMode.pomodoro.contains(phase.mode) else { throw Unreadable("the mode is not the Pomodoro's") }
      return .pomodoro(
        Pomodoro(
          phase: phase, cyclePosition: try count("cycle_position"), unattended: try count("unattended"), task: task))
    case .countdown: return .countdown(Countdown(phase: try phase(), task: task))
    case .stopwatch:
      return .stopwatch(
        Stopwatch(
          token: try token("token"), state: try stopwatchState(), began: try wall("began_wall_ms"), task: task,
          changed: try mark()))
    }
  }

  private func phase() throws -> Phase {
    let total = try length("total_ms", Settings.durationRange)
    return Phase(
      token: try token("token"), mode: try named("mode"), base: try length("base_ms", Settings.durationRange),
      total: total, began: try wall("began_wall_ms"), asleep: max(try duration("asleep_ms"), .zero),
      state: try phaseState(total: total), changed: try mark())
  }

  private func phaseState(total: Duration) throws -> Phase.State {
    let state: TimerState = try named("state")
    switch state {
    case .ready: return .ready
    case .running: return .running(until: try duration("until_boot_ms"))
    case .paused:
      let (since, cause) = try pause()
      return .paused(remaining: try length("remaining_ms", .zero ... total), since: since, cause: cause)
    case .completed:
      let next = try row.optionalInt64("next_boot_ms") == nil ? nil : duration("next_boot_ms")
      return .completed(nextStart: next, row: try token("row_token"))
    }
  }

  private func stopwatchState() throws -> Stopwatch.State {
    let state: TimerState = try named("state")
    switch state {
    case .ready: return .ready
    case .running: return .running(zero: try duration("until_boot_ms"))
    case .paused:
      let (since, cause) = try pause()
      return .paused(elapsed: max(try duration("remaining_ms"), .zero), since: since, cause: cause)
    case .completed: throw Unreadable("a stopwatch is never completed")
    }
  }

  private func pause() throws -> (WallTime, PauseCause) {
    guard let since = try wall("paused_wall_ms") else { throw Unreadable("a pause has no beginning") }
    switch try row.text("pause_cause") {
    case "person": return (since, .person)
    case "away": return (since, .away(max(try duration("away_ms"), .zero)))
    case "powerLoss": return (since, .powerLoss)
    default: throw Unreadable("pause_cause is unknown")
    }
  }

  private func mark() throws -> Phase.Mark {
    Phase.Mark(sinceBoot: try duration("changed_boot_ms"), awake: try duration("changed_awake_ms"))
  }

  // MARK: The rest of the activity

  func attributes() throws -> ActivityAttributes? {
    guard let requested = try wall("requested_wall_ms") else { return nil }
    return ActivityAttributes(sessionCount: try count("session_count"), requestedAt: requested)
  }

  func undoRows() throws -> [PhaseToken] {
    try row.text("undo_rows").split(separator: ",").map {
      guard let number = UInt64($0) else { throw Unreadable("undo_rows is not a list of numbers") }
      return PhaseToken(number)
    }
  }
}
