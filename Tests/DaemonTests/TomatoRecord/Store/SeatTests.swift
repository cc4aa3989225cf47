// Where the island's cards are: a row for each activity.
import SQLiteBridge
import Testing
import TomatoIsland
import TomatoLink

@testable import TomatoRecord

@MainActor struct SeatTests {
  let scratch = Scratch()
  let tea = IslandRoomTests.id("tea")

  private func seat(_ id: UInt32) -> NotificationAddress { NotificationAddress(id: id, busGUID: "guid", owner: ":1.7") }

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

  @Test func `a row that makes no sense is left out`() throws {
    let store = Store.open(scratch).store
    store.keep(seat(8), of: tea, PhaseToken(2))
    store.close()
    try scratch.change("INSERT INTO card_seat VALUES ('Not a name', 1, 'g', 'o', 1), ('pomodoro', -1, 'g', 'o', 1)")
    #expect(Store.open(scratch).store.seats() == [tea: seat(8)])
  }
}
