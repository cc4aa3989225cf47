// Decisions of the engine whose commits are not on the disk yet. Each one is shown and answered after its commit, in
// order; until then surfaces and doors see the state before it.

internal import TomatoEngine
internal import TomatoLink

/// The effects of an event that are held until its commit is done, with those of later events that store nothing.
struct Decision {
  var effects: [Effect]
  var last: [ActivityID: Content]
  var now: Moment
  var activationToken: String?
  var changes: Engine.Changes?
  var answers: [() -> Void]

  func answer() { for answer in answers { answer() } }

  mutating func add(_ later: Decision) {
    effects += later.effects
    last.merge(later.last) { first, _ in first }
    activationToken = activationToken ?? later.activationToken
    answers += later.answers
  }
}

/// The decisions whose commits are under way, oldest first.
struct PendingDecisions {
  private var waiting: [(decision: Decision, after: Engine?)] = []
  /// The engine as surfaces and doors see it; nil: they see the newest one.
  private(set) var shown: Engine?

  var isEmpty: Bool { waiting.isEmpty }

  /// Keeps the engine as it is before an event whose effects may have to wait.
  /// - Parameter engine: its lists are copied by the next change.
  mutating func keep(_ engine: Engine) {
    if waiting.isEmpty { shown = engine } else { waiting[waiting.count - 1].after = engine }
  }

  /// Drops that engine, because the event does not wait.
  mutating func dropKept() {
    if waiting.isEmpty { shown = nil } else { waiting[waiting.count - 1].after = nil }
  }

  mutating func append(_ decision: Decision) { waiting.append((decision, nil)) }

  /// Adds it to the newest waiting decision, to be shown together.
  mutating func merge(_ decision: Decision) { waiting[waiting.count - 1].decision.add(decision) }

  /// Removes the oldest decision, whose commit is done.
  mutating func next() -> Decision? {
    guard !waiting.isEmpty else { return nil }
    let (decision, after) = waiting.removeFirst()
    // An emptied array would keep the room for all that ever waited at once.
    if waiting.isEmpty { waiting = [] }
    shown = waiting.isEmpty ? nil : after
    return decision
  }
}
