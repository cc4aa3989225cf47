// What doctor says of each desktop: from findings to lines, as a table.

import GLibBridge
import Testing
import TomatoEngine
import TomatoIsland
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoPrograms
@testable import TomatoWords

@MainActor struct DoctorTests {
  typealias Server = Findings.Server

  static func server(
    _ name: String, _ vendor: String, _ version: String, actions: Bool = true
  ) -> Findings.Notifications {
    .found(
      Server(name: name, vendor: vendor, version: version, capabilities: actions ? ["actions", "body"] : ["body"]))
  }

  static func good(_ change: (inout Findings) -> Void = { _ in }) -> Findings {
    var found = Findings(
      bus: .reached, notifications: server("Xfce Notify Daemon", "Xfce", "0.7.3"), isInhibited: false,
      tray: .watcher(.mate, hasHost: true), hasDock: true, presence: .source(.manager(.mutter)),
      daemon: .version(tomatoVersion), socket: .answers, socketPath: "/run/s", linkHandler: Diagnosis.desktopFile,
      isActivatable: true,
      service: .init(path: "/usr/share/x.service", program: "/usr/bin/x", isProgramThere: true, unit: "x.service"),
      unit: .known(load: "loaded", active: "active"), autostart: .init(entry: "/etc/xdg/x"),
      desktopEntry: "/usr/share/applications/x.desktop",
      icon: .init(path: "/usr/share/icons/x.png", isInTheme: true),
      database: .opens("/state/db", bytes: 4097, intervals: 12, isWritable: true),
      language: .init(wanted: "zh_TW.UTF-8", isTranslated: true))
    change(&found)
    return found
  }

  @Test func `each trouble has its line and its remedy, which the golden file shows`() {
    var text = Diagnosis.all(Self.good()).map { $0.line + "\n" }.joined()
    for it in DoctorCase.all {
      let line = Diagnosis.all(Self.good(it.change)).first { $0.subject == it.subject }?.line
      text += "== \(it.name)\n\(line ?? "no line")\n"
    }
    Golden.expect(text.replacing("version \(tomatoVersion)", with: "version VERSION"), is: "doctor.txt")
  }

  @Test func `without a session bus what needs one is broken, and the rest is judged`() {
    let found = Self.good {
      ($0.bus, $0.notifications, $0.isActivatable, $0.isInhibited) = (.missing, .notAsked, nil, nil)
      ($0.socket, $0.daemon, $0.tray, $0.hasDock, $0.unit) = (.nobody, .notAsked, .notAsked, nil, nil)
      $0.presence = .source(.x11)
    }
    let report = Diagnosis.all(found)
    #expect(report.prefix(2).map(\.verdict) == [.broken, .broken])
    #expect(
      report.dropFirst(2).map(\.subject) == [
        .presence, .daemon, .socket, .database, .configuration, .autostart, .links, .desktopEntry, .icons, .language,
      ])
    #expect(report.dropFirst(2).allSatisfy { $0.verdict == .ok })
  }

  @Test func `a line as JSON has every key`() {
    #expect(
      JSON.line(Diagnosis(subject: .icons, name: "icons", judgement: .ok("here")).json)
        == #"{"verdict":"ok","subject":"icons","finding":"here","remedy":null}"#)
  }

  private static func profile(_ name: String, _ vendor: String, _ version: String) -> ServerProfile {
    ServerProfile.profile(name: name, vendor: vendor, version: version)
  }

  @Test func `what hides the island is found, and not to know is nothing`() {
    let xfce = Self.profile("Xfce Notify Daemon", "Xfce", "0.7.3")
    let dunst = Self.profile("dunst", "", "1.9")
    let gnome43 = Self.profile("gnome-shell", "GNOME", "43.9")
    let gnome51 = Self.profile("gnome-shell", "GNOME", "51.0")
    let cases: [(Hindrance.Circumstances, Hindrance.Known)] = [
      (.init(mode: .auto, profile: xfce), .yes(nil)),
      (.init(mode: .auto), .notYet),
      (.init(mode: .auto, isServerMissing: true), .yes(.noServer)),
      (.init(mode: .off, isServerMissing: true), .yes(nil)),
      (.init(mode: .auto, hasBus: false), .yes(.noBus)),
      (.init(mode: .off, hasBus: false), .yes(nil)),
      (.init(mode: .auto, profile: dunst), .notYet),
      (.init(mode: .auto, profile: dunst, isInhibited: true), .yes(.inhibited)),
      (.init(mode: .auto, profile: dunst, isInhibited: false), .yes(nil)),
      (.init(mode: .auto, profile: gnome43, isInhibited: false), .yes(.shortBanner)),
      (.init(mode: .events, profile: gnome43, isInhibited: false), .yes(nil)),
      (.init(mode: .auto, otherClock: .tray, profile: gnome43, isInhibited: false), .yes(nil)),
      (.init(mode: .auto, profile: gnome51, isInhibited: false), .yes(nil)),
      (.init(mode: .auto, profile: gnome51, isInhibited: true), .yes(.inhibited)),
    ]
    for (number, (desktop, known)) in cases.enumerated() { #expect(Hindrance.find(desktop) == known, "case \(number)") }
    for (clock, known) in [(OtherClock.none, Hindrance.viewIsOff), (.tray, nil), (.view, nil)] {
      var desktop = Hindrance.Circumstances(mode: .auto, otherClock: clock, profile: gnome51, isInhibited: false)
      desktop.offersView = true
      #expect(Hindrance.find(desktop) == .yes(known))
    }
  }

  @Test func `who asks is answered once, as soon as it is known or no desktop is there`() {
    var desktop: Hindrance.Circumstances? = .init(mode: .auto)
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

  @Test func `that there is no session bus is said once, as nothing will change that`() {
    var answers: [Hindrance?] = []
    let watch = HindranceWatch { .init(mode: .auto, hasBus: false) }
    for _ in 0..<2 { watch.ask { answers.append($0) } }
    #expect(answers == [.noBus, nil])
  }
}
