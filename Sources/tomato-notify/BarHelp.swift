// What `watch --help` says of bars.
internal import TomatoLink

enum BarHelp {
  static var discussion: String {
    """
    Time is shown in minutes, and in seconds during the last minute of a phase.

    text and json end with the daemon, and start it. The other formats are for bars: they show the most relevant \
    activity, never start the daemon, wait while there is none, and end when nobody reads them (docs/bars.md).

    A template is a text with places, for example '{icon} {time}'; '{{' and '}}' are braces. The places:
    \(places)
    """
  }

  private static var places: String {
    let all = LineTemplate.Placeholder.allCases
    let width = all.map(\.rawValue.count).max() ?? 0
    return all.map { place in
      "  {\(place.rawValue)}" + String(repeating: " ", count: width - place.rawValue.count + 2) + meaning(place)
    }.joined(separator: "\n")
  }

  private static func meaning(_ place: LineTemplate.Placeholder) -> String {
    switch place {
    case .icon: "○ ready, ▶ running, ‖ paused, ✔ completed"
    case .time: "the time left: 24 min, 0:42; a stopwatch's time gone"
    case .name: "Focus, Short Break, …; an activity's own name"
    case .state: "ready, running, paused, completed"
    case .end: "when the phase ends: 14:35; empty while it does not run"
    case .session: "session 1 of 4"
    case .dots: "the cycle: ●◐○○"
    case .percent: "how much is over: 0 to 100"
    case .task: "the task"
    case .title: "Focus · ends 14:35"
    case .activity: "pomodoro, or the name of another activity"
    case .class: "ready, focus, break, paused, completed, urgent"
    case .color: "that colour, as configured: #ff7a5c"
    case .taskPango: "the task for a bar that reads Pango markup"
    case .taskTmux: "the task for tmux"
    case .others: "the other activities: tea 3 min · run 5 min; three by name"
    case .othersPango: "the same for a bar that reads Pango markup"
    case .othersTmux: "the same for tmux"
    }
  }
}
