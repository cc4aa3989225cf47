// The store: what was committed is there again, exactly, or is written by the next commit; only rows that differ are.

import Glibc
import SQLiteBridge
import TestKit
import Testing
import TomatoLink

@testable import TomatoEngine
@testable import TomatoRecord

@MainActor struct StoreTests {
  let scratch = Scratch()

  /// Until the epoch: every row of the history.
  let always = WallTime(milliseconds: .min / 2)

  @Test(arguments: 0..<24) func `what was committed comes back exactly`(_ seed: Int) throws {
    var life = RandomLife(seed: UInt64(seed))
    var store = Store.open(scratch).store
    var last: RandomLife.Commit?
    for step in 0..<150 {
      for commit in life.step() {
        #expect(store.commit(commit.snapshot, commit.changes) == nil)
        last = commit
      }
      guard step % 10 == 9 else { continue }
      store.close()
      let opened = Store.open(scratch)
      #expect(opened.complaints == [])
      #expect(opened.snapshot == last?.snapshot, "seed \(seed), step \(step)")
      #expect(opened.store.history(since: always).rows.byToken == life.history)
      store = opened.store
    }
  }

  private static func qualities(of stored: StoredMachine) -> [String] {
    [
      stored.due == nil ? "" : "due", stored.isMissed ? "missed" : "", stored.laps.isEmpty ? "" : "laps",
      stored.question == nil ? "" : "question",
    ]
  }

  private static func waiting(_ activity: Activity) -> [String] {
    let pause = activity.timedPause.map { $0.hasAsked ? "has asked" : "is to ask" }
    let alert = activity.unansweredAlert.map { $0.isHeld ? "held back" : $0.repeats > 0 ? "said again" : "said" }
    return [pause, alert].compactMap(\.self)
  }

  @Test func `the random lives reach every kind of state`() {
    var seen: Set<String> = []
    for seed in 0..<24 {
      var life = RandomLife(seed: UInt64(seed))
      for _ in 0..<150 {
        for commit in life.step() {
          for activity in commit.snapshot.activities {
            seen.insert(activity.machine.kind.rawValue)
            if let slot = activity.undo { seen.insert("undo " + slot.change.rawValue) }
            if activity.hiddenPhase != nil { seen.insert("hidden") }
            if activity.machine.isWarned { seen.insert("warned") }
            if activity.attributes == nil { seen.insert("ended") }
            if activity.ended != nil { seen.insert("over") }
            seen.formUnion(Self.qualities(of: activity.machine.stored))
            if activity.attributes?.name == RandomLife.person { seen.insert("named") }
            if activity.undo?.batch != nil { seen.insert("batch") }
            seen.formUnion(Self.waiting(activity))
          }
          if !commit.snapshot.recentTimers.isEmpty { seen.insert("recent timers") }
          for row in commit.changes.rows.added { seen.insert(row.outcome.rawValue) }
          if !commit.changes.rows.removed.isEmpty { seen.insert("removed") }
          if commit.snapshot.leftAt != nil { seen.insert("left") }
        }
        for content in life.engine.contents(at: life.moment) {
          seen.insert(content.contentState.state.rawValue)
          if case .away? = content.pause?.cause { seen.insert("away") }
          if content.pause?.cause == .powerLoss { seen.insert("power loss") }
          if content.countedAbsence != nil { seen.insert("counted absence") }
        }
      }
    }
    let wanted: Set = [
      "pomodoro", "countdown", "stopwatch", "undo reset", "undo skip", "undo stop", "undo rewind", "undo shorten",
      "undo replace", "undo takeOff", "question", "hidden", "ended", "completed", "skipped", "stopped", "replaced",
      "removed", "left", "ready", "running", "paused", "away", "power loss", "counted absence", "warned", "over",
      "due", "missed", "laps", "named", "batch", "recent timers", "is to ask", "has asked",
      "held back", "said", "said again",
    ]
    #expect(wanted.subtracting(seen) == [])
  }

  @Test func `a thousand activities come back`() {
    var life = RandomLife(seed: 7)
    life.engine.personLimit = 1000
    let store = Store.open(scratch).store
    for number in 0..<999 {
      let id = ActivityID("tea-\(number)")
      let intent = Intent(.start, duration: number % 2 == 0 ? .minutes(number % 60 + 1) : nil, activity: id)
      store.save(life.take(.intent(intent, .command)))
    }
    store.close()
    let snapshot = Store.open(scratch).snapshot
    #expect(snapshot == life.engine.snapshot)
    #expect(snapshot?.activities.count == 1000)
  }

