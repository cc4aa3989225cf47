// Where the island's cards are: a row for each activity, and what an earlier program noted.
import SQLiteBridge
import Testing
import TomatoIsland
import TomatoLink

@testable import TomatoShell

@MainActor struct SeatTests {
  let scratch = Scratch()
  let tea = IslandRoomTests.id("tea")

  private func seat(_ id: UInt32) -> IslandSeat { IslandSeat(id: id, busGUID: "guid", owner: ":1.7") }

  @Test func `each activity's seat is kept and taken away for itself`() {
    var store = Store.open(scratch).store
    #expect(store.seats() == [:])
    store.keep(seat(7), of: .pomodoro, PhaseToken(1))
    store.keep(seat(8), of: tea, PhaseToken(2))
    store.keep(seat(9), of: tea, PhaseToken(3))
    store.close()
    store = Store.open(scratch).store
    #expect(store.seats() == [.pomodoro: seat(7), tea: seat(9)])
    store.keep(nil, of: .pomodoro, PhaseToken(1))
    #expect(store.seats() == [tea: seat(9)])
    store.close()
    #expect(Store.open(scratch).complaints == [])
  }

  @Test func `the one seat of an earlier program is the Pomodoro's, once`() throws {
    Store.open(scratch).store.close()
    let database = try Database(path: scratch.database, readOnly: false)
    try database.execute(Schema.oldSeat)
    try database.execute("INSERT INTO seat VALUES (1, 41, 'guid', ':1.7', 5)")
    database.close()
    for _ in 1...2 {
      let opened = Store.open(scratch)
      #expect(opened.complaints == [] && opened.store.seats() == [.pomodoro: seat(41)])
      opened.store.close()
    }
    let read = try Database(path: scratch.database, readOnly: true)
    #expect(try read.rows("SELECT 1 FROM sqlite_schema WHERE name = 'seat'").isEmpty)
    #expect(try read.rows("SELECT token FROM card_seat").map { try $0.int64("token") } == [5])
  }

  @Test func `a row that makes no sense is left out`() throws {
    let store = Store.open(scratch).store
    store.keep(seat(8), of: tea, PhaseToken(2))
    store.close()
    let database = try Database(path: scratch.database, readOnly: false)
    try database.execute("INSERT INTO card_seat VALUES ('Not a name', 1, 'g', 'o', 1), ('pomodoro', -1, 'g', 'o', 1)")
    database.close()
    #expect(Store.open(scratch).store.seats() == [tea: seat(8)])
  }
}
