// Whether the desktop shows popups, asked of a server on a private bus.
import GLibBridge
import TestKit
import Testing
import TomatoIsland

@testable import TomatoDesktop

@MainActor @Suite(.serialized) struct DoNotDisturbTests {
  let harness = IslandHarness.shared
  var server: FakeNotificationServer { harness.server }

  @Test func `the end of Plasma's do-not-disturb is told, its beginning only kept`() throws {
    harness.reset(.plasma6)
    var ends = 0
    let watch = DoNotDisturb(try BusConnection.open(.address(harness.address))) { ends += 1 }
    #expect(watch.isInhibited == nil)
    watch.follow(.plasma)
    #expect(harness.pump { watch.isInhibited == false })
    server.inhibit(true)
    #expect(harness.pump { watch.isInhibited == true })
    #expect(ends == 0)
    server.inhibit(false)
    #expect(harness.pump { watch.isInhibited == false })
    #expect(ends == 1)
    watch.follow(nil)
    #expect(watch.isInhibited == nil)
  }

  @Test(arguments: [(QuietSwitch.dunst, Inhibition.dunst), (.swaync, .swaync)])
  func `the end of dunst's and swaync's do-not-disturb is told`(_ how: QuietSwitch, _ inhibition: Inhibition) throws {
    let bus = try PrivateBus()
    let server = try FakeQuietServer(bus.address, how, flag: true)
    var ends = 0
    let watch = DoNotDisturb(try bus.connect()) { ends += 1 }
    watch.follow(inhibition)
    #expect(MainLoop.turn(until: { watch.isInhibited == true }))
    server.person(false)
    #expect(MainLoop.turn(until: { watch.isInhibited == false }))
    #expect(ends == 1)
  }

  @Test func `a setting of a desktop that is not installed is not known, and ends nothing`() {
    #expect(DesktopSetting.value(schema: "org.example.Nothing", key: "x") == nil)
    #expect(DesktopSetting.value(schema: "", key: "") == nil)
  }
}
