// The imperative shell around the engine: takes events, stores their changes, shows the scene once they are stored, and
// keeps one alarm armed. One thread, no waiting: everything that blocks is behind a port or a surface.

package import TomatoEngine
package import TomatoLink
package import TomatoRecord
internal import TomatoWords

/// The one owner of the engine.
package final class Shell {
  /// The newest state; its last changes may not be stored yet.
  package private(set) var engine: Engine
  /// The state that surfaces and doors see: only changes whose commit is done.
  package var shown: Engine { pending.shown ?? engine }
  private var pending = PendingDecisions()
  private var rowChanges = 0
  private let ports: Ports
  package let goal: GoalTally
  private var observers: [any Observer] = []
  /// Why the last commit failed; nil after a successful one.
  private(set) var unsaved: Unsaved?
  private var lastMark: Duration?
  /// `leave` has stamped the state. Later events are ignored, because they would count time twice.
  private(set) var hasLeft = false

  /// - unsaved: why nothing can be saved, if that is known and told already.
  package init(_ engine: Engine, unsaved: Unsaved? = nil, _ ports: Ports) {
    (self.engine, self.unsaved, self.ports) = (engine, unsaved, ports)
    goal = GoalTally(zone: ports.zone, count: ports.counted)
  }

  // MARK: Events

  /// Takes one event: decides, stores, shows. Gives the answer if the event was an intent.
  /// - activationToken: the click's token, passed on with a link that the event opens.
  /// - then: called with the answer once its change is stored.
  /// - Returns: the answer; `changed` for an event that asks for none; nil if the event was not taken, because the
  ///   daemon ends. Every door then tells its client to ask the next daemon.
  @discardableResult
  package func take(
    _ event: Event, _ activationToken: String? = nil, then: @escaping (Answer?) -> Void = { _ in }
  ) -> Answer? {
    let language = SentenceLanguage.now
    guard !hasLeft else {
      then(nil)
      return nil
    }
    return SentenceLanguage.session.whileAnswering {
      carryOut(event, activationToken) { answer in language.whileAnswering { then(answer) } }
    }
  }

  private func carryOut(
    _ event: Event, _ activationToken: String?, _ then: @escaping (Answer?) -> Void
  ) -> Answer? {
    let now = ports.now()
    let (last, mayWait) = (contentsToEnd(event, now), mayWait(event, now))
    if mayWait { pending.keep(engine) }
    let effects = engine.handle(event, at: now)
    var (answer, changes) = (Answer.changed, Engine.Changes?.none)
    for case .commit(let made) in effects { changes = made }
    for case .answer(let given) in effects { answer = given }
    if let changes, changes.rows != RowChanges() { rowChanges += 1 }
    let decision = Decision(
      effects: effects, last: last, now: now, activationToken: activationToken, changes: changes,
      answers: [{ [answer] in then(answer) }])
    store(decision, mayWait)
    // While a commit is pending, surfaces show the state before it at the present time.
    if !pending.isEmpty { show(scene(), observers) }
    return answer
  }

  private func store(_ decision: Decision, _ mayWait: Bool) {
    if let changes = decision.changes, changes.isDurable, mayWait {
      pending.append(decision)
      return ports.commit(engine.snapshot, changes) { [weak self] in self?.stored($0) }
    }
    if mayWait { pending.dropKept() }
    if let changes = decision.changes {
      ports.commit(engine.snapshot, changes) { [weak self] in self?.note($0, changes) }
    }
    if pending.isEmpty { finish(decision, decision.now) } else { pending.merge(decision) }
  }

  /// Whether an event may lead to a commit that is waited for.
  private func mayWait(_ event: Event, _ now: Moment) -> Bool {
    switch event {
    case .alarm: engine.nextWake.map { $0 <= now.sinceBoot } ?? false
    case .confirmed: false
    default: true
    }
  }

  private func stored(_ unsaved: Unsaved?) {
    guard let decision = pending.next(), let changes = decision.changes else { return }
    SentenceLanguage.session.whileAnswering {
      note(unsaved, changes)
      finish(decision, ports.now())
    }
  }

  private func finish(_ decision: Decision, _ now: Moment) {
    for case .open(let link) in decision.effects { ports.open(link, decision.activationToken) }
    let scene = scene(of: decision.effects, last: decision.last, now)
    // The answer does not wait for the surfaces. If it adds an observer, that one already has the present scene.
    let (observers, isEnd) = (observers, hasLeft)
    if !isEnd { decision.answer() }
    show(scene, observers)
    if isEnd { decision.answer() }
  }

  /// Handles due deadlines and visible changes after an alarm, a clock change or a wake-up.
  package func timePassed() {
    guard !hasLeft else { return }
    take(.alarm)
    markAlive(ports.now())
  }

  /// A commit is done, or could not be made.
  private func note(_ unsaved: Unsaved?, _ changes: Engine.Changes) {
    let (known, now) = (self.unsaved, ports.now())
    self.unsaved = unsaved
    for repair in changes.repairs {
      journal(
        .failed(
          Answers.repaired(repair.activity?.description, repair.reason), content(repair.activity ?? .pomodoro, now)))
    }
    goal.note(added: changes.rows.added, removed: changes.rows.removed)
    // The state that a commit stores is a mark, too.
    if unsaved == nil { lastMark = now.sinceBoot }
    // One record per problem; answers repeat it each time.
    if let unsaved, unsaved != known { journal(.failed(unsaved.sentence, content(.pomodoro, now))) }
  }

  /// The contents of activities before they are stopped, for the journal.
  private func contentsToEnd(_ event: Event, _ now: Moment) -> [ActivityID: Content] {
    guard case .intent(let intent, let origin) = event, intent.verb == .stop || intent.verb == .hide else { return [:] }
    let ids = engine.targetLabels(of: intent, origin, at: now).map(\.id)
    return Dictionary(ids.map { ($0, content($0, now)) }) { first, _ in first }
  }

  /// Imports intervals; skips those already recorded.
  /// - Parameter then: called with the number of added intervals and why they are not saved, or why reading failed; nil
  ///   if the daemon ends.
  func importIntervals(
    _ intervals: [IntervalRecord], then: @escaping (Result<(added: Int, unsaved: Unsaved?), Unreadable>?) -> Void
  ) {
    ask(
      { $0.unrecorded(intervals, $1) },
      { [weak self] found in
        guard let self else { return }
        switch found {
        case nil: then(nil)
        case .failure(let error): then(.failure(error))
        case .success(let found):
          let new = found.filter { !self.engine.overlapsPhase($0) }
          guard !new.isEmpty else { return then(.success((0, nil))) }
          take(.imported(new)) { answer in then(answer.map { _ in .success((new.count, self.unsaved)) }) }
        }
      })
  }

  /// Reads from the history, and reads again if the history has changed before the answer came.
  /// - Parameter then: gets nil if the daemon ends, because it does not wait for what is read after its last commit.
  private func ask<Answer>(
    _ question: @escaping (Ports, @escaping Done<Answer>) -> Void, _ then: @escaping (Answer?) -> Void
  ) {
    guard !hasLeft else { return then(nil) }
    let known = rowChanges
    question(ports) { [weak self] answer in
      guard let self else { return }
      if known == rowChanges { then(answer) } else { ask(question, then) }
    }
  }

  // MARK: The scene

  private func scene(of effects: [Effect], last: [ActivityID: Content], _ now: Moment) -> Scene {
    var happenings: [Happening] = []
    var updates: [Scene.Update] = []
    var endings: [Scene.Ending] = []
    for effect in effects {
      switch effect {
      case .announce(let happening): happenings.append(happening)
      case .update(let id, let presentation):
        let begins = happenings.contains { $0.activity == id && $0.name == .onStart }
        updates.append(Scene.Update(activity: id, presentation: presentation, begins: begins))
      case .end(let id, _): endings.append(Scene.Ending(activity: id, last: last[id] ?? content(id, now)))
      case .commit, .answer, .open: break
      }
    }
    return Scene(shown, at: now, goal: goal, happenings: happenings, updates: updates, endings: endings)
  }

  /// The current scene, for a surface that was added after the last event.
  func scene() -> Scene { Scene(shown, at: ports.now(), goal: goal) }

  private func show(_ scene: Scene, _ observers: [any Observer]) {
    record(scene)
    for observer in observers { observer.observe(scene) }
    arm(scene.now)
  }

  private func record(_ scene: Scene) {
    for happening in scene.happenings where happening.name == .onStart {
      journal(.start(scene.content(after: happening), happening.origin))
    }
    for update in scene.updates {
      journal(.update(scene.contentOrPomodoro(of: update.activity), update.presentation))
    }
    for ending in scene.endings {
      journal(.close(scene.lastContent(of: ending), of: ending.activity, reason: "stopped"))
    }
  }

  // MARK: Reading the state

  /// The content of an activity; the Pomodoro's if it is over.
  package func content(_ id: ActivityID, _ now: Moment? = nil) -> Content {
    let now = now ?? ports.now()
    return livingContent(id, now) ?? goal.addingGoal(to: shown.pomodoroContent(at: now), at: now)
  }

  /// Nil for an activity that is over.
  func livingContent(_ id: ActivityID, _ now: Moment) -> Content? {
    shown.content(of: id, at: now).map { goal.addingGoal(to: $0, at: now) }
  }

  package func contents() -> [Content] {
    let now = ports.now()
    return shown.contents(at: now).map { goal.addingGoal(to: $0, at: now) }
  }
  func now() -> Moment { ports.now() }

  /// Reads the rows that a correction concerns, including all changes so far.
  func correctionContext(of correction: Correction, then: @escaping (Result<CorrectionContext, Unreadable>?) -> Void) {
    ask({ $0.correctionContext(correction, $0.now().wall, $1) }, then)
  }

  func history(since: WallTime, until: WallTime, then: @escaping Done<History>) {
    ports.history(since, until, then)
  }
  /// Writes it in the session's language.
  func journal(_ record: @autoclosure () -> JournalRecord) {
    ports.journal(SentenceLanguage.session.whileAnswering(record))
  }

  // MARK: Observers

  /// Adds an observer, and passes it the current scene.
  /// - Parameter isFirst: other observers depend on it.
  package func add(_ observer: any Observer, isFirst: Bool = false) {
    observers.insert(observer, at: isFirst ? 0 : observers.endIndex)
    interestChanged(of: observer)
  }

  package func remove(_ observer: any Observer) {
    observers.removeAll { $0 === observer }
    arm(ports.now())
  }

  /// A surface's interest has changed: other activities or another resolution.
  package func interestChanged(of observer: any Observer) {
    guard !hasLeft else { return }
    let scene = scene()
    SentenceLanguage.session.whileAnswering { observer.observe(scene) }
    arm(scene.now)
  }

  /// Updates the alarm after an observer's interest or next look has changed.
  func rearm() {
    if !hasLeft { arm(ports.now()) }
  }

  // MARK: The alarm

  /// One timer for the earliest of: the engine's deadline, the next visible change on any surface, when an observer
  /// wants to look again, the minute mark, the end of the day for which the goal is shown.
  private func arm(_ now: Moment) {
    var wake = earlier(engine.nextWake, nextMark(now))
    for observer in observers {
      wake = earlier(wake, observer.nextLook)
      for interest in observer.interest { wake = earlier(wake, nextVisibleChange(interest, now)) }
    }
    goal.forgetOtherDays(than: now.wall)
    // No wake-up for a goal that no surface shows.
    if let end = goal.dayEnds, observers.contains(where: { !$0.interest.isEmpty }) {
      wake = earlier(wake, now.sinceBoot + (end - now.wall))
    }
    ports.setAlarm(wake)
  }

  private func nextVisibleChange(_ interest: Interest, _ now: Moment) -> Duration? {
    let shown = shown
    let ids =
      switch interest.subject {
      case .activity(let id): [id]
      case .mostRelevant(let count): Array(shown.order.prefix(count))
      }
    return ids.compactMap { future(shown.nextVisibleChange(of: $0, interest.resolution, at: now), now) }.min()
  }

  /// Ignores a deadline in the past: its change waits for the commit.
  private func future(_ wake: Duration?, _ now: Moment) -> Duration? {
    pending.isEmpty ? wake : wake.flatMap { $0 > now.sinceBoot ? $0 : nil }
  }

  private func earlier(_ a: Duration?, _ b: Duration?) -> Duration? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }

  /// The next minute mark while something runs, aligned with the Pomodoro's minute if there is one.
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

  /// Stamps the state, so that time from here on does not count, and closes every observer.
  /// - Parameter then: called after both, once the stamp is stored.
  package func leave(then: @escaping () -> Void = {}) {
    guard !hasLeft else { return then() }
    hasLeft = true
    SentenceLanguage.session.whileAnswering {
      _ = carryOut(.leaving, nil) { [self] _ in
        for observer in observers { observer.close() }
        observers = []
        journal(.close(content(.pomodoro), reason: "leaving"))
        ports.setAlarm(nil)
        then()
      }
    }
  }
}
