// Quiet on a server of each protocol: on during the focus, off before our alert, and as before afterwards.
import GLibBridge
import Glibc
import TestKit
import Testing
import TomatoIsland

@testable import TomatoDesktop

@MainActor @Suite(.serialized) struct QuietServersTests {
  /// One that undoes it itself, and one that needs a guard: for what does not depend on the protocol.
  nonisolated static let two: [QuietSwitch] = [.plasma, .xfconf]
  nonisolated static let all: [QuietSwitch] = [.plasma, .xfconf, .dunst, .swaync, .swayncInhibitor, .mako]

  @Test(arguments: all) func `it is on while a focus runs, and off before its end is shown`(_ how: QuietSwitch) throws {
    let world = try QuietWorld.on(how)
    let server = world.server
    #expect(access(world.journal, F_OK) == (how == .plasma ? -1 : 0))
    try world.end()
    #expect(world.waitForOff(), "\(server.log)")
    // A daemon that has just been started may show a card before it knows the server; it is closed before all else.
    let log = server.log.drop { $0 != "on" }.filter { $0 != "close" }.map { String($0.prefix(4)) }
    #expect(Array(log.prefix(3)) == ["on", "off", "card"], "\(server.log)")
  }

  @Test(arguments: two) func `a pause lifts it, and what comes after is quiet again`(_ how: QuietSwitch) throws {
    let world = try QuietWorld.on(how)
    try world.say("pause")
    #expect(world.waitForOff())
    try world.say("resume")
    #expect(world.waitForOn())
    try world.say("stop")
    #expect(world.waitForOff(), "\(world.server.log)")
  }

  @Test(arguments: two) func `what was on before stays as it was`(_ how: QuietSwitch) throws {
    let world = try QuietWorld(how)
    world.server.person(true)
    try world.start()
    // The alert is shown as it would be without us, and nothing else was switched.
    try world.end()
    #expect(!world.server.log.contains("on") && !world.server.log.contains("off") && world.server.isOn)
    #expect(access(world.journal, F_OK) != 0)
  }

  @Test(arguments: two + [.mako])
  func `what the person switches off is theirs until the next focus`(_ how: QuietSwitch) throws {
    let world = try QuietWorld.on(how)
    let server = world.server
    // The daemon hears of the guard's word before it watches.
    #expect(world.turn { how == .plasma || world.areGuardsWaiting })
    server.person(false)
    #expect(world.isHeard() && world.waitForOff() && world.turn { world.guards.isEmpty })
    server.person(true)
    #expect(world.isHeard())
    try world.say("skip")
    #expect(Patience.wait { world.home.run("tomato-notify", "status").output.contains("Break") })
    #expect(server.isOn, "the person's own")
    server.person(false)
    #expect(world.isHeard())
    try world.say("start/focus?replace=1")
    #expect(world.waitForOn(), "\(server.log)")
    let switched = server.log.filter { ["on", "off", "person on", "person off"].contains($0) }
    #expect(switched == ["on", "person off", "person on", "person off", "on"], "\(server.log)")
  }

  @Test func `what the person switches off in the same moment is theirs, too`() throws {
    let world = try QuietWorld(.plasma)
    let server = world.server
    server.onCookie = { server.person(false) }
    try world.start()
    #expect(world.turn { server.log.contains("person off") } && world.isHeard())
    try world.end()
    #expect(server.log.filter { !$0.hasPrefix("card") && $0 != "close" } == ["on", "person off"], "\(server.log)")
  }

  @Test(arguments: [QuietSwitch.plasma, .swayncInhibitor])
  func `of two programs that inhibit only ours lets go`(_ how: QuietSwitch) throws {
    let world = try QuietWorld.on(how)
    world.server.anotherProgram()
    try world.say("extend?by=-25m")
    #expect(world.turn { world.server.log.contains("off") && access(world.journal, F_OK) != 0 }, "\(world.server.log)")
    #expect(world.server.isOn)
    #expect(how == .plasma || world.server.inhibitors == ["org.example.Slides"])
  }

  @Test func `a value that was not set is not set afterwards`() throws {
    let world = try QuietWorld.on(.xfconf, flag: nil)
    try world.say("stop")
    #expect(world.waitForOff() && world.turn { world.server.flag == nil }, "\(String(describing: world.server.flag))")
  }

  @Test(arguments: [QuietSwitch.plasma, .dunst])
  func `a server that is started again is quiet again, and nothing of before is left`(_ how: QuietSwitch) throws {
    let world = try QuietWorld.on(how)
    try world.server.restart(world.home.bus.address)
    #expect(world.waitForOn(), "\(world.server.log)")
    try world.say("stop")
    #expect(world.waitForOff(), "\(world.server.log)")
  }

  @Test(arguments: [QuietSwitch.plasma, .swaync])
  func `a server that hangs delays an alert by seconds at most, and is off when it goes on`(_ how: QuietSwitch) throws {
    let world = try QuietWorld.on(how)
    #expect(world.turn { how == .plasma || world.areGuardsWaiting })
    world.server.isHung = true
    try world.say("extend?by=-25m")
    // The daemon itself is not held up.
    #expect(Patience.wait { world.home.run("tomato-notify", "status").output.contains("Break") })
    world.server.goOn()
    #expect(world.turn { world.hasShownEnd }, "\(world.server.log)")
    #expect(world.waitForOff(), "\(world.server.log)")
  }

  @Test func `what a person asks to see is shown, and after that it is quiet again`() throws {
    let world = try QuietWorld.on(.dunst)
    try world.say("show")
    #expect(world.turn { world.server.log.contains { $0.hasPrefix("card Focus") } }, "\(world.server.log)")
    #expect(!world.server.log.contains { $0.hasSuffix("unseen") })
    #expect(world.waitForOn(), "\(world.server.log)")
    #expect(Array(world.server.log.suffix(2)) == ["close", "on"], "\(world.server.log)")
  }

  @Test func `a preview is shown, too`() throws {
    let world = try QuietWorld.on(.dunst)
    #expect(world.run("tomato-notify", "activity", "request", "build", "--name", "Build", "--preview") == 0)
    #expect(world.turn { world.server.log.contains { $0.hasPrefix("card Build") } }, "\(world.server.log)")
    #expect(!world.server.log.contains { $0.hasSuffix("unseen") }, "\(world.server.log)")
  }

  @Test func `switching quiet off lifts it at once, and on again in the same focus`() throws {
    let world = try QuietWorld.on(.dunst)
    #expect(world.run("tomato-notify", "quiet", "off") == 0 && world.waitForOff())
    #expect(world.run("tomato-notify", "quiet", "on") == 0 && world.waitForOn())
    #expect(world.run("tomato-notify", "quit") == 0 && world.waitForOff())
  }

  @Test func `without the setting nothing is asked and nothing is switched`() throws {
    let world = try QuietWorld(.dunst, configuration: "[timer]\nfocus=30m\n")
    try world.start()
    #expect(world.turn { world.server.log.contains { $0.hasPrefix("card") } })
    #expect(!world.server.isOn && world.guards.isEmpty)
  }
}
