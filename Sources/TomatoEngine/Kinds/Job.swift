// A job: an activity of a program, whose content comes from its owner. It becomes stale when its owner is silent. It
// ends when the owner says so or has been silent for 8 h.

public import TomatoLink

public struct Job: ActivityMachine {
  public var token: PhaseToken
  public var content = JobContent()
  public var state = State.active(isStale: false)
  public var began: WallTime
  public var changed: Phase.Instant
  /// When its owner last said something, on CLOCK_BOOTTIME.
  public var lastHeard: Duration
  /// When it was last shown, on CLOCK_BOOTTIME; nil if unknown.
  var lastShown: Duration?
  var isWaiting = false
  /// The owner that leased the job: only the owner may change it, and it ends with the owner. Nil if not leased.
  public internal(set) var owner: OwnerToken?
  /// The latest time for its owner to come back after a restart of the daemon, on CLOCK_BOOTTIME.
  var awaited: Duration?
  /// Its times of an earlier boot; setting the clock does not move them.
  var earlier: Times = []

  struct Times: OptionSet, Hashable {
    let rawValue: Int
    static let began = Times(rawValue: 1)
    static let ends = Times(rawValue: 2)
    static let since = Times(rawValue: 4)
    static let all: Times = [began, ends, since]
  }

  public enum State: Hashable, Sendable {
    /// The state while its owner goes on; `isStale` when the owner has been silent for too long.
    case active(isStale: Bool)
    case ended(JobOutcome)
  }

  /// It ends after this time without an update.
  static let lostAfter: Duration = .hours(8)
  /// How long the owner of a leased activity has to come back after a restart of the daemon.
  static let ownerReturnTime: Duration = .seconds(60)
  /// The shortest interval between two shown updates. Updates within it are shown together at its end.
  static let showingInterval: Duration = .seconds(1)

  static var kind: ActivityKind { .job }

  var timerState: TimerState { if case .active = state { .running } else { .completed } }
  /// A power loss loses no time of a job: its times are clock times.
  var countsTime: Bool { false }

  // MARK: Intents

  mutating func decide(_ intent: Intent, _ turn: inout Turn) throws(Refusal) -> Bool {
    let content = intent.content ?? ContentUpdate()
    switch intent.verb {
    case .request: return request(content, intent.owner, &turn)
    case .update:
      guard timerState == .running else { throw .notWhile(.update, .completed) }
      return apply(content, &turn)
    case .end: return try end(content, &turn)
    case .button: return try press(intent.button ?? "", &turn)
    case .stop:
      guard let stopEvent else { throw .cannotStop }
      return try press(stopEvent, &turn)
    default: throw .notFor(intent.verb, .job)
    }
  }

  /// Updates the job while it runs; otherwise begins it anew.
  private mutating func request(_ update: ContentUpdate, _ owner: OwnerToken?, _ turn: inout Turn) -> Bool {
    let leases = update.lease != nil
    if turn.isRequested, timerState == .running {
      if leases, self.owner == nil { self.owner = owner }
      awaited = nil
      return apply(update, &turn)
    }
    let token = turn.isRequested ? turn.newToken() : token
    self = Job(
      token: token, content: update.applied(to: JobContent(), at: turn.now.wall), began: turn.now.wall,
      changed: Phase.Instant(turn.now), lastHeard: turn.now.sinceBoot)
    (lastShown, self.owner) = (turn.now.sinceBoot, leases ? owner : nil)
    turn.announce(.onStart)
    say(update.alert, &turn)
    return true
  }

  /// Applies an update. Shows at most one update each second, and always the last one. Shows alerts at once.
  private mutating func apply(_ update: ContentUpdate, _ turn: inout Turn) -> Bool {
    let before = content
    content = update.applied(to: content, at: turn.now.wall)
    if content.ends != before.ends { earlier.remove(.ends) }
    if content.since != before.since { earlier.remove(.since) }
    // A late click on a button must not press another one.
    if content.buttons != before.buttons { token = turn.newToken() }
    let wasStale = state == .active(isStale: true)
    (state, lastHeard) = (.active(isStale: false), turn.now.sinceBoot)
    changed = Phase.Instant(turn.now)
    if update.alert != nil {
      noteShown(&turn)
      say(update.alert, &turn)
      return true
    }
    if content.buttons == before.buttons, !wasStale { turn.consequences.isDeferrable = true }
    guard content != before || wasStale else { return true }
    if let lastShown, turn.now.sinceBoot - lastShown < Self.showingInterval {
      isWaiting = true
      turn.isSilent = true
    } else {
      noteShown(&turn)
      turn.present(.quiet)
    }
    return true
  }

