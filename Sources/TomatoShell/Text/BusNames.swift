// Every bus name, object path and application id.

internal import TomatoIsland

enum BusNames {
  /// The application's id: its desktop file, its bus name.
  static let application = "org.tomatoclock.TomatoNotify"
  /// The application's object: its id as a path.
  static let applicationPath = "/org/tomatoclock/TomatoNotify"
  /// The Desktop Entry Specification's interface for applications that the bus can start.
  static let freedesktopApplication = "org.freedesktop.Application"
  /// This project's own interface, at the same path: docs/dbus.md.
  static let tomatoNotify1 = "org.tomatoclock.TomatoNotify1"
  /// The tray item's menu: the protocol, and our object that speaks it.
  static let dbusMenu = "com.canonical.dbusmenu"
  static let menuPath = "/org/tomatoclock/TomatoNotify/Menu"
  /// Progress and a number on the application's icon in a dock: the protocol, our object, and the name that a dock
  /// takes to say that it listens.
  static let launcherEntry = "com.canonical.Unity.LauncherEntry"
  static let dockPath = "/org/tomatoclock/TomatoNotify/Dock"
  static let unity = "com.canonical.Unity"
  /// Plasma's jobs: who shows them, its object, and what that and a job speak.
  static let jobViewServer = "org.kde.JobViewServer"
  static let jobViewServerPath = "/JobViewServer"
  static let jobViewServerV2 = "org.kde.JobViewServerV2"
  static let jobViewV3 = "org.kde.JobViewV3"
  static let properties = "org.freedesktop.DBus.Properties"
  static let bus = "org.freedesktop.DBus"
  static let busPath = "/org/freedesktop/DBus"
  static let notifications = "org.freedesktop.Notifications"
  static let notificationsPath = "/org/freedesktop/Notifications"
  /// Dunst's interface with the property `paused`.
  static let dunst = "org.dunstproject.cmd0"
  static let swaync = "org.erikreider.swaync.cc"
  static let swayncPath = "/org/erikreider/swaync/cc"
  /// The name of mako is that of every server.
  static let mako = "fr.emersion.Mako"
  static let makoPath = "/fr/emersion/Mako"
  static let xfconf = "org.xfce.Xfconf"
  static let xfconfPath = "/org/xfce/Xfconf"
  /// Every tray keeps its list of items under this name.
  static let trayWatcher = "org.kde.StatusNotifierWatcher"
  static let trayWatcherPath = "/StatusNotifierWatcher"
  static let trayItem = "org.kde.StatusNotifierItem"
  static let trayItemPath = "/StatusNotifierItem"
  /// The name of the only item of this process, as the specification makes it.
  static func trayItemName(process: Int32) -> String { "org.kde.StatusNotifierItem-\(process)-1" }
  static let gnomeShell = "org.gnome.Shell"
  static let kded5 = "org.kde.kded5"
  static let kded6 = "org.kde.kded6"
  static let matePanel = "org.mate.Panel"
  static let mateNotificationArea = "org.mate.panel.applet.NotificationAreaAppletFactory"
  static let gettextDomain = "tomato-notify"
  static let systemd1 = "org.freedesktop.systemd1"
  static let systemd1Unit = "org.freedesktop.systemd1.Unit"
  /// The object of tomato-notify.service, whose name is written as systemd writes it in paths.
  static let systemdUnitPath = "/org/freedesktop/systemd1/unit/tomato_2dnotify_2eservice"
  static let systemd1Path = "/org/freedesktop/systemd1"
  static let systemd1Manager = "org.freedesktop.systemd1.Manager"
  /// https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.OpenURI.html
  static let portal = "org.freedesktop.portal.Desktop"
  static let portalPath = "/org/freedesktop/portal/desktop"
  static let portalOpenURI = "org.freedesktop.portal.OpenURI"
  static let portalRequest = "org.freedesktop.portal.Request"
  /// Settings of GNOME, for all applications, such as `show-banners`, and for ours; the path is made of the desktop
  /// entry: lower case, and `-` for what is no letter.
  static let gnomeNotifications = "org.gnome.desktop.notifications"
  static let gnomeNotificationsPath =
    "/org/gnome/desktop/notifications/application/org-tomatoclock-tomatonotify/"
  static let login1 = "org.freedesktop.login1"
  static let login1Manager = "org.freedesktop.login1.Manager"
  static let login1Path = "/org/freedesktop/login1"
  static let login1Session = "org.freedesktop.login1.Session"
  /// The caller's session, or that of the person's display (sd_uid_get_display(3)).
  static let login1SessionAuto = "/org/freedesktop/login1/session/auto"
  /// Idle time, by the window managers of GNOME and Cinnamon; the name is that of the interface, too.
  static let mutterIdleMonitor = "org.gnome.Mutter.IdleMonitor"
  static let mutterIdleMonitorPath = "/org/gnome/Mutter/IdleMonitor/Core"
  static let muffinIdleMonitor = "org.cinnamon.Muffin.IdleMonitor"
  static let muffinIdleMonitorPath = "/org/cinnamon/Muffin/IdleMonitor/Core"
  /// GNOME's and Cinnamon's: who keeps the screen alight.
  static let sessionManager = "org.gnome.SessionManager"
  static let sessionManagerPath = "/org/gnome/SessionManager"
  /// Screen savers; each name is that of the interface, too.
  static let screenSaver = "org.freedesktop.ScreenSaver"
  static let screenSaverPath = "/org/freedesktop/ScreenSaver"
  static let gnomeScreenSaver = "org.gnome.ScreenSaver"
  static let gnomeScreenSaverPath = "/org/gnome/ScreenSaver"
  static let xfceScreenSaver = "org.xfce.ScreenSaver"
  static let xfceScreenSaverPath = "/org/xfce/ScreenSaver"
  static let mateScreenSaver = "org.mate.ScreenSaver"
  static let mateScreenSaverPath = "/org/mate/ScreenSaver"
  static let cinnamonScreenSaver = "org.cinnamon.ScreenSaver"
  static let cinnamonScreenSaverPath = "/org/cinnamon/ScreenSaver"
}

extension IslandProgram {
  /// This program, to notification servers: some print the name above the title.
  static let tomatoNotify = IslandProgram(
    name: "TomatoClock", desktopEntry: BusNames.application, category: "x-tomato.timer")
}

/// The names of this project's D-Bus errors.
enum BusErrorName {
  static let badLink = "org.tomatoclock.TomatoNotify1.Error.BadLink"
  static let refused = "org.tomatoclock.TomatoNotify1.Error.Refused"
  static let unknownAction = "org.tomatoclock.TomatoNotify1.Error.UnknownAction"
  static let invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
}
