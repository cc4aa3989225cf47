// Whether the desktop shows popups, asked of a server on a private bus.
import GLibBridge
import TestKit
import Testing

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

  @Test func `a setting of a desktop that is not installed is not known, and ends nothing`() {
    #expect(DesktopSetting.bool(schema: "org.example.Nothing", key: "x") == nil)
    #expect(DesktopSetting.bool(schema: "", key: "") == nil)
  }
}