  // MARK: Failure

  private func fillDisk() throws {
    try scratch.change(
      """
      CREATE TRIGGER full BEFORE INSERT ON engine BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END
      """)
  }

  @Test func `what could not be saved is saved by the next commit`() throws {
    var life = RandomLife(seed: 3)
    let store = Store.open(scratch).store
    try fillDisk()
    var failures = 0
    for _ in 0..<200 {
      for commit in life.step() {
        #expect(store.commit(commit.snapshot, commit.changes)?.sentence.contains("database or disk is full") == true)
        failures += 1
      }
    }
    #expect(failures > 50 && !life.history.isEmpty)
    #expect(store.history(since: always).rows.byToken == life.history)
    try scratch.change("DROP TRIGGER full")
    #expect(try scratch.rows("SELECT * FROM interval").isEmpty)
    store.save(life.take(.intent(Intent(.start, mode: .longBreak, replace: true), .command)))
    store.close()
    let opened = Store.open(scratch)
    #expect(opened.snapshot == life.engine.snapshot)
    #expect(opened.store.history(since: always).rows.byToken == life.history)
  }

  @Test func `a row that was taken back while nothing could be saved never appears`() throws {
    var life = RandomLife(seed: 1)
    let store = Store.open(scratch).store
    store.save(life.take(.intent(Intent(.start), .command)))
    try fillDisk()
    for verb in [Verb.skip, .undo] {
      for commit in life.take(.intent(Intent(verb), .command)) {
        #expect(store.commit(commit.snapshot, commit.changes) != nil)
      }
    }
    #expect(store.history(since: always).rows == [])
    try scratch.change("DROP TRIGGER full")
    store.save(life.take(.intent(Intent(.pause), .command)))
    #expect(store.history(since: always).rows == [])
  }

  @Test func `a commit writes only the rows that differ`() throws {
    var life = RandomLife(seed: 5)
    let store = Store.open(scratch).store
    for name in ["tea", "eggs", "rice"] {
      store.save(life.take(.intent(Intent(.start, duration: .hours(2), activity: ActivityID(name)), .command)))
    }
    try scratch.change("CREATE TABLE touched (what TEXT)")
    for (event, what) in [
      ("INSERT ON activity", "new.id || ' ' || new.slot"), ("INSERT ON interval", "'interval'"),
      ("DELETE ON activity", "'-' || old.id || ' ' || old.slot"),
    ] {
      let name = event.replacing(" ", with: "_")
      try scratch.change("CREATE TRIGGER \(name) AFTER \(event) BEGIN INSERT INTO touched VALUES (\(what)); END")
    }
    func touched(by event: Event) throws -> [String] {
      try scratch.change("DELETE FROM touched")
      store.save(life.take(event))
      return try scratch.rows("SELECT what FROM touched").map { try $0.text("what") }.sorted()
    }
    func say(_ intent: Intent) throws -> [String] { try touched(by: .intent(intent, .command)) }
    let eggs = ActivityID("eggs")
    #expect(try say(Intent(.pause, activity: eggs)) == ["eggs now"])
    #expect(try say(Intent(.extend, by: .minutes(-5), activity: eggs)) == ["eggs now", "eggs undo"])
    #expect(try say(Intent(.start)) == ["pomodoro now"])
    #expect(try say(Intent(.skip)) == ["interval", "pomodoro now", "pomodoro undo"])
    #expect(try touched(by: .leaving) == [])
  }

  @Test func `what goes makes room and the others move up`() throws {
    var life = RandomLife(seed: 11)
    let store = Store.open(scratch).store
    func say(_ verb: Verb, _ name: String) {
      let intent = Intent(verb, duration: verb == .start ? .hours(1) : nil, activity: ActivityID(name))
      store.save(life.take(.intent(intent, .command)))
    }
    for name in ["tea", "eggs", "rice", "run"] { say(.start, name) }
    say(.stop, "eggs")
    say(.stop, "run")
    life.moment.sinceBoot += .seconds(61)
    life.moment.awake += .seconds(61)
    say(.start, "run")
    store.close()
    let rows = try scratch.rows("SELECT id FROM activity ORDER BY position")
    #expect(try rows.map { try $0.text("id") } == ["pomodoro", "tea", "rice", "run"])
    scratch.expectRead(life.engine.snapshot)
  }

  // MARK: The minute mark

