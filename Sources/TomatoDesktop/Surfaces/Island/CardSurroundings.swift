// The presenter's queries to the rest of the desktop.

package import TomatoIsland
package import TomatoLink
internal import TomatoWords

package struct CardSurroundings {
  /// The icon of an accent, a name or a path.
  let icon: (Accent) -> String
  /// Whether popups are held back; nil if unknown.
  let isInhibited: () -> Bool?
  /// Whether something else shows an activity, so that its card comes up for alerts only.
  let isElsewhere: (ActivityID) -> Bool
  /// Whether the lock screen shows what cards say on this server.
  let isOnLockScreen: (ServerProfile) -> Bool
  /// The number of other popups at the cards' position.
  let placesTaken: () -> Int
  /// Called if a card with a sound for the server does not come up.
  let onSoundNotPlayed: () -> Void

  package init(
    icon: @escaping (Accent) -> String = { CardSurroundings.shipped($0) }, isInhibited: @escaping () -> Bool? = { nil },
    isElsewhere: @escaping (ActivityID) -> Bool = { _ in false },
    isOnLockScreen: @escaping (ServerProfile) -> Bool = { _ in false }, placesTaken: @escaping () -> Int = { 0 },
    onSoundNotPlayed: @escaping () -> Void = {}
  ) {
    (self.icon, self.isInhibited, self.isElsewhere) = (icon, isInhibited, isElsewhere)
    (self.isOnLockScreen, self.placesTaken, self.onSoundNotPlayed) = (isOnLockScreen, placesTaken, onSoundNotPlayed)
  }

  package static func shipped(_ accent: Accent) -> String { "\(BusNames.application)-\(accent.rawValue)" }
}
