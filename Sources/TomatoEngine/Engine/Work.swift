// What one event causes in all activities, in the order in which the shell must carry it out.

internal import TomatoLink

/// One `Engine.handle`: when it happens, and the effects that it collects.
struct Work {
  var now: Moment
  /// Time slept, or away, just before it.
  var absence: Duration = .zero
  var changed = false
  /// Deferred changes must be stored now.
  var storesDeferred = false
  var stores: Bool { changed || storesDeferred }
  var answer: Answer?
  /// What to store.
  var changes = EngineChanges()
  var consequences = Consequences()
  private var happenings: [Happening] = []

  init(at now: Moment) { self.now = now }

  /// Adds a history row that was not made by the end of a phase. It replaces a row with the same token.
  mutating func add(_ row: IntervalRecord) {
    consequences.rows.add(row)
    changed = true
  }

  /// - Parameter activity: as the turn left it.
  mutating func add(_ turn: Turn, _ changed: Bool, _ activity: Activity) {
    self.changed = self.changed || (changed && !turn.consequences.isDeferrable)
    consequences.append(turn.consequences)
    // A deadline's happening has the content at its due time. A person's has the content of now, even with `at=`.
    let moment = turn.origin == .engine ? turn.when : turn.now
    for (name, ended) in turn.happenings {
      happened(Happening(name, turn.origin, turn.activity, ended: ended), activity, moment)
    }
  }

  mutating func present(_ id: ActivityID, _ presentation: Presentation) { consequences.present(id, presentation) }

  func presents(_ id: ActivityID) -> Bool { consequences.presentations.contains { $0.activity == id } }

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
    effects += consequences.presentations.map { Effect.update($0.activity, $0.presentation) }
    effects += consequences.ends.map { Effect.end($0.activity, $0.policy) }
    effects += consequences.links.map(Effect.open)
    return effects
  }
}
