// What can be wrong with a desktop; what doctor says of each is in the golden file doctor.txt.

import GLibBridge
import TomatoEngine
import TomatoIsland
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoPrograms
@testable import TomatoSettings
@testable import TomatoWords

/// A trouble, or another thing that doctor tells of, and in which of its lines.
struct DoctorCase {
  var name: String
  var subject: Diagnosis.Subject
  var change: @MainActor (inout Findings) -> Void

  init(_ name: String, _ subject: Diagnosis.Subject, _ change: @escaping @MainActor (inout Findings) -> Void) {
    (self.name, self.subject, self.change) = (name, subject, change)
  }
}

@MainActor extension DoctorCase {
  static var all: [DoctorCase] { shown + timer + doors + sounds + views }

  private static func server(_ name: String, _ vendor: String, _ version: String) -> Findings.Notifications {
    DoctorTests.server(name, vendor, version)
  }

  private static let gnome43 = server("gnome-shell", "GNOME", "43.9")

  private static let shown: [DoctorCase] = [
    DoctorCase("a bus that fails", .sessionBus) { $0.bus = .failed("no such socket") },
    DoctorCase("no server", .notificationServer) { $0.notifications = .nobody(canStart: false) },
    DoctorCase("a server that the bus would start", .notificationServer) { $0.notifications = .nobody(canStart: true) },
    DoctorCase("alerts that wait for nothing", .devices) {
      $0.devices = .init(holdsAlerts: false, folder: "/dev", cameras: 1)
    },
    DoctorCase("alerts that wait", .devices) {
      $0.devices = .init(holdsAlerts: true, folder: "/dev", cameras: 2, microphones: 1)
    },
    DoctorCase("no device to wait for", .devices) { $0.devices = .init(holdsAlerts: true, folder: "/dev") },
    DoctorCase("devices that may not be watched", .devices) {
      $0.devices = .init(holdsAlerts: true, folder: "/dev", cameras: 2, unreadable: 1)
    },
    DoctorCase("no capability", .capabilities) {
      $0.notifications = .found(.init(name: "Xfce Notify Daemon", vendor: "Xfce", version: "0.7.3", capabilities: []))
    },
    DoctorCase("a server without buttons", .capabilities) {
      $0.notifications = DoctorTests.server("Xfce Notify Daemon", "Xfce", "0.9.7", actions: false)
    },
    DoctorCase("a silent server", .notificationServer) { $0.notifications = .unusable("it does not answer") },
    DoctorCase("quiet", .quiet) { $0.isQuiet = true },
    DoctorCase("quiet where it is not possible", .quiet) {
      ($0.isQuiet, $0.notifications) = (true, server("Notification Daemon", "MATE", "1.26.0"))
    },
    DoctorCase("quiet that mako's configuration keeps away", .quiet) {
      $0.notifications = server("mako", "emersion", "0.0.0")
    },
    DoctorCase("a server that was read", .notificationServer) { $0.notifications = server("cinnamon", "GNOME", "6.7") },
    DoctorCase("an unknown server", .notificationServer) { $0.notifications = server("Wired", "me", "0.10") },
    DoctorCase("a version that nobody tried", .notificationServer) {
      $0.notifications = server("gnome-shell", "GNOME", "42.9")
    },
    DoctorCase("an unknown server's island", .island) { $0.notifications = server("Wired", "me", "0.10") },
    DoctorCase("Xfce without a tray", .island) { $0.tray = .none },
    DoctorCase("GNOME 43", .island) { ($0.notifications, $0.tray) = (gnome43, .none) },
    DoctorCase("GNOME 43 with a tray", .island) {
      ($0.notifications, $0.tray) = (gnome43, .watcher(.gnome, hasHost: true))
    },
    DoctorCase("GNOME 43 with a tray that is not wanted", .island) {
      ($0.notifications, $0.tray, $0.wantsTray) = (gnome43, .watcher(.gnome, hasHost: true), false)
    },
    DoctorCase("GNOME 51", .island) { $0.notifications = server("gnome-shell", "GNOME", "51.0") },
    DoctorCase("dunst", .island) { $0.notifications = server("dunst", "knopwob", "1.9.0 (2022-06-27)") },
    DoctorCase("mako", .island) { $0.notifications = server("mako", "emersion", "1.7.1") },
    DoctorCase("no actions", .island) {
      $0.notifications = DoctorTests.server("Xfce Notify Daemon", "Xfce", "0.9.7", actions: false)
    },
    DoctorCase("mode off", .island) { $0.mode = .off },
    DoctorCase("mode events", .island) { $0.mode = .events },
    DoctorCase("a mode that cannot be", .island) { $0.mode = .listed },
    DoctorCase("do-not-disturb", .doNotDisturb) { $0.isInhibited = true },
    DoctorCase("nobody to ask", .doNotDisturb) { $0.isInhibited = nil },
  ]

