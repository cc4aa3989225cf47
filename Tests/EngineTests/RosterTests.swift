// What the engine keeps beside many activities stays what a look at all of them would find; World checks that, too.
import TestKit
import Testing
import TomatoLink

@testable import TomatoEngine

struct RosterTests {
  static let names = (1...60).map { name($0) }
  static func name(_ number: Int) -> ActivityID { ActivityID(valid: "activity-\(number)") }

  @Test(arguments: [1, 2, 3]) func `random events over sixty activities break no promise`(_ seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    var world = try World(Settings(alertBefore: .seconds(30)))
    for number in 1...900 {
      world.advance(.milliseconds(Int64.random(in: 0...9000, using: &random)))
      let id = try #require(Self.names.randomElement(using: &random))
      let verb = try #require(Verb.ofPersons.randomElement(using: &random))
      let isNew = Int.random(in: 0..<3, using: &random) == 0
      let length: Duration? = Bool.random(using: &random) ? .seconds(Int.random(in: 1...900, using: &random)) : nil
      let intent = isNew ? Intent(.start, duration: length, activity: id) : Intent(verb, by: .seconds(20), activity: id)
      try world.meet(.intent(intent))
      if number % 200 == 0 { try world.meet(.reboot(stamped: true, .minutes(3))) }
      if number % 150 == 0 { try world.meet(.settings(Settings(alertBefore: number % 300 == 0 ? .zero : .minutes(1)))) }
    }
    #expect(world.engine.snapshot.others.count > 20)
  }

