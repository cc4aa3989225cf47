// Every bus name, object path and application id.

package import TomatoIsland
internal import TomatoLink

package enum BusNames {
  /// The application's id: its desktop file, its bus name.
  package static let application = "org.tomatoclock.TomatoNotify"
  /// The application's object: its id as a path.
  package static let applicationPath = "/org/tomatoclock/TomatoNotify"
  /// The Desktop Entry Specification's interface for applications that the bus can start.
  package static let freedesktopApplication = "org.freedesktop.Application"
  /// This project's own interface, at the same path: docs/dbus.md.
  package static let tomatoNotify1 = "org.tomatoclock.TomatoNotify1"
  /// That of views in the desktop's shell, at the same path.
  package static let views1 = "org.tomatoclock.Views1"
  /// What GNOME's overview and KRunner ask of the same object while a person types.
  package static let gnomeSearchProvider = "org.gnome.Shell.SearchProvider2"
  package static let krunner = "org.kde.krunner1"
  /// The tray item's menu: the protocol, and our object that speaks it.
  package static let dbusMenu = "com.canonical.dbusmenu"
  package static let menuPath = "/org/tomatoclock/TomatoNotify/Menu"
  /// Progress and a number on the application's icon in a dock: the protocol, our object, and the name that a dock
  /// takes to say that it listens.
  package static let launcherEntry = "com.canonical.Unity.LauncherEntry"
  package static let dockPath = "/org/tomatoclock/TomatoNotify/Dock"
  package static let unity = "com.canonical.Unity"
  /// Plasma's jobs: who shows them, its object, and what that and a job speak.
  package static let jobViewServer = "org.kde.JobViewServer"
  package static let jobViewServerPath = "/JobViewServer"
  package static let jobViewServerV2 = "org.kde.JobViewServerV2"
  package static let jobViewV3 = "org.kde.JobViewV3"
  package static let properties = "org.freedesktop.DBus.Properties"
  package static let bus = "org.freedesktop.DBus"
  package static let busPath = "/org/freedesktop/DBus"
  package static let notifications = "org.freedesktop.Notifications"
  package static let notificationsPath = "/org/freedesktop/Notifications"
  /// Dunst's interface with the property `paused`.
  package static let dunst = "org.dunstproject.cmd0"
  package static let swaync = "org.erikreider.swaync.cc"
  package static let swayncPath = "/org/erikreider/swaync/cc"
  /// mako's interface; it has no bus name of its own.
  package static let mako = "fr.emersion.Mako"
  package static let makoPath = "/fr/emersion/Mako"
  package static let xfconf = "org.xfce.Xfconf"
  package static let xfconfPath = "/org/xfce/Xfconf"
  /// Every tray keeps its list of items under this name.
  package static let trayWatcher = "org.kde.StatusNotifierWatcher"
  package static let trayWatcherPath = "/StatusNotifierWatcher"
  package static let trayItem = "org.kde.StatusNotifierItem"
  package static let trayItemPath = "/StatusNotifierItem"
  /// The name of the only item of this process, as the specification makes it.
  package static func trayItemName(process: Int32) -> String { "org.kde.StatusNotifierItem-\(process)-1" }
  package static let gnomeShell = "org.gnome.Shell"
  package static let gnomeShellPath = "/org/gnome/Shell"
  /// What the shell says of its extensions; its list of those that a person wants.
  package static let gnomeExtensions = "org.gnome.Shell.Extensions"
  package static let gnomeShellSettings = "org.gnome.shell"
  package static let kded5 = "org.kde.kded5"
  package static let kded6 = "org.kde.kded6"
  package static let matePanel = "org.mate.Panel"
  package static let mateNotificationArea = "org.mate.panel.applet.NotificationAreaAppletFactory"
  package static let systemd1 = "org.freedesktop.systemd1"
  package static let systemd1Unit = "org.freedesktop.systemd1.Unit"
  /// The object of tomato-notify.service, whose name is written as systemd writes it in paths.
  package static let systemdUnitPath = "/org/freedesktop/systemd1/unit/tomato_2dnotify_2eservice"
  package static let systemd1Path = "/org/freedesktop/systemd1"
  package static let systemd1Manager = "org.freedesktop.systemd1.Manager"
  /// https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.OpenURI.html
  package static let portal = "org.freedesktop.portal.Desktop"
  package static let portalPath = "/org/freedesktop/portal/desktop"
  package static let portalOpenURI = "org.freedesktop.portal.OpenURI"
  package static let portalRequest = "org.freedesktop.portal.Request"
  /// Settings of GNOME, for all applications, such as `show-banners`, and for ours; the path is made of the desktop
  /// entry: lower case, and `-` for what is no letter.
  package static let gnomeNotifications = "org.gnome.desktop.notifications"
  package static let gnomeNotificationsPath =
    "/org/gnome/desktop/notifications/application/org-tomatoclock-tomatonotify/"
  package static let login1 = "org.freedesktop.login1"
  package static let login1Manager = "org.freedesktop.login1.Manager"
  package static let login1Path = "/org/freedesktop/login1"
  package static let login1Session = "org.freedesktop.login1.Session"
  /// The caller's session, or that of the person's display (sd_uid_get_display(3)).
  package static let login1SessionAuto = "/org/freedesktop/login1/session/auto"
  /// GNOME's and Cinnamon's: who keeps the screen alight.
  package static let sessionManager = "org.gnome.SessionManager"
  package static let sessionManagerPath = "/org/gnome/SessionManager"
  /// Screen savers; each name is that of the interface, too.
  package static let screenSaver = "org.freedesktop.ScreenSaver"
  package static let screenSaverPath = "/org/freedesktop/ScreenSaver"
  package static let gnomeScreenSaver = "org.gnome.ScreenSaver"
  package static let gnomeScreenSaverPath = "/org/gnome/ScreenSaver"
  package static let xfceScreenSaver = "org.xfce.ScreenSaver"
  package static let xfceScreenSaverPath = "/org/xfce/ScreenSaver"
  package static let mateScreenSaver = "org.mate.ScreenSaver"
  package static let mateScreenSaverPath = "/org/mate/ScreenSaver"
  package static let cinnamonScreenSaver = "org.cinnamon.ScreenSaver"
  package static let cinnamonScreenSaverPath = "/org/cinnamon/ScreenSaver"
}

/// The window managers whose idle monitor is on the session bus: those of GNOME Shell and Cinnamon.
package enum IdleManager: String, CaseIterable, Sendable {
  case mutter = "org.gnome.Mutter"
  case muffin = "org.cinnamon.Muffin"

  /// As people call it.
  package var title: String { String(rawValue.split(separator: ".").last ?? "") }
  /// The name of the service, and that of its interface.
  package var monitor: String { rawValue + ".IdleMonitor" }
  package var path: String { "/" + monitor.replacingEach(".", with: "/") + "/Core" }
}

extension IslandProgram {
  /// This program, to notification servers: some print the name above the title.
  package static let tomatoNotify = IslandProgram(
    name: "TomatoClock", desktopEntry: BusNames.application, category: "x-tomato.timer")
}

/// The names of this project's D-Bus errors.
package enum BusErrorName {
  package static let badLink = "org.tomatoclock.TomatoNotify1.Error.BadLink"
  package static let refused = "org.tomatoclock.TomatoNotify1.Error.Refused"
  package static let unknownAction = "org.tomatoclock.TomatoNotify1.Error.UnknownAction"
  package static let invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
  package static let limitsExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
}
