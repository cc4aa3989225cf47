// The verbs, and the table of their properties. A new verb is a case of `Verb` and a row.

/// The verbs that change or show something. Names say the target state; only `toggle` depends on the present one.
public enum Verb: String, Hashable, Sendable, CaseIterable {
  case start, focus, `break`, timer, stopwatch, pause, resume, toggle, lap, skip, reset, stop, extend, rewind, undo
  case show, hide
  /// Whether time counts for which nobody was there: the answers to what is asked on return.
  case keep, takeoff
  /// No person is there, and somebody is back: said by what notices such things.
  case away, back
  /// Said by programs of their own activities (jobs); `button`: a person pressed one of a job's buttons.
  case request, update, end, button
}

/// A row of the table of verbs.
public struct VerbRow: Sendable {
  /// Who says it.
  public enum Speaker: Sendable {
    /// A person, through any door, links from outside among them.
    case person
    /// What notices whether somebody is there, over the control socket alone: a page knows nothing of that.
    case presence
    /// A program, of its own activities.
    case program
  }

  public var speaker: Speaker
  /// The items of its link, without those that tell how the answer is to be given (`format`, `opened`).
  let items: Set<LinkItem>
  /// What it means something for, as a refusal names it.
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

  /// Those of programs: no link from outside has them.
  public static let ofPrograms = Set(allCases.filter { $0.row.speaker == .program })
  /// What is said of a person, over the control socket alone.
  public static let ofPresence = Set(allCases.filter { $0.row.speaker == .presence })
  /// The others, which anybody may say.
  public static let ofPersons = allCases.filter { $0.row.speaker == .person }

  /// The names that are whole requests by themselves. A test compares them with the rows: to make those would take
  /// more than all else that the command does of such a word, and this list is made by the compiler.
  public static let bareWords = [
    "pause", "resume", "toggle", "skip", "reset", "stop", "undo", "show", "hide", "start", "focus", "break",
    "stopwatch", "lap", "away", "back", "keep", "takeoff",
  ]

  /// What begins the timing of something, and so takes `replace`.
  public var begins: Bool { row.items.contains(.replace) }
}

extension VerbRow {
  /// Begins the timing of something: may leave for it what is under way.
  fileprivate static func begins(
    _ items: Set<LinkItem>, _ kinds: [ActivityKind], isWhole: Bool = true, only: ActivityKind? = nil
  ) -> VerbRow {
    VerbRow(speaker: .person, items: items.union([.replace, .at]), kinds: kinds, isWhole: isWhole, only: only)
  }

  fileprivate static func programs(_ items: Set<LinkItem>) -> VerbRow {
    VerbRow(speaker: .program, items: items, kinds: [], isWhole: false, only: .job)
  }

  /// Is about something that is there.
  fileprivate static func acts(_ items: Set<LinkItem>, _ kinds: [ActivityKind], isWhole: Bool = true) -> VerbRow {
    VerbRow(speaker: .person, items: items.union([.activity, .phase]), kinds: kinds, isWhole: isWhole)
  }
}