  @Test func `what has ended makes room when another one starts, and the commit says so`() throws {
    var time = VirtualTime()
    for name in Self.names.prefix(3) { time.say(Intent(.start, duration: .hours(1), activity: name)) }
    time.perform(.say(Intent(.stop, activity: Self.name(2))), .advance(.seconds(61)))
    let effects = time.send(.intent(Intent(.start, activity: Self.name(4)), .command))
    guard case .commit(let changes)? = effects.first else { return #expect(Bool(false), "nothing was committed") }
    #expect(changes.gone == [Self.name(2)])
    #expect(changes.changed.map(\.position) == [3] && changes.changed.map(\.activity.id) == [Self.name(4)])
    #expect(time.engine.snapshot.others.map(\.id) == [0, 2, 3].map { Self.names[$0] })
  }

  /// Tea ends first, so without an alert it comes before the Pomodoro.
  private func focusBesideTea(_ settings: Settings, then actions: VirtualTime.Action...) -> VirtualTime {
    VirtualTime(
      settings, after: .say(Intent(.start, duration: .minutes(25))),
      .say(Intent(.timer, duration: .minutes(8), name: "tea")), .run
    ).after(actions)
  }

  private func order(_ time: VirtualTime) -> [String] { time.engine.order.map(\.description) }

  @Test func `what is almost over comes first for a minute, then what ends first`() {
    var time = focusBesideTea(
      Settings(alertBefore: .minutes(3)), then: .say(Intent(.timer, duration: .minutes(4), name: "eggs")),
      .say(Intent(.extend, by: .seconds(61), activity: ActivityID("eggs"))))
    #expect(order(time) == ["eggs", "tea", "pomodoro", "run"])
    time.pass(.minutes(5))
    // Tea has just said so, and eggs, which have a second left, three minutes ago.
    #expect(order(time) == ["tea", "eggs", "pomodoro", "run"])
    #expect(time.content(of: .tea)?.relevanceScore == TimerState.completed.relevanceScore)
    time.pass(.seconds(1))
    #expect(order(time) == ["tea", "eggs", "pomodoro", "run"], "both have alerted, and one has a deadline")
    time.pass(.seconds(60))
    #expect(order(time) == ["tea", "pomodoro", "run", "eggs"])
    #expect(time.content(of: .tea)?.relevanceScore == TimerState.running.relevanceScore)
  }

  @Test func `a phase that began by itself and one that was paused while nobody was there come first for a minute`() {
    var time = focusBesideTea(Settings(focus: .minutes(25), autoStartBreaks: true, autoStartFocus: true))
    time.perform(.say(Intent(.extend, by: .hours(2), activity: .tea)), .pass(.minutes(26)))
    #expect(time.shown.mode == .shortBreak, "the break ends first in any case")
    time.perform(.say(Intent(.timer, duration: .minutes(5), name: "eggs")), .pass(.minutes(5)))
    // The break is over, the next focus has begun; eggs are done, and both have alerted.
    #expect(Set(order(time).prefix(2)) == ["eggs", "pomodoro"])
    time.pass(.minutes(2))
    #expect(order(time) == ["pomodoro", "tea", "run", "eggs"])
    time.sleep(.hours(1))
    #expect(time.lastLine.contains("alert: returned") && time.shown.state == .paused)
    #expect(order(time) == ["pomodoro", "tea", "run", "eggs"])
    time.pass(.seconds(59))
    #expect(order(time).first == "pomodoro")
    let effects = time.engine.nextWake.map { $0 - time.now.sinceBoot }
    #expect(effects == .seconds(1), "somebody is told that the order is another one")
    time.step()
    #expect(time.lastLine.hasSuffix(" quiet") && order(time) == ["tea", "run", "pomodoro", "eggs"])
  }

  @Test func `an alert of one alone wakes nobody a minute later, and a restart forgets it`() {
    let alone = VirtualTime(Settings(autoStartBreaks: true), after: .say(.start), .pass(.minutes(25) + .seconds(1)))
    #expect(alone.lastLine.contains("alert: next began"))
    #expect(alone.engine.nextWake == alone.now.sinceBoot + .minutes(5))
    var time = focusBesideTea(Settings(alertBefore: .minutes(20)), then: .pass(.minutes(5)))
    #expect(order(time) == ["pomodoro", "tea", "run"])
    time.crash()
    #expect(order(time) == ["tea", "pomodoro", "run"])
    time.reboot(stamped: false, gap: .minutes(1))
    #expect(time.engine.nextWake != nil)
  }

  @Test(arguments: [Verb.stop, .reset])
  func `what has alerted and waits for its start comes first no more`(_ verb: Verb) {
    var time = focusBesideTea(Settings(alertBefore: .minutes(20)), then: .pass(.minutes(5)))
    #expect(order(time) == ["pomodoro", "tea", "run"])
    time.say(Intent(verb, activity: .pomodoro))
    #expect(order(time) == ["tea", "run", "pomodoro"])
    #expect(time.engine.mostRelevantContent(at: time.now).id == .tea)
  }

  @Test func `an event names what it changed, and nothing else`() {
    var time = VirtualTime()
    for name in Self.names { time.say(Intent(.start, duration: .hours(1), activity: name)) }
    func changed(_ event: Event) -> [ActivityID] {
      for case .commit(let changes) in time.send(event) { return changes.changed.map(\.activity.id) }
      return []
    }
    #expect(changed(.intent(Intent(.pause, activity: Self.name(41)), .command)) == [Self.name(41)])
    #expect(changed(.intent(Intent(.pause, activity: Self.name(41)), .command)) == [])
    #expect(changed(.intent(Intent(.start), .command)) == [.pomodoro])
    #expect(changed(.leaving) == [])
  }

  @Test func `a phase that two activities had is still that of the first once the second has another`() throws {
    let time = VirtualTime(
      after: .say(Intent(.start, duration: .hours(1), activity: Self.name(1))),
      .say(Intent(.start, duration: .hours(1), activity: Self.name(2))))
    var snapshot = time.engine.snapshot
    let phase = try #require(snapshot.others.first).machine.token
    for place in snapshot.others.indices { snapshot.others[place].machine.token = phase }
    var engine = Engine(restoring: snapshot, settings: Settings())
    _ = engine.handle(.intent(Intent(.hide, activity: Self.name(2)), .command), at: time.now)
    #expect(engine.snapshot.others.map { $0.machine.token == phase } == [true, false])
    #expect(engine.roster.activity(in: phase) == Self.name(1))
  }

  @Test func `what one event changes and changes back is not named`() throws {
    let time = VirtualTime(after: .say(.start), .say(Intent(.start, duration: .hours(1), activity: Self.name(1))))
    var roster = time.engine.roster
    _ = roster.takeChanges()
    let number = try #require(roster.number(of: Self.name(1)))
    let original = roster[number]
    roster.change(number) { $0.machine.any.clockWasSet(by: .minutes(1), time.now) }
    #expect(roster[number] != original)
    roster.put(original, number)
    #expect(roster.takeChanges().changed.isEmpty)
    roster.change(number) { $0.machine.any.clockWasSet(by: .minutes(1), time.now) }
    #expect(roster.takeChanges().changed.map(\.activity.id) == [Self.name(1)])
  }
}
