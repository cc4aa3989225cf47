// The storm: seeded random events at random times; after each one every invariant of World holds.
// 60,000 events by default; TOMATO_STORM=1000000 for more, TOMATO_SEED=7 to see a failure again, which is shrunk to a
// few events; `make torture` goes on for as long as it has time.
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

/// One event, and whether the minute mark comes after it.
struct StormStep: CustomStringConvertible {
  var step: ModelStep
  var isMarked: Bool
  var description: String { isMarked ? "\(step), then the minute mark" : "\(step)" }
}

/// One storm: a world, and what is thrown at it.
struct Storm {
  var world: World
  private(set) var steps: [StormStep] = []

  init() throws(World.Broken) {
    world = try World(Settings())
    world.mark = nil
    world.readsBack = true
  }

  mutating func blow(_ weather: inout Weather) throws(World.Broken) {
    let wait = weather.pause(world.engine, world.now)
    let step = ModelStep(wait: wait, event: weather.happening(world.engine, world.now))
    try blow(StormStep(step: step, isMarked: weather.chance(10)))
  }

  private mutating func blow(_ it: StormStep) throws(World.Broken) {
    steps.append(it)
    world.advance(it.step.wait)
    try world.meet(it.step.event)
    if it.isMarked { world.mark = world.now }
  }

  /// After which of these events a promise is broken, and which.
  private static func failure(_ steps: [StormStep]) -> (after: Int, what: World.Broken)? {
    guard var storm = try? Storm() else { return nil }
    for (index, step) in steps.enumerated() {
      do throws(World.Broken) { try storm.blow(step) } catch { return (index, error) }
    }
    return nil
  }

  /// The broken promise of a storm that has failed, with the few events that it needs.
  var story: String {
    let few = shrink(steps, time: \.step.wait) { Self.failure($0)?.after }
    let told = few.map { "  \($0)" }.joined(separator: "\n")
    return "\(Self.failure(few)?.what.description ?? "it does not fail again")\n\(told)"
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
      var weather = Weather(random: SeededGenerator(state: seed))
      var storm = try Storm()
      for number in 1...perStorm {
        do throws(World.Broken) { try storm.blow(&weather) } catch {
          Issue.record("TOMATO_SEED=\(seed), event \(number): \(error); with few events: \(storm.story)")
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
