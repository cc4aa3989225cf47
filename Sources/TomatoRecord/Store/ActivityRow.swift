// Converts the state to table columns and back. The engine defines the valid values (Validation.swift).

internal import SQLiteBridge
internal import TomatoEngine
internal import TomatoLink

/// Why stored state cannot be used.
package struct Unreadable: Error, CustomStringConvertible {
  package init(_ error: any Error) { self = (error as? Unreadable) ?? Unreadable(Self.reason(error)) }

  package let description: String
  package let isOlder: Bool
  package init(_ description: String, isOlder: Bool = false) {
    (self.description, self.isOlder) = (description, isOlder)
  }
  static func outOfRange(_ column: String) -> Unreadable { Unreadable("\(column) is out of range") }
  /// The file is undamaged, but older than 1.0.0.
  static let older = Unreadable("it was written by a version before 1.0.0", isOlder: true)
  /// The message, as a clause. SQLite's messages may quote arbitrary bytes of the file.
  package static func reason(_ error: any Error) -> String {
    let reason = (error as? SQLiteError)?.message ?? (error as? InvalidState)?.reason ?? "\(error)"
    return String(SafeText.printable(reason).prefix(300))
  }
}

/// The engine's own columns, outside any activity.
enum EngineColumns {
  /// The one row of the table `engine`.
  static func columns(_ snapshot: Engine.Snapshot) -> [(String, SQLiteValue)] {
    let unseen = snapshot.unseen.map(AwayText.print)
    return [
      ("id", 1), ("last_token", .token(snapshot.lastToken)),
      ("counted_focus", .integer(Int64(snapshot.countedFocus))), ("awake_from_ms", .milliseconds(snapshot.awakeFrom)),
      ("gone_boot_ms", SQLiteValue(snapshot.departure?.since.inMilliseconds)),
      ("gone", SQLiteValue(snapshot.departure.map(AwayText.kind))),
      ("unseen", SQLiteValue(unseen.isEmpty ? nil : unseen.joined(separator: ","))),
    ] + columns(snapshot.lastAlive, "alive_") + columns(snapshot.leftAt, "left_")
  }

  static func columns(_ moment: Moment?, _ prefix: String) -> [(String, SQLiteValue)] {
    [
      (prefix + "boot_id", SQLiteValue(moment?.boot.description)),
      (prefix + "boot_ms", SQLiteValue(moment?.sinceBoot.inMilliseconds)),
      (prefix + "awake_ms", SQLiteValue(moment?.awake.inMilliseconds)),
      (prefix + "wall_ms", SQLiteValue(moment?.wall.milliseconds)),
    ]
  }

  static func columns(_ timer: RecentTimer, _ place: Int) -> [(String, SQLiteValue)] {
    [
      ("place", .integer(Int64(place))), ("name", SQLiteValue(timer.name)),
      ("duration_ms", .milliseconds(timer.duration)),
    ]
  }
}

/// An activity's columns. Columns that are not named are NULL.
enum ActivityColumns {
  static func now(_ activity: Activity, _ position: Int) -> [(String, SQLiteValue)] {
    id(activity, position) + columns(activity.attributes)
      + [
        ("slot", "now"), ("hidden_token", .token(activity.hiddenPhase)),
        ("ended_boot_ms", SQLiteValue(activity.ended?.at.inMilliseconds)),
        ("recent", activity.ended?.isRecent == true ? 1 : .null),
        ("asks_boot_ms", SQLiteValue(activity.timedPause?.until.inMilliseconds)),
        ("attention", SQLiteValue(activity.unansweredAlert.map(UnansweredAlertText.print))),
      ] + MachineColumns.columns(activity.machine)
  }

  static func undo(_ activity: Activity, _ position: Int) -> [(String, SQLiteValue)]? {
    guard let undo = activity.undo else { return nil }
    return id(activity, position) + [
      ("slot", "undo"), ("undo_change", .text(undo.change.rawValue)), ("undo_boot_ms", .milliseconds(undo.at)),
      ("undo_rows", .text(undo.rows.map(\.description).joined(separator: ","))),
      ("undo_batch", .token(undo.batch)),
    ] + columns(undo.attributes) + MachineColumns.columns(undo.machine)
  }

  private static func id(_ activity: Activity, _ position: Int) -> [(String, SQLiteValue)] {
    [("id", .text(activity.id.description)), ("position", .integer(Int64(position)))]
  }

  private static func columns(_ attributes: ActivityAttributes?) -> [(String, SQLiteValue)] {
    [
      ("session_count", SQLiteValue(attributes.map { Int64($0.sessionCount) })),
      ("requested_wall_ms", SQLiteValue(attributes?.requestedAt.milliseconds)), ("name", SQLiteValue(attributes?.name)),
      ("from_outside", attributes?.isFromOutside == true ? 1 : .null),
    ]
  }
}

