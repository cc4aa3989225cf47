// Why there is nothing to undo any more: what emptied the last usable undo slot.

internal import TomatoLink

/// It only explains a refusal, so it is not stored.
struct EmptiedUndo: Hashable, Sendable {
  private var activity: ActivityID?
  /// Nil for the end of a phase.
  private var verb: Verb?

  /// Notes a change of an activity's undo slot.
  /// - Parameter verb: the verb that changed it; nil for the end of a phase.
  mutating func note(_ id: ActivityID, _ before: UndoSlot?, _ after: UndoSlot?, by verb: Verb?, at now: Duration) {
    if after != nil {
      if before != after { activity = nil }
    } else if before?.isOpen(at: now) == true {
      (activity, self.verb) = (id, verb)
    }
  }

  /// The refusal, or `undoWasEmptied` if the cause is known.
  func explained(_ refusal: Refusal, for id: ActivityID?) -> Refusal {
    guard refusal == .nothingToUndo, let activity, id == nil || id == activity else { return refusal }
    return .undoWasEmptied(verb)
  }
}
