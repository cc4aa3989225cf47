// What the store's tests share: a directory of their own, a day of random events, and a second look into the file.

import Glibc
import SQLiteBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoRecord
@testable import TomatoWords

/// A directory that goes with its test.
final class Scratch {
  private let owned = TemporaryFolder()
  var directory: String { owned.path }
  var database: String { path("tomato.sqlite3") }
  func path(_ name: String) -> String { owned.file(name) }
  var names: [String] { owned.names }

  /// A database after a random life, closed, so that it is one file.
  @MainActor func fill(seed: UInt64 = 4, steps: Int = 120) -> Engine.Snapshot? {
    var life = RandomLife(seed: seed)
    let store = Store.open(self).store
    var last: Engine.Snapshot?
    for _ in 0..<steps {
      for commit in life.step() {
        _ = store.commit(commit.snapshot, commit.changes)
        last = commit.snapshot
      }
    }
    store.markAlive(life.moment)
    store.close()
    return last
  }
}

@MainActor extension Scratch {
  /// Stores intervals, with a last phase that is behind them; what the store had at the end.
  @discardableResult func record(_ intervals: [IntervalRecord]) -> Engine.Snapshot {
    let store = Store.open(self).store
    defer { store.close() }
    return store.record(intervals)
  }

  /// Changes the database from beside the store; how many rows.
  @discardableResult func change(_ statement: String) throws -> Int {
    let open = try Database(path: database, readOnly: false)
    defer { open.close() }
    return try open.run(statement)
  }

  func rows(_ query: String) throws -> [Row] { try Database(path: database, readOnly: true).rows(query) }

  /// A start has nothing to complain of, and finds this state.
  func expectRead(_ snapshot: Engine.Snapshot?, sourceLocation: SourceLocation = #_sourceLocation) {
    let opened = Store.open(self)
    #expect(opened.complaints == [], sourceLocation: sourceLocation)
    #expect(opened.snapshot == snapshot, sourceLocation: sourceLocation)
    opened.store.close()
  }
}

extension Store {
  /// Commits intervals with a last phase that is behind them.
  @MainActor @discardableResult func record(_ intervals: [IntervalRecord]) -> Engine.Snapshot {
    var snapshot = Engine(settings: Settings()).snapshot
    snapshot.lastToken = PhaseToken(9999)
    #expect(commit(snapshot, Engine.Changes(rows: RowChanges(added: intervals))) == nil)
    return snapshot
  }

  /// Commits what has happened; none of it may fail.
  func save(_ commits: [RandomLife.Commit]) {
    for commit in commits { #expect(self.commit(commit.snapshot, commit.changes) == nil) }
  }
}

/// What has run on already: the same state does the same again.
@MainActor private var runOn: Set<Engine.Snapshot> = []

/// Whatever was read as a state must be one that runs on.
@MainActor func goOn(_ snapshot: Engine.Snapshot?) {
  guard let snapshot, runOn.insert(snapshot).inserted else { return }
  var engine = Engine(restoring: snapshot, settings: Settings())
  var moment = Moment(up: .seconds(9000), wall: WallTime(seconds: 1_795_190_000))
  _ = engine.handle(.launched(lastAlive: nil), at: moment)
  for _ in 0..<4 {
    for content in engine.contents(at: moment) {
      _ = StatusText.line(content)
      _ = JSONProbe.line(content)
      _ = CardText.card(content, at: moment)
    }
    moment.pass(.hours(9))
    _ = engine.handle(.alarm, at: moment)
  }
  for verb in Verb.allCases {
    _ = engine.handle(.intent(Intent(verb, by: .minutes(1)), .command), at: moment)
  }
}

/// An engine that lives through random days, and the history as it should be.
struct RandomLife {
  var engine = Engine(settings: Settings(unattendedPhases: 2))
  var moment = Moment(
    sinceBoot: .seconds(5000), awake: .seconds(4000), wall: WallTime(milliseconds: 1_795_180_200_123),
    boot: BootID("boot-0"))
  private(set) var history: [PhaseToken: IntervalRecord] = [:]
  fileprivate var random: SeededGenerator
  private var boots = 0

