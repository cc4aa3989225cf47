// doctor as a whole: the built program, on private buses with fakes, with the daemon and without.
import GLibBridge
import Glibc
import TestKit
import Testing
import TomatoLink

@testable import TomatoPrograms
@testable import TomatoWords

@MainActor @Suite(.serialized) struct DoctorRunTests {
  private let home: BusHome

  init() throws { home = try BusHome(prefix: InstalledTree.shared.get().prefix) }

  private func files() -> [String] {
    Program.run(["find", home.folder, "-printf", "%P %s\n"]).output.split(separator: "\n").map(String.init).sorted()
  }

  private func line(_ subject: String, _ output: String) -> String {
    String(output.split(separator: "\n").first { $0.dropFirst(10).hasPrefix(subject + ":") } ?? "")
  }

  @Test func `the page shows what doctor says`() throws {
    let server = FakeNotificationServer.on(home)
    defer { withExtendedLifetime(server) {} }
    let tray = try FakeTray(home.bus.address)
    tray.appear(with: ["org.kde.kded5"])
    _ = home.runTurning("tomato-notifyd", "autostart", "install")
    _ = home.runTurning("tomato-notify", "start")
    let doctor = home.runTurning("tomato-notify", "doctor")
    #expect(doctor.code == 0)
    let places = [
      (home.folder + "/run", "/run/user/1000"), (home.folder + "/state", "/home/someone/.local/state"),
      (home.folder + "/config", "/home/someone/.config"),
      (try InstalledTree.shared.get().prefix, "/home/someone/.local"),
    ]
    let shown = places.reduce(doctor.output) { $0.replacing($1.0, with: $1.1) }.split(separator: "\n")
    let page = Repository.text("docs/doctor.md").split(separator: "\n").filter { $0.hasPrefix("    ") }
      .map { $0.dropFirst(4) }.filter { line in Diagnosis.Verdict.allCases.contains { line.hasPrefix($0.rawValue) } }
    let known = Repository.text("Tests/Data/doctor.txt").split(separator: "\n")
    #expect(page.count >= 6 && page.allSatisfy(known.contains))
    // What draws SVG, and how much the database's log has grown, is the moment's own.
    let isOwn = { (line: Substring) in line.contains("icons:") || line.contains("history:") }
    #expect(shown.filter { !isOwn($0) } == known.filter { !isOwn($0) }, "\(doctor.output)")
    tray.disappear()
  }

  @Test func `the page names every subject and every key`() throws {
    let page = Repository.text("docs/doctor.md")
    for subject in Diagnosis.Subject.allCases { #expect(page.contains("| `\(subject.rawValue)` |"), "\(subject)") }
    for verdict in Diagnosis.Verdict.allCases { #expect(page.contains("| `\(verdict.rawValue)` |"), "\(verdict)") }
    let report = home.run("tomato-notify", "doctor", "--json")
    let lines = report.output.split(separator: "\n")
    #expect(lines.count > 10 && report.code == 1)
    for line in lines {
      let keys = ["\"verdict\":\"", "\"subject\":\"", "\"finding\":\"", "\"remedy\":"]
      #expect(line.hasPrefix("{\"verdict\"") && keys.allSatisfy(line.contains), "\(line)")
    }
  }

  @Test func `it changes nothing and starts nothing, before the first start and after the daemon has ended`() throws {
    for _ in 1...2 {
      let before = files()
      let doctor = home.run("tomato-notify", "doctor")
      #expect(doctor.output.contains("ok        daemon: does not run"), "\(doctor.output)")
      #expect(files() == before)
      #expect(try home.owner() == nil)
      _ = try home.perform("tomatoclock://start")
      try home.endDaemon()
      try #require(home.hasEnded())
    }
  }

  @Test func `a server that the bus could start is not started`() throws {
    let home = try BusHome()
    let services = home.folder + "/data/dbus-1/services"
    Files.write(
      "[D-BUS Service]\nName=\(BusObject.notifications.name)\nExec=/usr/bin/touch \(home.folder)/started\n",
      to: "\(services)/\(BusObject.notifications.name).service")
    _ = try home.result(BusObject.bus.name, BusObject.bus.path, BusObject.bus.name, "ReloadConfig", []).get()
    let doctor = home.run("tomato-notify", "doctor")
    #expect(line("notification server", doctor.output).hasPrefix("untested  "), "\(doctor.output)")
    #expect(access(home.folder + "/started", F_OK) != 0)
  }

  @Test func `the daemon that runs is asked: its version, its history, its socket`() throws {
    _ = try home.perform("tomatoclock://start")
    let doctor = home.run("tomato-notify", "doctor")
    #expect(line("daemon", doctor.output) == "ok        daemon: runs, version \(tomatoVersion)")
    #expect(
      line("control socket", doctor.output)
        == "ok        control socket: answers at \(home.folder)/run/tomato-notify.sock")
    #expect(line("history", doctor.output).hasPrefix("ok        history: \(home.folder)/state/"), "\(doctor.output)")
    // The socket beside the lock is reached from another session, too; from another home nothing is.
    let apart = "\(home.folder)/home"
    let session = home.run("tomato-notify", "doctor", without: "XDG_RUNTIME_DIR", with: "XDG_RUNTIME_DIR=\(apart)")
    #expect(
      line("control socket", session.output)
        == "ok        control socket: answers at \(home.folder)/state/tomato-notify/tomato-notify.sock")
    let elsewhere = home.run(
      "env", "XDG_RUNTIME_DIR=\(apart)", "XDG_STATE_HOME=\(apart)", "\(home.programs)/tomato-notify", "doctor")
    #expect(line("daemon", elsewhere.output).contains("nobody listens at"), "\(elsewhere.output)")
    let other = try PrivateBus()
    let otherBus = home.run(
      "tomato-notify", "doctor", without: "DBUS_SESSION_BUS_ADDRESS", with: "DBUS_SESSION_BUS_ADDRESS=" + other.address)
    #expect(line("daemon", otherBus.output).contains("not on this session bus"), "\(otherBus.output)")
  }

