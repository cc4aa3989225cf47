// Finds the activity that an intent means, for every door: by id, by name, or as the only candidate.

public import TomatoLink

extension Engine {
  /// Verbs that create an activity if none has the name.
  static let requesting: Set<Verb> = [.start, .timer, .stopwatch, .request]

  /// The id and name of each activity that an intent means; empty if the intent is refused.
  public func targetLabels(of intent: Intent, _ origin: Origin, at now: Moment) -> [ActivityLabel] {
    let ids = (try? targets(of: intent, origin, at: now)) ?? []
    return ids.map { ActivityLabel(id: $0, name: roster[$0]?.name ?? intent.name) }
  }

  /// The activity that a question over the control socket is about.
  /// - Parameter verb: without id and name, finds the activity that allows this verb.
  public func target(_ id: ActivityID?, _ name: String?, for verb: Verb?) throws(Refusal) -> ActivityID {
    if id == nil, name == nil {
      return try verb.map { verb throws(Refusal) in try defaultTarget(of: verb) } ?? .pomodoro
    }
    let found = try named(id, name, .command, prefersRunning: verb != nil)
    guard shows(found) else { throw name.map(Refusal.unknownName) ?? .unknownActivity(found) }
    return found
  }

  func targets(of intent: Intent, _ origin: Origin, at now: Moment) throws(Refusal) -> [ActivityID] {
    switch intent.verb {
    case .timer, .stopwatch: return [intent.activity.flatMap(shown)?.id ?? timeTarget(of: intent, at: now)]
    case .request: return [try jobTarget(of: intent, at: now)]
    case .end where intent.activity == nil && intent.content?.requiredAttributes.isEmpty == false:
      return try jobs(with: intent.content?.requiredAttributes ?? [:])
    // `stop all` leaves jobs alone.
    case .stop where intent.activity == .all:
      return roster.order.filter { roster[$0].map { $0.attributes != nil && $0.machine.kind != .job } ?? false }
    case .start where intent.activity != nil || intent.name != nil: return [try startTarget(of: intent, at: now)]
    default: break
    }
    // A program uses the id that it chose.
    if Verb.ofPrograms.contains(intent.verb), let id = intent.activity { return [id] }
    if intent.activity != nil || intent.name != nil {
      let prefersRunning = intent.phase == nil && intent.verb != .undo
      return [try named(intent.activity, intent.name, origin, prefersRunning: prefersRunning)]
    }
    // A phase belongs to one activity: an intent that names the phase need not name the activity.
    if let phase = intent.phase { return [roster.activity(in: phase) ?? .pomodoro] }
    if intent.verb == .undo { return undoTargets(at: now) }
    return [try defaultTarget(of: intent.verb)]
  }

  private func requested(named name: String?) -> [Activity] { roster.activities(named: name).filter(\.isRequested) }
  private func requested(_ kind: ActivityKind) -> [Activity] {
    roster.others.filter { $0.isRequested && $0.machine.kind == kind }
  }

  static func isSame(_ a: String?, _ b: String?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return ActivityName.areSame(a, b)
  }

  // MARK: By name

  /// Finds an activity by id or exact name; typed text may also be a unique prefix.
  /// - Parameter prefersRunning: a running activity of that name wins over an ended one of that id.
  private func named(
    _ id: ActivityID?, _ name: String?, _ origin: Origin, prefersRunning: Bool = false
  ) throws(Refusal) -> ActivityID {
    let exact = id.flatMap { roster[$0] }.flatMap { $0.isShown || $0.undo != nil ? $0 : nil }
    if let exact, !prefersRunning || exact.id == .pomodoro || exact.goesOn { return exact.id }
    let text = name ?? id?.description ?? ""
    let ofName = roster.activities(named: text)
    if let found = ofName.first(where: \.goesOn) ?? exact { return found.id }
    if let found = ofName.first(where: { $0.attributes != nil }) ?? ofName.first { return found.id }
    if origin == .command, exact == nil {
      if let kind = TypedLexicon.kind(named: text) { return try only(kind, text) }
      if isPomodoro(inPhase: text) { return .pomodoro }
    }
    let beginning = text.lowercased()
    let candidates = roster.all.filter { $0.attributes != nil && $0.label.begins(with: beginning) }
    if let found = try only(origin == .command ? candidates : []) ?? id { return found }
    throw .unknownName(text)
  }

