// What was decided and waits for the disk. It is shown and answered in its order, when it is safe; until then everybody
// sees what was safe before.

internal import TomatoEngine
internal import TomatoLink

/// What one commit waits with, and the events after it that store nothing.
struct Decision {
  var effects: [Effect]
  /// The contents of activities before they were stopped.
  var last: [ActivityID: Content]
  var now: Moment
  var activationToken: String?
  /// What is stored; nil if nothing is.
  var changes: Engine.Changes?
  /// Told when it is safe.
  var answers: [() -> Void]

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
  /// As everybody sees it; nil: as it was decided.
  private(set) var shown: Engine?

  var isEmpty: Bool { waiting.isEmpty }

  /// An event comes that may have to wait.
  /// - Parameter engine: before it. A copy of it costs time with very many activities.
  mutating func begin(_ engine: Engine) {
    if waiting.isEmpty { shown = engine } else { waiting[waiting.count - 1].after = engine }
  }

  /// The event does not wait.
  mutating func goOn() {
    if waiting.isEmpty { shown = nil } else { waiting[waiting.count - 1].after = nil }
  }

  mutating func append(_ decision: Decision) { waiting.append((decision, nil)) }

  /// Shows it together with the last one that waits.
  mutating func merge(_ decision: Decision) { waiting[waiting.count - 1].decision.add(decision) }

  /// The oldest one is safe.
  mutating func next() -> Decision? {
    guard !waiting.isEmpty else { return nil }
    let (decision, after) = waiting.removeFirst()
    shown = waiting.isEmpty ? nil : after
    return decision
  }
}
