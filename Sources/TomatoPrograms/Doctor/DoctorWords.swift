// Doctor's sentences.

internal import TomatoDesktop
internal import TomatoIsland
internal import TomatoWords

enum DoctorWords {
  // MARK: Bus and server

  static let useTerminal = tr("\"tomato-notify run\" shows the timer in a terminal; the island needs a desktop session")

  static let silentServer = tr("one has the name on the bus, but does not answer")

  // MARK: Island

  static func style(_ style: IslandStyle) -> String {
    let what =
      switch style {
      case .pinned: tr("stands on the screen and is updated in place")
      case .listed: tr("pops up when a phase begins or ends, and lives on in the message list")
      case .events: tr("pops up when a phase begins or ends, and disappears after some seconds")
      case .off: tr("is never shown")
      }
    return tr("it {what} ({style})", ["what": what, "style": style.rawValue])
  }

  static func why(_ mode: IslandMode, _ style: IslandStyle, _ row: ServerRow?, _ clock: OtherClock) -> String {
    let wanted = mode.rawValue
    guard mode == .auto else {
      return wanted == style.rawValue
        ? tr("as island.mode = {mode} says", ["mode": wanted])
        : tr("island.mode = {mode} is not possible with this server", ["mode": wanted])
    }
    switch style {
    case .pinned: return tr("chosen by auto, because this server updates it without popping it up again")
    case .listed: return tr("chosen by auto, because this server keeps its buttons working in the list")
    case .events where row?.isMeasured != true:
      return tr("chosen by auto, because this server is untested")
    case .events where clock == .view: return tr("chosen by auto, because the desktop's own bar shows all of it")
    case .events where clock == .tray: return tr("chosen by auto, because the tray shows the time")
    case .events, .off: return tr("chosen by auto, because more would disturb with this server")
    }
  }

  static let useCommand = tr("use the tray, the command or links in place of buttons")
  static let noActions = tr("this server shows no buttons: use the command or links")

  // MARK: Tray and dock

  static let gnomeTray = tr("GNOME's AppIndicator extension")
  static let noTray = tr("this desktop has none")
  static let startTray = tr("add a tray (status notifier) to your panel; without one the island shows the time")

  // MARK: The timer

  static let restartDaemon = tr("tomato-notify quit; the next command starts it here, and the phase goes on")
  static let endDaemon = tr("end the process tomato-notifyd; the state is kept")
  static let setRuntime = tr("set XDG_RUNTIME_DIR to a directory of yours with mode 0700")
  static let makeWritable = tr("make the directory and its files yours and writable, or free some disk space")

  // MARK: What starts it

  static let install = tr("make install, or add the share directory of the installation to XDG_DATA_DIRS")

  // MARK: What leads to it

  static let setHandler = "xdg-mime default org.tomatoclock.TomatoNotify.desktop x-scheme-handler/tomatoclock"
}
