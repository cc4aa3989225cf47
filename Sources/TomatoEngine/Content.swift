// Content is a function of the engine's state and the moment. Nothing here changes anything.

public import TomatoLink

extension Engine {
  /// The activities that a person sees, the most relevant first: score, then nearest deadline, then older.
  ///
  /// The Pomodoro is always among them, also when nothing was started.
  public func contents(at now: Moment) -> [Content] {
    shown.enumerated().sorted { Self.isMoreRelevant($0, $1) }.map { content(of: $0.element, at: now) }
  }

  /// The first of `contents`, for surfaces that have room for one; nil only in an engine without any activity.
  public func mostRelevantContent(at now: Moment) -> Content? {
    shown.enumerated().min { Self.isMoreRelevant($0, $1) }.map { content(of: $0.element, at: now) }
  }

  private var shown: [Activity] { snapshot.activities.filter { $0.id == .pomodoro || $0.attributes != nil } }

  private typealias Place = (offset: Int, element: Activity)

  private static func isMoreRelevant(_ a: Place, _ b: Place) -> Bool {
    let (x, y) = (a.element, b.element)
    if x.relevanceScore != y.relevanceScore { return x.relevanceScore > y.relevanceScore }
    if x.deadline != y.deadline { return (x.deadline ?? .forever) < (y.deadline ?? .forever) }
    return a.offset < b.offset
  }

  /// The content of one activity; nil when there is none of that name.
  public func content(of id: ActivityID, at now: Moment) -> Content? {
    guard let activity = snapshot.activities.first(where: { $0.id == id }) else { return nil }
    guard activity.id == .pomodoro || activity.attributes != nil else { return nil }
    return content(of: activity, at: now)
  }

  /// When what a surface shows of this activity will next look different because time passes, on CLOCK_BOOTTIME.
  ///
  /// Nil when it will not: nothing runs, or the surface shows clock times only. Zero itself is `nextWake`'s.
  public func nextVisibleChange(of id: ActivityID, _ resolution: Resolution, at now: Moment) -> Duration? {
    guard resolution != .none, let activity = snapshot.activities.first(where: { $0.id == id }) else { return nil }
    switch activity.machine {
    case .pomodoro(let it): return it.phase.nextVisibleChange(resolution, at: now.sinceBoot)
    case .countdown(let it): return it.phase.nextVisibleChange(resolution, at: now.sinceBoot)
    case .stopwatch(let it): return it.nextVisibleChange(resolution, at: now.sinceBoot)
    }
  }

  private func content(of activity: Activity, at now: Moment) -> Content {
    let state = contentState(of: activity, at: now)
    let phase = activity.machine.phase
    return Content(
      activity: activity.attributes == nil ? nil : activity.id, kind: activity.machine.kind,
      activityState: activityState(of: activity, state), phase: activity.machine.token,
      attributes: activity.attributes, contentState: state,
      sessionsDone: min(activity.machine.cyclePosition, state.sessionsPerCycle),
      pause: activity.machine.pause, next: next(after: activity),
      undoable: activity.undo.flatMap { $0.isOpen(at: now.sinceBoot) ? $0.change : nil },
      countedAbsence: phase.flatMap { $0.timerState == .running && $0.asleep > .zero ? $0.asleep : nil },
      isHidden: activity.hiddenPhase == activity.machine.token, relevanceScore: activity.relevanceScore,
      staleDate: state.timerEndDate)
  }

  private func activityState(of activity: Activity, _ state: ContentState) -> ActivityState? {
    guard activity.attributes != nil else { return nil }
    if state.isStale { return .stale }
    return state.state == .ready && state.startedAt == nil ? .pending : .active
  }

  private func contentState(of activity: Activity, at now: Moment) -> ContentState {
    guard let phase = activity.machine.phase else { return stopwatchState(of: activity, at: now) }
    let remaining = phase.remaining(at: now.sinceBoot)
    let timerState = phase.timerState
    var end: WallTime?
    var isStale = false
    if case .running(let until) = phase.state {
      end = steady(now).wall + (until - now.sinceBoot)
      isStale = until < now.sinceBoot
    }
    let position = activity.machine.cyclePosition
    let isUnderWay = phase.mode == .focus && timerState != .completed
    let sessions = activity.machine.kind == .pomodoro ? settings.longBreakInterval : 0
    return ContentState(
      remainingSeconds: remaining.secondsRoundedUp, totalDuration: phase.total.secondsRoundedUp, mode: phase.mode,
      state: timerState, timerEndDate: end, startedAt: phase.began,
      sessionNumber: min(position + (isUnderWay ? 1 : 0), sessions), sessionsPerCycle: sessions, isStale: isStale,
      accent: accent(phase.mode, timerState, remaining.secondsRoundedUp),
      task: phase.mode.isBreak ? nil : activity.machine.task)
  }

