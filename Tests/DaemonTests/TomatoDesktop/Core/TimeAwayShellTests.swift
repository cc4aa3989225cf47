// Sleep, as the shell learns of it: from logind, on a private bus that plays the system's, and without logind from the
// clocks alone.

import GLibBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoWords
@testable import tomato_notifyd

@MainActor @Suite(.serialized) struct TimeAwayShellTests {
  /// A logind of our own: owns the name and says what it is told to say.
  @MainActor final class FakeLogind {
    let bus: PrivateBus
    let connection: BusConnection
    private var name: BusRegistration?

    init() throws {
      bus = try PrivateBus()
      connection = try BusConnection.open(.address(bus.address))
      name = connection.own(BusObject.login1.name)
    }

    /// A listener on a connection of its own; when this returns, the bus knows what it listens to.
    func listener(_ hear: @escaping (_ word: String) -> Void) throws -> (BusConnection, BusRegistration) {
      let own = try BusConnection.open(.address(bus.address))
      let watch = own.watchSleep { hear($0 ? "sleep" : "wake") }
      try own.turnRound()
      return (own, watch)
    }

    func say(_ arguments: [BusValue], path: String = BusObject.login1.path) throws {
      try connection.emit(path, BusObject.login1.interface, "PrepareForSleep", arguments)
      flush(connection)
    }

    func flush(_ connection: BusConnection) {
      var isSent = false
      connection.flush { isSent = true }
      #expect(MainLoop.turn(until: { isSent }, limitMs: Patience.milliseconds))
    }
  }

  @Test func `logind prompts the shell to look at the clock`() throws {
    let fake = try FakeLogind()
    let desk = ShellHarness()
    var heard: [String] = []
    let logind = try fake.listener { word in
      heard.append(word)
      desk.shell.timePassed()
    }
    desk.do(.start)
    desk.pass(.seconds(746))
    try fake.say([.bool(true)])
    #expect(MainLoop.turn(until: { heard == ["sleep"] }, limitMs: Patience.milliseconds))
    #expect(desk.content.contentState.state == .running)
    desk.sleep(.minutes(18))
    try fake.say([.bool(false)])
    #expect(MainLoop.turn(until: { heard == ["sleep", "wake"] }, limitMs: Patience.milliseconds))
    #expect(StatusText.line(desk.content) == "Focus 12:34, paused, you were away for 18 min, session 1 of 4")
    #expect(desk.alarm == nil)
    withExtendedLifetime(logind) {}
  }

  @Test func `what logind does not say is ignored`() throws {
    let fake = try FakeLogind()
    var heard: [String] = []
    let logind = try fake.listener { heard.append($0) }
    for wrong in [[BusValue.string("true")], [.int32(1)], [], [.variant(.bool(true))]] { try fake.say(wrong) }
    try fake.say([.bool(true)], path: "/org/freedesktop/login2")
    // Not from logind: another connection that does not own the name.
    let stranger = try BusConnection.open(.address(fake.bus.address))
    try stranger.emit(BusObject.login1.path, BusObject.login1.interface, "PrepareForSleep", [.bool(true)])
    fake.flush(stranger)
    try fake.say([.bool(false)])
    #expect(MainLoop.turn(until: { !heard.isEmpty }, limitMs: Patience.milliseconds))
    #expect(heard == ["wake"])
    withExtendedLifetime(logind) {}
  }

  // MARK: By the clocks alone

  @Test func `sleep without logind is noticed at the next look`() {
    let desk = ShellHarness()
    desk.do(.start)
    desk.pass(.seconds(746))
    desk.sleep(.minutes(18))
    _ = desk.take()
    desk.shell.timePassed()
    #expect(desk.content.pause?.cause == .away(.minutes(18)))
    #expect(desk.take() == ["commit", "island paused alert"])
    #expect(desk.records.last?.event == .alert && desk.records.last?.reason == "returned")
  }

  @Test func `a question after sleep is answered with the truth`() {
    let desk = ShellHarness()
    desk.do(.start)
    desk.sleep(.hours(8))
    #expect(desk.do(.pause) == .alreadySo)
    #expect(desk.content.contentState.remainingSeconds == 1500)
  }

  @Test func `a break runs on while the machine sleeps`() {
    let desk = ShellHarness()
    desk.do(.start)
    desk.do(.skip)
    desk.pass(.seconds(30))
    desk.sleep(.seconds(60))
    desk.shell.timePassed()
    #expect(desk.content.contentState.state == .running)
    #expect(desk.content.contentState.remainingSeconds == 210)
  }

  @Test func `when the clock is set only the clock times shown change`() {
    let desk = ShellHarness()
    desk.do(.start)
    let alarm = desk.alarm
    desk.moment.wall = desk.moment.wall + .hours(1)
    desk.shell.timePassed()
    #expect(StatusText.line(desk.content) == "Focus 25:00, running, ends 15:35, session 1 of 4")
    #expect(desk.alarm == alarm)
  }

  @Test func `another boot without a stamp says since when the machine was off`() {
    let desk = ShellHarness()
    desk.do(.start)
    desk.pass(.minutes(10))
    let mark = desk.moment
    desk.restart(.launched(lastAlive: mark), boot: "second", off: .hours(3))
    #expect(
      StatusText.line(desk.content)
        == "Focus 15:00, paused, the machine was off from about 14:20, session 1 of 4")
  }
}