  private mutating func noteShown(_ turn: inout Turn) {
    (lastShown, isWaiting) = (turn.now.sinceBoot, false)
    turn.announce(.onUpdate)
  }

  private func say(_ alert: ContentUpdate.Alert?, _ turn: inout Turn) {
    if let alert { turn.present(.alert(.ofProgram(title: alert.title, isHeard: alert.isHeard))) }
  }

  private mutating func end(_ update: ContentUpdate, _ turn: inout Turn) throws(Refusal) -> Bool {
    guard turn.isRequested else { return false }
    // For an ended job, only the dismissal changes.
    if timerState == .running {
      content = update.applied(to: content, at: turn.now.wall)
      finish(update.hasFailed ? .failed : .done, &turn)
      turn.tellOwner(.ended)
      say(update.alert, &turn)
    }
    turn.dismissal(of: update)
    return true
  }

  private mutating func finish(_ outcome: JobOutcome, _ turn: inout Turn) {
    let phase = token
    (state, changed, isWaiting, awaited) = (.ended(outcome), Phase.Instant(turn.now), false, nil)
    // Buttons with an event have no owner any more; links stay.
    content.buttons.removeAll { if case .event = $0.action { true } else { false } }
    (content.ends, token) = (nil, turn.newToken())
    turn.announce(.onEnd, ended: .init(phase: phase, outcome: outcome == .done ? .completed : .stopped))
    if outcome == .lost { turn.present(.quiet) }
  }

  /// Tells the owner, or opens the button's link.
  private func press(_ event: String, _ turn: inout Turn) throws(Refusal) -> Bool {
    guard let button = button(event) else { throw .noButton(event) }
    switch button.action {
    case .event: turn.tellOwner(.button(event))
    case .url(let link):
      turn.tellOwner(.opened)
      turn.consequences.links.append(link)
    }
    turn.announce(.onButton)
    return true
  }

  /// Finds a button by event, or a link by place.
  private func button(_ name: String) -> JobButton? {
    content.buttons.enumerated().first { place, button in
      switch button.action {
      case .event(let event): event == name
      case .url: name == JobButton.linkName(place + 1)
      }
    }?.element
  }

  // MARK: What happens by itself

  var deadline: Duration? {
    guard case .active(let isStale) = state else { return nil }
    var silence = lastHeard + (isStale ? max(Self.lostAfter, content.staleAfter) : content.staleAfter)
    if let awaited { silence = min(silence, awaited) }
    return isWaiting ? min(silence, (lastShown ?? lastHeard) + Self.showingInterval) : silence
  }

  mutating func runDeadline(_ turn: inout Turn) {
    guard case .active(let isStale) = state else { return }
    if isWaiting, (lastShown ?? lastHeard) + Self.showingInterval <= turn.now.sinceBoot {
      noteShown(&turn)
      turn.consequences.isDeferrable = true
      return turn.present(.quiet)
    }
    if isStale || awaited.map({ $0 <= turn.now.sinceBoot }) ?? false { return endAsLost(&turn) }
    state = .active(isStale: true)
    turn.tellOwner(.stale)
    turn.present(.quiet)
  }

  mutating func endAsLost(_ turn: inout Turn) {
    finish(.lost, &turn)
    turn.tellOwner(.lost)
  }

  /// Waits for the owner of a leased job after a restart of the daemon.
  mutating func awaitOwner(_ now: Moment) {
    guard owner != nil, timerState == .running else { return }
    (state, awaited) = (.active(isStale: true), now.sinceBoot + Self.ownerReturnTime)
  }

  // MARK: Time away

  mutating func shift(by gap: Duration, until end: Duration) {
    lastHeard += gap
    awaited = awaited.map { $0 + gap }
    lastShown = nil
  }

  mutating func clockWasSet(by jump: Duration, _ now: Moment) {
    if !earlier.contains(.began) { began = began.moved(by: jump) }
    if !earlier.contains(.ends) { content.ends = content.ends.map { $0.moved(by: jump, within: Self.said) } }
    if !earlier.contains(.since) { content.since = content.since.map { $0.moved(by: jump, within: Self.said) } }
  }

