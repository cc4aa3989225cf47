// A tray that comes, loses its host, and goes; on a private bus.
import GLibBridge
import Testing

@testable import TomatoShell

@MainActor @Suite(.serialized) struct TrayHostTests {
  @Test func `a tray is there while its watcher has a host`() throws {
    let harness = IslandHarness.shared
    let client = try BusConnection(.address(harness.address))
    let tray = try BusConnection(.address(harness.address))
    var heard: [Bool] = []
    let host = TrayHost(client) { heard.append($0) }
    var hasHost = true
    let object = try tray.register(
      "/StatusNotifierWatcher", "org.kde.StatusNotifierWatcher",
      xml: """
        <node><interface name='org.kde.StatusNotifierWatcher'>
        <property name='IsStatusNotifierHostRegistered' type='b' access='read'/>
        </interface></node>
        """, BusHandlers(call: { _ in }, get: { _ in .bool(hasHost) }))
    let name = tray.ownName("org.kde.StatusNotifierWatcher", acquired: {}, lost: {})
    #expect(harness.pump { host.isThere })
    hasHost = false
    try tray.emit("/StatusNotifierWatcher", "org.kde.StatusNotifierWatcher", "StatusNotifierHostUnregistered")
    #expect(harness.pump { !host.isThere })
    hasHost = true
    try tray.emit("/StatusNotifierWatcher", "org.kde.StatusNotifierWatcher", "StatusNotifierHostRegistered")
    #expect(harness.pump { host.isThere })
    name.cancel()
    #expect(harness.pump { !host.isThere })
    #expect(heard == [true, false, true, false])
    withExtendedLifetime(object) {}
  }
}