  @Test func `an unlucky installation: each break is found, and the exit code is 1`() throws {
    let home = try BusHome(service: "/nonexistent/tomato-notifyd")
    mkdir(home.folder + "/state", 0o700)
    mkdir(home.folder + "/state/tomato-notify", 0o700)
    Files.write("no database at all", to: home.folder + "/state/tomato-notify/tomato.sqlite3")
    Files.write("one", to: home.folder + "/state/tomato-notify/tomato.sqlite3.kept-1")
    home.configure("[island]\nmode = sideways\n")
    let doctor = home.run("tomato-notify", "doctor")
    #expect(doctor.code == 1)
    #expect(line("start by the session bus", doctor.output).contains("/nonexistent/tomato-notifyd"))
    #expect(line("history", doctor.output).hasPrefix("broken "), "\(doctor.output)")
    #expect(line("configuration", doctor.output).contains("sideways"), "\(doctor.output)")
    #expect(line("notification server", doctor.output).hasPrefix("broken "))
  }

  @Test(arguments: [
    ("loaded", "inactive", "ok"), ("not-found", "inactive", "broken"), ("masked", "inactive", "broken"),
  ])
  func `systemd is asked for the unit`(load: String, active: String, verdict: String) throws {
    let systemd = try home.bus.connect()
    let xml = Introspection.xml([BusObject.systemdUnit.interface: ["LoadState: s", "ActiveState: s"]])
    let object = try systemd.register(
      BusObject.systemdUnit.path, BusObject.systemdUnit.interface, xml: xml,
      BusHandlers(call: { _ in }, get: { .string($0 == "LoadState" ? load : active) }))
    let name = systemd.own(BusObject.systemd1.name)
    let doctor = home.runTurning("tomato-notify", "doctor")
    #expect(line("systemd unit", doctor.output).hasPrefix(verdict), "\(doctor.output)")
    for registration in [object, name] { registration.cancel() }
  }

  /// This connection's main loop stands still while doctor runs, so no question is answered.
  @Test func `on a desktop that hangs it ends within seconds, and says what hangs`() throws {
    let hung = try home.bus.connect()
    let objects = [
      (BusObject.notifications.name, BusObject.notifications.path, BusObject.notifications.name),
      (BusObject.trayWatcher.name, BusObject.trayWatcher.path, BusObject.trayWatcher.name),
      (BusObject.systemd1.name, BusObject.systemdUnit.path, BusObject.systemdUnit.interface),
      (BusNames.application, BusNames.applicationPath, BusNames.tomatoNotify1),
    ]
    var registrations: [BusRegistration] = []
    for (name, path, interface) in objects {
      let xml = Introspection.xml([
        interface: [
          "GetServerInformation", "IsStatusNotifierHostRegistered: b", "LoadState: s", "ActiveState: s", "Version: s",
        ]
      ])
      registrations.append(
        try hung.register(path, interface, xml: xml, BusHandlers(call: { _ in }, get: { _ in .bool(true) })))
      registrations.append(hung.own(name))
    }
    var doctor: (code: Int32?, output: String) = (nil, "")
    let duration = ContinuousClock().measure { doctor = home.run("tomato-notify", "doctor") }
    // GDBus itself would wait for 25 s, for each of them.
    #expect(duration < .seconds(25), "\(duration)")
    #expect(doctor.code == 1)
    for subject in ["notification server", "tray", "daemon"] {
      #expect(line(subject, doctor.output).hasPrefix("broken "), "\(doctor.output)")
    }
    #expect(line("systemd unit", doctor.output).hasPrefix("untested "), "\(doctor.output)")
    for registration in registrations { registration.cancel() }
  }
}
