// The sentences of `tomato-notify autostart`.

internal import GLibBridge
internal import TomatoWords

enum AutostartWords {
  static func status(_ state: AutostartState) -> String {
    switch state.obstacle {
    case nil where state.isArmed: tr("It starts at login and begins a focus phase ({path}).", state.places)
    case nil: tr("It starts at login, silently ({path}).", state.places)
    case .missing: tr("It does not start at login: there is no entry. To change that: tomato-notify autostart on")
    case .off:
      tr("It does not start at login: {path} says {key}. To change that: tomato-notify autostart on", state.places)
    case .configuration:
      tr("It does not start at login: [login] start is off. To change that: tomato-notify autostart on")
    case .desktop: tr("It does not start at login on this desktop: {path} leaves it out with {key}.", state.places)
    case .program:
      tr(
        "It does not start at login: the program of {path} is not there ({program}). "
          + "To change that: tomato-notify autostart on", state.places)
    case .unusable: tr("It is unknown whether it starts at login: {reason}", state.places)
    }
  }

  /// `enabled`, `arm`, `entry` and `reason`.
  static func json(_ state: AutostartState) -> BusValue {
    .vardict([
      ("enabled", .bool(state.obstacle == nil)), ("arm", .bool(state.isArmed)),
      ("entry", state.entry.map(BusValue.string) ?? .null),
      ("reason", state.obstacle.map { .string($0.rawValue) } ?? .null),
    ])
  }
}
