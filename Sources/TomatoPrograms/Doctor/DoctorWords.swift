// Doctor's sentences.

internal import TomatoDesktop
internal import TomatoIsland
internal import TomatoWords

enum DoctorWords {
  static func name(_ subject: Diagnosis.Subject) -> String {
    switch subject {
    case .sessionBus: tr("session bus")
    case .notificationServer: tr("notification server")
    case .capabilities: tr("its capabilities")
    case .island: tr("island")
    case .doNotDisturb: tr("do-not-disturb")
    case .quiet: tr("quiet")
    case .views: tr("the desktop's own bar")
    case .tray: tr("tray")
    case .trayLabel: tr("text in the tray")
    case .dock: tr("dock")
    case .sound: tr("sound")
    case .presence: tr("time away")
    case .devices: tr("camera and microphone")
    case .daemon: tr("daemon")
    case .socket: tr("control socket")
    case .database: tr("history")
    case .copies: tr("copies of the history")
    case .hooks: tr("hooks")
    case .configuration: tr("configuration")
    case .activation: tr("start by the session bus")
    case .unit: tr("systemd unit")
    case .autostart: tr("start at login")
    case .links: tr("tomatoclock: links")
    case .desktopEntry: tr("desktop entry")
    case .icons: tr("icons")
    case .language: tr("language")
    }
  }

  // MARK: Bus and server

  static let useTerminal = tr("\"tomato-notify run\" shows the timer in a terminal; the island needs a desktop session")

  static let silentServer = tr("one has the name on the bus, but does not answer")

  static func server(_ name: String, _ vendor: String, _ version: String) -> String {
    vendor.isEmpty
      ? tr("{name} {version}", ["name": name, "version": version])
      : tr("{name} {version} ({vendor})", ["name": name, "version": version, "vendor": vendor])
  }

  // MARK: Island

  static func style(_ style: IslandStyle) -> String {
    let what =
      switch style {
      case .pinned: tr("stands on the screen and is updated in place")
      case .listed: tr("pops up when a phase begins or ends, and lives on in the message list")
      case .events: tr("pops up when a phase begins or ends, and goes after some seconds")
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
      return tr("chosen by auto, because nothing is taken for granted on a server that was not tried")
    case .events where clock == .view: return tr("chosen by auto, because the desktop's own bar shows all of it")
    case .events where clock == .tray: return tr("chosen by auto, because the tray shows the time")
    case .events, .off: return tr("chosen by auto, because more would disturb with this server")
    }
  }

  static let useCommand = tr("use the tray, the command or links in place of buttons")
  static let noActions = tr("this server shows no buttons: use the command or links")

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

  // MARK: What starts it

  static let install = tr("make install, or add the share directory of the installation to XDG_DATA_DIRS")

  /// Shorter than the sentences of the command `autostart`.
  static func autostart(_ state: AutostartState) -> String {
    switch state.obstacle {
    case nil where state.isArmed: tr("on, and a focus phase begins ({path})", state.places)
    case nil: tr("on, silently ({path})", state.places)
    case .missing: tr("off: there is no entry")
    case .off: tr("off: {path} says {key}", state.places)
    case .configuration: tr("off, as login.start = off says")
    case .desktop: tr("off: {path} leaves out this desktop with {key}", state.places)
    case .program: tr("{path} names a program that is not there: {program}", state.places)
    case .unusable: state.detail
    }
  }

  // MARK: What leads to it

  static let setHandler = "xdg-mime default org.tomatoclock.TomatoNotify.desktop x-scheme-handler/tomatoclock"
}
