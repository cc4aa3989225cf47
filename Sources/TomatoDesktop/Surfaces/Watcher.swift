// Requests that follow an activity over the control socket: `watch` gets a line for every visible change, `wait` one
// answer when the phase ends.

internal import GLibBridge
internal import TomatoEngine
internal import TomatoLink
internal import TomatoWords

/// One `watch`.
final class Watcher {
  /// Nil for a bar and a terminal island that show the most relevant one.
  let activity: ActivityID?
  let resolution: Resolution
  /// The bar; its stream lasts as long as the daemon, even with nothing to show.
  let bar: Bar?
  private let format: Query.Format
  /// The requester's language.
  private let language = SentenceLanguage.now
  private let send: (String) -> Void
  let finish: (AnswerCode) -> Void
  /// The last line sent, so that none is sent twice.
  private var lastLine: String?

  init(_ query: Query, send: @escaping (String) -> Void, finish: @escaping (AnswerCode) -> Void) {
    bar = query.bar
    activity = query.activity ?? (query.bar == nil && query.format != .island ? .pomodoro : nil)
    resolution = query.seconds ? .second : .lastMinuteSeconds
    format = query.format
    self.send = send
    self.finish = finish
  }

  /// Whether the stream reports this activity's happenings by name and ends with it.
  func follows(_ id: ActivityID) -> Bool { bar == nil && id == activity }

  /// Reports a happening: JSON streams get it by name, the others only the new content later.
  func tell(_ name: String, _ origin: Origin, _ content: Content) {
    guard format == .json, bar == nil else { return }
    language.whileAnswering {
      lastLine = StatusText.line(content)
      send(JSON.line(StatusJSON.event(name, origin, content)))
    }
  }

  /// Whether its lines name other activities too.
  var namesOthers: Bool { bar?.namesOthers ?? (format == .island) }

  /// Sends the content if it looks different from the last line. Nil: a bar has nothing to show.
  /// - Parameter among: the most relevant activities, in their order, if the others are named.
  func show(_ content: Content?, among: [Content], _ appearance: Appearance) {
    language.whileAnswering { say(content, among: among, appearance) }
  }

  private func say(_ content: Content?, among: [Content], _ appearance: Appearance) {
    if let bar {
      let others = among.filter { $0.isRequested && $0.id != content?.id }
      return send(once: BarLine.line(content, others: others, bar, appearance, seconds: resolution == .second))
    }
    guard let content else { return }
    let line =
      format == .island ? IslandLine.line(content, among: among, appearance) : StatusText.line(content)
    guard line != lastLine else { return }
    lastLine = line
    send(format == .json ? JSON.line(StatusJSON.event("onUpdate", .engine, content)) : line)
  }

  private func send(once line: String) {
    guard line != lastLine else { return }
    lastLine = line
    send(line)
  }
}

/// One `wait`.
final class Waiter {
  let activity: ActivityID
  /// The phase whose end is awaited; set when the shell takes the waiter in.
  var phase: PhaseToken?
  let finish: (PhaseOutcome, Content) -> Void
  /// Called if the daemon ends before the phase.
  let giveUp: () -> Void

  init(
    _ activity: ActivityID, finish: @escaping (PhaseOutcome, Content) -> Void, giveUp: @escaping () -> Void
  ) {
    (self.activity, self.finish, self.giveUp) = (activity, finish, giveUp)
  }
}
