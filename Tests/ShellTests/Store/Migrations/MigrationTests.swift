// Databases as earlier versions wrote them, one for each state: they open, are brought to this version, and go on.

import Glibc
import SQLiteBridge
import TestKit
import Testing
import TomatoLink

@testable import TomatoEngine
@testable import TomatoShell

@MainActor struct MigrationTests {
  let scratch = Scratch()
  private func copy(_ version: Int32 = 1) -> String { "\(scratch.database).version-\(version)" }

  /// A database that a program of this version left behind in this state.
  nonisolated struct Left: Sendable, CustomTestStringConvertible {
    var state: String
    var version: Int32
    var testDescription: String { "\(state), version \(version)" }
  }

  nonisolated static let states = ["ready", "running", "paused", "ended", "undoable", "left"]
  nonisolated static let left: [Left] = [(1, []), (2, ["until"]), (3, ["until", "job"])].flatMap { version, more in
    (states + more).map { Left(state: $0, version: version) }
  }

  private func restore(_ left: Left) throws {
    let database = try Database(path: scratch.database, readOnly: false)
    let folder = "\(Repository.root)/Tests/ShellTests/Databases/version-\(left.version)"
    try database.execute(Files.text("\(folder)/\(left.state).sql"))
    database.close()
  }

  private func restore(_ state: String) throws { try restore(Left(state: state, version: 1)) }

  private func version(_ path: String) throws -> Int32 { try Database(path: path, readOnly: true).userVersion() }

  private func activity(_ name: String, _ snapshot: Engine.Snapshot?) -> Activity? {
    snapshot?.others.first { $0.id == ActivityID(name) }
  }

  @Test(arguments: left)
  func `a database of an earlier version opens, and opens again as one of this version`(_ left: Left) throws {
    try restore(left)
    let opened = Store.open(scratch)
    #expect(opened.complaints == [])
    let snapshot = try #require(opened.snapshot)
    opened.store.close()
    #expect(try version(scratch.database) == Schema.version && version(copy(left.version)) == left.version)
    let again = Store.open(scratch)
    #expect(again.complaints == [] && again.snapshot == snapshot)
    again.store.close()
    #expect(scratch.names.filter { $0.contains("version-") } == ["tomato.sqlite3.version-\(left.version)"])
  }

  @Test(arguments: states)
  func `what the first programs of version 1 did not have is added`(_ state: String) throws {
    try restore(state)
    let database = try Database(path: scratch.database, readOnly: false)
    try database.execute("ALTER TABLE activity DROP COLUMN warned")
    database.close()
    let opened = Store.open(scratch)
    #expect(opened.complaints == [] && opened.snapshot != nil)
    opened.store.close()
    #expect(Store.open(scratch).complaints == [])
  }

  @Test(arguments: left)
  func `the timers go on from it, and what they and programs do then is stored`(_ left: Left) throws {
    try restore(left)
    let opened = Store.open(scratch)
    let snapshot = try #require(opened.snapshot)
    var engine = Engine(restoring: snapshot, settings: Settings())
    var now = try #require(snapshot.lastAlive)
    now.sinceBoot += .seconds(2)
    now.awake += .seconds(2)
    now.wall = now.wall + .seconds(2)
    let intent = Intent(.timer, until: WallTime(seconds: now.wall.seconds + 600), name: "call Ana")
    var request = Intent(.request, activity: ActivityID("deploy"))
    (request.content, request.program) = (ContentUpdate(), "/usr/bin/make")
    let intents = [intent, request].map { Event.intent($0, .command) }
    for event in [Event.launched(lastAlive: opened.lastMark)] + intents {
      for case .commit(let changes) in engine.handle(event, at: now) {
        #expect(opened.store.commit(engine.snapshot, changes) == nil)
      }
    }
    opened.store.close()
    #expect(Store.open(scratch).snapshot == engine.snapshot)
  }

  @Test func `a name was the id, and a timer that was over had ended at its last change`() throws {
    try restore("ended")
    let opened = Store.open(scratch)
    let tea = try #require(activity("tea", opened.snapshot))
    #expect(tea.name == "tea" && tea.machine.kind == .timer)
    #expect(tea.ended == Ended(at: tea.machine.stored.changed.sinceBoot, isRecent: false))
    #expect(activity("eggs", opened.snapshot)?.ended == nil && opened.snapshot?.pomodoro.name == nil)
    let rows = opened.store.history(since: WallTime(milliseconds: 0)).rows
    #expect(rows.map(\.activity.description) == ["pomodoro", "tea"] && rows.allSatisfy { $0.name == nil })
  }

  @Test func `what version 2 knew is still so`() throws {
    try restore(Left(state: "running", version: 2))
    let opened = Store.open(scratch)
    #expect(Set(opened.snapshot?.others.map { $0.name ?? "" } ?? []) == ["tea", "run", "泡茶"])
    #expect(activity("run", opened.snapshot)?.machine.kind == .stopwatch)
    #expect(opened.snapshot?.pomodoro.hiddenPhase != nil)
  }

  @Test func `what version 3 knew is still so, and nothing is known of the pauses of before`() throws {
    try restore(Left(state: "job", version: 3))
    let opened = Store.open(scratch)
    #expect(activity("build", opened.snapshot)?.machine.kind == .job)
    #expect(activity("copy", opened.snapshot)?.ended != nil)
    let rows = opened.store.history(since: WallTime(milliseconds: 0)).rows
    #expect(rows.map(\.task) == ["写报告 #work"])
    #expect(rows.allSatisfy { $0.pauses == nil && $0.source == nil })
  }

  @Test func `what could be undone can be undone, under its name`() throws {
    try restore("undoable")
    let opened = Store.open(scratch)
    #expect(opened.snapshot?.pomodoro.undo?.change == .skip)
    let tea = try #require(activity("tea", opened.snapshot))
    #expect(tea.attributes == nil && tea.undo?.change == .stop && tea.name == "tea")
    #expect(activity("run", opened.snapshot)?.undo?.change == .reset)
    #expect(activity("eggs", opened.snapshot)?.undo?.change == .shorten)
  }

  @Test func `without a copy nothing is changed, and the timer goes on from what is there`() throws {
    try restore("running")
    // A folder that is not empty stands where the copy is made.
    mkdir(copy() + ".part", 0o700)
    Files.write("", to: copy() + ".part/file")
    let opened = Store.open(scratch)
    #expect(opened.snapshot?.others.count == 2 && opened.complaints.count == 1)
    opened.store.close()
    #expect(try version(scratch.database) == 1)
  }
}