  @Test func `the minute mark survives and changes nothing else`() {
    var life = RandomLife(seed: 2)
    let store = Store.open(scratch).store
    store.save(life.take(.intent(Intent(.start), .command)))
    var later = life.moment
    later.pass(.minutes(1))
    for moment in [life.moment, later] { store.markAlive(moment) }
    store.close()
    let opened = Store.open(scratch)
    #expect(opened.lastMark == later)
    #expect(opened.snapshot == life.engine.snapshot)
  }

  @Test func `a mark that the clocks were set back behind goes with the next commit`() {
    var life = RandomLife(seed: 2)
    let store = Store.open(scratch).store
    store.save(life.take(.intent(Intent(.start), .command)))
    store.markAlive(life.moment)
    life.moment.sinceBoot = .seconds(20)
    life.moment.awake = .seconds(20)
    store.save(life.take(.launched(lastAlive: nil)))
    store.close()
    let opened = Store.open(scratch)
    #expect(opened.lastMark == nil && opened.complaints == [])
    #expect(opened.snapshot == life.engine.snapshot)
  }

  @Test(arguments: ["written in part", "empty", "of another kind"])
  func `a mark that is not whole is none`(_ how: String) throws {
    var life = RandomLife(seed: 2)
    let store = Store.open(scratch).store
    store.save(life.take(.intent(Intent(.start), .command)))
    store.markAlive(life.moment)
    store.close()
    let path = MinuteMark.path(scratch.database)
    let whole = try #require(Files.bytes(path))
    #expect(Store.open(scratch).lastMark == life.moment)
    switch how {
    case "written in part":
      // A digit of the first line is another one already, and that of the second is not.
      let place = try #require(whole.firstIndex(of: UInt8(ascii: " "))) + 1
      var bytes = whole
      bytes[place] = bytes[place] == UInt8(ascii: "9") ? UInt8(ascii: "8") : UInt8(ascii: "9")
      Files.write(bytes, to: path)
    case "empty": Files.write([], to: path)
    default: Files.write(Array("mark\nmark\n".utf8), to: path)
    }
    let opened = Store.open(scratch)
    #expect(opened.lastMark == nil && opened.complaints == [])
    #expect(opened.snapshot == life.engine.snapshot)
  }

  @Test func `a folder that cannot be made at the start is made for the next change`() {
    let folder = scratch.path("state")
    Files.write([], to: folder)
    let opened = Store.open(path: folder + "/tomato.sqlite3", stamp: "1")
    #expect(opened.complaints.count == 1, "\(opened.complaints)")
    var life = RandomLife(seed: 9)
    #expect(opened.store.commit(life.engine.snapshot, Engine.Changes()) != nil)
    unlink(folder)
    _ = life.take(.intent(Intent(.start), .command))
    #expect(opened.store.commit(life.engine.snapshot, Engine.Changes()) == nil)
    opened.store.close()
    #expect(Store.open(path: folder + "/tomato.sqlite3", stamp: "1").snapshot == life.engine.snapshot)
  }

  @Test func `a mark of a later state says nothing of an older copy of the database`() throws {
    var life = RandomLife(seed: 2)
    let store = Store.open(scratch).store
    store.save(life.take(.intent(Intent(.start), .command)))
    store.close()
    let copy = try #require(Files.bytes(scratch.database))
    let later = Store.open(scratch).store
    life.moment.sinceBoot += .minutes(1)
    life.moment.awake += .minutes(1)
    later.save(life.take(.intent(Intent(.pause), .command)))
    later.markAlive(life.moment)
    later.close()
    #expect(Store.open(scratch).lastMark != nil)
    Files.write(copy, to: scratch.database)
    #expect(Store.open(scratch).lastMark == nil)
  }

  @Test func `a new person has no state no mark and no history`() {
    let opened = Store.open(scratch)
    #expect(opened.snapshot == nil && opened.lastMark == nil && opened.complaints == [])
    #expect(opened.store.history(since: always).rows == [])
    opened.store.close()
    #expect(Store.open(scratch).complaints == [])
  }

  @Test func `the history of today is what began today`() {
    var life = RandomLife(seed: 11)
    let store = Store.open(scratch).store
    for _ in 0..<300 { store.save(life.step()) }
    let begins = life.history.values.map(\.began).sorted()
    let middle = begins[begins.count / 2]
    let rows = store.history(since: middle).rows
    #expect(rows.byToken == life.history.filter { $0.value.began >= middle })
    #expect(rows.map(\.began) == rows.map(\.began).sorted())
  }
}
