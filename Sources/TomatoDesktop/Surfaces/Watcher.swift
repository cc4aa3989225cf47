// Requests that follow an activity: `watch` gets a line for each visible change, `wait` one when the phase ends.

internal import GLibBridge
internal import TomatoEngine
internal import TomatoLink
internal import TomatoWords

final class Watcher: Stream {
  /// Nil for a bar and a terminal island that show the most relevant one.
  private let activity: ActivityID?
  private let resolution: Resolution
  /// The bar; its stream lasts as long as the daemon, even with nothing to show.
  private let bar: Bar?
  private let format: Query.Format
  private let appearance: () -> Appearance
  private let language = SentenceLanguage.now
  private let send: (String) -> Void
  private let finish: (AnswerCode) -> Void
  /// The last line sent, so that none is sent twice.
  private var lastLine: String?

  init(
    _ query: Query, _ appearance: @escaping () -> Appearance, send: @escaping (String) -> Void,
    finish: @escaping (AnswerCode) -> Void
  ) {
    activity = query.activity ?? (query.bar == nil && query.format != .island ? .pomodoro : nil)
    resolution = query.seconds ? .second : .lastMinuteSeconds
    (bar, format) = (query.bar, query.format)
    (self.appearance, self.send, self.finish) = (appearance, send, finish)
  }

  var interest: [Interest] {
    [Interest(activity.map { .activity($0) } ?? .mostRelevant(1), resolution)]
      // The others are in minutes.
      + (namesOthers ? [Interest(.mostRelevant(Self.enough), .minute)] : [])
  }

  private var namesOthers: Bool { bar?.namesOthers ?? (format == .island) }

  /// Number of activities read for streams that name others: on a bar the shown one, the named ones, and one more,
  /// which is only counted; in a terminal all that have a key.
  private static let enough = max(OthersLine.most + 2, IslandFields.most)

  /// Whether the stream reports this activity's happenings by name and ends with it.
  private func follows(_ id: ActivityID) -> Bool { bar == nil && id == activity }

  func show(_ scene: Scene) -> Bool {
    language.whileAnswering {
      for happening in scene.happenings where follows(happening.activity) { tell(happening, scene) }
      if scene.endings.contains(where: { follows($0.activity) && scene.content(of: $0.activity) == nil }) {
        finish(.done)
        return false
      }
      say(scene)
      return true
    }
  }

  func close() { finish(.done) }

  /// JSON streams get a happening by name, the others only the new content later.
  private func tell(_ happening: Happening, _ scene: Scene) {
    guard format == .json else { return }
    let content = scene.content(after: happening)
    lastLine = StatusText.line(content)
    send(JSON.line(StatusJSON.event(happening.name.rawValue, happening.origin, content)))
  }

  /// Sends the content if it looks different from the last line.
  private func say(_ scene: Scene) {
    let among = namesOthers ? scene.mostRelevant(Self.enough) : []
    guard let bar else {
      let content = activity.map(scene.contentOrPomodoro) ?? scene.first
      let line = format == .island ? IslandLine.line(content, among: among, appearance()) : StatusText.line(content)
      return send(once: line) { format == .json ? JSON.line(StatusJSON.event("onUpdate", .engine, content)) : line }
    }
    // Nil: a bar whose activity does not exist shows nothing.
    let content = activity.map(scene.content(of:)) ?? scene.first
    let others = among.filter { $0.isRequested && $0.id != content?.id }
    let line = BarLine.line(content, others: others, bar, appearance(), seconds: resolution == .second)
    send(once: line) { line }
  }

  private func send(once line: String, as text: () -> String) {
    guard line != lastLine else { return }
    lastLine = line
    send(text())
  }
}

/// One `wait`, from the first scene on; it ends at once if no phase runs.
final class Waiter: Stream {
  private let activity: ActivityID
  private var phase: PhaseToken?
  private let finish: (PhaseOutcome, Content) -> Void
  /// Called if the daemon ends before the phase.
  private let giveUp: () -> Void

  init(
    _ activity: ActivityID, finish: @escaping (PhaseOutcome, Content) -> Void, giveUp: @escaping () -> Void
  ) {
    (self.activity, self.finish, self.giveUp) = (activity, finish, giveUp)
  }

  func show(_ scene: Scene) -> Bool {
    guard let phase else {
      guard let content = scene.content(of: activity), [.running, .paused].contains(content.contentState.state) else {
        return false
      }
      self.phase = content.phase
      return true
    }
    for happening in scene.happenings where happening.activity == activity {
      guard let ended = happening.ended, ended.phase == phase else { continue }
      finish(ended.outcome, scene.content(after: happening))
      return false
    }
    return true
  }

  func close() { giveUp() }
}
