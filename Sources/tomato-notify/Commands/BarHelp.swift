// The part of `watch --help` about bars.
internal import TomatoLink

enum BarHelp {
  static let names = Bar.named.map(\.name).joined(separator: ", ")
  static var formats: String {
    line(help: "text, json, cards, {names}, or a template.").replacingText("{names}", with: names)
  }

  static var discussion: String {
    line(
      help: """
        Time is shown in minutes, and in seconds during the last minute of a phase.

        text and json end with the daemon, and start it. The other formats are for bars: they show the most relevant \
        activity, never start the daemon, wait while there is none, and end when nobody reads them \
        (share/doc/tomato-notify/bars.md). cards has all activities, for a shell of your own, with clocks that it \
        counts itself (share/doc/tomato-notify/dbus.md).

        A template is a text with places, for example '{icon} {time}'; '{{' and '}}' are braces. The places:
        """) + "\n" + places
  }

  /// `scripts/update-po.py` collects texts after `help:`.
  static func line(help: String) -> String { help }

  private static var places: String {
    let all = LineTemplate.Placeholder.allCases
    let width = all.map(\.rawValue.count).max() ?? 0
    return all.map { place in
      "  {\(place.rawValue)}" + String(repeating: " ", count: width - place.rawValue.count + 2) + meaning(place)
    }.joined(separator: "\n")
  }

  private static func meaning(_ place: LineTemplate.Placeholder) -> String {
    switch place {
    case .icon: line(help: "○ ready, ▶ running, ‖ paused, ✔ completed")
    case .time: line(help: "the time left: 24 min, 0:42; a stopwatch's time gone")
    case .name: line(help: "Focus, Short Break, …; an activity's own name")
    case .state: line(help: "ready, running, paused, completed")
    case .end: line(help: "when the phase ends: 14:35; empty while it does not run")
    case .session: line(help: "session 1 of 4")
    case .dots: line(help: "the cycle: ●◐○○")
    case .percent: line(help: "how much is over: 0 to 100")
    case .task: line(help: "the task")
    case .title: line(help: "Focus · ends 14:35")
    case .activity: line(help: "pomodoro, or the name of another activity")
    case .class: line(help: "ready, focus, break, paused, completed, urgent")
    case .color: line(help: "that colour, as configured: #ff7a5c")
    case .taskPango: line(help: "the task for a bar that reads Pango markup")
    case .taskTmux: line(help: "the task for tmux")
    case .others: line(help: "the other activities: tea 3 min · run 5 min; three by name")
    case .othersPango: line(help: "the same for a bar that reads Pango markup")
    case .othersTmux: line(help: "the same for tmux")
    }
  }
}
