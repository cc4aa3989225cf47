// The items of a link, and the doors through which links come.

/// Where a link comes from, and so which requests it may make.
public enum Door: Hashable, Sendable {
  /// A browser, a launcher, D-Bus: intents of a person only.
  case outside
  /// A button of one of our cards: the buttons of jobs too.
  case island
  /// The control socket, which only this user can reach: queries too, and the items that are for it only.
  case socket
}

/// The items, in canonical order.
enum LinkItem: String, CaseIterable {
  case activity, name, phase, duration, until, minutes, by, task, replace, at, format, wait, opened, known, seconds,
    template, after, all, watch, rows, mode, from, to, outcome

  var isForSocketOnly: Bool {
    let ofEverybody: Set<LinkItem> = [
      .activity, .name, .phase, .duration, .until, .minutes, .by, .task, .replace, .at,
    ]
    return !ofEverybody.contains(self)
  }
}
