// Sleep, as the shell learns of it: from logind, on a private bus, and at any look at the clocks.

import GLibBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoWords
@testable import tomato_notifyd

@MainActor @Suite(.serialized) struct TimeAwayShellTests {
  private let bus: PrivateBus
  private let fake: FakeLogind

  init() throws {
    bus = try PrivateBus()
    fake = try FakeLogind(bus.address)
    fake.appear()
  }

  /// A listener on a connection of its own; when this returns, the bus knows what it listens to.
  private func listener(_ hear: @escaping (String) -> Void) throws -> (BusConnection, BusRegistration) {
    let own = try bus.connect()
    let watch = own.watchSleep { hear($0 ? "sleep" : "wake") }
    try own.turnRound()
    return (own, watch)
  }

  @Test func `logind prompts the shell to look at the clock`() throws {
    let desk = ShellHarness()
    var heard: [String] = []
    let logind = try listener {
      heard.append($0)
      desk.shell.timePassed()
    }
    desk.do(.start)
    desk.pass(.seconds(746))
    try fake.sleep([.bool(true)])
    #expect(MainLoop.turn(until: { heard == ["sleep"] }))
    #expect(desk.content.contentState.state == .running)
    desk.sleep(.minutes(18))
    _ = desk.take()
    try fake.sleep([.bool(false)])
    #expect(MainLoop.turn(until: { heard == ["sleep", "wake"] }))
    #expect(StatusText.line(desk.content) == "Focus 12:34, paused, you were away for 18 min, session 1 of 4")
    #expect(desk.take() == ["commit", "island paused alert"] && desk.alarm == nil)
    #expect(desk.records.last?.event == .alert && desk.records.last?.reason == "returned")
    withExtendedLifetime(logind) {}
  }

  @Test func `what logind does not say is ignored`() throws {
    var heard: [String] = []
    let logind = try listener { heard.append($0) }
    for wrong in [[BusValue.string("true")], [.int32(1)], [], [.variant(.bool(true))]] { try fake.sleep(wrong) }
    try fake.sleep([.bool(true)], path: "/org/freedesktop/login2")
    // Not from logind: another connection that does not own the name.
    let stranger = try bus.connect()
    try stranger.emit(BusObject.login1.path, BusObject.login1.interface, "PrepareForSleep", [.bool(true)])
    try stranger.turnRound()
    try fake.sleep([.bool(false)])
    #expect(MainLoop.turn(until: { !heard.isEmpty }))
    #expect(heard == ["wake"])
    withExtendedLifetime(logind) {}
  }
}
