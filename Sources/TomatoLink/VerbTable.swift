// The verbs, and the table of their properties. A new verb is a case of `Verb` and a row.

/// The verbs of intents. Each names the target state; only `toggle` depends on the current one.
public enum Verb: String, Hashable, Sendable, CaseIterable {
  case start, focus, `break`, timer, stopwatch, pause, resume, toggle, lap, skip, reset, stop, extend, rewind, undo
  case show, hide
  /// The answers to the question whether time away counts.
  case keep, takeoff
  /// The user has left, or is back: sent by programs that watch presence.
  case away, back
  /// Sent by programs for their own activities (jobs); `button`: a person pressed one of a job's buttons.
  case request, update, end, button
}

public struct VerbRow: Sendable {
  public enum Speaker: Sendable {
    /// A person, through any door.
    case person
    /// A program that watches presence, over the control socket only.
    case presence
    /// A program, for its own activities.
    case program
  }

  public var speaker: Speaker
  /// The items of its link, without those for every verb (`format`, `opened`).
  let items: Set<LinkItem>
  /// The kinds of activity that have this verb, as a refusal lists them.
  public var kinds: [ActivityKind]
  /// If set, the verb can only be for this kind of activity.
  public var only: ActivityKind?
}

extension Verb {
  public var row: VerbRow {
    switch self {
    case .start: .begins([.duration, .minutes, .task, .known, .activity, .phase], [.pomodoro, .timer, .stopwatch])
    case .focus, .break: .begins([.duration, .minutes, .task, .activity, .phase], [.pomodoro])
    case .timer: .begins([.name, .duration, .minutes, .until, .wait], [], only: .timer)
    case .stopwatch: .begins([.name], [], only: .stopwatch)
    case .pause: .acts([.at, .duration, .minutes], [.pomodoro, .timer, .stopwatch])
    case .resume, .reset: .acts([.at], [.pomodoro, .timer, .stopwatch])
    case .toggle: .acts([.at], [])
    case .lap: .acts([.at], [.stopwatch])
    case .skip: .acts([.at], [.pomodoro])
    case .stop: .acts([.at], [.pomodoro, .timer, .stopwatch, .job])
    case .extend, .rewind: .acts([.at, .by], [.pomodoro, .timer])
    case .undo: .acts([], [])
    case .show, .hide: .acts([], [.job])
    case .keep, .takeoff: .acts([], [.pomodoro])
    case .away: VerbRow(speaker: .presence, items: [.at], kinds: [])
    case .back: VerbRow(speaker: .presence, items: [], kinds: [])
    case .request, .update, .end: .programs([.activity])
    case .button: .programs([.activity, .phase])
    }
  }

  /// Refused in links from outside.
  public static let ofPrograms = Set(allCases.filter { $0.row.speaker == .program })
  /// For the control socket only.
  public static let ofPresence = Set(allCases.filter { $0.row.speaker == .presence })
  /// For every door.
  public static let ofPersons = allCases.filter { $0.row.speaker == .person }

  /// The verbs that are complete requests alone. The list is constant, because making the rows would take longer than
  /// everything else that the command does.
  public static let bareWords = [
    "pause", "resume", "toggle", "skip", "reset", "stop", "undo", "show", "hide", "start", "focus", "break",
    "stopwatch", "lap", "away", "back", "keep", "takeoff",
  ]

  /// Whether it starts timing.
  public var begins: Bool { row.items.contains(.replace) }
}

extension VerbRow {
  /// A verb that starts timing, and may replace the current phase.
  fileprivate static func begins(
    _ items: Set<LinkItem>, _ kinds: [ActivityKind], only: ActivityKind? = nil
  ) -> VerbRow {
    VerbRow(speaker: .person, items: items.union([.replace, .at]), kinds: kinds, only: only)
  }

  fileprivate static func programs(_ items: Set<LinkItem>) -> VerbRow {
    VerbRow(speaker: .program, items: items, kinds: [], only: .job)
  }

  /// A verb for an existing activity.
  fileprivate static func acts(_ items: Set<LinkItem>, _ kinds: [ActivityKind]) -> VerbRow {
    VerbRow(speaker: .person, items: items.union([.activity, .phase]), kinds: kinds)
  }
}
