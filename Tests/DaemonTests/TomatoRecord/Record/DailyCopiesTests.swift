// The copies of the database: one for each day, seven of them, sound or none.

import GLibBridge
import SQLiteBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoRecord

@MainActor @Suite(.serialized) struct DailyCopiesTests {
  let scratch = Scratch()
  private let first = RecordDay(number: 20_000)

  private func copy(_ number: Int) -> String { DailyCopies.path(of: scratch.database, first + number) }

  @Test func `a copy has what was committed, also while the database is open`() throws {
    let store = Store.open(scratch).store
    store.record(RecordFixtures.all)
    #expect(try DailyCopies.make(of: scratch.database, first))
    #expect(try !DailyCopies.make(of: scratch.database, first), "one a day")
    #expect(copy(0) == scratch.database + ".copy-2024-10-04")
    #expect(try RecordReader(path: copy(0)).history().rows.count == RecordFixtures.all.count)
    #expect(!scratch.names.contains { $0.hasSuffix(".part") })
    store.close()
    #expect(scratch.names.filter { !$0.contains(".copy-") } == ["tomato.sqlite3"])
  }

  @Test func `seven are kept, and nothing else is touched`() throws {
    scratch.record([])
    Files.write("", to: scratch.database + ".copy-mine")
    Files.write("", to: scratch.database + ".kept-1")
    for number in 0..<10 { try DailyCopies.make(of: scratch.database, first + number) }
    #expect(DailyCopies.all(of: scratch.database) == (3..<10).reversed().map(copy))
    #expect(scratch.names.contains("tomato.sqlite3.copy-mine") && scratch.names.contains("tomato.sqlite3.kept-1"))
  }

  @Test func `a copy that a wrong clock dated neither stands in for a day's copy nor is kept for ever`() throws {
    scratch.record(RecordFixtures.all)
    try DailyCopies.make(of: scratch.database, first + 3)
    try DailyCopies.make(of: scratch.database, first)
    func offered() -> [String] { DailyCopies.all(of: scratch.database) }
    #expect(offered().count == 2 && offered()[at: 0] == copy(0))
    #expect(try DailyCopies.make(of: scratch.database, first + 3), "on that day one is made")
    #expect(offered().count == 3 && offered()[at: 0] == copy(3))
    for number in 4..<10 { try DailyCopies.make(of: scratch.database, first + number) }
    #expect(offered() == (3..<10).reversed().map(copy))
    #expect(scratch.names.count == 8)
  }

  @Test func `a clock that has lost its day takes no copy away that is newer than others`() throws {
    scratch.record(RecordFixtures.all)
    for number in 0..<7 { try DailyCopies.make(of: scratch.database, first + number) }
    for number in 0..<2 { try DailyCopies.make(of: scratch.database, RecordDay(number: number)) }
    let left = DailyCopies.all(of: scratch.database)
    #expect(left.prefix(2).allSatisfy { $0.contains(".copy-1970-01-0") } && left.count == 7)
    #expect(left.dropFirst(2).allSatisfy { $0.contains(".copy-2024-10-") })
    #expect(!left.contains { $0.contains("2024-10-04") || $0.contains("2024-10-05") }, "the oldest went")
  }

  @Test func `what is left of copies that were never finished goes with the next one`() throws {
    scratch.record(RecordFixtures.all)
    for ending in [".part", ".part-journal", ".part-wal"] { Files.write("", to: copy(-4) + ending) }
    Files.write("", to: scratch.database + ".copy-mine.part")
    try DailyCopies.make(of: scratch.database, first)
    #expect(scratch.names == ["tomato.sqlite3", "tomato.sqlite3.copy-2024-10-04", "tomato.sqlite3.copy-mine.part"])
  }

  @Test func `a damaged database is not copied`() throws {
    scratch.record(RecordFixtures.all)
    var bytes = try #require(Files.bytes(scratch.database))
    for place in bytes.count / 2..<bytes.count { bytes[place] ^= 0xFF }
    Files.write(bytes, to: scratch.database)
    #expect(throws: (any Error).self) { try DailyCopies.make(of: scratch.database, first) }
    #expect(scratch.names.filter { $0.contains(".copy-") } == [])
  }

  @Test func `a copy is due with the first commit of each day, once the start is done`() {
    var made = 0
    let copy = CopyOfTheDay { made += 1 }
    let today = RecordCalendar(startMinutes: 0).place(of: WallTime(milliseconds: 1_795_180_200_000))
    let day = today.span.lowerBound.milliseconds
    func turn() { while MainLoop.turn(mayBlock: false) {} }
    copy.stored(at: day + 1000)
    turn()
    #expect(made == 0)
    copy.begin()
    #expect(made == 0, "not before what is being answered")
    turn()
    #expect(made == 1)
    copy.stored(at: day + 80_000_000)
    turn()
    #expect(made == 1)
    copy.stored(at: day + 90_000_000)
    copy.stored(at: day + 91_000_000)
    turn()
    #expect(made == 2)
    copy.stored(at: day)
    turn()
    #expect(made == 3, "the clock was set back")
  }
}
