// The verbs, and the table of their properties. A new verb is a case of `Verb` and a row.

/// The verbs that change or show something. Names say the target state; only `toggle` depends on the present one.
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

/// A row of the table of verbs.
public struct VerbRow: Sendable {
  /// Who says it.
  public enum Speaker: Sendable {
    /// A person, through any door, links from outside among them.
    case person
    /// A program that watches presence, over the control socket alone.
    case presence
    /// A program, of its own activities.
    case program
  }

  public var speaker: Speaker
  /// The items of its link, without those for every verb (`format`, `opened`).
  let items: Set<LinkItem>
  /// The kinds it is for, as a refusal names them.
  public var kinds: [ActivityKind]
  /// Its name alone is a whole request.
  public var isWhole = true
  /// The kind of activity that it is for, and no other.
  public var only: ActivityKind?
}

extension Verb {
  /// Its row.
  public var row: VerbRow {
    switch self {
    case .start: .begins([.duration, .minutes, .task, .known, .activity, .phase], [.pomodoro, .timer, .stopwatch])
    case .focus, .break: .begins([.duration, .minutes, .task, .activity, .phase], [.pomodoro])
    case .timer: .begins([.name, .duration, .minutes, .until, .wait], [], isWhole: false, only: .timer)
    case .stopwatch: .begins([.name], [], only: .stopwatch)
    case .pause: .acts([.at, .duration, .minutes], [.pomodoro, .timer, .stopwatch])
    case .resume, .reset: .acts([.at], [.pomodoro, .timer, .stopwatch])
    case .toggle: .acts([.at], [])
    case .lap: .acts([.at], [.stopwatch])
    case .skip: .acts([.at], [.pomodoro])
    case .stop: .acts([.at], [.pomodoro, .timer, .stopwatch, .job])
    case .extend, .rewind: .acts([.at, .by], [.pomodoro, .timer], isWhole: false)
    case .undo: .acts([], [])
    case .show, .hide: .acts([], [.job])
    case .keep, .takeoff: .acts([], [.pomodoro])
    case .away: VerbRow(speaker: .presence, items: [.at], kinds: [])
    case .back: VerbRow(speaker: .presence, items: [], kinds: [])
    case .request, .update, .end: .programs([.activity])
    case .button: .programs([.activity, .phase])
    }
  }

  /// Verbs of programs, refused in links from outside.
  public static let ofPrograms = Set(allCases.filter { $0.row.speaker == .program })
  /// Verbs of presence, over the control socket alone.
  public static let ofPresence = Set(allCases.filter { $0.row.speaker == .presence })
  /// All others, for every door.
  public static let ofPersons = allCases.filter { $0.row.speaker == .person }

  /// The verbs that are whole requests by themselves. A constant list, because making the rows would take the command
  /// longer than everything else it does; a test compares both.
  public static let bareWords = [
    "pause", "resume", "toggle", "skip", "reset", "stop", "undo", "show", "hide", "start", "focus", "break",
    "stopwatch", "lap", "away", "back", "keep", "takeoff",
  ]

  /// Whether it starts timing, and so takes `replace`.
  public var begins: Bool { row.items.contains(.replace) }
}

extension VerbRow {
  /// A verb that starts timing, and may replace the current phase.
  fileprivate static func begins(
    _ items: Set<LinkItem>, _ kinds: [ActivityKind], isWhole: Bool = true, only: ActivityKind? = nil
  ) -> VerbRow {
    VerbRow(speaker: .person, items: items.union([.replace, .at]), kinds: kinds, isWhole: isWhole, only: only)
  }

  fileprivate static func programs(_ items: Set<LinkItem>) -> VerbRow {
    VerbRow(speaker: .program, items: items, kinds: [], isWhole: false, only: .job)
  }

  /// A verb for an existing activity.
  fileprivate static func acts(_ items: Set<LinkItem>, _ kinds: [ActivityKind], isWhole: Bool = true) -> VerbRow {
    VerbRow(speaker: .person, items: items.union([.activity, .phase]), kinds: kinds, isWhole: isWhole)
  }
}