  static let names = ["pomodoro", "tea", "eggs", "a-b_9"].compactMap { ActivityID($0) }
  static let tasks = ["write report", "<b>\"it's\"</b>; DROP TABLE", "写报告 🍅", "", "a\u{301}é"]

  init(seed: UInt64) {
    random = SeededGenerator(state: seed)
    _ = take(.launched(lastAlive: nil))
  }

  /// One commit that the engine asked for.
  struct Commit {
    var snapshot: Engine.Snapshot
    var changes: Engine.Changes
  }

  mutating func take(_ event: Event) -> [Commit] {
    let effects = engine.handle(event, at: moment)
    return effects.compactMap { effect in
      guard case .commit(let changes) = effect else { return nil }
      for row in changes.rows.removed { history[row] = nil }
      for row in changes.rows.added { history[row.token] = row }
      for trim in changes.rows.trims { history[trim.row]?.trim(by: trim) }
      for trim in changes.rows.putBack { history[trim.row]?.putBack(trim) }
      return Commit(snapshot: engine.snapshot, changes: changes)
    }
  }

  /// Something happens after some time.
  mutating func step() -> [Commit] {
    pass()
    switch Int.random(in: 0..<20, using: &random) {
    case 0: return take(.leaving) + arrive()
    case 1: return reboot()
    case 2...3: return take(.alarm)
    case 4: return take(.devices([.microphone, .camera, nil].randomElement(using: &random) ?? nil)) + take(.alarm)
    case 6: return correct()
    case 5:
      var settings = engine.settings
      settings.whenAway = Bool.random(using: &random) ? .run : .pause
      settings.longBreakInterval = Int.random(in: 1...4, using: &random)
      settings.alertBefore = Bool.random(using: &random) ? .minutes(3) : .zero
      settings.alertRepeat = Bool.random(using: &random) ? .minutes(2) : .zero
      settings.holdWhenBusy = Bool.random(using: &random)
      return take(.settingsChanged(settings))
    case 7: return take(.confirmed(ActivityID("build") ?? .pomodoro, upTo: Int.random(in: 0...9, using: &random)))
    case 8, 9: return take(.presence(presence()))
    default: return take(.intent(intent(), .command))
    }
  }

  /// Somebody leaves, or is back and may have an answer.
  private mutating func presence() -> Presence {
    let since = moment.sinceBoot - .minutes(Int.random(in: 0...9, using: &random))
    return [.here, .away(since: since), .locked(since: since)].randomElement(using: &random) ?? .here
  }

  /// A person corrects what happened.
  private mutating func correct() -> [Commit] {
    let rows = history.values.sorted { $0.token < $1.token }.suffix(5).filter { _ in Bool.random(using: &random) }
    var correction = Correction(rows.isEmpty ? .add : [.edit, .delete].randomElement(using: &random) ?? .delete)
    correction.rows = correction.change == .edit ? rows.prefix(1).map(\.token) : rows.map(\.token)
    if correction.change != .delete {
      correction.task = Self.tasks.randomElement(using: &random)
      correction.duration = .minutes(Int.random(in: 1...30, using: &random))
    }
    return take(.corrected(correction, CorrectionContext(rows: rows.filter { correction.rows.contains($0.token) })))
  }

  private mutating func pass() {
    let lengths: [Int64] = [0, 1, 900, 5_000, 59_999, 61_000, 400_000, 3_000_000]
    let gone = Duration.milliseconds(lengths.randomElement(using: &random) ?? 0)
    let slept = Int.random(in: 0..<8, using: &random) == 0 ? Duration.milliseconds(700_001) : .zero
    let jump = Int.random(in: 0..<30, using: &random) == 0 ? Duration.seconds(-7200) : .zero
    moment.pass(gone)
    moment.pass(slept, asleep: true)
    moment.wall = moment.wall + jump
  }

  private mutating func reboot() -> [Commit] {
    boots += 1
    let up = Duration.milliseconds(Int64.random(in: 3_000...90_000, using: &random))
    let off = Duration.milliseconds(Int64.random(in: 0...90_000_000, using: &random))
    moment = Moment(up: up, wall: moment.wall + off, boot: "boot-\(boots)")
    return arrive()
  }

