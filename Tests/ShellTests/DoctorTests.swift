// What doctor says of each desktop: from findings to lines, as a table.

import GLibBridge
import Testing

@testable import TomatoShell

@MainActor struct DoctorTests {
  typealias Server = Findings.Server

  static func server(
    _ name: String, _ vendor: String, _ version: String, actions: Bool = true
  ) -> Findings.Notifications {
    .found(Server(name: name, vendor: vendor, version: version, capabilities: actions ? ["actions", "body"] : ["body"]))
  }

  /// A desktop on which all is well.
  static func good(_ change: (inout Findings) -> Void = { _ in }) -> Findings {
    var found = Findings(
      bus: .reached, notifications: server("Xfce Notify Daemon", "Xfce", "0.7.3"), isInhibited: false,
      socket: .answers, socketPath: "/run/s", linkHandler: Diagnosis.desktopFile, isActivatable: true,
      desktopEntry: "/usr/share/applications/x.desktop", icon: "/usr/share/icons/x.png")
    change(&found)
    return found
  }

  private func lines(_ found: Findings) -> [String] { Diagnosis.all(found).map(\.line) }

  @Test func `where all is well each line is ok`() {
    #expect(
      lines(Self.good()) == [
        "ok        session bus: reached",
        "ok        notification server: Xfce Notify Daemon 0.7.3 (Xfce)",
        "ok        island: it stands on the screen and is updated in place (pinned); chosen by auto, because this "
          + "server updates it without popping it up again",
        "ok        do-not-disturb: off",
        "ok        daemon: answers at /run/s",
        "ok        tomatoclock: links: opened by org.tomatoclock.TomatoNotify.desktop",
        "ok        start by the session bus: possible",
        "ok        desktop entry: /usr/share/applications/x.desktop",
        "ok        icons: /usr/share/icons/x.png",
      ])
  }

  @Test func `without a session bus what needs one is broken, and the rest is judged`() {
    let found = Self.good {
      ($0.bus, $0.notifications, $0.isActivatable, $0.isInhibited) = (.missing, .notAsked, nil, nil)
      $0.socket = .nobody
    }
    #expect(Diagnosis.all(found).map(\.verdict) == [.broken, .broken, .ok, .ok, .ok, .ok])
  }

  nonisolated struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var change: @MainActor @Sendable (inout Findings) -> Void
    var subject: Diagnosis.Subject
    var verdict: Diagnosis.Verdict
    /// A part of the finding and of the remedy; nil: no remedy.
    var finding: String
    var remedy: String?
    var testDescription: String { name }

    init(
      _ name: String, _ subject: Diagnosis.Subject, _ verdict: Diagnosis.Verdict, _ finding: String,
      _ remedy: String? = nil, _ change: @escaping @MainActor @Sendable (inout Findings) -> Void
    ) {
      (self.name, self.subject, self.verdict, self.finding) = (name, subject, verdict, finding)
      (self.remedy, self.change) = (remedy, change)
    }
  }

  nonisolated static let cases: [Case] = [
    Case("a bus that fails", .sessionBus, .broken, "no such socket", "tomato-notify run") {
      $0.bus = .failed("no such socket")
    },
    Case("no server", .notificationServer, .broken, "none runs", "install one") { $0.notifications = .nobody },
    Case("a silent server", .notificationServer, .broken, "does not answer", "end it") {
      $0.notifications = .unusable("it does not answer")
    },
    Case("a server that was read", .notificationServer, .untested, "untested here: only its source was read", "demo") {
      $0.notifications = server("cinnamon", "GNOME", "6.7")
    },
    Case("an unknown server", .notificationServer, .untested, "Wired 0.10 (me), untested here", "demo") {
      $0.notifications = server("Wired", "me", "0.10")
    },
    Case("a version that nobody tried", .notificationServer, .untested, "nobody has tried this version", "demo") {
      $0.notifications = server("gnome-shell", "GNOME", "42.9")
    },
    Case("an unknown server's island", .island, .untested, "nothing is taken for granted") {
      $0.notifications = server("Wired", "me", "0.10")
    },
    Case("GNOME 43", .island, .limited, "(events); chosen by auto", "tomato-notify show") {
      $0.notifications = server("gnome-shell", "GNOME", "43.9")
    },
    Case("GNOME 51", .island, .ok, "(listed); chosen by auto") {
      $0.notifications = server("gnome-shell", "GNOME", "51.0")
    },
    Case("dunst", .island, .limited, "no buttons: a middle click") {
      $0.notifications = server("dunst", "knopwob", "1.9.0 (2022-06-27)")
    },
    Case("mako", .island, .limited, "no buttons: a click") { $0.notifications = server("mako", "emersion", "1.7.1") },
    Case("no actions", .island, .limited, "shows no buttons") {
      $0.notifications = server("Xfce Notify Daemon", "Xfce", "0.9.7", actions: false)
    },
    Case("mode off", .island, .limited, "never shown (off)", "config set island.mode auto") { $0.mode = .off },
    Case("mode events", .island, .ok, "as island.mode = events says") { $0.mode = .events },
    Case("a mode that cannot be", .island, .limited, "island.mode = listed is not possible", "tomato-notify show") {
      $0.mode = .listed
    },
    Case("do-not-disturb", .doNotDisturb, .limited, "it is on", "switch it off") { $0.isInhibited = true },
    Case("nobody to ask", .doNotDisturb, .untested, "cannot be asked") { $0.isInhibited = nil },
    Case("no daemon", .daemon, .ok, "the first command starts it") { $0.socket = .nobody },
    Case("a stopped daemon", .daemon, .broken, "/run/s but does not answer", "tomato-notifyd") { $0.socket = .silent },
    Case("no place for the socket", .daemon, .broken, "not trusted", "XDG_RUNTIME_DIR") {
      $0.socket = .noPlace("not trusted")
    },
    Case("no link handler", .links, .limited, "no application", "xdg-mime default") { $0.linkHandler = nil },
    Case("nothing installed", .links, .limited, "no application", "make install") {
      ($0.linkHandler, $0.desktopEntry) = (nil, nil)
    },
    Case("another handler", .links, .limited, "other.desktop", "xdg-mime default") { $0.linkHandler = "other.desktop" },
    Case("no service file", .activation, .limited, "not possible", "make install") { $0.isActivatable = false },
    Case("no desktop entry", .desktopEntry, .limited, "not installed", "make install") { $0.desktopEntry = nil },
    Case("no icons", .icons, .limited, "not found", "make install") { $0.icon = nil },
  ]

  @Test(arguments: cases)
  func `each trouble has its line and its remedy`(_ it: Case) throws {
    var found = Self.good()
    it.change(&found)
    let line = try #require(Diagnosis.all(found).first { $0.subject == it.subject })
    #expect(line.verdict == it.verdict)
    #expect(line.finding.contains(it.finding), "\(line.line)")
    #expect((line.remedy == nil) == (it.remedy == nil), "\(line.line)")
    #expect(it.remedy.map { line.remedy?.contains($0) == true } ?? true, "\(line.line)")
  }

  @Test func `a line as JSON has every key`() {
    #expect(
      JSON.line(Diagnosis(.ok, .icons, "here").json)
        == #"{"verdict":"ok","subject":"icons","finding":"here","remedy":null}"#)
  }

  // MARK: What hides the island

  private static func profile(_ name: String, _ vendor: String, _ version: String) -> ServerProfile {
    ServerProfile.profile(name: name, vendor: vendor, version: version)
  }

  @Test func `what hides the island is found, and not to know is nothing`() {
    let xfce = Self.profile("Xfce Notify Daemon", "Xfce", "0.7.3")
    let dunst = Self.profile("dunst", "", "1.9")
    let gnome43 = Self.profile("gnome-shell", "GNOME", "43.9")
    let gnome51 = Self.profile("gnome-shell", "GNOME", "51.0")
    let cases: [(Hindrance.Desktop, Hindrance.Known)] = [
      (.init(mode: .auto, profile: xfce), .yes(nil)),
      (.init(mode: .auto), .notYet),
      (.init(mode: .auto, isServerMissing: true), .yes(.noServer)),
      (.init(mode: .off, isServerMissing: true), .yes(nil)),
      (.init(mode: .auto, profile: dunst), .notYet),
      (.init(mode: .auto, profile: dunst, isInhibited: true), .yes(.inhibited)),
      (.init(mode: .auto, profile: dunst, isInhibited: false), .yes(nil)),
      (.init(mode: .auto, profile: gnome43, isInhibited: false), .yes(.shortBanner)),
      (.init(mode: .events, profile: gnome43, isInhibited: false), .yes(nil)),
      (.init(mode: .auto, hasTrayHost: true, profile: gnome43, isInhibited: false), .yes(nil)),
      (.init(mode: .auto, profile: gnome51, isInhibited: false), .yes(nil)),
      (.init(mode: .auto, profile: gnome51, isInhibited: true), .yes(.inhibited)),
    ]
    for (number, (desktop, known)) in cases.enumerated() { #expect(Hindrance.find(desktop) == known, "case \(number)") }
  }

  @Test func `who asks is answered once, as soon as it is known or no desktop is there`() {
    var desktop: Hindrance.Desktop? = .init(mode: .auto)
    var answers: [Hindrance?] = []
    let watch = HindranceWatch { desktop }
    watch.ask { answers.append($0) }
    #expect(answers == [])
    desktop?.isServerMissing = true
    watch.lookAgain()
    watch.lookAgain()
    #expect(answers == [.noServer])
    desktop = nil
    watch.ask { answers.append($0) }
    #expect(answers == [.noServer, nil])
  }
}
