// Doctor's sentences on the tray, the timer itself, what starts it, and what leads to it.

internal import TomatoDesktop
internal import TomatoWords

extension DoctorWords {
  // MARK: Tray and dock

  static let noTray = tr("this desktop has none")
  static let startTray = tr("add a tray (status notifier) to your panel; without one the island shows the time")

  static func tray(_ kind: TrayKind) -> String {
    switch kind {
    case .gnome: tr("GNOME's AppIndicator extension")
    case .mate: tr("MATE's panel")
    case .plasma: tr("Plasma's panel")
    case .other: tr("there, and draws icons")
    }
  }

  // MARK: The timer

  static let restartDaemon = tr("tomato-notify quit; the next command starts it here, and the phase goes on")
  static let endDaemon = tr("end the process tomato-notifyd; the state is kept")

  static let setRuntime = tr("set XDG_RUNTIME_DIR to a directory of yours with mode 0700")

  static let makeWritable = tr("make the directory and its files yours and writable, or free some disk space")

  static func copies(_ count: Int, _ day: String?, _ newest: String) -> String {
    guard let day else { return tr("{n}, the newest is {path}", ["n": String(count), "path": newest]) }
    return tr("{n}, the newest of {day}: {path}", ["n": String(count), "day": day, "path": newest])
  }

  // MARK: What starts it

  static let activatable = tr("possible")
  static func activatable(_ path: String) -> String { tr("possible ({path})", ["path": path]) }
  static let install = tr("make install, or add the share directory of the installation to XDG_DATA_DIRS")

  static func unit(_ active: String) -> String { tr("installed, {state}", ["state": active]) }

  /// Shorter than the sentences of the command `autostart`.
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
  static let setHandler =
    "xdg-mime default org.tomatoclock.TomatoNotify.desktop x-scheme-handler/tomatoclock"
}
