// What every surface shows, a function of the engine's state and the moment: the content, and the attributes.

public import TomatoLink

/// The changing part of an activity (ActivityKit's term), with the phone app's keys. When the shell writes it out, it
/// adds the two translated keys, `modeDisplayName` and `modeLabel`.
public struct ContentState: Hashable, Sendable {
  public var clock: Clock
  /// The number that the clock shows. Counting down, it is the seconds left, rounded up, so that 0 means that the phase
  /// is over. Counting up, it is the elapsed seconds, rounded down.
  public var seconds: Int
  /// Seconds that the phase lasts in all, with what was added or taken. 0 when nothing counts down.
  public var totalDuration = 0
  public var mode: TimerMode
  public var state: TimerState
  /// When the phase began, once it has.
  public var startedAt: WallTime?
  /// The session that is being worked on or was just done: 1 to `sessionsPerCycle`; 0 for other kinds of activity.
  public var sessionNumber = 0
  /// Focus phases until the long break; 0 for other kinds of activity.
  public var sessionsPerCycle = 0
  /// The content is older than it should be; see `ActivityState.stale`.
  public var isStale = false
  public var accent: Accent
  /// The person's task text, at most 120 characters.
  public var task: String?
  public var laps: [Int] = []
  /// What a job's owner says; nil for other kinds.
  public var job: JobState?
  /// The end of a timed pause, at which it asks or has asked whether to resume.
  public var pausedUntil: WallTime?

  /// The phone app's key for `seconds`, whichever way they count.
  public var remainingSeconds: Int { seconds }
  /// The same number as `seconds`, as `m:ss`, or `h:mm:ss` from one hour on.
  public var displayTime: String { displayTimeText(seconds: seconds) }
  public var hasTime: Bool { clock != .none }
  /// How many seconds have gone: what a stopwatch shows, or what is not left of a phase.
  public var elapsedSeconds: Int { clock.direction == .up ? seconds : max(totalDuration - seconds, 0) }
  /// When the phase will end, only while it runs toward an end.
  public var timerEndDate: WallTime? { if case .down(let end) = clock { end } else { nil } }
  /// What the clock shows, in minutes: rounded up when it counts down, else down.
  public var minutes: Int { (seconds + (clock.direction == .down ? 59 : 0)) / 60 }
  /// The elapsed percentage of what counts down, in the steps of the minutes or seconds shown; nil if nothing does.
  public func percent(inMinutes: Bool) -> Int? {
    guard totalDuration > 0 else { return nil }
    return 100 - min(100, (inMinutes ? minutes * 60 : seconds) * 100 / totalDuration)
  }
  /// It counts down and shows a minute at most.
  public var isLastMinute: Bool { clock.direction == .down && seconds <= 60 }
}

/// How time passes for an activity.
public enum Clock: Hashable, Sendable {
  case none
  /// Time runs toward this moment.
  case down(to: WallTime)
  /// Time runs. Without pauses it would have started at this moment.
  case up(from: WallTime)
  /// Time stands still at what was left, or had gone.
  case stopped(at: Duration, Direction)

  public enum Direction: Hashable, Sendable { case down, up }

  /// Which way it counts, also while it stands still.
  public var direction: Direction? {
    switch self {
    case .none: nil
    case .down: .down
    case .up: .up
    case .stopped(_, let direction): direction
    }
  }
}

/// How finely a surface shows time, and so how often it wants to be told that time has passed.
public enum Resolution: Int, Hashable, Sendable, Comparable {
  /// Clock times only: nothing changes while time passes.
  case none
  case minute
  /// Minutes, and seconds while less than one minute is left.
  case lastMinuteSeconds
  case second
  public static func < (a: Resolution, b: Resolution) -> Bool { a.rawValue < b.rawValue }

  /// How long until the shown number of seconds or minutes changes, when it counts down.
  func change(left: Duration) -> Duration {
    let unit: Int64 = self == .second || self == .lastMinuteSeconds && left <= .seconds(60) ? 1000 : 60_000
    return left - .milliseconds((left.inMilliseconds - 1) / unit * unit)
  }

  /// How long until the shown number of seconds or minutes changes, when it counts up.
  func change(gone: Duration) -> Duration {
    let unit: Int64 = self == .second ? 1000 : 60_000
    return .milliseconds((max(gone.inMilliseconds, 0) / unit + 1) * unit) - gone
  }
}

/// A value that `==` and `hash` ignore.
public struct IgnoredInEquality<Value: Sendable>: Hashable, Sendable {
  public var value: Value
  public init(_ value: Value) { self.value = value }
  public static func == (a: Self, b: Self) -> Bool { true }
  public func hash(into hasher: inout Hasher) {}
}

