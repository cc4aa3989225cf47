// Texts of the tray menu. They use clock times and whole minutes, so that an open menu changes at most once a minute.

package import TomatoEngine
package import TomatoLink

package enum MenuText {
  /// Maximum length of a text in the menu, in characters.
  private static let taskLength = 40

  /// An activity and its time: the menu's heading, and the line of each other activity.
  package static func title(_ content: Content) -> String {
    let state = content.contentState
    guard case .up = state.clock, state.job == nil else { return CardText.title(content, nil) }
    return tr("{name} · {n} min", ["name": Words.name(of: content), "n": String(state.minutes)])
  }

  /// Details of the first activity; may be empty.
  package static func detail(_ content: Content) -> String {
    if let job = content.contentState.job { return JobText.line(content, job) }
    var content = content
    content.contentState.task = content.contentState.task.map(shortened)
    let state = content.contentState
    var parts: [String?] = [CardText.secondLine(content)]
    switch state.state {
    case .running, .completed: break
    case .ready, .paused: parts += [Words.session(state), state.task.map(Words.isolated)]
    }
    if !CardText.namesGoal(content) { parts.append(Words.goal(content)) }
    return Words.line(parts)
  }

  private static func shortened(_ task: String) -> String { Words.cut(task, to: taskLength) }

  /// The label of a verb's button. After a timed pause, the menu says "Ask again in 5 min", because the button's
  /// "+5 min" would be mistaken for `extend`.
  package static func label(_ verb: Verb, _ content: Content) -> String {
    verb == .pause && content.isStillPaused ? tr("Ask again in 5 min") : VerbText.label(verb, content) ?? ""
  }

  package static func again(_ timer: RecentTimer) -> String {
    tr(
      "Again: {name}, {length}",
      [
        "name": timer.name.map(shortened) ?? Words.name(of: TimerMode.countdown),
        "length": Words.length(timer.duration),
      ])
  }

  package static var show: String { tr("Show notification") }
  package static func deny(_ program: String) -> String {
    tr("Never from {program}", ["program": Words.isolated(shortened(Words.program(program)))])
  }
  package static func quiet(_ isQuiet: Bool) -> String {
    isQuiet ? tr("Show messages during a focus again") : tr("Hold messages back during a focus")
  }
  package static var quit: String { tr("Quit") }

  package static func more(_ count: Int) -> String { trn("and {n} more", "and {n} more", count) }

  /// The text direction of the current language, `ltr` or `rtl`; a translation sets it.
  package static var direction: String {
    // Translators: Not a word: rtl if your language is written from right to left, else ltr.
    tr("ltr") == "rtl" ? "rtl" : "ltr"
  }

  /// D-Bus errors are in English.
  package static func noSuchItem(_ ids: [Int32]) -> String {
    "The menu has no item \(ids.map(String.init).joined(separator: ", "))."
  }
  package static func noSuchProperty(_ name: String, _ id: Int32) -> String {
    "Item \(id) of the menu has no property \(LinkError.quote(name))."
  }
}
