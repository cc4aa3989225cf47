// Many activities at once: what the engine keeps beside them stays what a look at all of them would find. World checks
// that after every event.
import TestKit
import Testing
import TomatoLink

@testable import TomatoEngine

struct RosterTests {
  static let names = (1...60).map { ActivityID("activity-\($0)")! }

  @Test(arguments: [1, 2, 3])
  func `random events over sixty activities break no promise`(_ seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    var world = try World(Settings(alertBefore: .seconds(30)))
    for number in 1...900 {
      world.advance(.milliseconds(Int64.random(in: 0...9000, using: &random)))
      let id = Self.names.randomElement(using: &random)!
      let verb = Verb.ofPersons.randomElement(using: &random)!
      let isNew = Int.random(in: 0..<3, using: &random) == 0
      let length: Duration? = Bool.random(using: &random) ? .seconds(Int.random(in: 1...900, using: &random)) : nil
      let intent = isNew ? Intent(.start, duration: length, activity: id) : Intent(verb, by: .seconds(20), activity: id)
      try world.meet(.intent(intent))
      if number % 200 == 0 { try world.meet(.reboot(stamped: true, .minutes(3))) }
      if number % 150 == 0 { try world.meet(.settings(Settings(alertBefore: number % 300 == 0 ? .zero : .minutes(1)))) }
    }
    #expect(world.engine.snapshot.others.count > 20)
  }

  @Test
  func `what has ended makes room when another one starts, and the commit says so`() throws {
    var time = VirtualTime()
    for name in Self.names.prefix(3) { time.say(Intent(.start, duration: .hours(1), activity: name)) }
    time.say(Intent(.stop, activity: Self.names[1]))
    time.advance(.seconds(61))
    let effects = time.send(.intent(Intent(.start, activity: Self.names[3]), .command))
    guard case .commit(let changes)? = effects.first else {
      Issue.record("nothing was committed")
      return
    }
    #expect(changes.gone == [Self.names[1]])
    #expect(changes.changed.map(\.position) == [3] && changes.changed.map(\.activity.id) == [Self.names[3]])
    #expect(time.engine.snapshot.others.map(\.id) == [0, 2, 3].map { Self.names[$0] })
  }

  @Test
  func `an event names what it changed, and nothing else`() {
    var time = VirtualTime()
    for name in Self.names { time.say(Intent(.start, duration: .hours(1), activity: name)) }
    func changed(_ event: Event) -> [ActivityID] {
      for case .commit(let changes) in time.send(event) { return changes.changed.map(\.activity.id) }
      return []
    }
    #expect(changed(.intent(Intent(.pause, activity: Self.names[40]), .command)) == [Self.names[40]])
    #expect(changed(.intent(Intent(.pause, activity: Self.names[40]), .command)) == [])
    #expect(changed(.intent(Intent(.start), .command)) == [.pomodoro])
    #expect(changed(.leaving) == [])
  }
}
