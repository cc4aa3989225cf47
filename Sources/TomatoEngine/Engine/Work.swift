// What one event causes, over all activities, put into the order in which the shell must carry it out.

internal import TomatoLink

/// Collects the effects of one `Engine.handle`.
struct Work {
  /// Something must be stored.
  var changed = false
  /// Something may be stored with the next commit.
  private(set) var isLoose = false
  /// The delayed changes are due.
  var storesLoosely = false
  /// There is a commit.
  var stores: Bool { changed || storesLoosely }
  /// Invalid state that was replaced.
  var repairs: [Repair] = []
  var answer: Answer?
  var rows = RowChanges()
  private var happenings: [Happening] = []
  private var shown: [(ActivityID, Presentation)] = []
  private var ends: [(ActivityID, DismissalPolicy)] = []
  private var links: [String] = []

  mutating func noteLoose() { isLoose = true }

  /// Adds a history row that no phase ends with: a new one, or one that replaces its token's row.
  mutating func add(_ row: IntervalRecord) {
    rows.add(row)
    changed = true
  }

  /// - Parameter activity: as the turn left it.
  mutating func take(_ turn: Turn, _ changed: Bool, _ activity: Activity) {
    self.changed = self.changed || (changed && !turn.isLoose)
    isLoose = isLoose || turn.isLoose
    rows.take(turn.rows)
    links += turn.links
    // A deadline's happening is as of its due time; a person's, even with `at=`, as of now.
    let moment = turn.origin == .engine ? turn.when : turn.now
    for (name, ended) in turn.happenings {
      happened(Happening(name, turn.origin, turn.activity, ended: ended), activity, moment)
    }
    for presentation in turn.presentations { present(turn.activity, presentation) }
  }

  /// Keeps one presentation for each activity: the last one. But `quiet` never replaces an answer, `show` or `hide`,
  /// and `show` or `hide` never replaces an alert.
  mutating func present(_ id: ActivityID, _ presentation: Presentation) {
    guard let index = shown.lastIndex(where: { $0.0 == id }) else { return shown.append((id, presentation)) }
    switch (shown[index].1, presentation) {
    case (.answer, .quiet), (.show, .quiet), (.hide, .quiet), (.alert, .show), (.alert, .hide): break
    default: shown[index].1 = presentation
    }
  }

  /// The alerts among what is shown.
  var alerts: [(ActivityID, AlertConfiguration)] {
    shown.compactMap { id, presentation in
      if case .alert(let alert) = presentation { (id, alert) } else { nil }
    }
  }

  /// Makes its presentation quiet.
  mutating func quieten(_ id: ActivityID) {
    for index in shown.indices where shown[index].0 == id { shown[index].1 = .quiet }
  }

  /// Whether this event shows the activity already.
  func shows(_ id: ActivityID) -> Bool { shown.contains { $0.0 == id } }

  mutating func returned(_ activity: Activity, _ now: Moment) {
    happened(Happening(.onPause, .engine, activity.id), activity, now)
    present(activity.id, .alert(.returned))
  }

  private mutating func happened(_ happening: Happening, _ activity: Activity, _ moment: Moment) {
    var happening = happening
    happening.outcome = Happening.Trace(activity: activity, moment: moment)
    happenings.append(happening)
  }

  /// Drops an alert of an activity that ended: a person who stopped it knows, and where its card's time was over, there
  /// is nothing to answer. The last word of a program's owner stays.
  mutating func withdrawAlert(_ id: ActivityID) {
    shown.removeAll { shown in
      guard shown.0 == id, case .alert(let alert) = shown.1 else { return false }
      if case .ofProgram = alert { return false }
      return true
    }
  }

  mutating func ended(_ id: ActivityID, _ policy: DismissalPolicy) { ends.append((id, policy)) }

  /// What the shell must carry out.
  /// - Parameter take: says which activities changed; asked only if something must be stored.
  func effects(_ take: () -> (gone: [ActivityID], changed: [Placed])) -> [Effect] {
    var effects: [Effect] = []
    if stores {
      let activities = take()
      effects.append(
        .commit(
          EngineChanges(
            gone: activities.gone, changed: activities.changed, rows: rows, isDurable: changed, repairs: repairs)))
    }
    if let answer { effects.append(.answer(answer)) }
    effects += happenings.map(Effect.announce)
    effects += shown.map { Effect.update($0.0, $0.1) }
    effects += ends.map { Effect.end($0.0, $0.1) }
    effects += links.map(Effect.open)
    return effects
  }
}