  /// The only one of these, if there is any.
  private func only(_ candidates: [Activity]) throws(Refusal) -> ActivityID? {
    if candidates.count > 1 { throw .ambiguous(candidates.map(\.label)) }
    return candidates.first?.id
  }

  /// The only activity of the kind that the text names. Without any timer, `timer` means the Pomodoro.
  private func only(_ kind: ActivityKind, _ text: String) throws(Refusal) -> ActivityID {
    let found = requested(kind)
    let going = found.filter(\.goesOn)
    if let only = try only(going.isEmpty ? found : going) { return only }
    guard kind == .timer, roster.pomodoro.attributes != nil else { throw .unknownName(text) }
    return .pomodoro
  }

  /// Whether the text names the Pomodoro's current phase, as in `stop the break`.
  private func isPomodoro(inPhase text: String) -> Bool {
    guard roster.pomodoro.attributes != nil, let pomodoro = roster.pomodoro.machine.pomodoro else { return false }
    return TypedLexicon.modes(named: text).contains(pomodoro.phase.mode)
  }

  /// The activity that `start` means: an existing one, else a new one of that name.
  private func startTarget(of intent: Intent, at now: Moment) throws(Refusal) -> ActivityID {
    if let id = intent.activity.flatMap(shown)?.id { return id }
    if intent.mustExist { return try existingTarget(of: intent) }
    return id(named: intent.name ?? intent.activity?.description, or: ActivityKind(requestedBy: intent), at: now)
  }

  private func existingTarget(of intent: Intent) throws(Refusal) -> ActivityID {
    do throws(Refusal) {
      let id = try named(intent.activity, intent.name, .command)
      if roster[id]?.isRequested == true { return id }
    } catch { if case .ambiguous = error { throw error } }
    throw .isNoActivity(intent.name ?? intent.activity?.description ?? "", intent.duration)
  }

  /// The activity of that name, if it `fits`, else the id of a new one of this kind.
  private func id(
    named name: String?, or kind: ActivityKind, at now: Moment, _ fits: (Activity) -> Bool = { _ in true }
  ) -> ActivityID {
    requested(named: name).first(where: fits)?.id ?? freeID(name, kind, at: now)
  }

  // MARK: For a request

  /// The id that the program gave, else the id of the job with that name, else a new one.
  private func jobTarget(of intent: Intent, at now: Moment) throws(Refusal) -> ActivityID {
    if let id = intent.activity { return id }
    let name = intent.name ?? intent.content?.name
    if let found = requested(named: name).first(where: { $0.machine.kind == .job }), name != nil { return found.id }
    return freeID(name, .job, at: now)
  }

  /// Running jobs that were requested with these attributes.
  private func jobs(with attributes: [String: String]) throws(Refusal) -> [ActivityID] {
    let found = roster.order.filter { id in
      guard let activity = roster[id], let job = activity.attributes?.job, activity.ended == nil else { return false }
      return attributes.allSatisfy { job.values[$0.key] == $0.value }
    }
    guard !found.isEmpty else { throw .nothingWithAttributes }
    return found
  }

  /// The activity of that name, or a new id. Without a name, an unnamed activity that already is what the intent asks
  /// for, so that a double click makes no duplicate.
  private func timeTarget(of intent: Intent, at now: Moment) -> ActivityID {
    let kind = intent.verb.row.only ?? .timer
    return id(named: intent.name, or: kind, at: now) { activity in
      intent.name != nil || (activity.machine.kind == kind && activity.machine.is(intent))
    }
  }

  func hasTimer(named name: String?) -> Bool { requested(named: name).contains { $0.machine.kind == .timer } }

  /// The name in lower case if that is a free id, else the kind and the lowest free number.
  private func freeID(_ name: String?, _ kind: ActivityKind, at now: Moment) -> ActivityID {
    if let name, let id = ActivityName.id(for: name), isFree(id, at: now) || Self.isSame(roster[id]?.name, name) {
      return id
    }
    // A kind, a hyphen and a number are always an id.
    return (1...).lazy.compactMap { ActivityID("\(kind.word)-\($0)") }.first { isFree($0, at: now) } ?? .pomodoro
  }

