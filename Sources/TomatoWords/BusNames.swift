// All bus names, interfaces, object paths and settings schemas.

package import TomatoIsland
internal import TomatoLink

package enum BusNames {
  /// The application id: name of the desktop file and on the bus.
  package static let application = "org.tomatoclock.TomatoNotify"
  package static let applicationPath = "/org/tomatoclock/TomatoNotify"
  /// The Desktop Entry Specification's interface for D-Bus activatable applications.
  package static let freedesktopApplication = "org.freedesktop.Application"
  /// This project's own interface, at the same path: docs/dbus.md.
  package static let tomatoNotify1 = "org.tomatoclock.TomatoNotify1"
  /// The interface for views in the desktop shell, at the same path.
  package static let views1 = "org.tomatoclock.Views1"
  /// Search interfaces of GNOME's overview and KRunner, at the same path.
  package static let gnomeSearchProvider = "org.gnome.Shell.SearchProvider2"
  package static let krunner = "org.kde.krunner1"
  /// The tray menu: the interface, and the path of our object.
  package static let dbusMenu = "com.canonical.dbusmenu"
  package static let menuPath = "/org/tomatoclock/TomatoNotify/Menu"
  /// Progress and count on the icon in a dock: the interface, the path of our object, and the bus name of a dock that
  /// listens.
  package static let launcherEntry = "com.canonical.Unity.LauncherEntry"
  package static let dockPath = "/org/tomatoclock/TomatoNotify/Dock"
  package static let unity = "com.canonical.Unity"
  /// Plasma's jobs: the server's name, path and interface, and the interface of one job.
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
  /// Registry of tray items, with the same name for every tray.
  package static let trayWatcher = "org.kde.StatusNotifierWatcher"
  package static let trayWatcherPath = "/StatusNotifierWatcher"
  package static let trayItem = "org.kde.StatusNotifierItem"
  package static let trayItemPath = "/StatusNotifierItem"
  /// Bus name of this process's only item, as the specification forms it.
  package static func trayItemName(process: Int32) -> String { "org.kde.StatusNotifierItem-\(process)-1" }
  package static let gnomeShell = "org.gnome.Shell"
  package static let gnomeShellPath = "/org/gnome/Shell"
  /// The interface for extensions, and the settings schema that lists the enabled ones.
  package static let gnomeExtensions = "org.gnome.Shell.Extensions"
  package static let gnomeShellSettings = "org.gnome.shell"
  package static let kded5 = "org.kde.kded5"
  package static let kded6 = "org.kde.kded6"
  package static let matePanel = "org.mate.Panel"
  package static let mateNotificationArea = "org.mate.panel.applet.NotificationAreaAppletFactory"
  package static let systemd1 = "org.freedesktop.systemd1"
  package static let systemd1Unit = "org.freedesktop.systemd1.Unit"
  /// The object of tomato-notify.service; systemd escapes the name like this.
  package static let systemdUnitPath = "/org/freedesktop/systemd1/unit/tomato_2dnotify_2eservice"
  package static let systemd1Path = "/org/freedesktop/systemd1"
  package static let systemd1Manager = "org.freedesktop.systemd1.Manager"
  /// https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.OpenURI.html
  package static let portal = "org.freedesktop.portal.Desktop"
  package static let portalPath = "/org/freedesktop/portal/desktop"
  package static let portalOpenURI = "org.freedesktop.portal.OpenURI"
  package static let portalRequest = "org.freedesktop.portal.Request"
  /// GNOME's notification settings: the schema for all applications, such as `show-banners`, and the path of ours.
  /// GNOME forms the path from the desktop entry: lower case, with `-` for each other character.
  package static let gnomeNotifications = "org.gnome.desktop.notifications"
  package static let gnomeNotificationsPath =
    "/org/gnome/desktop/notifications/application/org-tomatoclock-tomatonotify/"
  package static let login1 = "org.freedesktop.login1"
  package static let login1Manager = "org.freedesktop.login1.Manager"
  package static let login1Path = "/org/freedesktop/login1"
  package static let login1Session = "org.freedesktop.login1.Session"
  /// The caller's session, or the session of the user's display (sd_uid_get_display(3)).
  package static let login1SessionAuto = "/org/freedesktop/login1/session/auto"
  /// GNOME's and Cinnamon's; it knows which programs inhibit idling.
  package static let sessionManager = "org.gnome.SessionManager"
  package static let sessionManagerPath = "/org/gnome/SessionManager"
  /// Screen savers; the name is also the interface.
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

/// The window managers with an idle monitor on the session bus: those of GNOME Shell and Cinnamon.
package enum IdleManager: String, CaseIterable, Sendable {
  case mutter = "org.gnome.Mutter"
  case muffin = "org.cinnamon.Muffin"

  package var title: String { String(rawValue.split(separator: ".").last ?? "") }
  package var monitor: String { rawValue + ".IdleMonitor" }
  package var path: String { "/" + monitor.replacingEach(".", with: "/") + "/Core" }
}

extension IslandProgram {
  /// Our identity for notification servers; some print the name above the title.
  package static let tomatoNotify = IslandProgram(
    name: "TomatoClock", desktopEntry: BusNames.application, category: "x-tomato.timer")
}

package enum BusErrorName {
  package static let badLink = "org.tomatoclock.TomatoNotify1.Error.BadLink"
  package static let refused = "org.tomatoclock.TomatoNotify1.Error.Refused"
  package static let unknownAction = "org.tomatoclock.TomatoNotify1.Error.UnknownAction"
  package static let invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
  package static let limitsExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
}
