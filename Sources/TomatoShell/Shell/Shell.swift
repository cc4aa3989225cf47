// The imperative shell around the engine: takes events, carries out effects in their order, keeps one alarm armed.
// One thread, no waiting: everything that blocks is behind a port.

internal import TomatoEngine

/// The one owner of the engine.
final class Shell {
  private(set) var engine: Engine
  private let ports: Ports
  private var watchers: [Watcher] = []
  private var waiters: [Waiter] = []
  /// Colours and dots of the lines that watchers get; each has it from the next look on.
  var appearance = Appearance()
  /// Why the last change is not saved, until one is.
  private(set) var unsaved: String?
  private var lastMark: Duration?
  /// The state is stamped: an event after this would count the time since then twice.
  private var hasLeft = false

  /// - unsaved: why nothing can be saved, if that is known and told already.
  init(_ engine: Engine, unsaved: String? = nil, _ ports: Ports) {
    self.engine = engine
    self.unsaved = unsaved
    self.ports = ports
  }

  // MARK: Events

  /// Takes one event: decides, stores, shows. Gives the answer if the event was an intent.
  @discardableResult
  func take(_ event: Event) -> Answer? {
    guard !hasLeft else { return nil }
    let now = ports.now()
    let stopped = contentToStop(event, now)
    let effects = engine.handle(event, at: now)
    var answer: Answer?
    var updated: Set<ActivityID> = []
    for effect in effects {
      switch effect {
      case .commit(let changes): commit(changes, now)
      case .answer(let given): answer = given
      case .announce(let happening): announce(happening, now)
      case .update(let id, let presentation):
        update(id, presentation, begins: effects.begin(id), now)
        updated.insert(id)
      case .end(let id, _): end(id, stopped ?? content(id, now), now)
      }
    }
    if !effects.changed.isEmpty { ports.announce(effects.happened, effects.changed) }
    refresh(now, except: updated)
    return answer
  }

  /// The alarm rang, the clock was set or the machine woke up: look at what is due, and at what looks different now.
  func timePassed() {
    take(.alarm)
    markAlive(ports.now())
  }

  private func commit(_ changes: Engine.Changes, _ now: Moment) {
    let known = unsaved
    unsaved = ports.commit(engine.snapshot, changes)
    lastMark = now.sinceBoot
    // The answers say it each time; one record is enough.
    if let unsaved, unsaved != known { ports.journal(.failed(unsaved, content(.pomodoro, now))) }
  }

  private func announce(_ happening: Happening, _ now: Moment) {
    let content = content(happening.activity, now)
    if happening.name == .onStart { ports.journal(.start(content, happening.origin)) }
    for watcher in watchers where watcher.follows(happening.activity) {
      watcher.tell(happening.name.rawValue, happening.origin, content)
    }
    guard let ended = happening.ended else { return }
    settle(ended, happening.activity, content)
  }

  private func update(_ id: ActivityID, _ presentation: Presentation, begins: Bool, _ now: Moment) {
    let content = content(id, now)
    ports.journal(.update(content, presentation))
    ports.island(IslandUpdate(content: content, presentation: presentation, begins: begins))
  }

  /// What an activity shows before it is stopped; afterwards it is gone, and its record would be about another.
  private func contentToStop(_ event: Event, _ now: Moment) -> Content? {
    guard case .intent(let intent, _) = event, intent.verb == .stop else { return nil }
    return content(engine.target(intent.activity), now)
  }

  private func end(_ id: ActivityID, _ last: Content, _ now: Moment) {
    ports.journal(.close(last, reason: "stopped"))
    ports.island(IslandUpdate(content: content(id, now), presentation: .quiet, ends: id))
    guard !exists(id) else { return }
    for watcher in watchers where watcher.follows(id) { watcher.finish(0) }
    watchers.removeAll { $0.follows(id) }
  }

  /// What to show of an activity; of one that is over, the Pomodoro instead.
  func content(_ id: ActivityID, _ now: Moment? = nil) -> Content {
    let now = now ?? ports.now()
    return engine.content(of: id, at: now) ?? engine.pomodoroContent(at: now)
  }

  /// What a watcher gets to see; nil when the activity that a bar follows does not live.
  private func content(for watcher: Watcher, _ now: Moment) -> Content? {
    guard let id = watcher.activity else { return engine.mostRelevantContent(at: now) }
    return watcher.bar == nil ? content(id, now) : engine.content(of: id, at: now)
  }

  func exists(_ id: ActivityID) -> Bool { engine.shows(id) }
  func contents() -> [Content] { engine.contents(at: ports.now()) }
  func now() -> Moment { ports.now() }
  func history(since: WallTime) -> [IntervalRecord] { ports.history(since) }

  // MARK: Surfaces

  func add(_ watcher: Watcher) {
    watchers.append(watcher)
    let now = ports.now()
    watcher.show(content(for: watcher, now), appearance)
    arm(now)
  }