  private func stopwatchState(of activity: Activity, at now: Moment) -> ContentState {
    guard case .stopwatch(let it) = activity.machine else {
      preconditionFailure("an activity without a phase is a stopwatch")
    }
    return ContentState(
      remainingSeconds: it.elapsed(at: now.sinceBoot).secondsRoundedDown, totalDuration: 0, mode: .stopwatch,
      state: it.timerState, timerEndDate: nil, startedAt: it.began, sessionNumber: 0, sessionsPerCycle: 0,
      isStale: false, accent: it.timerState == .paused ? .paused : .focus, task: it.task)
  }

  private func accent(_ mode: TimerMode, _ state: TimerState, _ remainingSeconds: Int) -> Accent {
    switch state {
    case .paused: .paused
    case .completed: .completed
    case .running where remainingSeconds < 60: .urgent
    case .ready, .running: mode.isBreak ? .break : .focus
    }
  }

  private func next(after activity: Activity) -> Content.Next? {
    guard case .pomodoro(let it) = activity.machine else { return nil }
    switch it.phase.state {
    case .ready: return .init(mode: it.phase.mode, duration: it.phase.total, startsByItself: false)
    case .completed(let nextStart, _):
      let due = it.due(settings)
      return .init(mode: due, duration: settings.duration(of: due), startsByItself: nextStart != nil)
    case .running, .paused: return nil
    }
  }
}

extension Machine {
  /// The phase of a kind that counts down; nil for a stopwatch.
  var phase: Phase? {
    switch self {
    case .pomodoro(let it): it.phase
    case .countdown(let it): it.phase
    case .stopwatch: nil
    }
  }

  var cyclePosition: Int { if case .pomodoro(let it) = self { it.cyclePosition } else { 0 } }

  var task: String? {
    switch self {
    case .pomodoro(let it): it.task
    case .countdown(let it): it.task
    case .stopwatch(let it): it.task
    }
  }

  var pause: Content.Pause? {
    switch self {
    case .stopwatch(let it):
      if case .paused(_, let since, let cause) = it.state { return .init(since: since, cause: cause) }
    case .pomodoro, .countdown:
      if case .paused(_, let since, let cause)? = phase?.state { return .init(since: since, cause: cause) }
    }
    return nil
  }
}

extension Activity {
  /// What waits for a person comes first, then what runs, then what is paused, then what was never begun.
  var relevanceScore: Double {
    switch machine.timerState {
    case .completed: 3
    case .running: 2
    case .paused: 1
    case .ready: 0
    }
  }
}

extension Phase {
  /// From here on less than a minute is shown, in milliseconds.
  private static var urgent: Int64 { 59_000 }

  /// The next moment at which the time left, rounded up to the unit shown, is one less, or the accent turns urgent.
  func nextVisibleChange(_ resolution: Resolution, at sinceBoot: Duration) -> Duration? {
    guard case .running(let until) = state, until > sinceBoot else { return nil }
    let left = (until - sinceBoot).inMilliseconds
    let unit: Int64 = resolution == .second || (resolution == .lastMinuteSeconds && left <= 60_000) ? 1000 : 60_000
    let next = (left - 1) / unit * unit
    if next == 0 { return left > Self.urgent ? until - .milliseconds(Self.urgent) : nil }
    return until - .milliseconds(next)
  }
}

extension Stopwatch {
  /// The next moment at which the time gone, rounded down to the unit shown, is one more.
  func nextVisibleChange(_ resolution: Resolution, at sinceBoot: Duration) -> Duration? {
    guard case .running(let zero) = state else { return nil }
    let unit: Int64 = resolution == .second ? 1000 : 60_000
    let gone = (sinceBoot - zero).inMilliseconds
    return zero + .milliseconds((gone / unit + 1) * unit)
  }
}

extension Duration {
  /// Later than every deadline.
  fileprivate static let forever: Duration = .seconds(Int64.max / 1000)
}
