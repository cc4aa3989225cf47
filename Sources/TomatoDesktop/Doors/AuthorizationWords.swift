// The sentences of `activity authorization`.

internal import TomatoIsland
internal import TomatoWords

enum AuthorizationWords {
  static func may(_ program: String) -> String {
    tr("{program} may show activities.", ["program": Words.program(program)])
  }

  static var showsEachUpdate: String { tr("Each update is visible at once.") }

  /// Where each update is visible instead.
  /// - Parameter mode: nil while no desktop is connected.
  static func showsSome(_ mode: IslandMode?) -> String {
    switch mode {
    case .off?:
      tr("Notifications are off (island.mode); the tray, bars and \"tomato-notify run\" show each update.")
    case nil: tr("No desktop is connected yet; \"tomato-notify run\" shows each update.")
    case .auto?, .pinned?, .listed?, .events?:
      tr(
        "The notification is visible for a few seconds only; the tray, bars and \"tomato-notify run\" show each "
          + "update.")
    }
  }
}