  func remove(_ watcher: Watcher) {
    watchers.removeAll { $0 === watcher }
    arm(ports.now())
  }

  /// Answers when the phase that is under way ends; false when there is none.
  func add(_ waiter: Waiter) -> Bool {
    let content = content(waiter.activity)
    guard exists(waiter.activity), [.running, .paused].contains(content.contentState.state) else { return false }
    waiter.phase = content.phase
    waiters.append(waiter)
    return true
  }

  func remove(_ waiter: Waiter) { waiters.removeAll { $0 === waiter } }

  private func settle(_ ended: Happening.Ended, _ id: ActivityID, _ content: Content) {
    let done = waiters.filter { $0.activity == id && $0.phase == ended.phase }
    waiters.removeAll { waiter in done.contains { $0 === waiter } }
    for waiter in done { waiter.finish(ended.outcome, content) }
  }

  /// Every surface that shows time gets a look, then the alarm is armed for the next visible change. The island has
  /// heard of what is `updated`: another word about the same moment would wipe out that of the alert.
  private func refresh(_ now: Moment, except updated: Set<ActivityID>) {
    for watcher in watchers { watcher.show(content(for: watcher, now), appearance) }
    if let interest = ports.islandInterest(), !updated.contains(interest.activity) {
      ports.island(IslandUpdate(content: content(interest.activity, now), presentation: .quiet))
    }
    if ports.compactInterest() != nil { ports.compact(engine.contents(at: now), now) }
    arm(now)
  }

  /// A tray or a dock came or went, or shows time differently from now on.
  func compactInterestChanged() {
    let now = ports.now()
    if ports.compactInterest() != nil { ports.compact(engine.contents(at: now), now) }
    arm(now)
  }

  // MARK: The alarm

  /// One timer for the earliest of: the engine's deadline, the next visible change of the finest surface, the minute
  /// mark.
  private func arm(_ now: Moment) {
    var wake = engine.nextWake
    for watcher in watchers {
      guard let id = watcher.activity ?? engine.order.first else { continue }
      wake = earlier(wake, engine.nextVisibleChange(of: id, watcher.resolution, at: now))
    }
    if let interest = ports.islandInterest() {
      wake = earlier(wake, engine.nextVisibleChange(of: interest.activity, interest.resolution, at: now))
    }
    if let resolution = ports.compactInterest() { wake = earlier(wake, nextCompactChange(resolution, now)) }
    ports.setAlarm(earlier(wake, nextMark(now)))
  }

  /// The first activity is shown as finely as the tray wants it, the others, which only the menu lists, by the minute.
  private func nextCompactChange(_ resolution: Resolution, _ now: Moment) -> Duration? {
    engine.order.enumerated().reduce(nil) { wake, item in
      let finest = item.offset == 0 ? resolution : min(resolution, .minute)
      return earlier(wake, engine.nextVisibleChange(of: item.element, finest, at: now))
    }
  }

  private func earlier(_ a: Duration?, _ b: Duration?) -> Duration? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }

  /// While something runs, once a minute, together with the Pomodoro's own minute where there is one.
  private func nextMark(_ now: Moment) -> Duration? {
    guard engine.isAnythingRunning else { return nil }
    if let minute = engine.nextVisibleChange(of: .pomodoro, .minute, at: now) { return minute }
    return (lastMark ?? now.sinceBoot) + .minutes(1)
  }

  private func markAlive(_ now: Moment) {
    guard nextMark(now) != nil else { return }
    if let lastMark, now.sinceBoot - lastMark < .seconds(30) { return }
    lastMark = now.sinceBoot
    ports.markAlive(now)
    arm(now)
  }

  // MARK: The end

  /// Stamps the state, so that time from here on does not count, and lets everybody go.
  func leave() {
    take(.leaving)
    hasLeft = true
    let content = content(.pomodoro)
    for waiter in waiters { waiter.giveUp() }
    for watcher in watchers { watcher.finish(0) }
    (watchers, waiters) = ([], [])
    ports.journal(.close(content, reason: "leaving"))
    ports.setAlarm(nil)
    ports.quit()
  }
}

extension [Effect] {
  /// Whether a phase of this activity began in this change.
  fileprivate func begin(_ id: ActivityID) -> Bool {
    contains { effect in
      if case .announce(let happening) = effect {
        happening.activity == id && happening.name == .onStart
      } else {
        false
      }
    }
  }

  /// What happened, in its order.
  fileprivate var happened: [Happening] {
    compactMap { if case .announce(let happening) = $0 { happening } else { nil } }
  }

  /// The activities whose content may be new, each once.
  fileprivate var changed: [ActivityID] {
    var ids: [ActivityID] = []
    for effect in self {
      switch effect {
      case .announce(let happening): ids.append(happening.activity)
      case .update(let id, _), .end(let id, _): ids.append(id)
      case .commit, .answer: break
      }
    }
    return ids.enumerated().filter { ids.firstIndex(of: $0.element) == $0.offset }.map(\.element)
  }
}
