// Whether somebody is there, as the engine keeps it: what sources and the verbs `away` and `back` say, and when it
// counts. What becomes of a focus meanwhile, and of the question on return, is in PomodoroAway.swift.

internal import TomatoLink

extension Engine {
  /// Whether a source of the desktop is to tell of comings and goings: a focus runs, or nobody is there.
  public var watchesPresence: Bool { isFocusRunning || departure != nil }

  /// After how long without input a source is to say that nobody is there; nil when it is not to look at input at all.
  public var awayAfter: Duration? { watchesPresence && settings.awayAfter > .zero ? settings.awayAfter : nil }

  private var isFocusRunning: Bool {
    guard roster.pomodoro.attributes != nil, case .pomodoro(let pomodoro) = roster.pomodoro.machine else {
      return false
    }
    return pomodoro.phase.mode == .focus && pomodoro.timerState == .running
  }

  /// When a lock begins to count, on CLOCK_BOOTTIME; nil when it does already, or when there is no focus that it could
  /// count in.
  var lockCounts: Duration? {
    guard let departure, departure.isLocked, !departure.counts, isFocusRunning else { return nil }
    return departure.since + Departure.lockCounts
  }

  /// No person is there, and what would begin by itself waits.
  var isLeft: Bool { departure?.counts == true && settings.awayThen != .nothing }

  /// What a source says.
  mutating func note(_ presence: Presence, _ now: Moment, _ work: inout Work) {
    switch presence {
    case .here: comeBack(now, &work)
    case .away(let since): leave(since: min(since, now.sinceBoot), now, &work)
    case .locked(let since):
      let since = min(since, now.sinceBoot)
      if var old = departure {
        guard !old.isLocked else { return }
        old.isLocked = true
        (departure, work.changed) = (old, true)
        return
      }
      (departure, work.changed) = (Departure(since: since, isLocked: true), true)
      countLock(now, &work)
    }
  }

  /// Somebody says that they leave, or that they are back; true when that is news.
  mutating func decide(presence intent: Intent, _ now: Moment, _ work: inout Work) throws(Refusal) -> Bool {
    guard intent.verb == .away else {
      defer { comeBack(now, &work) }
      return departure != nil
    }
    guard let ago = now.ago(intent.at ?? now.wall) else { throw .inTheFuture }
    let isNews = departure?.counts != true
    if isNews { leave(since: now.sinceBoot - ago, now, &work) }
    return isNews
  }

  /// No person has been there since a moment.
  private mutating func leave(since: Duration, _ now: Moment, _ work: inout Work) {
    guard var old = departure else {
      departure = Departure(since: since)
      return count(now, &work)
    }
    if !old.counts {
      departure?.since = min(old.since, since)
      return count(now, &work)
    }
    // Somebody was there meanwhile, and it was not told: the daemon did not run then. Nobody knows for how long they
    // had been away before that, so it is not asked about.
    guard !old.isLocked, since > old.since + Departure.same else { return }
    old.since = since
    (departure, work.changed) = (old, true)
    settleQuestion(since: since, now)
  }

  /// A lock that has lasted long enough counts.
  mutating func countLock(_ now: Moment, _ work: inout Work) {
    if let due = lockCounts, due <= now.sinceBoot { count(now, &work) }
  }

  private mutating func count(_ now: Moment, _ work: inout Work) {
    departure?.counts = true
    work.changed = true
    guard let departure, case .pomodoro(var pomodoro) = roster.pomodoro.machine else { return }
    let trims = unseen.compactMap { $0.trim(since: departure.since) }
    unseen = []
    tell(.onAway, now, &work) { turn in
      pomodoro.leave(departure, trims, &turn)
      return pomodoro
    }
  }

  /// Somebody is there.
  mutating func comeBack(_ now: Moment, _ work: inout Work) {
    forgetUnseen(&work)
    guard let old = departure else { return }
    (departure, work.changed) = (nil, true)
    guard old.counts, case .pomodoro(var pomodoro) = roster.pomodoro.machine else { return }
    tell(.onBack, now, &work) { turn in
      pomodoro.comeBack(&turn)
      return pomodoro
    }
  }

  private mutating func tell(
    _ name: Happening.Name, _ now: Moment, _ work: inout Work, _ change: (inout Turn) -> Pomodoro
  ) {
    guard let number = roster.number(of: .pomodoro) else { return }
    var activity = roster.pomodoro
    var turn = turn(for: activity, nil, .engine, now, .zero)
    turn.announce(name)
    activity.machine = .pomodoro(change(&turn))
    // A person is to see this, so a card that was closed comes back.
    if turn.presentations.contains(where: { if case .alert = $0 { true } else { false } }) {
      activity.hiddenPhase = nil
    }
    roster.put(activity, number)
    collect(turn, true, activity, &work)
  }

  /// After a change of the Pomodoro, by whatever: what nobody is there for begins with that.
  /// - Parameter since: it begins then, whatever was known before.
  mutating func settleQuestion(since: Duration? = nil, _ now: Moment) {
    guard case .pomodoro(var pomodoro) = roster.pomodoro.machine else { return }
    let isLeft = departure?.counts == true && settings.awayThen == .ask
    // An undo may bring back what was to be asked on a return that has been since.
    let isLate = departure?.counts != true && pomodoro.question?.isAsked == false
    guard isLeft || isLate || pomodoro.question?.isOpen == true else { return }
    if isLate { pomodoro.dropUnasked() }
    let turn = turn(for: roster.pomodoro, nil, .engine, now, .zero)
    if since != nil { pomodoro.dropOpen() }
    pomodoro.settle(isLeft: isLeft, turn, since: since)
    changePomodoro { $0 = pomodoro }
  }

  /// What an event did to the Pomodoro may be the end of what is asked, or the beginning of it.
  mutating func settle(after event: Event, _ now: Moment, _ work: inout Work) {
    switch event {
    case .intent, .settingsChanged, .launched:
      let before = roster.pomodoro
      settleQuestion(now)
      if roster.pomodoro != before { work.changed = true }
    default: break
    }
    countLock(now, &work)
  }

  /// A person was there, whatever they did: what was completed before that is theirs.
  mutating func forgetUnseen(_ work: inout Work) {
    guard !unseen.isEmpty else { return }
    (unseen, work.changed) = ([], true)
  }

  /// A focus was completed. With nobody there it is asked about already.
  mutating func note(_ focus: UnseenFocus) {
    guard departure?.counts != true else { return }
    unseen = Array((unseen + [focus]).suffix(AwayQuestion.limit))
  }

  /// A row of the history is another one now, or none.
  mutating func forgetTrims(of rows: [PhaseToken]) {
    guard case .pomodoro(let pomodoro) = roster.pomodoro.machine, pomodoro.question != nil else { return }
    changePomodoro { $0.forgetTrims(of: rows) }
  }
}
