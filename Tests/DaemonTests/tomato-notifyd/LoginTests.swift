// The entry at login, with the built daemon on a private bus: silent, idempotent, and never in the way.
import GLibBridge
import Glibc
import TestKit
import Testing

@MainActor @Suite(.serialized) struct LoginTests {
  let home: BusHome
  let server: FakeNotificationServer

  init() throws {
    home = try BusHome()
    server = FakeNotificationServer(address: home.bus.address, now: { 0 })
  }

  private var status: String { home.run("tomato-notify", "status").output }

  /// Whatever the daemon was about to show is shown before this card.
  private func cardsBeforeShow() -> [String] {
    #expect(home.run("tomato-notify", "show").code == 0)
    // `show` means a fresh card, whatever is up.
    #expect(MainLoop.turn(until: { server.cards.count > 0 }), "\(server.log)")
    return server.cards
  }

  @Test func `with nothing under way the login starts the daemon through the bus, and nothing is shown`() throws {
    server.appear()
    let login = home.login()
    #expect(login.code == 0 && login.output.isEmpty, "\(login)")
    let owner = try #require(try home.waitForOwner())
    #expect(home.wasStartedByBus(owner))
    #expect(status.contains("ready"))
    let cards = cardsBeforeShow()
    #expect(cards.count == 1 && cards[text: 0].contains("Ready"), "\(cards)")
  }

  @Test func `a phase that runs is shown once, however often the entry is run`() throws {
    _ = try home.perform("tomatoclock://start?task=report")
    try home.endDaemon(SIGKILL)
    // Not before: a daemon that is killed while it shows a card does not learn its id.
    server.appear()
    for _ in 0..<3 { #expect(home.login().code == 0) }
    #expect(MainLoop.turn(until: { !server.cards.isEmpty }))
    #expect(status.contains("running"))
    #expect(server.cards.count == 1 && server.has("Focus · ends"), "\(server.log)")
  }

  @Test func `a phase that was left at the logout is there at the login, paused, and is shown once`() throws {
    server.appear()
    _ = try home.perform("tomatoclock://start?task=report")
    try home.endDaemon()
    waitForAbsence()
    server.forgetLog()
    #expect(home.login().code == 0)
    #expect(MainLoop.turn(until: { !server.cards.isEmpty }))
    #expect(status.contains("paused"))
    #expect(server.cards.count == 1 && server.has("away"), "\(server.log)")
  }

  /// An absence of less than a second is none.
  private func waitForAbsence() { poll(nil, 0, 1500) }

  @Test func `a notification server that comes after the login gets the card then`() throws {
    _ = try home.perform("tomatoclock://start?task=report")
    try home.endDaemon(SIGKILL)
    #expect(home.login().code == 0)
    #expect(status.contains("running"))
    server.appear()
    #expect(MainLoop.turn(until: { server.has("Focus · ends") }), "\(server.log)")
    #expect(server.cards.count == 1, "\(server.log)")
  }

  @Test func `two logins at the same time start one daemon`() throws {
    let processes = (0..<4).compactMap { _ in
      Program.spawn([Program.products + "/tomato-notifyd", "--login"], environment: home.environment)
    }
    for process in processes {
      var code: Int32 = -1
      #expect(waitpid(process, &code, 0) == process && code == 0)
    }
    #expect(try home.waitForOwner() != nil)
  }

  @Test func `with start=arm the login begins a focus phase, and no other start of the daemon does`() throws {
    server.appear()
    home.configure("[login]\nstart=arm\n")
    #expect(try home.perform("tomatoclock://show")?["contentState"]?["stateIdentifier"]?.text == "ready")
    #expect(home.login().code == 0)
    #expect(status.contains("running"))
    #expect(home.run("tomato-notify", "pause").code == 0)
    #expect(home.login().code == 0)
    #expect(status.contains("paused"), "a phase that is paused is the person's")
    try home.endDaemon()
    #expect(home.login().code == 0)
    #expect(status.contains("paused"))
  }

  @Test func `with start=off the entry does nothing`() throws {
    home.configure("[login]\nstart=off\n")
    #expect(home.login().code == 0)
    #expect(try home.owner() == nil)
    #expect(access(home.folder + "/run/tomato-notify.sock", F_OK) != 0)
  }
}

/// Where nobody else can start the daemon, the process of the login is the daemon.
@MainActor @Suite(.serialized) struct PlainLoginTests {
  @Test(arguments: [false, true], [false, true])
  func `the process of the login stays and answers`(hasBus: Bool, arms: Bool) throws {
    let home = try BusHome(service: nil)
    if arms { home.configure("[login]\nstart=arm\n") }
    let none = "DBUS_SESSION_BUS_ADDRESS"
    let environment = home.environment.filter { hasBus || !$0.hasPrefix(none) }
    let daemon = try #require(
      Program.spawn([Program.products + "/tomato-notifyd", "--login"], environment: environment))
    defer {
      kill(daemon, SIGKILL)
      waitpid(daemon, nil, 0)
    }
    if hasBus { #expect(try home.waitForOwner() == daemon) }
    // A command that comes before it listens would start another one.
    #expect(Patience.wait { access(home.folder + "/run/tomato-notify.sock", F_OK) == 0 })
    // It listens before the disk has what was armed, and shows nothing that is not stored.
    var status = ""
    let isThere = Patience.wait {
      status = home.run("tomato-notify", "status", without: hasBus ? nil : none).output
      return status.contains(arms ? "running" : "ready")
    }
    #expect(isThere, "\(status)")
    let quit = home.run("tomato-notify", "quit", without: hasBus ? nil : none)
    var code: Int32 = -1
    #expect(quit.code == 0 && waitpid(daemon, &code, 0) == daemon && code == 0)
  }
}
