// The user's presence: the desktop's reports, the verbs `away` and `back`, and the rule when an absence counts.
// PomodoroAway.swift handles the focus meanwhile and the question on return.

internal import TomatoLink

extension Engine {
  /// Whether the shell must report presence: while a focus runs, or the user is away.
  public var watchesPresence: Bool { isFocusRunning || departure != nil }

  /// The idle time after which a source reports the user as away; nil if no source watches input.
  public var awayAfter: Duration? { watchesPresence && settings.awayAfter > .zero ? settings.awayAfter : nil }

  private var isFocusRunning: Bool {
    guard roster.pomodoro.attributes != nil, case .pomodoro(let pomodoro) = roster.pomodoro.machine else {
      return false
    }
    return pomodoro.phase.mode == .focus && pomodoro.timerState == .running
  }

  /// When a locked screen begins to count as absence, on CLOCK_BOOTTIME; nil if it counts already or no focus runs.
  var lockDue: Duration? {
    guard let departure, departure.isLocked, !departure.counts, isFocusRunning else { return nil }
    return departure.since + Departure.lockDelay
  }

  /// Whether phases wait because the user is away.
  var isUserAway: Bool { departure?.counts == true && settings.awayThen != .nothing }

  /// Takes a presence report.
  mutating func note(_ presence: Presence, _ now: Moment, _ work: inout Work) {
    switch presence {
    case .here: noteReturn(now, &work)
    case .away(let since): noteDeparture(since: min(since, now.sinceBoot), now, &work)
    case .locked(let since):
      let since = min(since, now.sinceBoot)
      if var old = departure {
        guard !old.isLocked else { return }
        old.isLocked = true
        (departure, work.changed) = (old, true)
        return
      }
      (departure, work.changed) = (Departure(since: since, isLocked: true), true)
      countLockIfDue(now, &work)
    }
  }

  /// Decides `away` and `back`; true if the presence changed.
  mutating func decide(presence intent: Intent, _ now: Moment, _ work: inout Work) throws(Refusal) -> Bool {
    guard intent.verb == .away else {
      defer { noteReturn(now, &work) }
      return departure != nil
    }
    guard let ago = now.ago(intent.at ?? now.wall) else { throw .inTheFuture }
    let isNews = departure?.counts != true
    if isNews { noteDeparture(since: now.sinceBoot - ago, now, &work) }
    return isNews
  }

  /// Notes that the user has left.
  private mutating func noteDeparture(since: Duration, _ now: Moment, _ work: inout Work) {
    guard var old = departure else {
      departure = Departure(since: since)
      return beginAbsence(now, &work)
    }
    if !old.counts {
      departure?.since = min(old.since, since)
      return beginAbsence(now, &work)
    }
    // The user was back while the daemon did not run. The time of the return is unknown, so nobody is asked about the
    // time before it.
    guard !old.isLocked, since > old.since + Departure.tolerance else { return }
    old.since = since
    (departure, work.changed) = (old, true)
    updateQuestion(since: since, now)
  }

  /// Lets a screen that has been locked for a minute count as absence.
  mutating func countLockIfDue(_ now: Moment, _ work: inout Work) {
    if let due = lockDue, due <= now.sinceBoot { beginAbsence(now, &work) }
  }

  private mutating func beginAbsence(_ now: Moment, _ work: inout Work) {
    departure?.counts = true
    work.changed = true
    guard let departure, case .pomodoro(var pomodoro) = roster.pomodoro.machine else { return }
    let trims = unseen.compactMap { $0.trim(since: departure.since) }
    unseen = []
    announce(.onAway, now, &work) { turn in
      pomodoro.noteDeparture(departure, trims, &turn)
      return pomodoro
    }
  }

  /// The user is back.
  mutating func noteReturn(_ now: Moment, _ work: inout Work) {
    forgetUnseen(&work)
    guard let old = departure else { return }
    (departure, work.changed) = (nil, true)
    guard old.counts, case .pomodoro(var pomodoro) = roster.pomodoro.machine else { return }
    announce(.onBack, now, &work) { turn in
      pomodoro.noteReturn(&turn)
      return pomodoro
    }
  }

  private mutating func announce(
    _ name: Happening.Name, _ now: Moment, _ work: inout Work, _ change: (inout Turn) -> Pomodoro
  ) {
    guard let number = roster.number(of: .pomodoro) else { return }
    var activity = roster.pomodoro
    var turn = turn(for: activity, nil, .engine, now, .zero)
    turn.announce(name)
    activity.machine = .pomodoro(change(&turn))
    // An alert makes a hidden card reappear.
    if turn.presentation?.alert != nil { activity.hiddenPhase = nil }
    roster.put(activity, number)
    collect(turn, true, activity, &work)
  }

  /// Adapts the question about time away to a changed Pomodoro: the present absence counts from the change on.
  /// - Parameter since: if given, the present absence counts from this moment on.
  mutating func updateQuestion(since: Duration? = nil, _ now: Moment) {
    guard case .pomodoro(var pomodoro) = roster.pomodoro.machine else { return }
    let isUserAway = departure?.counts == true && settings.awayThen == .ask
    // Undo may restore a question about an absence that has ended since.
    let isLate = departure?.counts != true && pomodoro.question?.isAsked == false
    guard isUserAway || isLate || pomodoro.question?.isOpen == true else { return }
    if isLate { pomodoro.dropUnasked() }
    let turn = turn(for: roster.pomodoro, nil, .engine, now, .zero)
    if since != nil { pomodoro.dropOpen() }
    pomodoro.updateQuestion(isUserAway: isUserAway, turn, since: since)
    changePomodoro { $0 = pomodoro }
  }

  /// Adapts the question about time away after an event that can change the Pomodoro.
  mutating func updateQuestion(after event: Event, _ now: Moment, _ work: inout Work) {
    switch event {
    case .intent, .settingsChanged, .launched:
      let before = roster.pomodoro
      updateQuestion(now)
      if roster.pomodoro != before { work.changed = true }
    default: break
    }
    countLockIfDue(now, &work)
  }

  /// Forgets unseen focuses, as the user is there and all of their time counts.
  mutating func forgetUnseen(_ work: inout Work) {
    guard !unseen.isEmpty else { return }
    (unseen, work.changed) = ([], true)
  }

  /// Notes a completed focus, unless an absence already counts.
  mutating func note(_ focus: UnseenFocus) {
    guard departure?.counts != true else { return }
    unseen = Array((unseen + [focus]).suffix(AwayQuestion.limit))
  }

  /// Drops the question's trims of changed or deleted rows.
  mutating func forgetTrims(of rows: [PhaseToken]) {
    guard case .pomodoro(let pomodoro) = roster.pomodoro.machine, pomodoro.question != nil else { return }
    changePomodoro { $0.forgetTrims(of: rows) }
  }
}
