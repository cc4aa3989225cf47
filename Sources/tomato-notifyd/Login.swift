// Login by `[login] start`: `daemon` starts the daemon, `arm` also begins a phase, `off` does neither.
//
// The desktop starts `tomato-notifyd --login`. That process has the bus start the daemon, so that systemd or the bus
// owns it, and ends; if neither can, it becomes the daemon. Only this process knows of the login, so it begins the
// phase. An activation for any other reason begins no phase.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoEngine
internal import TomatoLink
internal import TomatoSocket

enum Login {
  /// Time allowed for the answer of a daemon that has just started.
  private static let limitMs: Int32 = 5000

  /// True unless a phase runs or is paused: after an absence the user decides whether to continue it.
  static func isDue(_ state: TimerState) -> Bool {
    switch state {
    case .ready, .completed: true
    case .running, .paused: false
    }
  }

  static func arm(_ shell: Shell) {
    if isDue(shell.content(.pomodoro).contentState.state) { shell.perform(Intent(.start, mode: .focus), .command) }
  }

  /// Begins a phase from another process, through the first control socket that answers.
  static func arm(_ sockets: [String]) {
    let status = Request.query(Query(.status, format: .island, activity: .pomodoro))
    let found = sockets.firstNonNil { socket -> (String, SocketAnswer)? in
      guard case .answer(let answer) = SocketQuestion.ask(socket, status, limitMs: limitMs) else { return nil }
      return (socket, answer)
    }
    guard let (socket, answer) = found, answer.code == .done,
      let fields = answer.lines.first.flatMap(IslandFields.init), isDue(fields.state)
    else { return }
    _ = SocketQuestion.ask(socket, .intent(Intent(.start, mode: .focus), format: .text), limitMs: limitMs)
  }
}
