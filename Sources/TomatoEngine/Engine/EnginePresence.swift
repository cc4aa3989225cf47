// The user's presence: the desktop's reports, the verbs `away` and `back`, and the rule when an absence counts.
// PomodoroAway.swift handles the focus meanwhile and the question on return.

internal import TomatoLink

extension Engine {
  /// Whether the shell must report presence: while a focus runs, or the user is away.
  public var watchesPresence: Bool { isFocusRunning || departure != nil }

  /// The idle time after which a source reports the user as away; nil if no source watches input.
  public var awayAfter: Duration? { watchesPresence && settings.awayAfter > .zero ? settings.awayAfter : nil }

  private var isFocusRunning: Bool { isFocus(.running) }
  /// The shell keeps its sources of presence meanwhile, because a resume needs them again.
  public var isFocusPaused: Bool { isFocus(.paused) }

  private func isFocus(_ state: TimerState) -> Bool {
    let phase = roster.pomodoro.machine.pomodoro?.phase
    return roster.pomodoro.attributes != nil && phase?.mode == .focus && phase?.timerState == state
  }

  /// When a locked screen begins to count as absence, on CLOCK_BOOTTIME; nil if it counts already or no focus runs.
  var lockDue: Duration? {
    guard let departure, departure.isLocked, !departure.counts, isFocusRunning else { return nil }
    return departure.since + Departure.lockDelay
  }

  mutating func note(_ presence: Presence, _ work: inout Work) {
    let now = work.now.sinceBoot
    switch presence {
    case .here: noteReturn(&work)
    case .away(let since): noteDeparture(since: min(since, now), &work)
    case .locked(let since):
      guard departure?.isLocked != true else { return }
      departure = departure ?? Departure(since: min(since, now))
      departure?.isLocked = true
      work.changed = true
      countLockIfDue(&work)
    }
  }

  /// Decides `away` and `back`; true if the presence changed.
  mutating func decide(presence intent: Intent, _ work: inout Work) throws(Refusal) -> Bool {
    guard intent.verb == .away else {
      defer { noteReturn(&work) }
      return departure != nil
    }
    let now = work.now
    guard let ago = now.ago(intent.at ?? now.wall) else { throw .inTheFuture }
    if departure?.counts == true { return false }
    noteDeparture(since: now.sinceBoot - ago, &work)
    return true
  }

  private mutating func noteDeparture(since: Duration, _ work: inout Work) {
    guard let old = departure, old.counts else {
      departure = Departure(since: min(departure?.since ?? since, since), isLocked: departure?.isLocked ?? false)
      return beginAbsence(&work)
    }
    // The user was back, at an unknown time, while the daemon did not run. Nobody is asked about the time before.
    guard !old.isLocked, since > old.since + Departure.tolerance else { return }
    departure?.since = since
    work.changed = true
    updateQuestion(since: since, work)
  }

  /// Lets a screen that has been locked for a minute count as absence.
  mutating func countLockIfDue(_ work: inout Work) {
    if let due = lockDue, due <= work.now.sinceBoot { beginAbsence(&work) }
  }

  private mutating func beginAbsence(_ work: inout Work) {
    departure?.counts = true
    work.changed = true
    guard let departure else { return }
    let trims = unseen.compactMap { $0.trim(since: departure.since) }
    unseen = []
    announce(.onAway, &work) { $0?.noteDeparture(departure, trims, &$1) }
  }

  mutating func noteReturn(_ work: inout Work) {
    forgetUnseen(&work)
    guard let old = departure else { return }
    (departure, work.changed) = (nil, true)
    if old.counts { announce(.onBack, &work) { $0?.noteReturn(&$1) } }
  }

  private mutating func announce(
    _ name: HappeningName, _ work: inout Work, _ tell: (inout Pomodoro?, inout Turn) -> Void
  ) {
    change(Roster.pomodoroNumber, &work) { activity, turn in
      turn.announce(name)
      tell(&activity.machine.pomodoro, &turn)
      // An alert makes a hidden card reappear.
      if turn.presentation?.alert != nil { activity.hiddenPhase = nil }
    }
  }

  /// Adapts the question about time away to a changed Pomodoro.
  /// - Parameter since: the present absence counts from this moment on; nil: from the change on.
  @discardableResult mutating func updateQuestion(since: Duration? = nil, _ work: Work) -> Bool {
    guard var pomodoro = roster.pomodoro.machine.pomodoro else { return false }
    let isUserAway = departure?.counts == true && settings.awayThen == .ask
    // Undo may restore a question about an absence that has ended since.
    let isLate = departure?.counts != true && pomodoro.question?.isAsked == false
    guard isUserAway || isLate || pomodoro.question?.isOpen == true else { return false }
    if isLate { pomodoro.question = nil }
    pomodoro.updateQuestion(isUserAway: isUserAway, turn(for: roster.pomodoro, nil, .engine, work), since: since)
    return changePomodoro { $0 = pomodoro }
  }

  /// Adapts the question about time away after an event that can change the Pomodoro.
  mutating func updateQuestion(after event: Event, _ work: inout Work) {
    switch event {
    case .intent, .settingsChanged, .launched: if updateQuestion(work) { work.changed = true }
    default: break
    }
    countLockIfDue(&work)
  }

  /// Forgets unseen focuses, as the user is there and all of their time counts.
  mutating func forgetUnseen(_ work: inout Work) {
    guard !unseen.isEmpty else { return }
    (unseen, work.changed) = ([], true)
  }
}
