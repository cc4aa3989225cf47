// Whatever is killed, and whenever: nothing stays on.
import Foundation
import GLibBridge
import Glibc
import TestKit
import Testing
import TomatoIsland

@testable import TomatoDesktop

@MainActor @Suite(.serialized) struct QuietGuardTests {
  nonisolated static let guarded: [QuietSwitch] = [.xfconf, .dunst, .swaync, .swayncInhibitor, .mako]

  @Test(arguments: guarded + [.plasma]) func `it is off when the daemon was killed`(_ how: QuietSwitch) throws {
    let world = try QuietWorld.on(how)
    #expect(world.turn { how == .plasma || world.areGuardsWaiting })
    try world.killDaemon()
    #expect(world.waitForOff(), "\(world.server.log)")
    #expect(world.turn { world.guards.isEmpty })
  }

  @Test func `a guard that was killed is replaced, and the end of the focus undoes it`() throws {
    let world = try QuietWorld.on(.dunst)
    #expect(world.turn { world.areGuardsWaiting })
    let first = world.guards
    for process in first { kill(process, SIGKILL) }
    #expect(world.turn { world.guards.contains { !first.contains($0) } && world.server.isOn }, "\(world.server.log)")
    try world.end()
    #expect(!world.server.log.contains { $0.hasSuffix("unseen") } && world.waitForOff(), "\(world.server.log)")
  }

  @Test func `that a killed guard's change could not be undone is said`() throws {
    let world = try QuietWorld(.dunst)
    let daemon = RunningProgram("\(world.home.programs)/tomato-notifyd", [], environment: world.home.environment)
    #expect(try world.home.waitForOwner() != nil)
    try world.start()
    #expect(world.waitForOn() && world.turn { world.areGuardsWaiting }, "\(world.server.log)")
    world.server.isHung = true
    for process in world.guards { kill(process, SIGKILL) }
    #expect(daemon.wait(for: "could not be switched off", on: 1), "\(daemon.errors)")
    _ = daemon.end(killing: SIGTERM)
  }

