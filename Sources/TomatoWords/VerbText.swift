// Labels of verbs on buttons and in menus, and answers about what a verb has done.

internal import TomatoEngine
package import TomatoLink

package enum VerbText {
  /// Nil for a verb without a button.
  static func label(_ verb: Verb, _ content: Content) -> String? {
    switch verb {
    case .start: content.isOver ? tr("Again") : tr("Start")
    case .stop: content.isOver ? tr("Done") : tr("Stop")
    case .lap: tr("Lap")
    case .pause:
      content.isStillPaused ? tr("+5 min") : content.away?.pausesFrom != nil ? tr("Pause from then") : tr("Pause")
    case .keep: tr("Keep")
    case .takeoff: tr("Take off")
    case .resume: tr("Resume")
    case .skip: tr("Skip")
    case .reset: tr("Reset")
    case .extend: content.intent(.extend).by == .minutes(1) ? tr("+1 min") : tr("+5 min")
    case .rewind: tr("Rewind")
    case .undo: tr("Undo")
    default: nil  // no button
    }
  }

  /// Names a change that lost time, and how to undo it; nil for other changes, such as dismissing an ended
  /// activity.
  package static func done(_ intent: Intent, canUndo: Bool) -> String? {
    guard canUndo, let change = intent.verb.row.loss else { return nil }
    return undoable(texts(change).done)
  }

  /// The name of a change, which a card shows as long as the change can be undone.
  static func name(of change: UndoableChange) -> String { texts(change).name }

  private static func texts(_ change: UndoableChange) -> (done: String, name: String) {
    switch change {
    case .reset: (tr("Reset."), tr("Reset", context: "done"))
    case .skip: (tr("Skipped."), tr("Skipped"))
    case .stop: (tr("Stopped."), tr("Stopped"))
    case .rewind: (tr("Rewound."), tr("Rewound"))
    case .shorten: (tr("Shortened."), tr("Shortened"))
    case .replace: (tr("Replaced."), tr("Replaced"))
    case .takeOff: (tr("Taken off."), tr("Taken off"))
    }
  }

  /// What was done, and how to undo it.
  static func undoable(_ what: String) -> String {
    tr("{why} {trouble}", ["why": what, "trouble": tr("Undo within 60 s: tomato-notify undo")])
  }
}
