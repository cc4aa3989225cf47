// The one room that decides. Functional core: state and an event go in, a new state and effects come out. No clock,
// no input or output, no concurrency; time is an argument. The shell (TomatoShell) owns the one instance.

public import TomatoLink

/// All activities of one person, and what happens next.
///
/// Use: `handle` every event as it comes, carry out its effects in order, then arm one timer for `nextWake`.
public struct Engine: Hashable, Sendable {
  public private(set) var settings: Settings
  /// Everything that must survive the process.
  public private(set) var snapshot: Snapshot

  /// What the store keeps.
  public struct Snapshot: Hashable, Sendable {
    /// The newest phase token given out.
    public var lastToken: PhaseToken
    /// Focus phases counted since the first day.
    public var countedFocus: Int
    /// The last moment known alive; nil before the first launch.
    public var lastAlive: Moment?
    /// Set when the session was left in good order, until the next launch.
    public var leftAt: Moment?
    /// The Pomodoro first, then the others, oldest first.
    public var activities: [Activity]

    public init(
      lastToken: PhaseToken, countedFocus: Int, lastAlive: Moment?, leftAt: Moment?, activities: [Activity]
    ) {
      self.lastToken = lastToken
      self.countedFocus = countedFocus
      self.lastAlive = lastAlive
      self.leftAt = leftAt
      self.activities = activities
    }
  }

  /// So many activities at once, and no more.
  public static let activityLimit = 2000
  /// How long the card of an ended activity stays.
  public static let dismissalDelay: Duration = .seconds(5)

  /// A new engine: the first focus is ready.
  public init(settings: Settings) {
    let first = PhaseToken(1)
    let phase = Phase(token: first, mode: .focus, base: settings.focus, changed: .bootUp)
    let pomodoro = Activity(id: .pomodoro, attributes: nil, machine: .pomodoro(Pomodoro(phase: phase)))
    self.settings = settings
    snapshot = Snapshot(lastToken: first, countedFocus: 0, lastAlive: nil, leftAt: nil, activities: [pomodoro])
  }

  /// An engine as it was stored. The snapshot must hold exactly one Pomodoro, first.
  public init(restoring snapshot: Snapshot, settings: Settings) {
    self.settings = settings
    self.snapshot = snapshot
  }

  // MARK: The one input

  /// Takes one event at one moment; moments never run backwards within a boot.
  public mutating func handle(_ event: Event, at now: Moment) -> [Effect] {
    var work = Work()
    let absence = event.isLaunch ? arrive(event, now, &work) : noticeSleep(now, &work)
    switch event {
    case .launched, .alarm: meetDeadlines(now, absence, &work)
    case .intent(let intent, let origin): decide(intent, origin, now, absence, &work)
    case .settingsChanged(let new):
      meetDeadlines(now, absence, &work)
      adopt(new, now, &work)
    case .leaving:
      meetDeadlines(now, absence, &work)
      snapshot.leftAt = now
      work.changed = true
    }
    snapshot.lastAlive = steady(now)
    return work.effects
  }

  /// The moment with the wall clock that was in force, unless that was set since.
  ///
  /// The clocks are read one after the other, so the same deadline would come out a millisecond to this side or that
  /// of a minute, and "ends 14:35" would flicker.
  func steady(_ now: Moment) -> Moment {
    guard let last = snapshot.lastAlive, last.boot == now.boot else { return now }
    let expected = last.wall + (now.sinceBoot - last.sinceBoot)
    guard abs(expected.milliseconds - now.wall.milliseconds) < 200 else { return now }
    return Moment(sinceBoot: now.sinceBoot, awake: now.awake, wall: expected, boot: now.boot)
  }

  /// The earliest deadline or warning of one, on CLOCK_BOOTTIME; nil when nothing happens without a person.
  public var nextWake: Duration? {
    var earliest: Duration?
    for activity in snapshot.activities {
      guard let wake = activity.wake(settings) else { continue }
      earliest = min(earliest ?? wake, wake)
    }
    return earliest
  }

  /// Whether time counts for anybody now.
  public var isAnythingRunning: Bool { snapshot.activities.contains { $0.machine.timerState == .running } }

  // MARK: Intents