  private func isFree(_ id: ActivityID, at now: Moment) -> Bool { roster[id].map { $0.isGone(at: now) } ?? true }

  // MARK: Without a name

  /// The activity with the newest open undo slot, and all others that the same intent changed.
  private func undoTargets(at now: Moment) -> [ActivityID] {
    let open = roster.all.compactMap { activity in activity.openUndo(at: now).map { (id: activity.id, slot: $0) } }
    guard let newest = open.max(by: { $0.slot.at < $1.slot.at }) else { return [.pomodoro] }
    guard let batch = newest.slot.batch else { return [newest.id] }
    return open.filter { $0.slot.batch == batch }.map(\.id)
  }

  /// The Pomodoro if it is requested, else the only other activity for which the verb is possible.
  private func defaultTarget(of verb: Verb) throws(Refusal) -> ActivityID {
    switch verb {
    case .start, .focus, .break: return .pomodoro
    case .show: return roster.pomodoro.attributes != nil ? .pomodoro : roster.order.first ?? .pomodoro
    default: break
    }
    let kinds = verb.row.kinds.filter { $0 != .job }
    let kind = kinds.contains(.pomodoro) ? nil : kinds.first
    if kind == nil, roster.pomodoro.attributes != nil { return .pomodoro }
    if let only = try only(roster.others.filter { $0.isRequested && $0.allows(verb) }) { return only }
    // The only activity of the kind refuses the verb, as a paused stopwatch refuses `lap`.
    return try kind.flatMap { kind throws(Refusal) in try only(requested(kind)) } ?? .pomodoro
  }

  // MARK: Recent timers. A person can start one again by its name alone, or from a menu.

  /// The recent timers that do not exist now.
  public var timersToOfferAgain: [RecentTimer] { recentTimers.filter { !hasTimer(named: $0.name) } }

  /// The intent; a new timer without a length gets the length of the last timer with its name.
  func withRememberedLength(_ intent: Intent) throws(Refusal) -> Intent {
    guard intent.verb == .timer, intent.duration == nil, intent.until == nil, !hasTimer(named: intent.name) else {
      return intent
    }
    guard let known = recentTimers.first(where: { Self.isSame($0.name, intent.name) }) else { throw .needsDuration }
    var intent = intent
    intent.duration = known.duration
    return intent
  }

  /// Notes a timer that has begun, to be offered again.
  mutating func remember(_ activity: Activity, _ turn: Turn) {
    guard case .timer(let timer) = activity.machine, timer.due == nil,
      turn.happenings.contains(where: { $0.name == .onStart })
    else { return }
    let new = RecentTimer(name: activity.name, duration: timer.phase.base)
    recentTimers.removeAll { $0 == new || ($0.name != nil && Self.isSame($0.name, new.name)) }
    recentTimers = [new] + recentTimers.prefix(RecentTimer.limit - 1)
  }
}

extension ActivityLabel {
  fileprivate func begins(with text: String) -> Bool {
    !text.isEmpty && (id.description.hasPrefix(text) || name?.lowercased().hasPrefix(text) == true)
  }
}

extension Machine {
  /// Whether this unnamed machine already is what an unnamed intent asks for.
  fileprivate func `is`(_ intent: Intent) -> Bool {
    guard case .timer(let timer) = self, timerState.isUnderWay, !intent.replace else { return true }
    return timer.lasts(intent.duration, until: intent.until)
  }
}

extension Activity {
  fileprivate var goesOn: Bool { isRequested && ended == nil }

  /// Whether a person who names no activity can mean this one with the verb.
  fileprivate func allows(_ verb: Verb) -> Bool {
    guard let machine = machine.any as? any PhaseMachine else { return false }
    let (buttons, others) = machine.verbs
    return switch verb {
    // For `skip`, so that this activity refuses it and not the Pomodoro, which nobody requested.
    case .stop, .hide, .skip: true
    case .toggle: machine.timerState.isUnderWay
    default: buttons.contains(verb) || others.contains(verb)
    }
  }
}
