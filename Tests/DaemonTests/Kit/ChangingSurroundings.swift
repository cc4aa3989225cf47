// What cards depend on, as a test changes it.
import TomatoIsland
import TomatoLink

@testable import TomatoDesktop

@MainActor final class ChangingSurroundings {
  var icon: (Accent) -> String = { CardSurroundings.shipped($0) }
  var isInhibited: Bool?
  var isElsewhere: (ActivityID) -> Bool = { _ in false }
  var isOnLockScreen = false
  var placesTaken: () -> Int = { 0 }

  isolated deinit {}  // on the main thread (WorldEndTests)

  var value: CardSurroundings {
    CardSurroundings(
      icon: { self.icon($0) }, isInhibited: { self.isInhibited }, isElsewhere: { self.isElsewhere($0) },
      isOnLockScreen: { _ in self.isOnLockScreen }, placesTaken: { self.placesTaken() })
  }
}
