// Databases that gnome-pomodoro and Focus Timer wrote, each in the folder `Databases/others`.

import Glibc
import SQLiteBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoRecord

@MainActor struct OtherDatabaseTests {
  let scratch = Scratch()

  /// - Parameter names: of the files that are executed, in their order.
  /// - Returns: the path of a database with this content.
  private func restore(_ names: String...) throws -> String {
    let path = scratch.path((names.last ?? "") + ".sqlite")
    let database = try Database(path: path, readOnly: false)
    for name in names {
      try database.execute(Repository.text("Tests/DaemonTests/Databases/others/\(name).sql"))
    }
    database.close()
    return path
  }

  private func time(_ text: String) -> WallTime? { UTCTime.parse("2026-11-22T" + text + "Z") }

  @Test func `gnome-pomodoro's entries are intervals`() throws {
    let found = try RecordFixtures.read(try restore("gnome-pomodoro"))
    #expect(found.dropped == [])
    let rows = found.intervals
    #expect(rows.map(\.mode) == [.focus, .shortBreak, .focus, .shortBreak])
    #expect(rows.map(\.outcome) == [.completed, .completed, .stopped, .stopped])
    #expect(rows.map(\.active) == [.seconds(4), .seconds(3), .seconds(2), .seconds(1)])
    #expect(rows.map(\.began) == ["17:24:09", "17:24:15", "17:24:18", "17:24:20"].map(time))
    #expect(rows.allSatisfy { $0.pauses == nil && $0.ended == $0.began + $0.active })
    #expect(rows[at: 0]?.source == "gnome-pomodoro:1@1795368249000")
  }

  @Test func `Focus Timer's blocks are intervals, less their gaps`() throws {
    let found = try RecordFixtures.read(try restore("focus-timer"))
    #expect(found.dropped == [.open], "the last one goes on")
    let rows = found.intervals
    #expect(rows.map(\.mode) == [.focus, .shortBreak, .focus])
    #expect(rows.map(\.active.inMilliseconds) == [6260, 3762, 5535])
    #expect(rows[at: 0]?.pauses?.map(\.length.inMilliseconds) == [1599])
    #expect(rows[at: 1]?.pauses == [] && rows[at: 0]?.source == "focus-timer:1@1795368574858")
  }

  @Test func `Focus Timer's gaps that overlap count once`() throws {
    let path = try restore("focus-timer")
    let database = try Database(path: path, readOnly: false)
    // Within the first, around its end, and around both.
    for (from, to) in [(1_795_368_577, 1_795_368_578), (1_795_368_578, 1_795_368_579), (1_795_368_576, 1_795_368_580)] {
      try database.execute("INSERT INTO gaps VALUES(NULL,\(from)000000,\(to)000000,'interruption',1)")
    }
    database.close()
    let first = try RecordFixtures.read(path).intervals.first
    #expect(first?.pauses?.map(\.length) == [.seconds(4)])
    #expect(first?.active == .milliseconds(6260 + 1599 - 4000))
  }

  @Test func `what Focus Timer took over from gnome-pomodoro is known as that`() throws {
    let found = try RecordFixtures.read(try restore("focus-timer", "focus-timer-moved"))
    #expect(found.intervals.map(\.mode) == [.focus, .focus, .shortBreak, .focus, .shortBreak])
    let first = try RecordFixtures.read(try restore("gnome-pomodoro"))
    let store = Store.open(scratch).store
    var rows = first.intervals
    for index in rows.indices { rows[index].token = PhaseToken(UInt64(index + 2)) }
    store.record(rows)
    let recorded = try RecordedTime(store.database, RecordFixtures.morning...RecordFixtures.now)
    let keys = try store.database.map { try KnownKeys($0) }
    var selection = ImportSelection(recorded, keys, now: RecordFixtures.now)
    let new = try found.compactMap { try selection.new($0) }
    #expect(new.count == 1, "only the block that Focus Timer itself recorded is new")
    #expect(selection.leftOut.byReason[.overlaps]?.count == 4 && selection.known == 0)
    // The same rows again are told by their keys instead.
    #expect(try first.compactMap { try selection.new($0) }.isEmpty && selection.known == 4)
    #expect(try store.unrecorded(first.intervals).isEmpty)
  }

