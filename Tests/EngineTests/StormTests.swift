// The storm: seeded random events at random times; after each one every invariant of World holds.
// 60,000 events by default; TOMATO_STORM=1000000 for more, TOMATO_SEED=7 to see a failure again;
// `make torture` goes on for as long as it has time.
import Foundation
import TestKit
import Testing
import TomatoLink

@testable import TomatoEngine

/// What can happen in a world. Times are for how long the world goes on before the event.
enum Happens: Hashable, Sendable {
  case intent(Intent)
  case alarm
  case sleep(Duration)
  case crash
  case leave(Duration)
  /// Sleep of which the next event is the first to tell.
  case doze(Duration)
  /// `off`: how far the wall clock is from the right one then.
  case reboot(stamped: Bool, Duration, off: Duration = .zero)
  /// By so much; to the right time without that. Without notice the next event is the first to tell.
  case jump(Duration?, isNoticed: Bool = true)
  case confirmed(ActivityID, Int)
  case settings(Settings)
  case ownerLeft(ActivityID, OwnerToken)
  case presence(Presence)
  case devices(DeviceUse?)
}

/// One storm: a world, and what is thrown at it.
struct Storm {
  var world: World
  var weather: Weather
  private(set) var trace: [String] = []

  init(seed: UInt64) throws(World.Broken) {
    weather = Weather(random: SeededGenerator(state: seed))
    world = try World(Settings())
    world.mark = nil
    world.readsBack = true
  }

  mutating func blow() throws(World.Broken) {
    let wait = weather.pause(world.engine, world.now)
    let event = weather.happening(world.engine, world.now)
    trace.append("+\(wait) \(event)")
    if trace.count > 12 { trace.removeFirst() }
    world.advance(wait)
    try world.meet(event)
    if weather.chance(10) { world.mark = world.now }
  }
}

struct StormTests {
  static let environment = ProcessInfo.processInfo.environment

  @Test func `random events at random times break no promise`() async throws {
    let wanted = Self.environment["TOMATO_STORM"].flatMap(Int.init) ?? 60_000
    let torture = Torture("storms", seed: 1)
    let only = torture.isLong ? nil : Self.environment["TOMATO_SEED"].flatMap(UInt64.init)
    var tally: [String: Int] = [:]
    let (perStorm, began) = (2000, ContinuousClock.now)
    var storms = 0
    while torture.goesOn(after: storms, usually: only == nil ? max(wanted / perStorm, 1) : 1) {
      let seed = torture.seed &+ UInt64(storms)
      storms += 1
      var storm = try Storm(seed: seed)
      for number in 1...perStorm {
        do throws(World.Broken) { try storm.blow() } catch {
          let path = storm.trace.joined(separator: "\n  ")
          Issue.record("TOMATO_SEED=\(seed), event \(number): \(error)\n  \(path)")
          return
        }
      }
      tally.merge(storm.world.tally) { $0 + $1 }
      tally["recorded rows", default: 0] += storm.world.history.count
      await Task.yield()  // to other tests
    }
    #expect(tally["was away", default: 0] > 0 || only != nil, "somebody was asked about time away")
    #expect(tally["still paused", default: 0] > 0 || only != nil, "a pause of a length has asked")
    for what in ["held back", "said again"] { #expect(tally[what, default: 0] > 0 || only != nil, "\(what)") }
    for verb in Verb.allCases { #expect(tally["\(verb)", default: 0] > 0 || only != nil, "\(verb) was accepted") }
    let figures = tally.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    let events = (storms * perStorm).inGroups
    torture.say("\(events) events, no promise broken")
    print("storm: \(events) events in \(ContinuousClock.now - began): \(figures)")
  }
}
