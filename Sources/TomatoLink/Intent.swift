// What a person can ask for. Every door (island, tray, D-Bus, socket, links) uses these values, and `Link` is
// the one grammar that reads and prints them.

/// One request, with everything that is needed to judge it: a click may arrive late, twice, or after a restart.
public struct Intent: Hashable, Sendable {
  public var verb: Verb
  /// `start` only: the kind of phase wanted; without it, the one that is ready, paused or due.
  public var mode: TimerMode?
  /// `start`, `focus`, `break`: how long, 1 s to 24 h; without it, what the configuration says. `timer`: how long;
  /// without it, as long as the last timer of that name. `pause`: after how long it asks whether to go on; without it,
  /// it does not.
  public var duration: Duration?
  /// `timer` only, instead of `duration`: the clock time at which it ends, in whole seconds.
  public var until: WallTime?
  /// `extend`: how much more, negative for less. `rewind`: how much did not count, positive. 1 s to 24 h.
  public var by: Duration?
  /// `start`, `focus`, `break`: the task text; empty takes it away.
  public var task: String?
  /// Which activity; without it and `name`, the engine chooses one.
  public var activity: ActivityID?
  /// `timer`, `stopwatch`: what it is called, a text that `ActivityName` takes. Other verbs: which activity is meant,
  /// by a name that is no id.
  public var name: String?
  /// The phase that was shown when the person acted; the intent is refused when that phase is over.
  public var phase: PhaseToken?
  /// For verbs that begin something: leave the current phase, as skip does.
  public var replace: Bool
  /// When the person acted, if that was earlier than now: whole seconds, as unix time is.
  public var at: WallTime?
  /// `request`, `update`, `end`: the content; set by the door that received it, as it does not fit into a link.
  public var content: ContentUpdate?
  /// `button`: its event.
  public var button: String?
  /// `request`: the program that asks, as its door knows it: the path of what it runs, or what it calls itself.
  public var program: String?
  /// `request`: the script that this program runs; nil where it is no interpreter.
  public var script: String?
  /// `request`, `update`, `end`: the sender's token, if mustExist; for a new lease, the owner's new token.
  public var owner: OwnerToken?
  /// `start` only: means an existing activity; refused if none has the name.
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

/// The questions that the control socket answers beside intents.
public struct Query: Hashable, Sendable {
  public enum Verb: String, Hashable, Sendable, CaseIterable {
    case status, list, watch, wait, log, version, quit
    /// Whether the program that asks may have activities, and how often they are seen here.
    case authorization
  }
  /// `watch` only: which activities to report, if not a single one.
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
    /// All activities as views draw them, in one JSON object: `ViewCards`.
    case cards

    /// The formats that a person asks for by name, beside those of bars.
    public static let forPeople: [Format] = [.text, .json, .cards]
  }

  public var verb: Verb
  public var format: Format
  /// `watch` only: a line every second instead of every minute.
  public var seconds: Bool
  public var activity: ActivityID?
  /// The name of the activity that is meant, where that is no id.
  public var name: String?
  /// `watch` only: lines for a bar instead of `format`, of the most relevant activity unless one is named.
  public var bar: Bar?
  /// `watch` only: every activity, or those of programs.
  public var scope: Scope?
  /// `authorization` only: a line now, and one for each change.
  public var watches: Bool
  /// The last event that a job's owner has handled: `status` confirms up to it, `watch` does too and goes on after it.
  /// With `scope`, each job's events after this number are sent, and none is confirmed.
  public var after: Int?

  public init(
    _ verb: Verb, format: Format = .text, seconds: Bool = false, activity: ActivityID? = nil, name: String? = nil,
    bar: Bar? = nil, after: Int? = nil, scope: Scope? = nil, watches: Bool = false
  ) {
    self.after = after
    (self.scope, self.watches) = (scope, watches)
    (self.verb, self.format, self.bar, self.seconds, self.activity) = (verb, format, bar, seconds, activity)
    self.name = name
  }
}

/// What one link asks for.
public enum Request: Hashable, Sendable {
  /// An intent, and three items that are for the socket only. `format` is how its answer is wanted, otherwise text;
  /// `waits`: the answer is that of `wait`; `isOpened`: the desktop opened the link, so it may be a web page's.
  case intent(Intent, format: Query.Format, waits: Bool = false, isOpened: Bool = false)
  case query(Query)
  /// For the socket only.
  case correction(Correction)
}