  private static let timer: [DoctorCase] = [
    DoctorCase("GNOME without its extension", .tray) { ($0.notifications, $0.tray) = (gnome43, .none) },
    DoctorCase("no tray", .tray) { $0.tray = .none },
    DoctorCase("a tray that is not wanted", .tray) { $0.wantsTray = false },
    DoctorCase("a tray that hangs", .tray) { $0.tray = .silent },
    DoctorCase("a tray that nobody draws", .tray) { $0.tray = .watcher(.plasma, hasHost: false) },
    DoctorCase("Plasma's tray", .tray) { $0.tray = .watcher(.plasma, hasHost: true) },
    DoctorCase("Plasma's tray has no text", .trayLabel) { $0.tray = .watcher(.plasma, hasHost: true) },
    DoctorCase("no dock", .dock) { $0.hasDock = false },
    DoctorCase("Cinnamon", .presence) { $0.presence = .source(.manager(.muffin)) },
    DoctorCase("a compositor", .presence) { $0.presence = .source(.wayland) },
    DoctorCase("an X server", .presence) { $0.presence = .source(.x11) },
    DoctorCase("nobody tells of idle time", .presence) { $0.presence = .none },
    DoctorCase("no daemon", .daemon) { ($0.socket, $0.daemon) = (.nobody, .nobody) },
    DoctorCase("no daemon's socket", .socket) { ($0.socket, $0.daemon) = (.nobody, .nobody) },
    DoctorCase("a stopped daemon", .daemon) { $0.socket = .silent },
    DoctorCase("a stopped daemon's socket", .socket) { $0.socket = .silent },
    DoctorCase("a daemon that hangs on the bus", .daemon) { $0.daemon = .silent },
    DoctorCase("a daemon of another version", .daemon) { $0.daemon = .version("0.0.9") },
    DoctorCase("a daemon on another bus", .daemon) { $0.daemon = .nobody },
    DoctorCase("a daemon with another socket", .daemon) { $0.socket = .nobody },
    DoctorCase("no place for the socket", .socket) { ($0.socket, $0.daemon) = (.noPlace("not trusted"), .nobody) },
    DoctorCase("no place for the daemon's socket", .daemon) {
      ($0.socket, $0.daemon) = (.noPlace("not trusted"), .nobody)
    },
  ]

  private static let doors: [DoctorCase] = [
    DoctorCase("no history yet", .database) { $0.database = .none("/db", canBeMade: true) },
    DoctorCase("no place for the history", .database) { $0.database = .none("/db", canBeMade: false) },
    DoctorCase("a history that may not be written", .database) {
      $0.database = .opens("/db", bytes: 1, intervals: 0, isWritable: false)
    },
    DoctorCase("a damaged history", .database) { $0.database = .unusable("/db", "malformed") },
    DoctorCase("a history that was damaged", .database) { $0.keptDatabase = "/db.kept-2" },
    DoctorCase("a part of the state that was damaged", .database) { $0.keptRows = "tea: no" },
    DoctorCase("no copies yet", .copies) { $0.copies = .init(paths: []) },
    DoctorCase("copies", .copies) {
      $0.copies = .init(paths: ["/db.copy-2026-11-22", "/db.copy-2026-11-20"], day: "2026-11-22")
    },
    DoctorCase("copies of a clock that was ahead", .copies) { $0.copies = .init(paths: ["/db.copy-2036-11-22"]) },
    DoctorCase("a mistake", .configuration) { $0.complaints = [Complaint(line: 1, description: "line 1: no.")] },
    DoctorCase("many mistakes", .configuration) {
      $0.complaints = [
        Complaint(line: 1, description: "line 1: no."), Complaint(line: 2, description: "line 2: no."),
        Complaint(line: nil, description: "7 more.", count: 7),
      ]
    },
    DoctorCase("no service file", .activation) { ($0.isActivatable, $0.service) = (false, nil) },
    DoctorCase("nothing at all is installed", .activation) {
      ($0.isActivatable, $0.service, $0.desktopEntry) = (false, nil, nil)
    },
    DoctorCase("a service that the bus has not read", .activation) { ($0.isActivatable, $0.daemon) = (false, .nobody) },
    DoctorCase("a service elsewhere", .activation) { $0.service = nil },
    DoctorCase("a service without its program", .activation) { $0.service?.isProgramThere = false },
    DoctorCase("no systemd", .unit) { $0.unit = .noManager },
    DoctorCase("a unit at rest", .unit) { $0.unit = .known(load: "loaded", active: "inactive") },
    DoctorCase("a unit that failed", .unit) { $0.unit = .known(load: "loaded", active: "failed") },
    DoctorCase("no unit", .unit) { ($0.unit, $0.daemon) = (.known(load: "not-found", active: "inactive"), .nobody) },
    DoctorCase("no unit yet, and the daemon runs", .unit) {
      ($0.unit, $0.daemon) = (.known(load: "not-found", active: "inactive"), .version(tomatoVersion))
    },
    DoctorCase("no unit, and no service that names it", .unit) {
      $0.unit = .known(load: "not-found", active: "inactive")
      $0.service?.unit = nil
    },
    DoctorCase("a masked unit", .unit) { $0.unit = .known(load: "masked", active: "inactive") },
    DoctorCase("a systemd that does not say", .unit) { $0.unit = .silent },
    DoctorCase("armed", .autostart) { $0.autostart = .init(entry: "/e", isArmed: true) },
    DoctorCase("no entry at login", .autostart) { $0.autostart = .init(obstacle: .missing) },
    DoctorCase("off at login", .autostart) { $0.autostart = .init(obstacle: .off, entry: "/e", detail: "Hidden=true") },
    DoctorCase("off at login by configuration", .autostart) {
      $0.autostart = .init(obstacle: .configuration, entry: "/e")
    },
    DoctorCase("not on this desktop", .autostart) {
      $0.autostart = .init(obstacle: .desktop, entry: "/e", detail: "OnlyShowIn")
    },
    DoctorCase("an entry without its program", .autostart) {
      $0.autostart = .init(obstacle: .program, entry: "/e", detail: "/gone")
    },
    DoctorCase("an entry that is none", .autostart) {
      $0.autostart = .init(obstacle: .unusable, entry: "/e", detail: "/e is a directory.")
    },
    DoctorCase("no SVG", .icons) { $0.readsSVG = false },
    DoctorCase("icons beside the program", .icons) { $0.icon = .init(path: "/srv/x.png", isInTheme: false) },
    DoctorCase("English", .language) { $0.language = .init(wanted: "C.UTF-8", isTranslated: false) },
    DoctorCase("a language that we lack", .language) { $0.language = .init(wanted: "eo", isTranslated: false) },
    DoctorCase("no link handler", .links) { $0.linkHandler = nil },
    DoctorCase("nothing installed", .links) { ($0.linkHandler, $0.desktopEntry) = (nil, nil) },
    DoctorCase("another handler", .links) { $0.linkHandler = "other.desktop" },
    DoctorCase("no desktop entry", .desktopEntry) { $0.desktopEntry = nil },
    DoctorCase("no icons", .icons) { $0.icon = nil },
  ]

