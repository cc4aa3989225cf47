// What one event causes in all activities, in the order in which the shell must carry it out.

internal import TomatoLink

/// One `Engine.handle`: when it happens, and the effects that it collects.
struct Work {
  var now: Moment
  /// Time slept, or away, just before it.
  var absence: Duration = .zero
  var changed = false
  /// Some change need not be stored at once; the next commit stores it too.
  var isDeferrable = false
  /// Deferred changes must be stored now.
  var storesDeferred = false
  var stores: Bool { changed || storesDeferred }
  var answer: Answer?
  /// What to store.
  var changes = EngineChanges()
  /// At most one for each activity.
  private(set) var presentations: [(activity: ActivityID, presentation: Presentation)] = []
  /// The dismissal policies of activities that ended.
  var ends: [(activity: ActivityID, policy: DismissalPolicy)] = []
  private var links: [String] = []
  private var happenings: [Happening] = []

  init(at now: Moment) { self.now = now }

  /// Adds a history row that was not made by the end of a phase. It replaces a row with the same token.
  mutating func add(_ row: IntervalRecord) {
    changes.rows.add(row)
    changed = true
  }

  /// - Parameter activity: as the turn left it.
  mutating func add(_ turn: Turn, _ changed: Bool, _ activity: Activity) {
    self.changed = self.changed || (changed && !turn.isDeferrable)
    isDeferrable = isDeferrable || turn.isDeferrable
    changes.rows.append(turn.rows)
    links += turn.links
    if let presentation = turn.presentation { present(turn.activity, presentation) }
    if let policy = turn.end {
      // The person who stopped it knows, and an expired card needs no answer. An alert by a job's owner stays.
      presentations.removeAll { $0.activity == activity.id && $0.presentation.alert?.isOfProgram == false }
      ends.append((activity.id, policy))
    }
    // A deadline's happening has the content at its due time. A person's has the content of now, even with `at=`.
    let moment = turn.origin == .engine ? turn.when : turn.now
    for (name, ended) in turn.happenings {
      happened(Happening(name, turn.origin, turn.activity, ended: ended), activity, moment)
    }
  }

  mutating func present(_ id: ActivityID, _ presentation: Presentation) {
    if let index = presentations.firstIndex(where: { $0.activity == id }) {
      presentations[index].presentation = presentations[index].presentation.replaced(by: presentation)
    } else {
      presentations.append((id, presentation))
    }
  }

  func presents(_ id: ActivityID) -> Bool { presentations.contains { $0.activity == id } }

  /// Alerts about what was noticed after an absence.
  mutating func alert(_ alert: AlertConfiguration, of activity: Activity) {
    if alert == .returned { happened(Happening(.onPause, .engine, activity.id), activity, now) }
    present(activity.id, .alert(alert))
  }

  private mutating func happened(_ happening: Happening, _ activity: Activity, _ moment: Moment) {
    var happening = happening
    happening.outcome = Happening.Trace(activity: activity, moment: moment)
    happenings.append(happening)
  }

  var effects: [Effect] {
    var effects: [Effect] = stores ? [.commit(changes)] : []
    if let answer { effects.append(.answer(answer)) }
    effects += happenings.map(Effect.announce)
    effects += presentations.map { Effect.update($0.activity, $0.presentation) }
    effects += ends.map { Effect.end($0.activity, $0.policy) }
    effects += links.map(Effect.open)
    return effects
  }
}
