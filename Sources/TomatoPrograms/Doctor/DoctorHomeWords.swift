// What doctor says of the tray, the timer itself, what starts it, and what leads to it.

internal import TomatoDesktop
internal import TomatoWords

extension DoctorWords {
  // MARK: Tray and dock

  static let trayOff = tr("not used, as tray.enabled = false says")
  static let noTray = tr("this desktop has none")
  static let installExtension = tr(
    "install and enable GNOME's AppIndicator extension (gnome-shell-extension-appindicator)")
  static let startTray = tr("add a tray (status notifier) to your panel; without one the island shows the time")
  static let traySilent = tr("something has the tray's name on the bus, but does not answer")
  static let restartPanel = tr("start the panel again, or log in again")
  static let trayWithoutHost = tr("a list of items is kept, but nobody draws it")

  static func tray(_ kind: TrayKind) -> String {
    switch kind {
    case .gnome: tr("GNOME's AppIndicator extension")
    case .mate: tr("MATE's panel")
    case .plasma: tr("Plasma's panel")
    case .other: tr("there, and draws icons")
    }
  }

  static let labelShown = tr("the time stands beside the icon")
  static let noLabel = tr("this tray shows none: the time is in the icon's ring and in the tooltip")
  static let useBar = tr("a bar can show it as text: share/doc/tomato-notify/bars.md")
  static let dockListens = tr("one shows the progress on the icon")
  static let noDock = tr("none that shows progress")

  // MARK: The timer

  static func running(_ version: String) -> String { tr("runs, version {version}", ["version": version]) }
  static func otherVersion(_ running: String, _ installed: String) -> String {
    tr("runs as version {running}; installed is {installed}", ["running": running, "installed": installed])
  }
  static let restartDaemon = tr("tomato-notify quit; the next command starts it here, and the phase goes on")
  static let notOnBus = tr("runs, but not on this session bus, so its island and tray are not here")
  static let hangs = tr("something is there but does not answer")
  static let endDaemon = tr("end the process tomato-notifyd; the state is kept")
  static func otherSocket(_ path: String) -> String {
    tr("runs on this session bus, but nobody listens at {path}", ["path": path])
  }
  static let sameRuntime = tr("set XDG_RUNTIME_DIR to what your desktop session has")
  static let notRunning = tr("does not run; the first command starts it")
  static let cannotRun = tr("cannot run without a place for its socket")

  static func answers(_ path: String) -> String { tr("answers at {path}", ["path": path]) }
  static func nobodyListens(_ path: String) -> String { tr("will be {path}", ["path": path]) }
  static func silent(_ path: String) -> String {
    tr("something listens at {path} but does not answer", ["path": path])
  }
  static let setRuntime = tr("set XDG_RUNTIME_DIR to a directory of yours with mode 0700")

  static func noDatabase(_ path: String) -> String { tr("none yet; it will be {path}", ["path": path]) }
  static func noRoom(_ path: String) -> String { tr("{path} cannot be made, so nothing is saved", ["path": path]) }
  static func unusable(_ path: String, _ reason: String) -> String {
    tr("{path} cannot be read: {reason}", ["path": path, "reason": reason])
  }
  static func notWritable(_ path: String) -> String {
    tr("{path} may not be written, so nothing is saved", ["path": path])
  }
  static func opens(_ path: String, _ bytes: Int, _ intervals: Int) -> String {
    tr(
      "{path}, {size} KiB, intervals: {n}",
      ["path": path, "size": String((bytes + 1023) / 1024), "n": String(intervals)])
  }
  static let makeWritable = tr("make the directory and its files yours and writable, or free some disk space")
  static let keptAside = tr("tomato-notify repair saves what can be read of it")
  static func wasKept(_ path: String) -> String {
    tr("an earlier one could not be used and is kept as {path}", ["path": path])
  }
  static func lookAndDelete(_ path: String) -> String {
    tr(
      "tomato-notify repair brings back what can be read of it; delete {path} once you do not need it",
      ["path": path])
  }

  static func rowsKept(_ what: String) -> String {
    tr("a part of the state could not be read and was put aside in it ({what})", ["what": what])
  }
  static let seeRows = tr("look at its table kept_row with sqlite3, and drop that once you do not need it")

