// Ordinary states that an engine comes to: what a commit has written, the next start reads as it was.
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoRecord

@MainActor struct ReadBackTests {
  /// An engine whose commits are written into a database, and a machine that sleeps and boots.
  @MainActor private struct Life {
    let scratch = Scratch()
    var engine: Engine
    var now = Moment(up: .hours(1), wall: WallTime(milliseconds: 1_795_180_200_000))
    var store: Store

    init(_ settings: Settings) {
      engine = Engine(settings: settings)
      store = Store.open(scratch).store
      send(.launched(lastAlive: nil))
    }

    mutating func send(_ event: Event) {
      for case .commit(let changes) in engine.handle(event, at: now) {
        #expect(changes.repairs == [] && store.commit(engine.snapshot, changes) == nil)
      }
    }

    mutating func say(_ intent: Intent) { send(.intent(intent, .command)) }

    mutating func boot(_ name: String, after gap: Duration) {
      now = Moment(up: .seconds(20), wall: now.wall + gap, boot: name)
      send(.launched(lastAlive: nil))
    }

    /// A start after this one finds what was written.
    mutating func expectReadBack(sourceLocation: SourceLocation = #_sourceLocation) {
      store.close()
      let opened = Store.open(scratch)
      #expect(opened.complaints == [], sourceLocation: sourceLocation)
      #expect(opened.snapshot == engine.snapshot, sourceLocation: sourceLocation)
      store = opened.store
    }
  }

  @Test func `a focus that has run out while the machine was off is read back`() {
    var life = Life(Settings(whenAway: .run))
    life.say(Intent(.start))
    life.now.pass(.minutes(5))
    life.send(.leaving)
    life.boot("2", after: .hours(2))
    life.expectReadBack()
  }

  @Test func `a focus that is paused as of its beginning after a nap of half a second is read back`() {
    var life = Life(Settings(awayThen: .pause))
    life.say(Intent(.start))
    life.now.pass(.minutes(1))
    life.now.pass(.milliseconds(500), asleep: true)
    life.send(.alarm)
    life.now.pass(.minutes(1))
    var away = Intent(.away)
    away.at = life.now.wall - .hours(1)
    life.say(away)
    life.expectReadBack()
  }

  @Test(arguments: [false, true])
  func `a timer until a clock time is read back after the clock was set back by a day`(isPaused: Bool) {
    var life = Life(Settings())
    var tea = Intent(.timer, name: "tea")
    tea.until = life.now.wall + .hours(4)
    life.say(tea)
    life.now.pass(.minutes(1))
    life.now.wall = life.now.wall - .hours(24)
    life.send(.alarm)
    if isPaused { life.say(Intent(.pause, name: "tea")) }
    life.expectReadBack()
  }
}