  private static func sound(
    _ name: String, _ settings: SoundSettings = SoundSettings(), trouble: String? = nil, library: Bool = false,
    on server: String = "dunst"
  ) -> DoctorCase {
    DoctorCase(name, .sound) {
      $0.notifications = DoctorTests.server(server, "", "1.9.0")
      $0.sound = .init(settings: settings, trouble: trouble, hasLibrary: library)
    }
  }

  private static let sounds = [
    sound("a sound that we play", library: true), sound("a sound that nobody plays"),
    sound("a sound that the server plays", on: "Budgie Notification Server"),
    sound("half a volume, with a server that plays", SoundSettings(volume: 50), on: "Budgie Notification Server"),
    sound("no sound", SoundSettings(sound: .off)),
    sound("a sound that is not there", SoundSettings(sound: .file("/a")), trouble: "/a cannot be read.", library: true),
  ]

  private static let views: [DoctorCase] = [
    DoctorCase("a view that is on", .views) { ($0.gnomeView, $0.view, $0.tray) = (.on, .view, .none) },
    DoctorCase("no tray beside a view", .tray) { ($0.gnomeView, $0.view, $0.tray) = (.on, .view, .none) },
    DoctorCase("a view that is off", .views) { ($0.gnomeView, $0.tray) = (.off, .none) },
    DoctorCase("no tray, and a view that is off", .tray) { ($0.gnomeView, $0.tray) = (.off, .none) },
    DoctorCase("a view that is broken", .views) { ($0.gnomeView, $0.tray) = (.broken(""), .none) },
    DoctorCase("a view of another version", .views) { ($0.gnomeView, $0.view) = (.otherVersion("0.9.0"), .view) },
    DoctorCase("Plasma's ring", .views) { ($0.plasmaView, $0.view) = (.off, .tray) },
    DoctorCase("Plasma's panel", .views) { ($0.plasmaView, $0.view) = (.on, .view) },
    DoctorCase("a Plasma that runs since before the widget", .views) { ($0.plasmaView, $0.view) = (.off, .none) },
    DoctorCase("a Plasma without the widget", .views) { $0.plasmaView = .notInstalled },
    DoctorCase("an early Plasma", .views) { $0.plasmaView = .outdated },
    DoctorCase("a silent Plasma", .views) { $0.plasmaView = .silent },
    DoctorCase("a view that is outdated", .views) { ($0.gnomeView, $0.tray) = (.outdated, .none) },
    DoctorCase("no view is possible", .views) { _ in },
  ]
}
