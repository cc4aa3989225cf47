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
  /// The interface of one of Plasma's jobs.
  package static let jobViewV3 = "org.kde.JobViewV3"
  package static let properties = "org.freedesktop.DBus.Properties"
  package static let trayItem = "org.kde.StatusNotifierItem"
  package static let trayItemPath = "/StatusNotifierItem"
  /// Bus name of this process's only item, as the specification forms it.
  package static func trayItemName(process: Int32) -> String { "org.kde.StatusNotifierItem-\(process)-1" }
  package static let gnomeShell = "org.gnome.Shell"
  /// The settings schema that lists the enabled extensions.
  package static let gnomeShellSettings = "org.gnome.shell"
  /// The id of our widget for Plasma.
  package static let plasmaWidget = "org.tomatoclock.island"
  package static let kded5 = "org.kde.kded5"
  package static let kded6 = "org.kde.kded6"
  package static let matePanel = "org.mate.Panel"
  package static let mateNotificationArea = "org.mate.panel.applet.NotificationAreaAppletFactory"
  package static let portalRequest = "org.freedesktop.portal.Request"
  /// GNOME's notification settings: the schema for all applications, such as `show-banners`, and the path of ours.
  /// GNOME forms the path from the desktop entry: in lower case, `-` replaces all but letters and digits.
  package static let gnomeNotifications = "org.gnome.desktop.notifications"
  package static let gnomeNotificationsPath =
    "/org/gnome/desktop/notifications/application/org-tomatoclock-tomatonotify/"
}

/// One interface of another program's object on the bus.
package struct BusObject: Hashable, Sendable {
  package var name: String
  package var path: String
  package var interface: String

  /// The path defaults to the name with `/` before each part, the interface to the name.
  package init(_ name: String, _ path: String? = nil, _ interface: String? = nil) {
    self.name = name
    self.path = path ?? "/" + name.replacingEach(".", with: "/")
    self.interface = interface ?? name
  }

  /// The same object's interface for its properties.
  package var properties: BusObject { at(path, BusNames.properties) }

  /// The same object of the process with this unique name.
  package func of(_ owner: String) -> BusObject { BusObject(owner, path, interface) }

  /// Another object of the same program.
  package func at(_ path: String, _ interface: String) -> BusObject { BusObject(name, path, interface) }
}

extension BusObject {
  package static let bus = BusObject("org.freedesktop.DBus")
  package static let notifications = BusObject("org.freedesktop.Notifications")
  /// Dunst's interface with the property `paused`.
  package static let dunst = notifications.at(notifications.path, "org.dunstproject.cmd0")
  /// mako's interface; it has no bus name of its own.
  package static let mako = notifications.at("/fr/emersion/Mako", "fr.emersion.Mako")
  package static let swaync = BusObject("org.erikreider.swaync.cc")
  package static let xfconf = BusObject("org.xfce.Xfconf")
  /// Registry of tray items, with the same name for every tray.
  package static let trayWatcher = BusObject("org.kde.StatusNotifierWatcher", "/StatusNotifierWatcher")
  /// Plasma's jobs.
  package static let jobViewServer = BusObject("org.kde.JobViewServer", "/JobViewServer", "org.kde.JobViewServerV2")
  package static let gnomeExtensions = BusObject(BusNames.gnomeShell, nil, "org.gnome.Shell.Extensions")
  /// Plasma's panels and desktops.
  package static let plasmaShell = BusObject("org.kde.plasmashell", "/PlasmaShell", "org.kde.PlasmaShell")
  package static let systemd1 = BusObject("org.freedesktop.systemd1", nil, "org.freedesktop.systemd1.Manager")
  /// tomato-notify.service; systemd escapes the name like this.
  package static let systemdUnit = systemd1.at(
    "/org/freedesktop/systemd1/unit/tomato_2dnotify_2eservice", "org.freedesktop.systemd1.Unit")
  /// https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.OpenURI.html
  package static let portal = BusObject(
    "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop", "org.freedesktop.portal.OpenURI")
  package static let login1 = BusObject("org.freedesktop.login1", nil, "org.freedesktop.login1.Manager")
  /// The caller's session, or the session of the user's display (sd_uid_get_display(3)).
  package static let login1Session = login1.at(
    "/org/freedesktop/login1/session/auto", "org.freedesktop.login1.Session")
  /// GNOME's and Cinnamon's; it knows which programs inhibit idling.
  package static let sessionManager = BusObject("org.gnome.SessionManager")
  package static let screenSaver = BusObject("org.freedesktop.ScreenSaver")
  package static let gnomeScreenSaver = BusObject("org.gnome.ScreenSaver")
  package static let xfceScreenSaver = BusObject("org.xfce.ScreenSaver")
  package static let mateScreenSaver = BusObject("org.mate.ScreenSaver")
  package static let cinnamonScreenSaver = BusObject("org.cinnamon.ScreenSaver")
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
  /// The daemon ends, and its successor performs the same call.
  package static let ending = "org.tomatoclock.TomatoNotify1.Error.Ending"
  package static let unknownAction = "org.tomatoclock.TomatoNotify1.Error.UnknownAction"
  package static let invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
  package static let limitsExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
}
