// The items of a link, and the doors through which links come.

/// Where a link comes from, which decides what it may request.
public enum Door: Hashable, Sendable {
  /// A browser, a launcher, D-Bus: intents of people only.
  case outside
  /// A button of one of our cards: also `button`, the press of a job's button.
  case island
  /// The control socket, which only this user can reach: everything.
  case socket
}

/// The items, in canonical order.
enum LinkItem: String, CaseIterable {
  case activity, name, phase, duration, until, minutes, by, task, replace, at, format, wait, opened, known, seconds,
    template, after, all, watch, rows, mode, from, to, outcome

  var isForSocketOnly: Bool {
    switch self {
    case .activity, .name, .phase, .duration, .until, .minutes, .by, .task, .replace, .at: false
    default: true
    }
  }
}

extension Query.Verb {
  var items: Set<LinkItem> {
    switch self {
    case .status: [.format, .activity, .after]
    case .watch: [.format, .activity, .seconds, .template, .all, .after]
    case .wait, .log: [.format, .activity]
    case .authorization: [.format, .watch]
    case .list, .version, .quit: [.format]
    }
  }
}
