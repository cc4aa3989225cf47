// An activity as a row of the table `activity`, and back. Reading checks everything: what comes out is a state that
// the engine could have written, or an error.

internal import SQLiteBridge
internal import TomatoEngine
internal import TomatoLink

/// Why stored state cannot be used.
struct Unreadable: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
  static func outOfRange(_ column: String) -> Unreadable { Unreadable("\(column) is out of range") }
}

/// An activity in columns. What is not named is NULL.
enum ActivityColumns {
  static func now(_ activity: Activity, _ position: Int) -> [(String, Value)] {
    let hidden = activity.hiddenPhase.map { Int64(bitPattern: $0.number) }
    return id(activity, position) + [("slot", "now"), ("hidden_token", Value(hidden))] + columns(activity.attributes)
      + MachineColumns(activity.machine).values
  }

  static func undo(_ activity: Activity, _ position: Int) -> [(String, Value)]? {
    guard let undo = activity.undo else { return nil }
    return id(activity, position) + [
      ("slot", "undo"), ("undo_change", .text(undo.change.rawValue)), ("undo_boot_ms", .milliseconds(undo.at)),
      ("undo_rows", .text(undo.rows.map(\.description).joined(separator: ","))),
    ] + columns(undo.attributes) + MachineColumns(undo.machine).values
  }

  private static func id(_ activity: Activity, _ position: Int) -> [(String, Value)] {
    [("id", .text(activity.id.description)), ("position", .integer(Int64(position)))]
  }

  private static func columns(_ attributes: ActivityAttributes?) -> [(String, Value)] {
    [
      ("session_count", Value(attributes.map { Int64($0.sessionCount) })),
      ("requested_wall_ms", Value(attributes?.requestedAt.milliseconds)),
    ]
  }
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
      ("warned", phase.isWarned ? 1 : .null),
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

  func duration(_ column: String) throws -> Duration { .milliseconds(try number(column, Schema.bootRange)) }
  func length(_ column: String, _ range: ClosedRange<Duration>) throws -> Duration {
    let value = try duration(column)
    guard range.contains(value) else { throw Unreadable.outOfRange(column) }
    return value
  }
  func wall(_ column: String) throws -> WallTime? {
    guard try !row.isNull(column) else { return nil }
    return WallTime(milliseconds: try number(column, Schema.wallRange))
  }
  func token(_ column: String) throws -> PhaseToken { PhaseToken(UInt64(try number(column, Schema.tokenRange))) }
  func number(_ column: String, _ range: ClosedRange<Int64>) throws -> Int64 {
    let value = try row.int64(column)
    guard range.contains(value) else { throw Unreadable.outOfRange(column) }
    return value
  }
  func count(_ column: String) throws -> Int {
    Int(try number(column, Schema.countRange))
  }
  func named<T: RawRepresentable<String>>(_ column: String) throws -> T {
    let text = try row.text(column)
    guard let value = T(rawValue: text) else { throw Unreadable("\(column) is unknown") }
    return value
  }

  // MARK: The machine

  func machine() throws -> Machine {
    let kind: ActivityKind = try named("kind")
    let task = try row.optionalText("task")
    if let task, (try? Link.checkTask(task)) == nil { throw Unreadable("task is not a task") }
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
      total: total, began: try wall("began_wall_ms"), asleep: try length("asleep_ms", .zero ... Schema.longest),
      state: try phaseState(total: total), changed: try mark(), isWarned: try isWarned())
  }

  /// Null, and not there at all in a database that an earlier program has made: it has not been said.
  private func isWarned() throws -> Bool {
    guard row.columns.contains("warned") else { return false }
    return try row.optionalInt64("warned") == 1
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
      let next = try row.isNull("next_boot_ms") ? nil : try duration("next_boot_ms")
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
      return .paused(elapsed: try length("remaining_ms", .zero ... Schema.longest), since: since, cause: cause)
    case .completed: throw Unreadable("a stopwatch is never completed")
    }
  }

  private func pause() throws -> (WallTime, PauseCause) {
    guard let since = try wall("paused_wall_ms") else { throw Unreadable("a pause has no beginning") }
    switch try row.text("pause_cause") {
    case "person": return (since, .person)
    case "away": return (since, .away(try length("away_ms", .zero ... Schema.longest)))
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
      guard let number = Int64($0), Schema.tokenRange.contains(number) else { throw Unreadable.outOfRange("undo_rows") }
      return PhaseToken(UInt64(number))
    }
  }
}