  private mutating func decide(
    _ intent: Intent, _ origin: Origin, _ now: Moment, _ absence: Duration, _ work: inout Work
  ) {
    // A person who acted before a deadline comes before it, however slow the door was.
    meetDeadlines(now, upTo: horizon(of: intent, now), absence, &work)
    let id = intent.activity ?? .pomodoro
    do throws(Refusal) {
      let place = try place(of: id, for: intent, now)
      var activity =
        switch place {
        case .existing(let index): snapshot.activities[index]
        case .new: request(id, intent)
        }
      var turn = turn(for: activity, origin, now, absence)
      let changed = try activity.decide(intent, &turn)
      keep(activity, at: place, now)
      collect(turn, changed, &work)
      noteAttendance(&work)
      if changed && !turn.hasEnded { work.answerIfSilent(id, origin) }
      if turn.hasEnded {
        work.withdrawWarning(id)
        work.ended(id, .after(Self.dismissalDelay))
      }
      work.answer = changed ? .changed : .alreadySo
    } catch {
      work.answer = .refused(error)
    }
    meetDeadlines(now, absence, &work)
  }

  /// A person was there, whatever the intent was for: phases may begin by themselves again.
  private mutating func noteAttendance(_ work: inout Work) {
    guard case .pomodoro(var pomodoro) = snapshot.activities[0].machine, pomodoro.unattended > 0 else { return }
    pomodoro.unattended = 0
    snapshot.activities[0].machine = .pomodoro(pomodoro)
    work.changed = true
  }

  private func horizon(of intent: Intent, _ now: Moment) -> Duration {
    guard let at = intent.at, at <= now.wall else { return now.sinceBoot }
    return now.sinceBoot - (now.wall - at)
  }

  private enum Place {
    case existing(Int)
    case new
  }

  /// Where the activity is; a `start` with a new name asks for a new one.
  private func place(of id: ActivityID, for intent: Intent, _ now: Moment) throws(Refusal) -> Place {
    if let index = snapshot.activities.firstIndex(where: { $0.id == id }) {
      let activity = snapshot.activities[index]
      // Of an activity that has ended only the undo slot is left.
      if activity.attributes != nil || id == .pomodoro || (intent.verb == .undo && activity.undo != nil) {
        return .existing(index)
      }
    }
    guard intent.verb == .start else { throw .unknownActivity(id) }
    if let phase = intent.phase { throw .phaseIsOver(phase) }
    if let mode = intent.mode { throw .wrongMode(mode) }
    let isFull = snapshot.activities.count >= Self.activityLimit
    if isFull, !snapshot.activities.contains(where: { $0.isGone(at: now) }) { throw .tooManyActivities }
    return .new
  }

  /// A new activity beside the Pomodoro: a countdown if it was given a duration, else a stopwatch.
  private func request(_ id: ActivityID, _ intent: Intent) -> Activity {
    let token = PhaseToken(snapshot.lastToken.number + 1)
    let machine: Machine =
      if let duration = intent.duration {
        .countdown(Countdown(phase: Phase(token: token, mode: .countdown, base: duration, changed: .bootUp)))
      } else {
        .stopwatch(Stopwatch(token: token, changed: .bootUp))
      }
    return Activity(id: id, attributes: nil, machine: machine)
  }

  private mutating func keep(_ activity: Activity, at place: Place, _ now: Moment) {
    switch place {
    case .existing(let index): snapshot.activities[index] = activity
    case .new:
      snapshot.activities.removeAll { $0.id == activity.id || $0.isGone(at: now) }
      snapshot.activities.append(activity)
    }
  }

  private func turn(for activity: Activity, _ origin: Origin, _ now: Moment, _ absence: Duration) -> Turn {
    Turn(
      now: now, settings: settings, absence: absence, last: snapshot.lastAlive, origin: origin,
      activity: activity.id, isRequested: activity.attributes != nil,
      lastToken: max(snapshot.lastToken, activity.machine.token), countedFocus: snapshot.countedFocus)
  }

  private mutating func collect(_ turn: Turn, _ changed: Bool, _ work: inout Work) {
    snapshot.lastToken = turn.lastToken
    snapshot.countedFocus = turn.countedFocus
    work.take(turn, changed)
  }

  // MARK: Time

  private mutating func meetDeadlines(
    _ now: Moment, upTo horizon: Duration? = nil, _ absence: Duration, _ work: inout Work
  ) {
    let horizon = horizon ?? now.sinceBoot
    guard let earliest = nextWake, earliest <= horizon else { return }
    for index in snapshot.activities.indices {
      while let wake = snapshot.activities[index].wake(settings), wake <= horizon {
        var turn = turn(for: snapshot.activities[index], .engine, now, absence)
        snapshot.activities[index].meetWake(&turn)
        collect(turn, true, &work)
      }
    }
  }

