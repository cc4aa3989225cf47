// One line for a bar: content in the format of waybar, polybar or tmux, or by the user's template.

internal import GLibBridge
package import TomatoEngine
internal import TomatoIsland
package import TomatoLink

package enum BarLine {
  /// The line for this content; without content, the bar's line for "nothing to show".
  /// - Parameter seconds: whether running time is always shown in seconds, not only in the last minute.
  package static func line(
    _ content: Content?, others: [Content] = [], _ bar: Bar, _ appearance: Appearance, seconds: Bool
  ) -> String {
    guard let content else { return bar.nothing }
    let words = BarWords(content, others: others, appearance, seconds: seconds)
    return switch bar {
    case .waybar: waybar(words)
    case .polybar: "%{F\(words.color)}\(polybar(words.text))%{F-}" + words.shortTask { polybar($0) }
    case .tmux: "#[fg=\(words.color)]\(tmux(words.text))#[default]" + words.shortTask { tmux($0) }
    case .template(let template):
      template.pieces.reduce(into: "") { line, piece in
        switch piece {
        // The template's own `%{` is within one text; here, a value would have the `%`.
        case .text(let text) where line.unicodeScalars.last == "%" && text.unicodeScalars.first == "{":
          line += " " + text
        case .text(let text): line += text
        case .place(let place): line += value(place, words, after: line)
        }
      }
    }
  }

  /// waybar-custom(5), return-type json. waybar reads `text` and `tooltip` as Pango markup.
  private static func waybar(_ words: BarWords) -> String {
    let entries: [(WaybarKey, BusValue)] = [
      (.text, .string(pango(words.text))), (.alt, .string(words.class)), (.tooltip, .string(pango(words.tooltip))),
      (.class, .string(words.class)), (.percentage, .int64(Int64(words.percent))),
    ]
    return JSON.line(.vardict(entries.map { ($0.rawValue, $1) }))
  }

  private static func value(_ place: LineTemplate.Placeholder, _ words: BarWords, after line: String) -> String {
    let content = words.content
    let state = content.contentState
    return switch place {
    case .icon: words.icon
    // Escaped in every template: user text may come from a web page, and polybar would run commands in it. The time of
    // a job without a clock is such a text.
    case .time: polybar(words.time, after: line)
    case .name: polybar(Words.name(of: content), after: line)
    case .state: Words.name(of: state.state)
    case .end: state.timerEndDate.map(content.clock) ?? ""
    case .session: Words.session(state) ?? ""
    case .dots: words.dots
    case .percent: String(words.percent)
    case .task: polybar(state.task ?? "", after: line)
    case .taskPango: pango(state.task ?? "")
    case .taskTmux: tmux(state.task ?? "", after: line)
    case .others: polybar(words.others, after: line)
    case .othersPango: pango(words.others)
    case .othersTmux: tmux(words.others, after: line)
    case .title: polybar(IslandLine.title(content), after: line)
    case .activity: content.id.description
    case .class: words.class
    case .color: words.color
    }
  }

  // MARK: Escaping

  /// As `g_markup_escape_text` does.
  static func pango(_ text: String) -> String { Markup.escaped(text, quotes: true) }

  /// polybar cannot escape `%{`, which begins a tag; a space after `%` makes it text.
  /// - Parameter line: what stands before it, and may end in `%`.
  static func polybar(_ text: String, after line: String = "") -> String {
    var last = line.unicodeScalars.last
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "{", last == "%" { escaped.append(" ") }
      escaped.append(scalar)
      last = scalar
    }
    return String(escaped)
  }

  /// tmux prints `##` as `#` (tmux(1), FORMATS). A space after a single `#` makes it text.
  /// - Parameter line: what stands before it, and may end in `#`.
  static func tmux(_ text: String, after line: String = "") -> String {
    let marks = line.unicodeScalars.reversed().prefix { $0 == "#" }.count
    return (marks.isMultiple(of: 2) || text.isEmpty ? "" : " ") + text.replacingEach("#", with: "##")
  }
}

struct BarWords {
  let content: Content
  /// The other activities, as on a card: `tea 3 min · run 5 min`.
  let others: String
  private let appearance: Appearance
  private let isInMinutes: Bool

  init(_ content: Content, others: [Content] = [], _ appearance: Appearance, seconds: Bool) {
    (self.content, self.appearance) = (content, appearance)
    self.others = OthersLine.line(others) ?? ""
    let state = content.contentState
    isInMinutes = state.state == .running && !seconds && !state.isLastMinute
  }

  /// `24 min`; `0:42` in the last minute, with `seconds`, and while no time runs.
  var time: String {
    let state = content.contentState
    if let job = state.job, !state.hasTime { return JobText.short(job) ?? Words.name(of: content) }
    return isInMinutes ? tr("{n} min", ["n": String(state.minutes)]) : state.displayTime
  }

  /// A symbol for the state, for bars without colour.
  var icon: String {
    switch content.contentState.state {
    case .ready: "○"
    case .running: "▶"
    case .paused: "‖"
    case .completed: "✔"
    }
  }

  var text: String { "\(icon) \(content.contentState.state == .completed ? Words.name(of: content) : time)" }

  /// The accent; `ready` before the phase has started.
  var `class`: String {
    content.contentState.state == .ready ? TimerState.ready.rawValue : content.contentState.accent.rawValue
  }

  var color: String { appearance.color(of: content.contentState.accent).hex }

  var dots: String { Words.dots(content, appearance.dots) }

  /// Elapsed percentage in the steps of the displayed time; 0 without an end.
  var percent: Int {
    let state = content.contentState
    if let percent = state.job?.content.progress?.percent { return percent }
    return state.percent(inMinutes: isInMinutes) ?? 0
  }

  /// One line each: title, session, dots, task.
  var tooltip: String {
    let state = content.contentState
    return Words.joined([IslandLine.title(content), Words.session(state), dots, state.task.map(Words.isolated)], "\n")
  }

  /// The task, at most 40 characters, because bars are narrow.
  func shortTask(escape: (String) -> String) -> String {
    guard let task = content.contentState.task, !task.isEmpty else { return "" }
    return " " + escape(Words.cut(task, to: 40))
  }
}
