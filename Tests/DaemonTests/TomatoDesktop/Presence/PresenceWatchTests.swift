// The whole way from a desktop's idle monitor to the engine: when it is watched, and what the engine is told.
import GLibBridge
import TestKit
import Testing
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoEngine
@testable import TomatoWords

@MainActor @Suite(.serialized) struct PresenceWatchTests {
  private let world: World

  init() throws { world = try World() }

  /// A shell with the watch, GNOME's idle monitor and logind.
  @MainActor final class World {
    let bus: PrivateBus
    let monitor: FakeIdleMonitor
    let logind: FakeLogind
    let desk: ShellHarness
    let watch: PresenceWatch

    init(awayAfter: Duration = .minutes(5)) throws {
      bus = try PrivateBus()
      monitor = try FakeIdleMonitor(bus.address)
      monitor.appear()
      logind = try FakeLogind(bus.address)
      logind.appear()
      desk = ShellHarness(settings: Settings(awayAfter: awayAfter))
      let client = try bus.connect()
      watch = PresenceWatch(desk.shell, bus: client, addresses: IdleAddresses { _ in nil })
      watch.join(system: client)
      desk.shell.add(watch)
    }

    isolated deinit {}  // on the main thread (WorldEndTests)

    func wait(_ condition: () -> Bool) -> Bool { MainLoop.turn(until: condition) }
    /// What the engine knows; nil: somebody is there.
    var since: Duration? { desk.shell.engine.departure?.since }

    func pass(_ milliseconds: UInt64) {
      desk.pass(.milliseconds(Int64(milliseconds)))
      monitor.pass(milliseconds)
    }
  }

  @Test func `nothing is watched but a focus that runs`() {
    #expect(world.monitor.log.isEmpty && world.watch.source == nil)
    world.desk.do(.start)
    #expect(world.wait { world.watch.source == .manager(.mutter) })
    #expect(world.monitor.log == ["AddIdleWatch 300000"])
    world.desk.do(.pause)
    #expect(world.wait { world.monitor.watches == 0 } && world.watch.source == nil)
    world.desk.do(.resume)
    #expect(world.wait { world.monitor.watches == 1 })
    world.desk.do(.skip)
    #expect(world.wait { world.monitor.watches == 0 })
  }

  @Test func `the engine hears of one absence, right to the millisecond, and of one return`() {
    world.desk.do(.start)
    #expect(world.wait { world.monitor.watches == 1 })
    world.pass(60_000)
    world.monitor.touch()
    let last = world.desk.moment.sinceBoot
    world.pass(300_007)
    #expect(world.wait { world.since == last })
    #expect(world.wait { world.monitor.watches == 2 })
    world.pass(60_000)
    world.monitor.touch()
    #expect(world.wait { world.since == nil })
  }

  @Test func `a lock counts also where idle time does not, and input on the lock screen is no return`() throws {
    let world = try World(awayAfter: .zero)
    world.desk.do(.start)
    world.pass(60_000)
    let moment = world.desk.moment.sinceBoot
    try world.logind.lock(true)
    #expect(world.wait { world.since == moment })
    #expect(world.monitor.log.isEmpty)
    world.pass(120_000)
    world.monitor.touch()
    try world.logind.lock(false)
    #expect(world.wait { world.since == nil })
  }

  @Test func `a lock in a pause is no absence; the resume finds it`() throws {
    let world = try World(awayAfter: .zero)
    world.desk.do(.start)
    world.desk.do(.pause)
    try world.logind.lock(true)
    world.pass(60_000)
    #expect(world.since == nil)
    world.desk.do(.resume)
    #expect(world.wait { world.since == world.desk.moment.sinceBoot })
    try world.logind.lock(false)
    #expect(world.wait { world.since == nil })
  }

  @Test func `a session bus that comes later is asked for its idle monitor and its lock`() throws {
    let late = PresenceWatch(world.desk.shell, bus: nil, addresses: IdleAddresses { _ in nil })
    world.watch.close()
    world.desk.shell.remove(world.watch)
    world.desk.shell.add(late)
    world.desk.do(.start)
    late.join(session: try world.bus.connect())
    #expect(world.wait { late.source == .manager(.mutter) && world.monitor.watches == 1 })
    world.desk.do(.pause)
    #expect(world.wait { world.monitor.watches == 0 })
  }

  @Test func `after the end nothing is heard`() {
    world.desk.do(.start)
    #expect(world.wait { world.monitor.watches == 1 })
    world.watch.close()
    #expect(world.wait { world.monitor.watches == 0 })
    world.pass(400_000)
    #expect(world.since == nil)
  }
}
