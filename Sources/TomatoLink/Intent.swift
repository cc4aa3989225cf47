// The requests that every door (island, tray, D-Bus, socket, links) passes on. `Link` reads and prints them.

/// A command, with everything that is needed to judge it: a click may arrive late, twice, or after a restart.
public struct Intent: Hashable, Sendable {
  public var verb: Verb
  /// `start` only: the kind of phase; nil: the one that is ready, paused or due.
  public var mode: TimerMode?
  /// 1 s to 24 h. Nil means, for `start`, `focus` and `break`, the configured length, and for `timer`, the length of
  /// the last timer of that name. `pause` asks after this time whether to go on; nil: never.
  public var duration: Duration?
  /// `timer` only, instead of `duration`: the clock time at which it ends, in whole seconds.
  public var until: WallTime?
  /// 1 s to 24 h. `extend`: the added time; negative shortens. `rewind`: the time that does not count, positive.
  public var by: Duration?
  /// `start`, `focus`, `break`: the task text; empty removes it.
  public var task: String?
  /// The target; without it and `name`, the engine chooses one.
  public var activity: ActivityID?
  /// `timer`, `stopwatch`: the new activity's name, valid for `ActivityName`. Other verbs: the target's name, if that
  /// is not a valid id.
  public var name: String?
  /// The phase that was shown when the person acted; the intent is refused when that phase is over.
  public var phase: PhaseToken?
  /// For verbs that start timing: replaces the current phase.
  public var replace: Bool
  /// When the person acted, if that was earlier than now, in whole seconds.
  public var at: WallTime?
  /// `request`, `update`, `end`: set by the door, as a content does not fit into a link.
  public var content: ContentUpdate?
  /// `button`: the button's event.
  public var button: String?
  /// `request`: the requesting program: the path of its executable, or the name that it gives itself.
  public var program: String?
  /// `request`: the script that this program runs; nil unless it is an interpreter.
  public var script: String?
  /// `request`, `update`, `end`: the sender's token, if it has one; for a new lease, the owner's new token.
  public var owner: OwnerToken?
  /// `start` only: the target is an existing activity; refused if none has the name.
  public var mustExist: Bool

  public init(
    _ verb: Verb, mode: TimerMode? = nil, duration: Duration? = nil, by: Duration? = nil, task: String? = nil,
    activity: ActivityID? = nil, phase: PhaseToken? = nil, replace: Bool = false, at: WallTime? = nil,
    until: WallTime? = nil, name: String? = nil, mustExist: Bool = false
  ) {
    (self.verb, self.mode, self.duration, self.by, self.task) = (verb, mode, duration, by, task)
    (self.activity, self.phase, self.replace, self.at, self.until) = (activity, phase, replace, at, until)
    (self.name, self.mustExist) = (name, mustExist)
  }
}

/// A question. Only the control socket answers these.
public struct Query: Hashable, Sendable {
  public enum Verb: String, Hashable, Sendable, CaseIterable {
    case status, list, watch, wait, log, version, quit
    /// Whether the asking program may have activities, and how often surfaces show their updates.
    case authorization
  }
  /// `watch` only: the activities to report, in place of a single one.
  public enum Scope: String, Hashable, Sendable, CaseIterable {
    case all = "1"
    case programs
  }
  /// How the answer's body is written.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// Sentences for a person.
    case text
    /// One JSON object a line.
    case json
    /// Tab-separated fields for the terminal island (docs/socket.md).
    case island
    /// All activities as views draw them, in one JSON object (`ViewCards`).
    case cards

    /// The formats that people name, in addition to those of bars.
    public static let forPeople: [Format] = [.text, .json, .cards]
  }

  public var verb: Verb
  public var format: Format
  /// `watch` only: a line every second instead of every minute.
  public var seconds: Bool
  public var activity: ActivityID?
  /// The activity's name, if that is not a valid id.
  public var name: String?
  /// `watch` only: lines for a bar, in place of `format`. They are about the most relevant activity unless one is
  /// named.
  public var bar: Bar?
  public var scope: Scope?
  /// `authorization` only: answers a line now, and one for each change.
  public var watches: Bool
  /// The number of the last event that a job's owner has handled. `status` and `watch` confirm the events up to it;
  /// `watch` sends those after it. With `scope`, `watch` sends each job's events after it, and confirms none.
  public var after: Int?

  public init(
    _ verb: Verb, format: Format = .text, seconds: Bool = false, activity: ActivityID? = nil, name: String? = nil,
    bar: Bar? = nil, after: Int? = nil, scope: Scope? = nil, watches: Bool = false
  ) {
    (self.verb, self.format, self.seconds, self.activity, self.name) = (verb, format, seconds, activity, name)
    (self.bar, self.after, self.scope, self.watches) = (bar, after, scope, watches)
  }
}

/// What one link asks for.
public enum Request: Hashable, Sendable {
  /// The other items are for the socket only. `format`: of the answer; `waits`: answers as `wait` does; `isOpened`: the
  /// desktop opened the link, so it may come from a web page.
  case intent(Intent, format: Query.Format, waits: Bool = false, isOpened: Bool = false)
  case query(Query)
  /// For the socket only.
  case correction(Correction)
}