  mutating func enterBoot() { earlier = .all }

  /// The times that a program may send, and that the store reads.
  private static let said = WallTime(milliseconds: 0)...WallTime(seconds: Int64(Link.latestAt))

  /// Its owner ended with the machine, so it is stale until the next update.
  mutating func applyPowerLoss(_ lastAlive: Moment, _ now: Moment) -> AlertConfiguration? {
    if timerState == .running { state = .active(isStale: true) }
    (lastHeard, lastShown, isWaiting) = (now.sinceBoot, nil, false)
    if awaited != nil { awaitOwner(now) }
    return nil
  }

  // MARK: What is shown

  func face(of id: ActivityID, at now: Moment, _ settings: Settings) -> Content {
    var clock = Clock.none
    var (seconds, total) = (0, 0)
    if timerState == .running, let ends = content.ends {
      clock = .down(to: ends)
      seconds = max(ends - now.wall, .zero).secondsRoundedUp
      total = max((ends - (content.since ?? began)).secondsRoundedUp, seconds)
    } else if timerState == .running, let since = content.since {
      clock = .up(from: since)
      seconds = max(now.wall - since, .zero).secondsRoundedDown
    }
    let shown = ContentState(
      clock: clock, seconds: seconds, totalDuration: total, mode: .job, state: timerState, startedAt: began,
      isStale: state == .active(isStale: true), accent: accent, job: JobState(content: content, outcome: outcome))
    let asOf = shown.isStale ? now.wall - (now.sinceBoot - lastHeard) : nil
    let isOver = timerState == .completed
    return Content(
      id: id, kind: .job, phase: token, contentState: shown, buttons: isOver ? [.stop] : [],
      possible: isOver || stopEvent != nil ? [.stop] : [], asOf: asOf, madeAt: IgnoredInEquality(now.wall))
  }

  /// The event of its button that ends it.
  private var stopEvent: String? { ["cancel", "stop"].first { button($0) != nil } }

  private var outcome: JobOutcome? { if case .ended(let outcome) = state { outcome } else { nil } }

  private var accent: Accent {
    switch outcome {
    case nil: .focus
    case .done: .completed
    case .failed, .lost: .urgent
    }
  }

  func nextVisibleChange(_ resolution: Resolution, at now: Moment) -> Duration? {
    guard timerState == .running else { return nil }
    // After its end it shows 0 and stands still.
    if let ends = content.ends {
      return ends > now.wall ? now.sinceBoot + resolution.change(left: ends - now.wall) : nil
    }
    return content.since.map { now.sinceBoot + resolution.change(gone: now.wall - $0) }
  }

  // MARK: What is stored

  func isPlausible(at sinceBoot: Duration) -> Bool { lastHeard <= sinceBoot && (lastShown ?? lastHeard) <= sinceBoot }
}

extension Job {
  var stored: StoredMachine {
    var it = StoredMachine(token: token, mode: .job, state: timerState, changed: changed)
    (it.timeline, it.zero) = (Timeline(began: began, earlier: earlier.rawValue), lastHeard)
    it.job = StoredJob(shown: JobState(content: content, outcome: outcome), owner: owner, awaited: awaited)
    (it.isMissed, it.nextStart, it.isWarned) = (state == .active(isStale: true), lastShown, isWaiting)
    return it
  }

  init(stored: StoredMachine) throws(InvalidState) {
    guard let began = stored.began, let lastHeard = stored.zero, let job = stored.job, stored.mode == .job else {
      throw InvalidState(reason: "an activity of a program has no beginning or no content")
    }
    let state: State = job.shown.outcome.map(State.ended) ?? .active(isStale: stored.isMissed)
    self.init(
      token: stored.token, content: job.shown.content, state: state, began: began, changed: stored.changed,
      lastHeard: lastHeard)
    (lastShown, isWaiting) = (stored.nextStart, stored.isWarned)
    (owner, awaited, earlier) = (job.owner, job.awaited, Times(rawValue: stored.timeline.earlier))
    try require(Times.all.isSuperset(of: earlier), "earlier is invalid")
    try require(timerState == stored.state, "state and outcome disagree")
  }
}
