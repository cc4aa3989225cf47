// Requests that follow an activity: `watch` gets a line for each visible change, `wait` one when the phase ends.

internal import GLibBridge
internal import TomatoEngine
internal import TomatoLink
internal import TomatoWords

final class Watcher: Stream {
  let output: StreamOutput
  /// Nil for a bar and a terminal island that show the most relevant one.
  private let activity: ActivityID?
  private let resolution: Resolution
  /// The bar; its stream lasts as long as the daemon, even with nothing to show.
  private let bar: Bar?
  private let format: Query.Format
  private let appearance: () -> Appearance

  init(_ query: Query, _ appearance: @escaping () -> Appearance, _ output: StreamOutput) {
    activity = query.activity ?? (query.bar == nil && query.format != .island ? .pomodoro : nil)
    resolution = query.seconds ? .second : .lastMinuteSeconds
    (bar, format, self.appearance, self.output) = (query.bar, query.format, appearance, output)
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
    for happening in scene.happenings where follows(happening.activity) { tell(happening, scene) }
    if scene.endings.contains(where: { follows($0.activity) && scene.content(of: $0.activity) == nil }) {
      output.finish(.done)
      return false
    }
    say(scene)
    return true
  }

  /// JSON streams get a happening by name, the others only the new content later.
  private func tell(_ happening: Happening, _ scene: Scene) {
    guard format == .json else { return }
    let content = scene.content(after: happening)
    output.lastLine = StatusText.line(content)
    output.send(JSON.line(StatusJSON.event(happening.name.rawValue, happening.origin, content)))
  }

  /// Sends the content if it looks different from the last line.
  private func say(_ scene: Scene) {
    let among = namesOthers ? scene.mostRelevant(Self.enough) : []
    guard let bar else {
      let content = activity.map(scene.contentOrPomodoro) ?? scene.first
      let line = format == .island ? IslandLine.line(content, among: among, appearance()) : StatusText.line(content)
      return output.send(once: line) {
        format == .json ? JSON.line(StatusJSON.event("onUpdate", .engine, content)) : $0
      }
    }
    // Nil: a bar whose activity does not exist shows nothing.
    let content = activity.map(scene.content(of:)) ?? scene.first
    let others = among.filter { $0.isRequested && $0.id != content?.id }
    output.send(once: BarLine.line(content, others: others, bar, appearance(), seconds: resolution == .second))
  }
}

/// One `wait`, from the first scene on; it ends at once if no phase runs.
final class Waiter: Stream {
  let output: StreamOutput
  private let activity: ActivityID
  private var phase: PhaseToken?
  private let line: (PhaseOutcome, Content) -> String

  /// - line: says how the phase ended.
  init(_ activity: ActivityID, _ output: StreamOutput, line: @escaping (PhaseOutcome, Content) -> String) {
    (self.activity, self.output, self.line) = (activity, output, line)
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
      output.send(line(ended.outcome, scene.content(after: happening)))
      output.finish(AnswerCode(ended.outcome))
      return false
    }
    return true
  }

  /// The daemon ends before the phase.
  func close() {
    output.send(Answers.daemonLeaves)
    output.finish(.unavailable)
  }
}