/// A machine's columns: an activity's state, or its undo slot.
enum MachineColumns {
  static func columns(_ machine: Machine) -> [(String, SQLiteValue)] {
    let it = machine.stored
    let (cause, away) = columns(it.pause?.cause)
    return [
      ("kind", .text(machine.kind.rawValue)), ("token", .token(it.token)),
      ("mode", .text(it.mode.rawValue)), ("base_ms", .milliseconds(it.base)), ("total_ms", .milliseconds(it.total)),
      ("began_wall_ms", SQLiteValue(it.began?.milliseconds)), ("asleep_ms", .milliseconds(it.asleep)),
      ("state", .text(it.state.rawValue)), ("warned", it.isWarned ? 1 : .null),
      ("until_boot_ms", SQLiteValue(it.zero?.inMilliseconds)),
      ("remaining_ms", SQLiteValue(it.pausedTime?.inMilliseconds)),
      ("paused_wall_ms", SQLiteValue(it.pause?.since.milliseconds)), ("pause_cause", SQLiteValue(cause)),
      ("away_ms", SQLiteValue(away)),
      ("next_boot_ms", SQLiteValue(it.nextStart?.inMilliseconds)),
      ("row_token", .token(it.row)),
      ("changed_boot_ms", .milliseconds(it.changed.sinceBoot)),
      ("changed_awake_ms", .milliseconds(it.changed.awake)), ("cycle_position", .integer(Int64(it.cyclePosition))),
      ("unattended", .integer(Int64(it.unattended))), ("task", SQLiteValue(it.task)),
      ("due_wall_ms", SQLiteValue(it.due?.milliseconds)), ("missed", it.isMissed ? 1 : .null),
      ("laps", SQLiteValue(text(it.laps))), ("pauses", SQLiteValue(PausesText.print(it.pauses))),
      ("question", SQLiteValue(it.question.map(AwayText.print))), ("earlier", SQLiteValue(earlier(it))),
    ]
  }

  /// How many times of the `Timeline`, and how many away stretches, are from an earlier boot; nil if none.
  private static func earlier(_ it: StoredMachine) -> String? {
    let numbers = [it.timeline.earlier, it.question?.stretches.count { $0.isEarlier } ?? 0]
    return numbers == [0, 0] ? nil : NumberText.print(numbers.map(Int64.init))
  }

  /// Milliseconds, separated by commas; nil without any.
  static func text(_ laps: [Duration]) -> String? {
    laps.isEmpty ? nil : laps.map { String($0.inMilliseconds) }.joined(separator: ",")
  }

  /// Parses the output of `text`; nil for any other text.
  static func laps(_ text: String) -> [Duration]? {
    NumberText.list(text, of: 1...1) { IntervalReader.lengths.contains($0[0]) ? .milliseconds($0[0]) : nil }
  }

  private static func columns(_ cause: PauseCause?) -> (name: String?, away: Int64?) {
    if case .away(let length)? = cause { return ("away", length.inMilliseconds) }
    return (causes.first { $0.value == cause }?.key, nil)
  }

  /// All causes except time away.
  static let causes: [String: PauseCause] = ["person": .person, "left": .left, "powerLoss": .powerLoss]
}

extension PhaseToken {
  /// Nil outside the range of stored tokens.
  init?(stored number: Int64) {
    guard Schema.tokenRange.contains(number) else { return nil }
    self.init(UInt64(number))
  }
}

extension SQLiteValue {
  static func token(_ token: PhaseToken?) -> SQLiteValue { SQLiteValue(token.map { Int64(bitPattern: $0.number) }) }
  static func milliseconds(_ duration: Duration) -> SQLiteValue { .integer(duration.inMilliseconds) }
}

/// Reads the state's values by column.
extension Row {
  // MARK: Plain values

  func duration(_ column: String) throws -> Duration { .milliseconds(try int64(column)) }
  func optionalDuration(_ column: String) throws -> Duration? { try optionalInt64(column).map { .milliseconds($0) } }
  func wall(_ column: String) throws -> WallTime? { try optionalInt64(column).map { WallTime(milliseconds: $0) } }
  func token(_ column: String) throws -> PhaseToken {
    guard let token = PhaseToken(stored: try int64(column)) else { throw Unreadable.outOfRange(column) }
    return token
  }
  func optionalToken(_ column: String) throws -> PhaseToken? { try isNull(column) ? nil : try token(column) }
  func count(_ column: String) throws -> Int {
    let count = Int(try int64(column))
    guard StoredRange.count.contains(count) else { throw Unreadable.outOfRange(column) }
    return count
  }
  func named<T: RawRepresentable<String>>(_ column: String) throws -> T {
    guard let value = T(rawValue: try text(column)) else { throw Unreadable("\(column) is unknown") }
    return value
  }
  /// Parses an optional text; nil for NULL.
  func parsed<T>(_ column: String, _ parse: (String) -> T?) throws -> T? {
    guard let text = try optionalText(column) else { return nil }
    guard let value = parse(text) else { throw Unreadable.outOfRange(column) }
    return value
  }

