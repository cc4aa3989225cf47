// Whether the lock screen shows what our cards say. A task is nobody's business there.
//
// GNOME's shows the application's name and a number, unless the person has switched its details on. Whether the screen
// is locked makes no difference here: the list on the lock screen is made when that comes up, before anybody is told.

internal import GLibBridge
package import TomatoIsland
internal import TomatoWords

package enum LockScreen {
  private static let all = BusNames.gnomeNotifications
  private static let one = BusNames.gnomeNotifications + ".application"
  private static let path = BusNames.gnomeNotificationsPath

  /// As the person has set it, on a desktop with this server.
  package static func showsCards(on profile: ServerProfile) -> Bool {
    guard profile.mayShowOnLockScreen else { return false }
    return DesktopSetting.bool(schema: one, path: path, key: "details-in-lock-screen") == true
      && DesktopSetting.bool(schema: one, path: path, key: "show-in-lock-screen") != false
      && DesktopSetting.bool(schema: all, key: "show-in-lock-screen") != false
  }
}