  /// The machine slept since the last event: says for how long, after every activity has lived through it.
  private mutating func noticeSleep(_ now: Moment, _ work: inout Work) -> Duration {
    guard let last = snapshot.lastAlive, last.boot == now.boot else { return .zero }
    let slept = now.asleep - last.asleep
    guard slept >= Absence.clockNoise else { return .zero }
    endure(Absence(length: slept, now: now), &work)
    return slept
  }

  /// The process began: what happened since the state was stored?
  private mutating func arrive(_ event: Event, _ now: Moment, _ work: inout Work) -> Duration {
    work.changed = true
    tuneUntouched()
    guard case .launched(let mark) = event, var last = snapshot.lastAlive else { return .zero }
    let isSameBoot = last.boot == now.boot
    defer { if !isSameBoot { for index in snapshot.activities.indices { snapshot.activities[index].enterBoot(now) } } }
    if let left = snapshot.leftAt {
      snapshot.leftAt = nil
      let away = isSameBoot ? now.sinceBoot - left.sinceBoot : max(now.wall - left.wall, .zero)
      endure(Absence(length: away, rebase: now.sinceBoot - left.sinceBoot - away, now: now), &work)
      return away
    }
    if isSameBoot { return noticeSleep(now, &work) }
    if let mark, mark.boot == last.boot, mark.sinceBoot > last.sinceBoot {
      _ = noticeSleep(mark, &work)
      last = mark
    }
    for activity in snapshot.activities {
      // It was about to be followed by another, which would have been the alert.
      guard let phase = activity.machine.phase, case .completed(_?, _) = phase.state else { continue }
      work.present(activity.id, .alert(.completed(phase.mode)))
    }
    for index in snapshot.activities.indices where snapshot.activities[index].endurePowerLoss(lastAlive: last) {
      work.returned(snapshot.activities[index].id)
    }
    return .zero
  }

  private mutating func endure(_ absence: Absence, _ work: inout Work) {
    if nextWake != nil { work.changed = true }  // a deadline may have moved
    for index in snapshot.activities.indices where snapshot.activities[index].endure(absence, settings) {
      work.returned(snapshot.activities[index].id)
    }
  }

  // MARK: Settings

  /// A focus that no activity owns yet is as long as configured, also if that changed while the program was off.
  private mutating func tuneUntouched() {
    guard snapshot.activities[0].attributes == nil, case .pomodoro(var pomodoro) = snapshot.activities[0].machine
    else { return }
    pomodoro.phase.base = settings.duration(of: pomodoro.phase.mode)
    pomodoro.phase.total = pomodoro.phase.base
    snapshot.activities[0].machine = .pomodoro(pomodoro)
  }

  /// New settings hold from the next phase on; a ready phase that nobody touched takes its new length at once.
  private mutating func adopt(_ new: Settings, _ now: Moment, _ work: inout Work) {
    guard new != settings else { return }
    let old = settings
    settings = new
    for index in snapshot.activities.indices {
      // What would have been due already was not asked for at the time.
      guard let due = snapshot.activities[index].machine.phase?.warning(new.alertBefore) else { continue }
      if due <= now.sinceBoot { snapshot.activities[index].machine.isWarned = true }
    }
    guard case .pomodoro(var pomodoro) = snapshot.activities[0].machine else { return }
    if case .ready = pomodoro.phase.state, pomodoro.phase.total == old.duration(of: pomodoro.phase.mode) {
      pomodoro.phase.base = new.duration(of: pomodoro.phase.mode)
      pomodoro.phase.total = pomodoro.phase.base
      snapshot.activities[0].machine = .pomodoro(pomodoro)
    }
    work.changed = true
    if !work.shows(.pomodoro) { work.present(.pomodoro, .quiet) }
  }
}

extension Event {
  var isLaunch: Bool { if case .launched = self { true } else { false } }
}

extension Activity {
  /// Ended, and nothing can bring it back.
  func isGone(at now: Moment) -> Bool {
    id != .pomodoro && attributes == nil && !(undo?.isOpen(at: now.sinceBoot) ?? false)
  }
}
