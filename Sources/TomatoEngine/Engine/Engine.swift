// The one room that decides. Functional core: state and an event go in, a new state and effects come out. No clock,
// no input or output, no concurrency; time is an argument. The shell (TomatoDesktop) owns the one instance.

internal import TomatoLink

/// Use: `handle` every event as it comes, carry out its effects in order, then arm one timer for `nextWake`.
public struct Engine: Equatable, Sendable {
  public typealias Snapshot = EngineSnapshot
  public typealias Changes = EngineChanges

  /// The most activities at once, including stopped ones that undo can restore.
  public static let activityLimit = 2000
  /// The most activities of a person at once; the Pomodoro always counts.
  public static let personLimit = 64
  /// The most activities at once that web pages requested.
  public static let outsideLimit = 8
  /// The most activities of one program at once.
  public static let programLimit = 64
  /// The longest time until a program's update is stored.
  static let longestCommitDelay: Duration = .seconds(10)

  public var settings: Settings { roster.settings }
  var roster: Roster
  var lastToken: PhaseToken
  var countedFocus: Int
  var lastAlive: Moment?
  var leftAt: Moment?
  public internal(set) var recentTimers: [RecentTimer]
  var correctionUndo: CorrectionUndo?
  var awakeFrom: Duration
  /// When the first change that waits for the next commit was made, on CLOCK_BOOTTIME.
  var unstoredSince: Duration?
  var departure: Departure?
  var unseen: [UnseenFocus]
  var alerts = AlertLimit()
  /// Not stored, because the next process looks again.
  var devices = DevicesSeen.unknown
  /// What emptied the last usable undo slot: a verb, or nil for the end of a phase. It explains a refusal; not stored.
  private(set) var emptiedUndo: (activity: ActivityID, by: Verb?)?

  /// The limit in force; benchmarks raise it.
  public var personLimit = Engine.personLimit

  /// A new engine: the first focus is ready.
  public init(settings: Settings) {
    let first = PhaseToken(1)
    let pomodoro = Activity.newPomodoro(first, focus: settings.focus)
    self.init(restoring: Snapshot(lastToken: first, pomodoro: pomodoro), settings: settings)
  }

  public init(restoring snapshot: Snapshot, settings: Settings) {
    roster = Roster(pomodoro: snapshot.pomodoro, others: snapshot.others, settings: settings)
    (lastToken, countedFocus) = (snapshot.lastToken, snapshot.countedFocus)
    (lastAlive, leftAt, recentTimers) = (snapshot.lastAlive, snapshot.leftAt, snapshot.recentTimers)
    (correctionUndo, departure, unseen) = (snapshot.correctionUndo, snapshot.departure, snapshot.unseen)
    awakeFrom = snapshot.awakeFrom
  }

  /// Everything that must survive the process. While somebody keeps it, the next event copies the list of activities.
  public var snapshot: Snapshot {
    var it = Snapshot(lastToken: lastToken, pomodoro: roster.pomodoro)
    (it.countedFocus, it.lastAlive, it.leftAt, it.others) = (countedFocus, lastAlive, leftAt, roster.others)
    (it.recentTimers, it.correctionUndo, it.departure) = (recentTimers, correctionUndo, departure)
    (it.unseen, it.awakeFrom) = (unseen, awakeFrom)
    return it
  }

  /// Compares only settings and snapshot.
  public static func == (a: Engine, b: Engine) -> Bool { a.settings == b.settings && a.snapshot == b.snapshot }

  /// Whether phases wait because the user is away.
  var isUserAway: Bool { departure?.counts == true && settings.awayThen != .nothing }

  public var isAnythingRunning: Bool { roster.isAnythingRunning }

  mutating func change(_ number: Int, _ work: inout Work, _ change: (inout Activity, inout Turn) -> Void) {
    let before = roster[number]
    var (activity, turn) = (before, turn(for: before, nil, .engine, work))
    change(&activity, &turn)
    collect(turn, true, before, &activity, by: nil, &work)
    roster.put(activity, number)
  }

  /// Changes the Pomodoro's machine; true if it differs afterwards.
  @discardableResult mutating func changePomodoro(_ change: (inout Pomodoro) -> Void) -> Bool {
    roster.change(Roster.pomodoroNumber) { activity in
      guard var pomodoro = activity.machine.pomodoro else { return }
      change(&pomodoro)
      activity.machine.pomodoro = pomodoro
    }
  }

  func turn(for activity: Activity, _ intent: Intent?, _ origin: Origin, _ work: Work) -> Turn {
    let isNew = activity.id != .pomodoro && activity.attributes == nil
    return Turn(
      now: work.now, when: work.now, settings: settings, absence: work.absence, last: lastAlive, awakeFrom: awakeFrom,
      devices: settings.holdWhenBusy ? devices : .seen(nil), origin: origin, activity: activity.id,
      name: isNew ? intent?.givenName : activity.name, isRequested: activity.attributes != nil,
      lastToken: max(lastToken, activity.machine.token), countedFocus: countedFocus, isUserAway: isUserAway)
  }

  /// Collects what a turn caused.
  /// - Parameter verb: the verb of the intent; nil if the activity changed by itself.
  mutating func collect(
    _ turn: Turn, _ changed: Bool, _ before: Activity, _ activity: inout Activity, by verb: Verb?, _ work: inout Work
  ) {
    activity.noteEvents(of: turn)
    if activity.undo == nil {
      if before.openUndo(at: work.now) != nil { emptiedUndo = (activity.id, verb) }
    } else if activity.undo != before.undo {
      emptiedUndo = nil
    }
    (lastToken, countedFocus) = (turn.lastToken, turn.countedFocus)
    // A correction cannot be undone once an activity has changed the corrected row.
    let rows = turn.consequences.rows
    if let slot = correctionUndo {
      let isGone = { (row: PhaseToken) in row == slot.added || slot.old.contains { $0.token == row } }
      if (rows.removed + (rows.trims + rows.putBack).map(\.row)).contains(where: isGone) { correctionUndo = nil }
    }
    // During an absence that counts, `Pomodoro.closeAtZero` has handled the focus.
    if let focus = turn.unseen, departure?.counts != true {
      unseen = Array((unseen + [focus]).suffix(AwayQuestion.limit))
    }
    work.add(turn, changed, activity)
  }
}

extension Intent { var givenName: String? { content?.name ?? name ?? activity?.description } }
