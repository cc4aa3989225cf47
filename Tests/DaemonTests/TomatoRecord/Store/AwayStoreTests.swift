// What is known of time away, as it is stored: in cells that are read back exactly, and in rows that are trimmed.
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoRecord

@MainActor struct AwayStoreTests {
  private nonisolated static let then = WallTime(milliseconds: 1_795_359_440_493)

  private nonisolated static let questions = [
    AwayQuestion(stretches: [AwayStretch(began: then, remaining: .minutes(15), asleep: .zero)], isOpen: true),
    AwayQuestion(
      stretches: [
        AwayStretch(began: then, remaining: .minutes(15), asleep: .seconds(1), length: .minutes(5), slept: .seconds(2)),
        AwayStretch(began: then + .minutes(7), remaining: .minutes(8), asleep: .seconds(3), length: .milliseconds(1)),
      ], trims: [RowTrim(row: PhaseToken(7), pause: Pause(began: then, length: .minutes(3)), counted: .minutes(2))],
      isAsked: true),
    AwayQuestion(
      trims: [
        RowTrim(row: PhaseToken(7), pause: Pause(began: then, length: .minutes(3)), counted: .zero),
        RowTrim(row: PhaseToken(9), pause: Pause(began: then, length: .minutes(4)), counted: .minutes(4)),
      ]),
  ]

  @Test func `a question is read as it was written`() {
    for question in Self.questions { #expect(AwayText.question(AwayText.print(question)) == question) }
    let cell = "askedopen;1795359440493:900000:0:0:0;7:1795359440493:180000:120000"
    #expect(AwayText.question(cell).map(AwayText.print) == cell)
  }

  @Test(arguments: [
    "", ";", "asked", ";;;", "said;;", ";1;", ";1:2:3:4;", ";a:2:3:4:5;", ";1:-2:3:4:5;", ";;0:1:2:3", ";;7:1:2:-3",
    ";;7:1:2:3,", ";1:2:3:4:99999999999999999999;",
  ])
  func `what is no question is damage`(_ cell: String) { #expect(AwayText.question(cell) == nil) }

  @Test func `unseen focuses and whether somebody is there are read as they were written`() throws {
    var slept = UnseenFocus(
      row: PhaseToken(3), from: .seconds(-5), until: .seconds(9), ended: Self.then, asleep: .seconds(1))
    #expect(AwayText.unseen("3:-5000:9000:1795359440493:1000") == [slept])
    #expect(AwayText.unseen("3:9000:-5000:1795359440493:1000") == nil)
    slept.sleeps = [Pause(began: Self.then - .seconds(4), length: .seconds(1))]
    #expect(AwayText.unseen("3:-5000:9000:1795359440493:1000:1795359436493:1000") == [slept])
    #expect(AwayText.unseen("3:-5000:9000:1795359440493:1000:1795359436493") == nil)
    #expect(AwayText.unseen("3:-5000:9000:1795359440493:1000:1795359436493:-1") == nil)
    #expect(AwayText.unseen("3:-5000:9000:1795359440493:1000:a:b") == nil)
    #expect(try AwayText.departure(since: .seconds(4), "lock") == Departure(since: .seconds(4), isLocked: true))
    #expect(throws: Unreadable.self) { try AwayText.departure(since: .zero, "gone") }
  }

  @Test func `a row of the history is trimmed in the commit of the answer, and undo puts that back`() throws {
    let folder = TemporaryFolder()
    let store = Store.open(path: folder.file("history.db"), stamp: "1").store
    var life = RandomLife(seed: 1)
    let commit = try #require(life.take(.intent(Intent(.start), .command)).first)
    let row = RecordFixtures.focus(1, at: Self.then, pauses: [])
    let trim = RowTrim(
      row: row.token, pause: Pause(began: Self.then + .minutes(10), length: .minutes(15)), counted: .minutes(15))
    #expect(store.commit(commit.snapshot, Engine.Changes(rows: RowChanges(added: [row]))) == nil)
    #expect(store.commit(commit.snapshot, Engine.Changes(rows: RowChanges(trims: [trim]))) == nil)
    let trimmed = try #require(store.history(since: Self.then).rows.first)
    #expect(trimmed.active == .minutes(10) && trimmed.pauses == [trim.pause])
    #expect(store.commit(commit.snapshot, Engine.Changes(rows: RowChanges(putBack: [trim]))) == nil)
    #expect(store.history(since: Self.then).rows == [row])
    #expect(store.commit(commit.snapshot, Engine.Changes(rows: RowChanges(removed: [row.token]))) == nil)
    let again = Engine.Changes(rows: RowChanges(trims: [trim]))
    #expect(store.commit(commit.snapshot, again) == nil, "a row that has gone stays away")
    #expect(store.history(since: Self.then).rows.isEmpty)
    store.close()
  }
}
