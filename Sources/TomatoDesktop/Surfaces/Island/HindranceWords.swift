// The sentences of `start` when the island may not be visible.

internal import TomatoWords

extension Answers {
  static func hidden(_ hindrance: Hindrance) -> String {
    switch hindrance {
    case .inhibited:
      tr("Do-not-disturb is on, so the island may not be shown; the time goes on. \"tomato-notify run\" shows it here.")
    case .noBus:
      tr("There is no session bus, so no island; \"tomato-notify run\" shows the time here.")
    case .noServer:
      tr("There is no notification server on this desktop, so no island; \"tomato-notify run\" shows the time here.")
    case .viewIsOff: tr("\"tomato-notify views on\" shows the time in GNOME's top bar.")
    case .shortBanner:
      tr("GNOME takes the island off the screen after 4 s; \"tomato-notify show\" brings it back.")
    }
  }
}