  // MARK: The machine

  /// Each kind checks the columns that it needs.
  /// - Parameter job: its row of the table `job`.
  func machine(_ job: StoredJob? = nil) throws -> Machine {
    var stored = try stored()
    stored.job = job
    return try Machine(try named("kind"), stored: stored)
  }

  private func stored() throws -> StoredMachine {
    var it = StoredMachine(
      token: try token("token"), mode: try named("mode"), state: try named("state"),
      changed: Phase.Instant(sinceBoot: try duration("changed_boot_ms"), awake: try duration("changed_awake_ms")))
    (it.base, it.total) = (try duration("base_ms"), try duration("total_ms"))
    let (earlier, stretches) = try earlier()
    it.timeline = Timeline(
      began: try wall("began_wall_ms"), pauses: try parsed("pauses", PausesText.parse), earlier: earlier)
    it.asleep = try duration("asleep_ms")
    (it.zero, it.pausedTime) = (try optionalDuration("until_boot_ms"), try optionalDuration("remaining_ms"))
    (it.pause, it.nextStart) = (try pause(), try optionalDuration("next_boot_ms"))
    (it.row, it.due) = (try optionalToken("row_token"), try wall("due_wall_ms"))
    (it.cyclePosition, it.unattended) = (try count("cycle_position"), try count("unattended"))
    (it.task, it.isWarned) = (try optionalText("task"), try flag("warned"))
    it.laps = try parsed("laps", MachineColumns.laps) ?? []
    (it.isMissed, it.question) = (try flag("missed"), try parsed("question", AwayText.question))
    for index in it.question?.stretches.indices.prefix(stretches) ?? 0..<0 {
      it.question?.stretches[index].isEarlier = true
    }
    return it
  }

  private func flag(_ column: String) throws -> Bool { try optionalInt64(column) == 1 }

  private func earlier() throws -> (times: Int, stretches: Int) {
    let pairs = try parsed("earlier") { text in
      NumberText.list(text, of: 2...2) { pair in
        pair.allSatisfy((0...Int64(Pause.limit) + 2).contains) ? (Int(pair[0]), Int(pair[1])) : nil
      }
    }
    return pairs?.first ?? (0, 0)
  }

  // MARK: Outside activities

  /// Nil if all its columns are NULL.
  func moment(_ prefix: String) throws -> Moment? {
    guard let boot = try optionalText(prefix + "boot_id") else {
      for column in ["boot_ms", "awake_ms", "wall_ms"] where try !isNull(prefix + column) {
        throw Unreadable("\(prefix)\(column) is of no boot")
      }
      return nil
    }
    let moment = Moment(
      sinceBoot: try duration(prefix + "boot_ms"), awake: try duration(prefix + "awake_ms"),
      wall: WallTime(milliseconds: try int64(prefix + "wall_ms")), boot: BootID(boot))
    try moment.check()
    return moment
  }

  func departure() throws -> Departure? {
    try optionalText("gone").map { try AwayText.departure(since: try duration("gone_boot_ms"), $0) }
  }

  // MARK: The rest of the machine

  private func pause() throws -> Content.Pause? {
    guard let since = try wall("paused_wall_ms") else { return nil }
    let name = try text("pause_cause")
    guard let cause = name == "away" ? .away(try duration("away_ms")) : MachineColumns.causes[name] else {
      throw Unreadable("pause_cause is unknown")
    }
    return Content.Pause(since: since, cause: cause)
  }

  // MARK: The rest of the activity

  func attributes() throws -> ActivityAttributes? {
    guard let requested = try wall("requested_wall_ms") else { return nil }
    var it = ActivityAttributes(sessionCount: try count("session_count"), requestedAt: requested)
    (it.name, it.isFromOutside) = (try optionalText("name"), try flag("from_outside"))
    return it
  }

  func ended() throws -> Ended? {
    try optionalDuration("ended_boot_ms").map { Ended(at: $0, isRecent: try flag("recent")) }
  }

  /// A timed pause. If it ended by `lastAlive`, it has asked already, because the engine skips no end.
  func timedPause(_ lastAlive: Moment?) throws -> TimedPause? {
    guard let until = try optionalDuration("asks_boot_ms") else { return nil }
    return TimedPause(until: until, hasAsked: until <= lastAlive?.sinceBoot ?? .zero)
  }

  func unansweredAlert() throws -> UnansweredAlert? { try parsed("attention", UnansweredAlertText.parse) }

  func undo() throws -> UndoSlot {
    UndoSlot(
      change: try named("undo_change"), machine: try machine(), attributes: try attributes(),
      at: try duration("undo_boot_ms"),
      rows: try parsed("undo_rows") { text in NumberText.list(text, of: 1...1) { PhaseToken(stored: $0[0]) } } ?? [],
      batch: try optionalToken("undo_batch"))
  }
}
