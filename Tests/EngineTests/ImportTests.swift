// Intervals that were recorded elsewhere come into the history, and change nothing else.

import Testing
import TomatoLink

@testable import TomatoEngine

struct ImportTests {
  private func interval(_ number: UInt64) -> IntervalRecord {
    IntervalRecord(
      token: PhaseToken(number), activity: .pomodoro, mode: .focus, task: nil, began: WallTime(seconds: 1000),
      ended: WallTime(seconds: 2500), active: .minutes(25), outcome: .completed, source: "other:\(number)")
  }

  @Test func `they get numbers that no phase has had, in one commit`() {
    var time = VirtualTime(after: .say(Intent(.start)))
    let last = time.engine.snapshot.lastToken.number
    let before = time.engine.snapshot
    let effects = time.send(.imported([interval(1), interval(1), interval(99)]))
    #expect(effects.count == 1)
    guard case .commit(let changes)? = effects.first else { return #expect(Bool(false), "nothing was committed") }
    #expect(changes.rows.added.map(\.token.number) == [last + 1, last + 2, last + 3])
    #expect(changes.rows.added.map(\.source) == ["other:1", "other:1", "other:99"])
    #expect(changes.changed.isEmpty && changes.isDurable)
    var after = time.engine.snapshot
    #expect(after.lastToken.number == last + 3 && after.countedFocus == before.countedFocus)
    after.lastToken = before.lastToken
    #expect(after.pomodoro == before.pomodoro && after.others == before.others)
    time.say(Intent(.skip))
    #expect(time.engine.snapshot.pomodoro.machine.token.number > last + 3)
  }

  @Test func `none change nothing`() {
    var time = VirtualTime()
    let before = time.engine.snapshot
    #expect(time.send(.imported([])).isEmpty)
    #expect(time.engine.snapshot.isSame(as: before, butStamp: true))
  }
}
