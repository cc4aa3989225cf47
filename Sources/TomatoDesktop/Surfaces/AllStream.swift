// One `watch` of all activities, or of all that belong to programs: each line says of which it is (docs/socket.md).
// With `after` it is what a program needs to follow all of its own: which there are at first, and what owners hear.

internal import GLibBridge
internal import TomatoEngine
internal import TomatoLink
internal import TomatoWords

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
  /// What owners hear; nil where nobody asked for that.
  private var events: [ActivityID: OwnerStream]?
  private let after: Int
  private var isNew = true

  init(
    _ query: Query, _ scope: Query.Scope, send: @escaping (String) -> Void, finish: @escaping (AnswerCode) -> Void
  ) {
    (self.scope, self.send, self.finish) = (scope, send, finish)
    (after, events) = (query.after ?? 0, query.after.map { _ in [:] })
    format = events == nil ? query.format : .json
    resolution = events != nil ? .none : query.seconds ? .second : .minute
  }

  var interest: Interest { Interest(.mostRelevant(Engine.activityLimit), resolution) }

  /// Says what is new: by name what happened, and what looks different.
  func show(_ scene: Scene) {
    speech.speaks { say(scene) }
  }

  private func say(_ scene: Scene) {
    if isNew, events != nil { tellNames(scene) }
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
    if events != nil { tellOwners(scene) }
  }

  /// What there is at the beginning: everything else is gone.
  private func tellNames(_ scene: Scene) {
    let ids = scene.order.filter { scene.content(of: $0).map(isMeant) ?? false }
    send(JSON.line(.vardict([("activities", .strings(ids.map(\.description)))])))
  }

  private func tellOwners(_ scene: Scene) {
    for id in told.keys.sorted() {
      guard let news = scene.ownerEvents(of: id) else { continue }
      let owner = events?[id] ?? OwnerStream(id, after: after, send: send, finish: finish)
      events?[id] = owner
      owner.tell(news)
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
    events?[id] = nil
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