/// Everything that a surface may show of one activity.
public struct Content: Hashable, Sendable {
  public var id: ActivityID
  public var kind: ActivityKind
  public var activityState: ActivityState?
  public var phase: PhaseToken
  /// Nil before the first start and after a stop: the ready focus belongs to no activity that was requested.
  public var attributes: ActivityAttributes?
  public var contentState: ContentState
  /// Sessions of this cycle that are done, for the dots.
  public var sessionsDone = 0
  /// While paused: since when and why.
  public var pause: Pause?
  /// A timed pause is over, and nothing was done since.
  public var isStillPaused = false
  public var heldBack: HeldBack?
  /// Original due time of a held or repeated alert.
  public var alertDue = IgnoredInEquality<WallTime?>(nil)
  /// Ready or completed: the phase that Start would begin.
  public var next: Next?
  /// The last change, while undo can take it back.
  public var undoable: UndoableChange?
  /// The verbs that deserve a button, most useful first.
  public var buttons: [Verb]
  /// The verbs that mean something now, most useful first; `buttons` are the first of them. Synonyms (`toggle`,
  /// `focus`, `break`) are left out, and so are `show` and `hide`, which are about the island.
  public var possible: [Verb]
  /// Time away that a running phase has counted (`when-away = run`), for the Rewind button.
  public var countedAbsence: Duration?
  /// The question about time away; nil if none is asked.
  public var away: Away?
  /// The due time of an ended timer whose alert came more than 10 s late.
  public var missed: WallTime?
  /// The person closed the island of this phase.
  public var isHidden = false
  /// ActivityKit's relevance score: the highest one is shown where there is room for one.
  public var relevanceScore = 0.0
  /// When this content becomes stale if nothing new is said (ActivityKit's `staleDate`).
  public var staleDate: WallTime?
  /// The last time at which stale content was true.
  public var asOf: WallTime?
  /// The time of this content. Surfaces add the date to times of another day.
  public var madeAt: IgnoredInEquality<WallTime>
  /// The Pomodoro: progress toward the daily goal, if there is one. The shell sets it, as the engine knows no days.
  public var goal: DailyGoal?

  public var isRequested: Bool { attributes != nil }
  /// It is over, and still shown.
  public var isOver: Bool { activityState == .ended }

  /// The intent of a button: `extend` by 5 min (a timer by 1), `rewind` by the counted absence, `pause` as a snooze.
  public func intent(_ verb: Verb) -> Intent {
    let by: Duration? =
      switch verb {
      case .extend: .minutes(kind == .timer ? 1 : 5)
      case .rewind: countedAbsence.map { .seconds(max($0.secondsRoundedUp, 1)) }
      default: nil
      }
    let length = verb == .pause && isStillPaused ? TimedPause.snooze : nil
    let at = verb == .pause ? away?.pausesFrom : nil
    return Intent(verb, duration: length, by: by, activity: id, phase: phase, at: at)
  }

  /// Makes these verbs the buttons. The earlier ones stay possible.
  mutating func setButtons(_ verbs: [Verb]) {
    (buttons, possible) = (verbs, verbs + possible.filter { !verbs.contains($0) })
  }

  public struct Away: Hashable, Sendable {
    /// How much of the focus passed in it.
    public var length: Duration
    /// When the answer `pause` would begin its pause, in whole seconds; nil if that answer is impossible.
    public var pausesFrom: WallTime?
    /// All of the time away was in the focus that runs now.
    public var isOnlyOfThisPhase: Bool
  }

  public struct Pause: Hashable, Sendable {
    public var since: WallTime
    public var cause: PauseCause
    public init(since: WallTime, cause: PauseCause) { (self.since, self.cause) = (since, cause) }
  }

  public struct Next: Hashable, Sendable {
    public var mode: TimerMode
    public var duration: Duration
    public var startsByItself: Bool
  }
}

/// Progress toward the number of focus phases that a person wants to complete in a day (`[goal] focus-per-day`).
public struct DailyGoal: Hashable, Sendable {
  /// Completed focus phases that began today; may exceed `wanted`.
  public var done: Int
  /// 1 to 50.
  public var wanted: Int

  public init(done: Int, wanted: Int) { (self.done, self.wanted) = (done, wanted) }
}

public enum PauseCause: Hashable, Sendable {
  case person
  /// The user has been away since then (`[away] then = pause`).
  case left
  /// The machine slept, or the session was left, for this long.
  case away(Duration)
  /// The machine lost power about when the pause began.
  case powerLoss
}

/// Fixed at the request of the activity (ActivityKit's term).
public struct ActivityAttributes: Hashable, Sendable {
  /// The focus phases counted until then.
  public var sessionCount: Int
  public var requestedAt: WallTime
  /// The name that the person gave; nil for the Pomodoro, and where no name was given.
  public var name: String?
  /// Requested by a link that the desktop opened, maybe a web page's.
  public var isFromOutside = false
  /// Nil for other kinds than a job.
  public var job: JobAttributes?

  public init(sessionCount: Int, requestedAt: WallTime) {
    (self.sessionCount, self.requestedAt) = (sessionCount, requestedAt)
  }
}

/// Stated by the program at the request of its activity.
public struct JobAttributes: Hashable, Sendable {
  /// The requesting program: the path of its executable, or the name by which its door knows it.
  public var program: String
  /// The heading of its card: the program's, else the name of its script; nil shows the program's name.
  public var heading: String?
  /// The name of an icon of the theme, or the absolute path of a picture.
  public var icon: String?
  public var accent: Accent?
  /// The link that a click on the text opens.
  public var url: String?
  /// The owner's own attributes, by key. An `end` can select jobs by them.
  public var values: [String: String] = [:]

  public init(program: String) { self.program = program }

  init(_ intent: Intent) {
    let content = intent.content ?? ContentUpdate()
    (program, heading) = (intent.program ?? "", content.heading ?? intent.script)
    (icon, accent, url, values) = (content.icon, content.accent, content.url, content.attributes)
  }
}

/// When the card of an ended activity goes away (ActivityKit's term).
public typealias DismissalPolicy = ContentUpdate.Dismissal