  static let noCopies = tr("none yet; the first interval of each day that is over makes one")
  static func copies(_ count: Int, _ day: String?, _ newest: String) -> String {
    guard let day else { return tr("{n}, the newest is {path}", ["n": String(count), "path": newest]) }
    return tr("{n}, the newest of {day}: {path}", ["n": String(count), "day": day, "path": newest])
  }

  static let noMistakes = tr("no mistakes")
  static func mistakes(_ first: String, _ more: Int) -> String {
    tr("{first} (and {n} more)", ["first": first, "n": String(more)])
  }
  static let seeConfiguration = tr("\"tomato-notify config\" lists every key and its value")

  // MARK: What starts it

  static let activatable = tr("possible")
  static func activatable(_ path: String) -> String { tr("possible ({path})", ["path": path]) }
  static let notActivatable = tr("not possible: no service file is installed, so only the command starts the daemon")
  static let serviceNotRead = tr("a service file is installed, but this session bus has not read it")
  static let loginAgain = tr("log in again")
  static func noProgram(_ path: String, _ program: String) -> String {
    tr("{path} names a program that is not there: {program}", ["path": path, "program": program])
  }
  static let installAgain = tr("install it again")
  static let install = tr("make install, or add the share directory of the installation to XDG_DATA_DIRS")

  static let noManager = tr("not used: this session bus starts the daemon itself")
  static let managerSilent = tr("systemd does not say")
  static let unitFailed = tr("installed, and failed")
  static let seeJournal = tr("journalctl --user -u tomato-notify says why; the next command tries again")
  static func unit(_ active: String) -> String { tr("installed, {state}", ["state": active]) }
  static let masked = tr("masked, so the session bus cannot start the daemon")
  static let unmask = "systemctl --user unmask tomato-notify"
  static func notLoaded(_ load: String) -> String {
    tr("systemd does not find it ({state}), so the session bus cannot start the daemon", ["state": load])
  }
  static let reload = tr("install it again, or systemctl --user daemon-reload")

  /// Shorter than the answer of the command `autostart`, which has the line to itself.
  static func autostart(_ state: AutostartState) -> String {
    switch state {
    case .on(let path, arm: false): tr("on, silently ({path})", ["path": path])
    case .on(let path, arm: true): tr("on, and a focus phase begins ({path})", ["path": path])
    case .missing: tr("off: there is no entry")
    case .off(let path, let key): tr("off: {path} says {key}", ["path": path, "key": key])
    case .configuredOff: tr("off, as login.start = off says")
    case .otherDesktop(let path, let key):
      tr("off: {path} leaves out this desktop with {key}", ["path": path, "key": key])
    case .noProgram(let path, let program):
      tr("{path} names a program that is not there: {program}", ["path": path, "program": program])
    case .unusable(_, let reason): reason
    }
  }
  static let turnOn = "tomato-notify autostart on"

  // MARK: What leads to it

  static func handler(_ id: String) -> String { tr("opened by {id}", ["id": id]) }
  static let noHandler = tr("no application opens them")
  static func otherHandler(_ id: String) -> String { tr("another application opens them: {id}", ["id": id]) }
  static let setHandler =
    "xdg-mime default org.tomatoclock.TomatoNotify.desktop x-scheme-handler/tomatoclock"
  static let noEntry = tr("not installed; some desktops hide notifications of unknown applications")
  static let noIcons = tr("not found")
  static func noSVG(_ path: String) -> String {
    tr("{path}; but nothing here draws SVG, as the tray's icons are", ["path": path])
  }
  static let installSVG = tr("install the SVG loader of GdkPixbuf (librsvg2-common)")
  static func outsideTheme(_ path: String) -> String {
    tr("{path}; not in the icon theme, so given by path", ["path": path])
  }

  static func translated(_ locale: String) -> String { tr("{locale}: translated", ["locale": locale]) }
  static func english(_ locale: String) -> String { tr("{locale}: English", ["locale": locale]) }
  static func noCatalogue(_ locale: String) -> String {
    tr("{locale}: no translation, so English", ["locale": locale])
  }
}