  private mutating func arrive() -> [Commit] {
    take(.launched(lastAlive: Bool.random(using: &random) ? engine.snapshot.lastAlive : nil))
  }

  private mutating func intent() -> Intent {
    let verb = Verb.allCases.randomElement(using: &random) ?? .start
    if Verb.ofPrograms.contains(verb) { return ofProgram(verb) }
    let starts = [Verb.start, .focus, .break].contains(verb)
    let by = [Duration.minutes(5), .seconds(-90), .hours(3)].randomElement(using: &random)
    let id = Self.names.randomElement(using: &random) ?? .pomodoro
    if verb == .timer || verb == .stopwatch { return naming(verb) }
    if verb == .stop, Int.random(in: 0..<4, using: &random) == 0 { return Intent(.stop, activity: .all) }
    return Intent(
      verb,
      mode: verb == .start && id == .pomodoro ? [nil, .focus, .longBreak].randomElement(using: &random) ?? nil : nil,
      duration: starts || verb == .pause
        ? [nil, .seconds(1), .minutes(25), .hours(24)].randomElement(using: &random) ?? nil : nil,
      by: verb == .extend ? by : verb == .rewind ? .minutes(2) : nil,
      task: starts ? Self.tasks.randomElement(using: &random) : nil, activity: id,
      replace: starts && Bool.random(using: &random))
  }
}

extension RandomLife {
  /// A name that is no id.
  static let person = "泡茶 '"

  /// What a program says of its activity, or a press of one of its buttons.
  fileprivate mutating func ofProgram(_ verb: Verb) -> Intent {
    var intent = Intent(verb, activity: ["build", "copy"].compactMap { ActivityID($0) }.randomElement(using: &random))
    if verb == .button {
      intent.button = "cancel"
      return intent
    }
    var content = ContentUpdate()
    (content.name, content.icon, content.url) = (Self.person, "/tmp/a b.png", "https://example.org/?a=b")
    content.attributes = ["key": "\"'\\", "b": ""]
    content.text = [.keep, .clear, .set("compiling \"a\\b\" 写")].randomElement(using: &random) ?? .keep
    // Written out for Swift 6.2, which takes the third for a whole number.
    let progress: [ContentUpdate.Change<JobProgress>] = [
      .keep, .set(.count(41, of: 312)), .set(.fraction(1.0 / 3.0)), .set(.unknown),
    ]
    content.progress = progress.randomElement(using: &random) ?? .keep
    content.ends = [.keep, .clear, .set(.after(.seconds(241)))].randomElement(using: &random) ?? .keep
    content.buttons =
      [
        nil, [],
        [JobButton(label: "Cancel", action: .event("cancel")), JobButton(label: "O", action: .url("https://a"))],
      ].randomElement(using: &random) ?? nil
    content.dismissal =
      verb == .end ? [nil, .immediate, .after(.minutes(2))].randomElement(using: &random) ?? nil : nil
    (intent.content, intent.program) = (content, "/usr/bin/make")
    return intent
  }

  /// A timer or a stopwatch, with a name or without one.
  fileprivate mutating func naming(_ verb: Verb) -> Intent {
    var intent = Intent(verb, name: [Self.person, "Tea", "run", nil].randomElement(using: &random) ?? nil)
    if verb == .timer, Bool.random(using: &random) {
      intent.until = moment.wall + .seconds(Int.random(in: 1...4000, using: &random))
    } else if verb == .timer {
      intent.duration = .seconds(Int.random(in: 1...4000, using: &random))
    }
    intent.replace = Bool.random(using: &random)
    return intent
  }
}

extension Machine {
  /// Whether its phase has said that it is almost over. A stopwatch never does.
  var isWarned: Bool { stored.isWarned }
}

extension Store {
  @MainActor static func open(_ scratch: Scratch) -> Opened { open(path: scratch.database, stamp: "1") }
}

extension [IntervalRecord] {
  var byToken: [PhaseToken: IntervalRecord] { Dictionary(map { ($0.token, $0) }) { first, _ in first } }
}
