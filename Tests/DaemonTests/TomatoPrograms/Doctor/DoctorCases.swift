// What can be wrong with a desktop, and what doctor says of it.

import GLibBridge
import Testing
import TomatoEngine
import TomatoIsland
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoPrograms
@testable import TomatoSettings
@testable import TomatoWords

nonisolated struct DoctorCase: Sendable, CustomTestStringConvertible {
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

extension DoctorCase {
  static let all = shown + timer + doors
  private typealias Server = Findings.Server

  static let shown: [DoctorCase] = [
    DoctorCase("a bus that fails", .sessionBus, .broken, "no such socket", "tomato-notify run") {
      $0.bus = .failed("no such socket")
    },
    DoctorCase("no server", .notificationServer, .broken, "none runs", "install one") {
      $0.notifications = .nobody(canStart: false)
    },
    DoctorCase(
      "a server that the bus would start", .notificationServer, .untested, "none runs now", "tomato-notify demo"
    ) {
      $0.notifications = .nobody(canStart: true)
    },
    DoctorCase("alerts that wait for nothing", .devices, .ok, "no alert waits for them") {
      $0.devices = .init(holdsAlerts: false, folder: "/dev", cameras: 1)
    },
    DoctorCase("alerts that wait", .devices, .ok, "is in use; cameras: 2, microphones: 1") {
      $0.devices = .init(holdsAlerts: true, folder: "/dev", cameras: 2, microphones: 1)
    },
    DoctorCase("no device to wait for", .devices, .limited, "there is none in /dev") {
      $0.devices = .init(holdsAlerts: true, folder: "/dev")
    },
    DoctorCase("devices that may not be watched", .devices, .limited, "this user may not see", "groups video and") {
      $0.devices = .init(holdsAlerts: true, folder: "/dev", cameras: 2, unreadable: 1)
    },
    DoctorCase("no capability", .capabilities, .limited, "does not say", "links") {
      $0.notifications = .found(Server(name: "Xfce Notify Daemon", vendor: "Xfce", version: "0.7.3", capabilities: []))
    },
    DoctorCase("a server without buttons", .capabilities, .limited, "it has: body", "links") {
      $0.notifications = DoctorTests.server("Xfce Notify Daemon", "Xfce", "0.9.7", actions: false)
    },
    DoctorCase("a silent server", .notificationServer, .broken, "does not answer", "end it") {
      $0.notifications = .unusable("it does not answer")
    },
    DoctorCase("quiet", .quiet, .ok, "on: messages are held back") { $0.isQuiet = true },
    DoctorCase("quiet where it is not possible", .quiet, .limited, "not possible here: with its do-not-disturb") {
      $0.isQuiet = true
      $0.notifications = DoctorTests.server("Notification Daemon", "MATE", "1.26.0")
    },
    DoctorCase("quiet that mako's configuration keeps away", .quiet, .ok, "no mode do-not-disturb", "invisible=1") {
      $0.notifications = DoctorTests.server("mako", "emersion", "0.0.0")
    },
    DoctorCase(
      "a server that was read", .notificationServer, .untested, "untested here: only its source was read", "demo"
    ) {
      $0.notifications = DoctorTests.server("cinnamon", "GNOME", "6.7")
    },
    DoctorCase("an unknown server", .notificationServer, .untested, "Wired 0.10 (me), untested here", "demo") {
      $0.notifications = DoctorTests.server("Wired", "me", "0.10")
    },
    DoctorCase("a version that nobody tried", .notificationServer, .untested, "nobody has tried this version", "demo") {
      $0.notifications = DoctorTests.server("gnome-shell", "GNOME", "42.9")
    },
    DoctorCase("an unknown server's island", .island, .untested, "nothing is taken for granted") {
      $0.notifications = DoctorTests.server("Wired", "me", "0.10")
    },
    DoctorCase("Xfce without a tray", .island, .ok, "stands on the screen and is updated in place (pinned)") {
      $0.tray = .none
    },
    DoctorCase("GNOME 43", .island, .limited, "(events); chosen by auto", "tomato-notify show") {
      ($0.notifications, $0.tray) = (DoctorTests.server("gnome-shell", "GNOME", "43.9"), .none)
    },
    DoctorCase("GNOME 43 with a tray", .island, .ok, "because the tray shows the time", "island.mode pinned") {
      ($0.notifications, $0.tray) = (
        DoctorTests.server("gnome-shell", "GNOME", "43.9"), .watcher(.gnome, hasHost: true)
      )
    },
    DoctorCase("GNOME 43 with a tray that is not wanted", .island, .limited, "(events)", "tomato-notify show") {
      ($0.notifications, $0.tray) = (
        DoctorTests.server("gnome-shell", "GNOME", "43.9"), .watcher(.gnome, hasHost: true)
      )
      $0.wantsTray = false
    },
    DoctorCase("GNOME 51", .island, .ok, "(listed); chosen by auto") {
      $0.notifications = DoctorTests.server("gnome-shell", "GNOME", "51.0")
    },
    DoctorCase("dunst", .island, .limited, "no buttons: a middle click", "island.mode pinned") {
      $0.notifications = DoctorTests.server("dunst", "knopwob", "1.9.0 (2022-06-27)")
    },
    DoctorCase("mako", .island, .limited, "no buttons: a click", "island.mode pinned") {
      $0.notifications = DoctorTests.server("mako", "emersion", "1.7.1")
    },
    DoctorCase("no actions", .island, .limited, "shows no buttons", "island.mode pinned") {
      $0.notifications = DoctorTests.server("Xfce Notify Daemon", "Xfce", "0.9.7", actions: false)
    },
    DoctorCase("mode off", .island, .limited, "never shown (off)", "config set island.mode auto") { $0.mode = .off },
    DoctorCase("mode events", .island, .ok, "as island.mode = events says") { $0.mode = .events },
    DoctorCase("a mode that cannot be", .island, .limited, "island.mode = listed is not possible", "tomato-notify show")
    {
      $0.mode = .listed
    },
    DoctorCase("do-not-disturb", .doNotDisturb, .limited, "it is on", "switch it off") { $0.isInhibited = true },
    DoctorCase("nobody to ask", .doNotDisturb, .untested, "cannot be asked") { $0.isInhibited = nil },
  ]

  static let timer: [DoctorCase] = [
    DoctorCase("GNOME without its extension", .tray, .limited, "none", "gnome-shell-extension-appindicator") {
      ($0.notifications, $0.tray) = (DoctorTests.server("gnome-shell", "GNOME", "43.9"), .none)
    },
    DoctorCase("no tray", .tray, .limited, "none", "add a tray") { $0.tray = .none },
    DoctorCase("a tray that is not wanted", .tray, .ok, "tray.enabled = false") { $0.wantsTray = false },
    DoctorCase("a tray that hangs", .tray, .broken, "does not answer", "panel") { $0.tray = .silent },
    DoctorCase("a tray that nobody draws", .tray, .limited, "nobody draws", "add a tray") {
      $0.tray = .watcher(.plasma, hasHost: false)
    },
    DoctorCase("Plasma's tray", .tray, .ok, "Plasma's panel") { $0.tray = .watcher(.plasma, hasHost: true) },
    DoctorCase("Plasma's tray has no text", .trayLabel, .limited, "none", "share/doc/tomato-notify/bars.md") {
      $0.tray = .watcher(.plasma, hasHost: true)
    },
    DoctorCase("no dock", .dock, .ok, "none that shows progress") { $0.hasDock = false },
    DoctorCase("Cinnamon", .presence, .ok, "Muffin's idle monitor") { $0.presence = .source(.manager(.muffin)) },
    DoctorCase("a compositor", .presence, .ok, "compositor's idle notifier") { $0.presence = .source(.wayland) },
    DoctorCase("an X server", .presence, .ok, "X server's idle counter") { $0.presence = .source(.x11) },
    DoctorCase("nobody tells of idle time", .presence, .limited, "only a locked screen", "tomato-notify away") {
      $0.presence = .none
    },
    DoctorCase("no daemon", .daemon, .ok, "the first command starts it") {
      ($0.socket, $0.daemon) = (.nobody, .nobody)
    },
    DoctorCase("no daemon's socket", .socket, .ok, "will be /run/s") { ($0.socket, $0.daemon) = (.nobody, .nobody) },
    DoctorCase("a stopped daemon", .daemon, .broken, "does not answer", "tomato-notifyd") { $0.socket = .silent },
    DoctorCase("a stopped daemon's socket", .socket, .broken, "/run/s but does not answer", "tomato-notifyd") {
      $0.socket = .silent
    },
    DoctorCase("a daemon that hangs on the bus", .daemon, .broken, "does not answer", "tomato-notifyd") {
      $0.daemon = .silent
    },
    DoctorCase("a daemon of another version", .daemon, .limited, "version 0.0.9; installed is", "tomato-notify quit") {
      $0.daemon = .version("0.0.9")
    },
    DoctorCase("a daemon on another bus", .daemon, .broken, "not on this session bus", "tomato-notify quit") {
      $0.daemon = .nobody
    },
    DoctorCase("a daemon with another socket", .daemon, .broken, "nobody listens at /run/s", "XDG_RUNTIME_DIR") {
      $0.socket = .nobody
    },
    DoctorCase("no place for the socket", .socket, .broken, "not trusted", "XDG_RUNTIME_DIR") {
      ($0.socket, $0.daemon) = (.noPlace("not trusted"), .nobody)
    },
    DoctorCase("no place for the daemon's socket", .daemon, .broken, "cannot run", "XDG_RUNTIME_DIR") {
      ($0.socket, $0.daemon) = (.noPlace("not trusted"), .nobody)
    },
  ]

  static let doors: [DoctorCase] = [
    DoctorCase("no history yet", .database, .ok, "none yet") { $0.database = .none("/db", canBeMade: true) },
    DoctorCase("no place for the history", .database, .broken, "nothing is saved", "writable") {
      $0.database = .none("/db", canBeMade: false)
    },
    DoctorCase("a history that may not be written", .database, .broken, "may not be written", "writable") {
      $0.database = .opens("/db", bytes: 1, intervals: 0, isWritable: false)
    },
    DoctorCase("a damaged history", .database, .broken, "cannot be read: malformed", "repair saves what can be read") {
      $0.database = .unusable("/db", "malformed")
    },
    DoctorCase("a history that was damaged", .database, .limited, "intervals: 12; an earlier one", "delete /db.kept-2")
    {
      $0.keptDatabase = "/db.kept-2"
    },
    DoctorCase("a part of the state that was damaged", .database, .limited, "put aside in it (tea: no)", "kept_row") {
      $0.keptRows = "tea: no"
    },
    DoctorCase("no copies yet", .copies, .ok, "none yet") { $0.copies = .init(paths: []) },
    DoctorCase("copies", .copies, .ok, "2, the newest of 2026-11-22: /db.copy-2026-11-22") {
      $0.copies = .init(paths: ["/db.copy-2026-11-22", "/db.copy-2026-11-20"], day: "2026-11-22")
    },
    DoctorCase("copies of a clock that was ahead", .copies, .ok, "1, the newest is /db.copy") {
      $0.copies = .init(paths: ["/db.copy-2036-11-22"])
    },
    DoctorCase("a mistake", .configuration, .limited, "line 1: no.", "tomato-notify config") {
      $0.complaints = [Complaint(line: 1, description: "line 1: no.")]
    },
    DoctorCase("many mistakes", .configuration, .limited, "line 1: no. (and 8 more)", "tomato-notify config") {
      $0.complaints = [
        Complaint(line: 1, description: "line 1: no."), Complaint(line: 2, description: "line 2: no."),
        Complaint(line: nil, description: "7 more.", count: 7),
      ]
    },
    DoctorCase("no service file", .activation, .broken, "not possible", "make install") {
      ($0.isActivatable, $0.service) = (false, nil)
    },
    DoctorCase("nothing at all is installed", .activation, .limited, "not possible", "make install") {
      ($0.isActivatable, $0.service, $0.desktopEntry) = (false, nil, nil)
    },
    DoctorCase("a service that the bus has not read", .activation, .broken, "has not read it", "log in") {
      $0.isActivatable = false
      $0.daemon = .nobody
    },
    DoctorCase("a service elsewhere", .activation, .ok, "possible") { $0.service = nil },
    DoctorCase("a service without its program", .activation, .broken, "/usr/bin/x", "install") {
      $0.service?.isProgramThere = false
    },
    DoctorCase("no systemd", .unit, .ok, "starts the daemon itself") { $0.unit = .noManager },
    DoctorCase("a unit at rest", .unit, .ok, "installed, inactive") {
      $0.unit = .known(load: "loaded", active: "inactive")
    },
    DoctorCase("a unit that failed", .unit, .limited, "failed", "journalctl") {
      $0.unit = .known(load: "loaded", active: "failed")
    },
    DoctorCase("no unit", .unit, .broken, "does not find it (not-found)", "daemon-reload") {
      $0.unit = .known(load: "not-found", active: "inactive")
      $0.daemon = .nobody
    },
    DoctorCase("no unit yet, and the daemon runs", .unit, .limited, "does not find it (not-found)", "daemon-reload") {
      $0.unit = .known(load: "not-found", active: "inactive")
      $0.daemon = .version(tomatoVersion)
    },
    DoctorCase("no unit, and no service that names it", .unit, .limited, "not-found", "make install") {
      $0.unit = .known(load: "not-found", active: "inactive")
      $0.service?.unit = nil
    },
    DoctorCase("a masked unit", .unit, .broken, "masked", "unmask") {
      $0.unit = .known(load: "masked", active: "inactive")
    },
    DoctorCase("a systemd that does not say", .unit, .untested, "does not say") { $0.unit = .silent },
    DoctorCase("armed", .autostart, .ok, "a focus phase begins") { $0.autostart = .init(entry: "/e", isArmed: true) },
    DoctorCase("no entry at login", .autostart, .limited, "there is no entry", "autostart on") {
      $0.autostart = .init(obstacle: .missing)
    },
    DoctorCase("off at login", .autostart, .ok, "/e says Hidden=true") {
      $0.autostart = .init(obstacle: .off, entry: "/e", detail: "Hidden=true")
    },
    DoctorCase("off at login by configuration", .autostart, .ok, "login.start = off") {
      $0.autostart = .init(obstacle: .configuration, entry: "/e")
    },
    DoctorCase("not on this desktop", .autostart, .limited, "OnlyShowIn") {
      $0.autostart = .init(obstacle: .desktop, entry: "/e", detail: "OnlyShowIn")
    },
    DoctorCase("an entry without its program", .autostart, .broken, "/gone", "autostart on") {
      $0.autostart = .init(obstacle: .program, entry: "/e", detail: "/gone")
    },
    DoctorCase("an entry that is none", .autostart, .broken, "/e is a directory", "autostart on") {
      $0.autostart = .init(obstacle: .unusable, entry: "/e", detail: "/e is a directory.")
    },
    DoctorCase("no SVG", .icons, .limited, "draws SVG", "librsvg2-common") { $0.readsSVG = false },
    DoctorCase("icons beside the program", .icons, .ok, "not in the icon theme") {
      $0.icon = .init(path: "/srv/x.png", isInTheme: false)
    },
    DoctorCase("English", .language, .ok, "C.UTF-8: English") {
      $0.language = .init(wanted: "C.UTF-8", isTranslated: false)
    },
    DoctorCase("a language that we lack", .language, .limited, "no translation") {
      $0.language = .init(wanted: "eo", isTranslated: false)
    },
    DoctorCase("no link handler", .links, .limited, "no application", "xdg-mime default") { $0.linkHandler = nil },
    DoctorCase("nothing installed", .links, .limited, "no application", "make install") {
      ($0.linkHandler, $0.desktopEntry) = (nil, nil)
    },
    DoctorCase("another handler", .links, .limited, "other.desktop", "xdg-mime default") {
      $0.linkHandler = "other.desktop"
    },
    DoctorCase("no desktop entry", .desktopEntry, .limited, "not installed", "make install") { $0.desktopEntry = nil },
    DoctorCase("no icons", .icons, .limited, "not found", "make install") { $0.icon = nil },
  ]
}
