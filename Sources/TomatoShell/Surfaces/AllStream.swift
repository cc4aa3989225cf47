// One `watch` of all activities, or of all that belong to programs: each line says of which it is (docs/socket.md).

internal import GLibBridge
internal import TomatoEngine
internal import TomatoLink

final class AllStream {
  private let scope: Query.Scope
  private let format: Query.Format
  private let resolution: Resolution
  /// That of who asked.
  private let speech = Speech.now
  private let send: (String) -> Void
  let finish: (AnswerCode) -> Void
  /// What was said last of each activity.
  private var told: [ActivityID: String] = [:]
  private var isNew = true

  init(
    _ query: Query, _ scope: Query.Scope, send: @escaping (String) -> Void, finish: @escaping (AnswerCode) -> Void
  ) {
    (self.scope, format, self.send, self.finish) = (scope, query.format, send, finish)
    resolution = query.seconds ? .second : .minute
  }

  var interest: Interest { Interest(.mostRelevant(Engine.activityLimit), resolution) }

  /// Says what is new: by name what happened, and what looks different.
  func show(_ scene: Scene) {
    speech.speaks { say(scene) }
  }

  private func say(_ scene: Scene) {
    for happening in scene.happenings { tell(happening, scene) }
    for ending in scene.endings where scene.content(of: ending.activity) == nil {
      tellEnd(ending.activity, HappeningName.onDismiss.rawValue, .engine)
    }
    let mayBeNew = isNew || scene.isTick ? Array(scene.order) : scene.changed
    isNew = false
    for id in mayBeNew {
      guard let content = scene.content(of: id), isMeant(content) else { continue }
      if StatusText.line(content) == told[id] { continue }
      tell(HappeningName.onUpdate.rawValue, .engine, content)
    }
  }

  private func isMeant(_ content: Content) -> Bool { scope == .all || content.attributes?.job != nil }

  private func tell(_ happening: Happening, _ scene: Scene) {
    let name = happening.name.rawValue
    guard scene.content(of: happening.activity) != nil else {
      return tellEnd(happening.activity, name, happening.origin)
    }
    let content = scene.content(after: happening)
    // What happened before the activity was another one is told of the other one.
    if content.id == happening.activity, isMeant(content) { tell(name, happening.origin, content) }
  }

  private func tell(_ name: String, _ origin: Origin, _ content: Content) {
    let line = StatusText.line(content)
    told[content.id] = line
    send(format == .json ? JSON.line(StatusJSON.event(name, origin, content.id, content)) : "\(content.id): \(line)")
  }

  /// Says once that one is gone.
  private func tellEnd(_ id: ActivityID, _ name: String, _ origin: Origin) {
    guard told.removeValue(forKey: id) != nil else { return }
    let over = Answers.isOver(Words.name(of: ActivityLabel(id: id, name: nil)))
    send(format == .json ? JSON.line(StatusJSON.event(name, origin, id, nil)) : "\(id): \(over)")
  }
}

/// One `authorization` that goes on: a line now, and one whenever something of it is another.
final class AuthorizationStream {
  /// What is so now.
  private let line: () -> String
  private let speech = Speech.now
  private let send: (String) -> Void
  let finish: (AnswerCode) -> Void
  private var told: String?

  init(_ line: @escaping () -> String, send: @escaping (String) -> Void, finish: @escaping (AnswerCode) -> Void) {
    (self.line, self.send, self.finish) = (line, send, finish)
  }

  func show() {
    let line = speech.speaks(line)
    guard line != told else { return }
    told = line
    send(line)
  }
}
