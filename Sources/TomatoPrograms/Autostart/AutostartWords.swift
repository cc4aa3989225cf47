// The sentences of `tomato-notify autostart`.

internal import GLibBridge
internal import TomatoWords

enum AutostartWords {
  static func status(_ state: AutostartState) -> String {
    switch state {
    case .on(let path, false): tr("It starts at login, silently ({path}).", ["path": path])
    case .on(let path, true): tr("It starts at login and begins a focus phase ({path}).", ["path": path])
    case .missing: tr("It does not start at login: there is no entry. To change that: tomato-notify autostart on")
    case .off(let path, let key):
      tr(
        "It does not start at login: {path} says {key}. To change that: tomato-notify autostart on",
        ["path": path, "key": key])
    case .configuredOff:
      tr("It does not start at login: [login] start is off. To change that: tomato-notify autostart on")
    case .otherDesktop(let path, let key):
      tr("It does not start at login on this desktop: {path} leaves it out with {key}.", ["path": path, "key": key])
    case .noProgram(let path, let program):
      tr(
        "It does not start at login: the program of {path} is not there ({program}). "
          + "To change that: tomato-notify autostart on", ["path": path, "program": program])
    case .unusable(_, let reason): tr("Whether it starts at login cannot be said: {reason}", ["reason": reason])
    }
  }

  /// `enabled`, `arm`, `entry` and `reason` (the obstacle's identifier, else null).
  static func json(_ state: AutostartState) -> BusValue {
    let (entry, reason): (String?, String?) =
      switch state {
      case .on(let path, _): (path, nil)
      case .missing: (nil, "missing")
      case .off(let path, _): (path, "off")
      case .configuredOff(let path): (path, "configuration")
      case .otherDesktop(let path, _): (path, "desktop")
      case .noProgram(let path, _): (path, "program")
      case .unusable(let path, _): (path, "unusable")
      }
    let isArmed = if case .on(_, true) = state { true } else { false }
    return .vardict([
      ("enabled", .bool(reason == nil)), ("arm", .bool(isArmed)),
      ("entry", entry.map(BusValue.string) ?? .null), ("reason", reason.map(BusValue.string) ?? .null),
    ])
  }
}