  @Test func `pieces of an interval that was imported whole are known; behind its first piece they are new`() throws {
    let pause = Pause(began: RecordFixtures.morning + .minutes(5), length: .minutes(3))
    let whole = RecordFixtures.focus(17, task: "report", pauses: [pause])
    let pieces = try RecordFixtures.read(text: RecordFixtures.export([whole], .timewarrior))
    let first = try #require(pieces.intervals.first)
    for (imported, known) in [(whole.asImported, 2), (first, 1)] {
      let scratch = Scratch()
      let store = Store.open(scratch).store
      var row = imported
      row.token = PhaseToken(40)
      store.record([row])
      let keys = try store.database.map { try KnownKeys($0) }
      var selection = ImportSelection(RecordedTime(), keys, now: RecordFixtures.now)
      let new = try pieces.compactMap { try selection.new($0) }
      #expect(pieces.count == 2 && selection.known == known && new.count == 2 - known)
      #expect(try store.unrecorded(pieces.intervals).count == 2 - known)
      store.close()
    }
  }

  @Test func `the copy of an import that was killed goes with the next import`() throws {
    let path = try restore("gnome-pomodoro")
    let left = (getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp") + "/tomato-notify-import-KiLLed"
    mkdir(left, 0o700)
    Files.write("a person's", to: left + "/copy.sqlite3")
    Files.age(left)
    let used = try DatabaseCopy(of: path)
    #expect(access(left, F_OK) != 0)
    #expect(try RecordFixtures.read(path).intervals.count == 4)
    #expect(try used.format() == .other(.gnomePomodoro), "what is in use stays")
  }

  @Test func `of our own database only what an import takes is offered`() throws {
    for change in [
      "task = 'a' || char(7) || 'b'", "task = 'a' || char(8238)", "name = ' a '", "source = 'nothing'",
      "outcome = 'reset'",
    ] {
      scratch.record(RecordFixtures.all)
      try scratch.change("UPDATE interval SET \(change) WHERE token = 22")
      let found = try RecordFixtures.read(scratch.database)
      #expect(found.dropped == [.unknown] && found.intervals.count == RecordFixtures.all.count - 1, "\(change)")
      _ = try JSONScanner(Array("[\(found.intervals.map(RecordJSON.print).joined(separator: ","))]".utf8)).elements {
        _ = try RecordJSON.interval($0)
      }
    }
  }

  @Test(arguments: [(0, "version is missing or"), (-1, "version is missing or"), (99, "by a newer version")])
  func `a version of our own database that is none is not called newer`(_ version: Int, _ part: String) throws {
    scratch.record(RecordFixtures.all)
    let database = try Database(path: scratch.database, readOnly: false)
    try database.execute("PRAGMA user_version=\(version)")
    database.close()
    let failure = #expect(throws: Failure.self) { try RecordFixtures.read(scratch.database) }
    #expect(failure?.sentence.contains(part) == true, "\(failure?.sentence ?? "")")
  }

  @Test func `what cannot have been in our own database is left out, counted and named`() throws {
    scratch.record((2...21).map { RecordFixtures.focus(UInt64($0), at: RecordFixtures.morning + .minutes($0 * 30)) })
    try RecordFixtures.spoil(scratch.database)
    let file = try ImportFile(scratch.database)
    var (survey, result) = (ImportSurvey(), ImportResult())
    var selection = ImportSelection(RecordedTime(), nil, now: RecordFixtures.now)
    try file.read { found in
      survey.add(found, now: RecordFixtures.now)
      if try selection.new(found) != nil { result.added += 1 }
    }
    result.leftOut = selection.leftOut
    let said = ImportWords.found(survey, file) + ImportWords.added(result)
    #expect(survey.count == selection.count && survey.count == 16, "progress ends at its total")
    let leftOut = RecordFixtures.leftOut(overlapping: "entry 15, entry 21")
    #expect(said.filter { $0.hasPrefix("Left out") } == leftOut && result.added == 14, "\(said)")
  }

  @Test func `the last rows are in the log of a database that is open, and nothing of it is changed`() throws {
    let path = try restore("gnome-pomodoro")
    let open = try Database(path: path, readOnly: false)
    try open.execute(
      """
      INSERT INTO entries VALUES(5,'2026-11-22T18:00:00+0000','2026-11-22T18:00:00','pomodoro',1500,1500);
      INSERT INTO entries VALUES(6,'2026-11-22T19:00:00+0000','2026-11-22T19:00:00','nap',1500,1500);
      INSERT INTO entries VALUES(7,'soon','2026-11-22T19:30:00','pomodoro',1500,1500);
      INSERT INTO entries VALUES(8,'2026-11-22T20:00:00+0000','2026-11-22T20:00:00','pomodoro',1500,0)
      """)
    let before = (Files.bytes(path), Files.bytes(path + "-wal"), scratch.names)
    let found = try RecordFixtures.read(path)
    #expect(found.intervals.count == 5 && found.dropped == [.unknown, .unknown, .zero])
    #expect((Files.bytes(path), Files.bytes(path + "-wal"), scratch.names) == before)
    open.close()
  }

  @Test func `our own database is read like an export of it`() throws {
    let store = Store.open(scratch).store
    store.record(RecordFixtures.all)
    #expect(try RecordFixtures.read(scratch.database).intervals == RecordFixtures.all.map(\.asImported))
    #expect(try store.unrecorded(RecordFixtures.all.map(\.asImported)).isEmpty)
    store.close()
  }

  @Test func `another database is refused`() throws {
    let database = try Database(path: scratch.path("other"), readOnly: false)
    try database.execute("CREATE TABLE entries (id)")
    database.close()
    #expect(throws: Failure.self) { try ImportFile(scratch.path("other")) }
    #expect(throws: (any Error).self) { try ImportFile(scratch.path("missing")) }
    #expect(throws: (any Error).self) { try ImportFile(scratch.directory) }
  }

  @Test func `the Pomodoro has room where nothing shares more than a minute, and nothing has all of it`() throws {
    let store = Store.open(scratch).store
    store.record([
      RecordFixtures.focus(17, .minutes(50)),
      RecordFixtures.focus(18, at: RecordFixtures.morning + .hours(1), source: "timewarrior:x"),
    ])
    var recorded = try RecordedTime(store.database, RecordFixtures.morning...RecordFixtures.now)
    func interval(_ seconds: Int, _ length: Duration, _ mode: TimerMode = .focus) -> IntervalRecord {
      var interval = RecordFixtures.focus(at: RecordFixtures.morning + .seconds(seconds), length)
      interval.mode = mode
      return interval
    }
    for (seconds, length, hasRoom) in [
      (0, Duration.minutes(50), false), (600, .minutes(10), false), (-600, .minutes(12), false),
      (-600, .minutes(11), true), (2940, .minutes(10), true), (2930, .minutes(10), false), (-60, .hours(3), false),
      (600, .seconds(20), false), (-30, .seconds(40), true), (3000, .minutes(10), true), (3000, .seconds(1), true),
      (600, .zero, true),
    ] {
      #expect(recorded.hasRoom(for: interval(seconds, length)) == hasRoom, "\(seconds) s, \(length)")
    }
    #expect(!recorded.hasRoom(for: interval(600, .minutes(5), .shortBreak)))
    var tea = interval(600, .minutes(5))
    tea.activity = ActivityID("tea") ?? .pomodoro
    #expect(recorded.hasRoom(for: tea), "timers run beside it")
    recorded.add(interval(-3600, .minutes(25)))
    #expect(!recorded.hasRoom(for: interval(-3500, .minutes(5))))
    #expect(recorded.hasRoom(for: interval(-1000, .minutes(15))))
    recorded.add(interval(-7200, .seconds(30)))
    #expect(!recorded.hasRoom(for: interval(-7500, .minutes(25))), "the short one is in it")
    #expect(recorded.hasRoom(for: interval(-7190, .minutes(25))))
    store.close()
  }

  @Test func `of an interval and a short one in it, an import takes the first`() throws {
    let short = RecordFixtures.focus(3, at: RecordFixtures.morning + .minutes(9), .seconds(30))
    for rows in [[RecordFixtures.focus(2), short], [short, RecordFixtures.focus(2)]] {
      var selection = ImportSelection(RecordedTime(), nil, now: RecordFixtures.now)
      let found = try RecordFixtures.read(text: RecordFixtures.export(rows, .json))
      let new = try found.compactMap { try selection.new($0) }
      #expect(new.map(\.active) == rows.prefix(1).map(\.active))
      #expect(selection.leftOut.byReason[.overlaps]?.count == 1)
    }
  }
}