  /// With the daemon and its guard gone only the journal is left: what systemd runs then, and what a login does.
  @Test(arguments: guarded.map { (["quiet-guard", "undo"], $0) } + [(["--login"], .dunst)])
  func `when all of it was killed, the journal undoes it`(_ words: [String], _ how: QuietSwitch) throws {
    let world = try QuietWorld.on(how, configuration: "[focus]\nquiet=on\n\n[login]\nstart=off\n")
    #expect(world.turn { world.areGuardsWaiting && access(world.journal, F_OK) == 0 })
    try killAll(world)
    #expect(world.server.isOn)
    let process = try #require(
      Program.spawn(["\(world.home.programs)/tomato-notifyd"] + words, environment: world.home.environment))
    #expect(FakeSystemd.turning(until: process) == 0)
    #expect(!world.server.isOn && access(world.journal, F_OK) != 0, "\(world.server.log)")
  }

  /// The guard first: else it would have undone it.
  private func killAll(_ world: QuietWorld) throws {
    let daemon = try #require(try world.home.owner())
    kill(daemon, SIGSTOP)
    #expect(world.turn { ProcessStatus(daemon)?.isStopped == true })
    // By their parent: a guard that becomes the one that waits has no words and no environment for a moment.
    for process in ProcessStatus.children(of: daemon) { kill(process, SIGKILL) }
    #expect(world.turn { ProcessStatus.children(of: daemon).isEmpty })
    kill(daemon, SIGKILL)
    #expect(world.turn { ((try? world.home.owner()) ?? nil) == nil })
  }

  @Test func `the next start undoes what is left before it shows a card`() throws {
    let world = try QuietWorld.on(.swaync)
    #expect(world.turn { world.areGuardsWaiting })
    try killAll(world)
    world.home.configure("[focus]\nquiet=off\n")
    try world.say("show")
    #expect(world.turn { world.server.log.contains { $0.hasPrefix("card") } }, "\(world.server.log)")
    #expect(!world.server.log.contains { $0.hasSuffix("unseen") } && world.waitForOff(), "\(world.server.log)")
  }

  @Test func `while a daemon lives, undo leaves its quiet alone`() throws {
    let world = try QuietWorld.on(.dunst)
    #expect(world.run("tomato-notifyd", "quiet-guard", "undo") == 0)
    #expect(world.server.isOn && access(world.journal, F_OK) == 0)
  }

  @Test func `a journal of a server that has gone is forgotten, one that cannot be read too`() throws {
    let world = try QuietWorld(.dunst)
    world.server.person(true)
    for text in ["[quiet]\nswitch=dunst\ntoken=1\nbus=f00\nowner=:1.5\n", "nonsense"] {
      mkdir(world.home.folder + "/state", 0o700)
      mkdir(world.home.folder + "/state/tomato-notify", 0o700)
      Files.write(text, to: world.journal)
      #expect(world.run("tomato-notifyd", "quiet-guard", "undo") == 0)
      #expect(access(world.journal, F_OK) != 0 && world.server.isOn)
    }
  }

  @Test(arguments: [[], ["on"], ["on", "nobody", "1"], ["wait"], ["undo", "now"]])
  func `wrong words are refused`(_ words: [String]) throws {
    #expect(try BusHome().run(["tomato-notifyd", "quiet-guard"] + words).code == 64)
  }

  /// TOMATO_ROUNDS says how often.
  nonisolated static let rounds = ProcessInfo.processInfo.environment["TOMATO_ROUNDS"].flatMap { Int($0) } ?? 6

  @Test(arguments: [QuietSwitch.dunst, .plasma])
  func `killed at a random moment, again and again, it never stays on`(_ how: QuietSwitch) throws {
    let world = try QuietWorld(how)
    var random = SeededGenerator(state: 14)
    for round in 0..<Self.rounds {
      try world.say(round % 4 == 3 ? "toggle" : "start")
      let moment = Int.random(in: 0...120, using: &random)
      _ = MainLoop.turn(until: { false }, limitMs: moment)
      if round % 3 == 2 {
        try killAll(world)
        #expect(world.run("tomato-notifyd", "quiet-guard", "undo") == 0)
      } else {
        try world.killDaemon()
      }
      #expect(
        world.waitForOff() && world.turn { world.guards.isEmpty }, "round \(round): \(world.server.log.suffix(9))")
    }
    #expect(world.server.log.contains("on"))
  }

  nonisolated static let hasSchema =
    access("/usr/share/glib-2.0/schemas/org.gnome.desktop.notifications.gschema.xml", F_OK) == 0

  @Test(.enabled(if: hasSchema), arguments: [nil, "true"])
  func `GNOME's setting is as it was after the guard's pipe has closed`(_ own: String?) throws {
    let home = try BusHome()
    let keys = home.folder + "/config/glib-2.0/settings"
    for folder in ["/config", "/config/glib-2.0", "/config/glib-2.0/settings"] { mkdir(home.folder + folder, 0o700) }
    let path = keys + "/keyfile"
    if let own { Files.write("[org/gnome/desktop/notifications]\nshow-banners=\(own)\n", to: path) }
    let environment = home.environment + ["GSETTINGS_BACKEND=keyfile"]
    let words = ["quiet-guard", "on", "gnome", "token"]
    let daemon = "\(home.programs)/tomato-notifyd"
    let guardian = RunningProgram(daemon, words, environment: environment, hasInput: true)
    #expect(guardian.wait(for: "on\n"))
    #expect(Files.text(path).contains("show-banners=false"))
    // Another one finds it on, and touches nothing.
    let other = RunningProgram(daemon, ["quiet-guard", "wait", "another"], environment: environment, hasInput: true)
    other.closeInput()
    #expect(other.finish() == 0 && Files.text(path).contains("show-banners=false"))
    guardian.closeInput()
    #expect(guardian.finish() == 0)
    let after = Files.text(path)
    #expect(own == nil ? !after.contains("show-banners") : after.contains("show-banners=true"), "\(after)")
    #expect(access(home.folder + "/state/tomato-notify/quiet", F_OK) != 0)
  }
}
