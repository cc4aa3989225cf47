// What doctor says about who tells that nobody is there.

internal import TomatoDesktop
internal import TomatoWords

extension DoctorWords {
  static func presence(_ kind: IdleSourceKind) -> String {
    switch kind {
    case .manager(let manager): tr("noticed with {program}'s idle monitor", ["program": manager.title])
    case .wayland: tr("noticed with the Wayland compositor's idle notifier")
    case .x11: tr("noticed with the X server's idle counter")
    }
  }

  static let noPresence = tr("only a locked screen is noticed: nothing here tells when nobody touches anything")
  static let callAway = tr("swayidle can call \"tomato-notify away\" and \"tomato-notify back\"")
}
