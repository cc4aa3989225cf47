// Small depths, completely: every sequence of representative events, with the storm's invariants after each one.
// Depth 4 where phases begin by themselves, 3 where they wait; TOMATO_DEPTH=3 for a quick look.
import Foundation
import Testing
import TomatoLink

@testable import TomatoEngine

struct EnumerationTests {
  /// How long the world goes on before the event; nil: until the deadline.
  typealias Move = (wait: Duration?, event: Happens)

  static let moves: [Move] = [
    (.seconds(7), .intent(Intent(.start))),
    (.zero, .intent(Intent(.start, mode: .focus, duration: .minutes(2), replace: true))),
    (.seconds(1), .intent(Intent(.start, mode: .longBreak))), (.seconds(7), .intent(Intent(.focus))),
    (.seconds(3), .intent(Intent(.break))), (.seconds(3), .intent(Intent(.break, replace: true))),
    (.seconds(30), .intent(Intent(.pause))), (.minutes(5), .intent(Intent(.resume))),
    (.seconds(1), .intent(Intent(.toggle))),
    (.zero, .intent(Intent(.skip))), (.seconds(59), .intent(Intent(.skip))), (.seconds(2), .intent(Intent(.reset))),
    (.seconds(2), .intent(Intent(.stop))), (.zero, .intent(Intent(.extend, by: .minutes(5)))),
    (.seconds(9), .intent(Intent(.extend, by: .minutes(-30)))),
    (.minutes(1), .intent(Intent(.rewind, by: .seconds(40)))),
    (.seconds(20), .intent(Intent(.undo))), (.seconds(61), .intent(Intent(.undo))), (.zero, .intent(Intent(.hide))),
    (nil, .alarm), (.hours(1), .alarm), (.seconds(5), .sleep(.seconds(8))),
    (.minutes(3), .sleep(.hours(2))),
    (.seconds(4), .crash), (.zero, .leave(.minutes(20))), (.zero, .reboot(stamped: true, .minutes(4))),
    (.minutes(1), .reboot(stamped: false, .hours(1))),
  ]

  /// Walks every path of `depth` moves, and counts the moves. Where two ways lead to the same world, what can happen
  /// from there is the same, too, and is walked once. Lets other tests run now and then.
  static func walk(_ world: World, _ depth: Int, _ path: [Int], _ visits: inout Visits) async throws {
    guard depth > 0 else { return }
    if depth == 2 { await Task.yield() }
    for (index, move) in moves.enumerated() {
      var next = world
      visits.moves += 1
      do throws(World.Broken) {
        next.advance(move.wait ?? max((next.engine.nextWake ?? next.now.sinceBoot) - next.now.sinceBoot, .zero))
        try next.meet(move.event)
      } catch {
        let steps = (path + [index]).map { "\(moves[$0])" }.joined(separator: "\n  ")
        throw World.Broken(description: "\(error) after\n  \(steps)")
      }
      if depth > 1, visits.areFirst(in: next, depth - 1) { try await walk(next, depth - 1, path + [index], &visits) }
    }
  }

  /// Where the walk has been.
  struct Visits {
    struct Place: Hashable {
      var now: Moment
      var depth: Int
    }
    var moves = 0
    private var worlds: [Place: [World]] = [:]

    mutating func areFirst(in world: World, _ depth: Int) -> Bool {
      let (place, world) = (Place(now: world.now, depth: depth), world.forItsFuture)
      if worlds[place, default: []].contains(world) { return false }
      worlds[place, default: []].append(world)
      return true
    }
  }

  @Test(arguments: [Settings.WhenAway.pause, .run])
  func `every sequence of a few events breaks no promise`(whenAway: Settings.WhenAway) async throws {
    let depth = ProcessInfo.processInfo.environment["TOMATO_DEPTH"].flatMap(Int.init) ?? 4
    let began = ContinuousClock.now
    var moves = 0
    for startsByItself in [true, false] {
      let settings = Settings(
        longBreakInterval: 2, autoStartBreaks: startsByItself, autoStartFocus: startsByItself, unattendedPhases: 1,
        whenAway: whenAway, alertBefore: whenAway == .run ? .seconds(30) : .zero,
        alertRepeat: whenAway == .run ? .zero : .minutes(1))
      var visits = Visits()
      try await Self.walk(World(settings), startsByItself ? depth : min(depth, 3), [], &visits)
      moves += visits.moves
    }
    print("enumeration, when-away \(whenAway): \(moves) events in \(ContinuousClock.now - began)")
    #expect(moves > Self.moves.count * Self.moves.count)
  }
}
