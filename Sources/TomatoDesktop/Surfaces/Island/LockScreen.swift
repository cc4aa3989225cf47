// Whether the lock screen shows our cards' texts, because tasks are private.
//
// GNOME's shows only the application's name and a number, unless the user has switched its details on. The current lock
// state does not matter: the list on the lock screen is built before programs hear of the lock.

internal import GLibBridge
package import TomatoIsland
internal import TomatoWords

package enum LockScreen {
  private static let all = BusNames.gnomeNotifications
  private static let one = BusNames.gnomeNotifications + ".application"
  private static let path = BusNames.gnomeNotificationsPath

  /// The user's setting, on a desktop with this server.
  package static func showsCards(on profile: ServerProfile) -> Bool {
    guard profile.mayShowOnLockScreen else { return false }
    return DesktopSetting.value(schema: one, path: path, key: "details-in-lock-screen")?.flag == true
      && DesktopSetting.value(schema: one, path: path, key: "show-in-lock-screen")?.flag != false
      && DesktopSetting.value(schema: all, key: "show-in-lock-screen")?.flag != false
  }
}
