// Links end to end: what is installed, and what each desktop uses to open a link or to run a launcher's action.
// The whole path: opener, desktop file, D-Bus service or Exec line, the built programs, a notification server.
import GLibBridge
import Glibc
import TestKit
import Testing

@testable import TomatoWords

/// A way in which a desktop opens links.
nonisolated struct Opener: Sendable, CustomTestStringConvertible {
  private static let application = "org.tomatoclock.TomatoNotify"

  var words: [String]
  var variables: [String] = []
  /// It runs the Exec line, so it knows the exit code; the others hand the link to the session bus.
  var runsExec = false
  var testDescription: String { (variables + words).joined(separator: " ") }

  static func xdg(_ desktop: String, _ more: String..., runsExec: Bool = false) -> Opener {
    // It looks for the handlers of links only where there seems to be a display.
    Opener(
      words: ["xdg-open"], variables: ["XDG_CURRENT_DESKTOP=" + desktop, "DISPLAY=:99"] + more, runsExec: runsExec)
  }

  private static let everywhere = [
    Opener(words: ["gio", "open"]), Opener(words: ["gapplication", "launch", application]),
    Opener(
      words: ["kde-open5"],
      variables: [
        "XDG_CURRENT_DESKTOP=KDE", "QT_QPA_PLATFORM=offscreen", "KDE_SESSION_VERSION=5", "KDE_FULL_SESSION=true",
      ],
      runsExec: true),
    xdg("GNOME"), xdg("X-Cinnamon"), xdg("MATE"), xdg("XFCE"), xdg("sway", runsExec: true),
    xdg("LXDE", runsExec: true), xdg("ENLIGHTENMENT", runsExec: true),
  ].filter { Program.exists($0.words.first ?? "") }
  static let all = everywhere + (xdgOpensForLXQt ? [xdg("LXQt")] : [])

  /// Since 1.2 xdg-open leaves LXQt's links to LXQt's own program, and opens none where that is missing.
  private static let xdgOpensForLXQt: Bool = {
    guard let script = Program.find("xdg-open") else { return false }
    return Program.exists("qtxdg-mat") || !Files.text(script).contains("qtxdg-mat")
  }()
}

@MainActor @Suite(.serialized) struct LinkOpenersTests {
  let home: BusHome

  init() throws { home = try BusHome(prefix: InstalledTree.shared.get().prefix) }

  /// Opens a link and waits until the daemon has done what it says: some openers do not wait themselves.
  private func open(_ link: String, with opener: Opener, until verb: String) -> Bool {
    var done: [String] = []
    let signals = home.client.subscribe(interface: BusNames.tomatoNotify1, member: "IntentPerformed") {
      done += $0.arguments.first?.text.map { [$0] } ?? []
    }
    defer { signals.cancel() }
    let outcome = home.run(opener.words + [link], with: opener.variables)
    #expect(outcome.code == 0, "\(outcome)")
    return MainLoop.turn(until: { done.contains(verb) })
  }

  private var status: String { home.run("tomato-notify", "status", "--json").output }

  @Test(arguments: Opener.all)
  func `a link starts the daemon, the next one reaches it, and a Chinese task arrives whole`(_ opener: Opener) throws {
    #expect(try home.owner() == nil)
    let link = "tomatoclock://start?task=%E5%AF%AB%E5%A0%B1%E5%91%8A%20100%25%20%26%20C%2B%2B"
    #expect(open(link, with: opener, until: "onStart"))
    let first = try home.waitForOwner()
    #expect(status.contains(#""task":"寫報告 100% & C++""#), "\(status)")
    #expect(open("tomatoclock://pause", with: opener, until: "onPause"))
    #expect(status.contains(#""stateIdentifier":"paused""#), "\(status)")
    #expect(try first != nil && home.owner() == first)
  }

  nonisolated static let wrong: [(link: String, sentence: String)] = [
    ("tomatoclock://dance", "'dance' is not a verb"),
    ("tomatoclock://quit", "'quit' is a question for the control socket"),
    ("tomatoclock://pause", "start it first"),
    ("tomatoclock://start?task=%FF", "not valid UTF-8"),
  ]

  @Test(arguments: Opener.all) func `a wrong link ends in one notification that says why`(_ opener: Opener) throws {
    let server = FakeNotificationServer.on(home)
    for (link, sentence) in Self.wrong {
      // The notifications of one daemon keep a distance.
      if try home.owner() != nil { try home.endDaemon() }
      server.forgetLog()
      let outcome = home.run(opener.words + [link], with: opener.variables)
      if opener.runsExec, opener.words == ["xdg-open"] {
        // Its own exit status says nothing: 4 before 1.2, then 0.
        #expect(outcome.output.contains(sentence), "\(outcome)")
      }
      let isTold = MainLoop.turn(until: { server.log.contains { $0.contains("Nothing was changed") } })
      #expect(isTold, "\(link): \(server.log)")
      #expect(server.bodies.contains { $0.contains(sentence) }, "\(link): \(server.bodies)")
      #expect(server.log.count { $0.contains("Nothing was changed") } == 1)
    }
  }

  @Test func `without a bus or a server a wrong link is an exit code and a sentence`() {
    for (link, sentence) in Self.wrong {
      for without in [nil, "DBUS_SESSION_BUS_ADDRESS"] {
        let outcome = home.run(["tomato-notify", "open", "--desktop", link], without: without)
        let isRefused = link == "tomatoclock://pause"
        #expect(outcome.code == (isRefused ? 1 : 65) && outcome.output.contains(sentence), "\(outcome)")
      }
    }
  }

  @Test func `a launcher that runs Exec without a link shows the island`() throws {
    let server = FakeNotificationServer.on(home)
    let outcome = home.run("tomato-notify", "open", "--desktop")
    #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome)")
    #expect(MainLoop.turn(until: { !server.visible.isEmpty }), "\(server.log)")
  }

  @Test func `each launcher action works by its Exec line and over the bus`() throws {
    let path = home.programs.dropLast(4) + "/share/applications/\(BusNames.application).desktop"
    let file = KeyFile.reading(String(decoding: try #require(Files.bytes(String(path))), as: UTF8.self)).file
    let actions = try #require(file.value("Desktop Entry", "Actions")).split(separator: ";")
    #expect(actions.count >= 5)
    for action in actions {
      let words = try #require(file.value("Desktop Action \(action)", "Exec")).split(separator: " ").map(String.init)
      for isOverBus in [false, true] {
        _ = try home.perform("tomatoclock://start/focus?replace=1")
        if isOverBus {
          let reply = try home.result(
            BusNames.application, BusNames.applicationPath, BusNames.freedesktopApplication, "ActivateAction",
            [.string(String(action)), .array(element: "v", []), .vardict([])])
          _ = try reply.get()
        } else {
          let outcome = home.run(words)
          #expect(outcome.code == 0 && outcome.output.isEmpty, "\(action): \(outcome)")
        }
      }
    }
  }
}
