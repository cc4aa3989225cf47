// Tries intents on a copy of the engine, to tell what they would do. The engine itself stays unchanged.

package import TomatoEngine
package import TomatoLink

package struct DryRun {
  /// The intent, naming the activity that it would change and that activity's phase, as a button's link does.
  package var intent: Intent
  /// The activity before; nil where it is new.
  package var before: Content?
  /// The activity afterwards; nil if it would be over.
  package var after: Content?
}

extension Shell {
  /// Tries each intent that a person may mean; returns at most `most` that would change something.
  package func dryRun(_ intents: [Intent], most: Int) -> [DryRun] {
    var found: [DryRun] = []
    for intent in intents where found.count < most { found += dryRun(intent) }
    return Array(found.prefix(most))
  }

  /// Empty if the intent would be refused or change nothing; several if it is ambiguous.
  /// - Parameter mayChange: whether a refused intent is tried again with what the refusal asks for.
  private func dryRun(_ intent: Intent, mayChange: Bool = true) -> [DryRun] {
    let now = now()
    var trial = engine
    let label = engine.targetLabels(of: intent, .command, at: now).first
    var answer = Answer.alreadySo
    for case .answer(let given) in trial.handle(.intent(intent, .command), at: now) { answer = given }
    switch answer {
    case .alreadySo: return []
    case .changed:
      guard let label else { return [] }
      return [dryRun(of: intent, label.id, trial, now)]
    case .refused(let refusal): return mayChange ? instead(of: intent, refusal) : []
    }
  }

  private func dryRun(of intent: Intent, _ id: ActivityID, _ trial: Engine, _ now: Moment) -> DryRun {
    if intent.activity == .all { return DryRun(intent: intent) }
    let (before, after) = (engine.content(of: id, at: now), trial.content(of: id, at: now))
    var intent = intent
    intent.mustExist = false
    if intent.verb.row.only == nil {
      (intent.activity, intent.name) = (id, nil)
      if intent.verb == .start, id == .pomodoro { intent.mode = after?.contentState.mode }
      // A start that replaces nothing, and an undo, are valid in every phase.
      if !intent.verb.begins || intent.replace, intent.verb != .undo { intent.phase = before?.phase }
    }
    return DryRun(intent: intent, before: before, after: after)
  }

  /// The intents that avoid this refusal.
  private func instead(of intent: Intent, _ refusal: Refusal) -> [DryRun] {
    switch refusal {
    case .ambiguous(let labels):
      return labels.flatMap { label in
        var one = intent
        (one.activity, one.name) = (label.id, nil)
        return dryRun(one, mayChange: false)
      }
    case .needsKind(let mode, _):
      return [TimerMode.focus, mode].flatMap { kind in
        var one = intent
        one.mode = kind
        if kind != .focus { one.task = nil }
        return dryRun(one, mayChange: kind == .focus)
      }
    case .needsReplace, .isAnotherTask:
      var one = intent
      one.replace = true
      return dryRun(one, mayChange: false)
    default: return []
    }
  }
}
