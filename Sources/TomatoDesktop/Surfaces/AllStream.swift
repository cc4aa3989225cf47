// A `watch` of all activities, or of all programs' activities; each line names its activity (docs/socket.md). With
// `after` a program can follow its own activities: first it gets the ids of the present ones, then the owners' events.

internal import GLibBridge
internal import TomatoEngine
internal import TomatoLink
internal import TomatoWords

final class AllStream: Stream {
  let output: StreamOutput
  private let scope: Query.Scope
  private let format: Query.Format
  private let resolution: Resolution
  /// The last line sent for each activity.
  private var told: [ActivityID: String] = [:]
  /// The owners' events; nil if not requested.
  private var events: [ActivityID: OwnerStream]?
  private let after: Int
  private var isNew = true

  init(_ query: Query, _ scope: Query.Scope, _ output: StreamOutput) {
    (self.scope, self.output) = (scope, output)
    (after, events) = (query.after ?? 0, query.after.map { _ in [:] })
    format = events == nil ? query.format : .json
    resolution = events != nil ? .none : query.seconds ? .second : .minute
  }

  var interest: [Interest] { [Interest(.mostRelevant(Engine.activityLimit), resolution)] }

  /// Sends each happening by name, and each changed content.
  func show(_ scene: Scene) -> Bool {
    if isNew, events != nil { tellNames(scene) }
    for happening in scene.happenings { tell(happening, scene) }
    for ending in scene.endings where scene.content(of: ending.activity) == nil {
      tellEnd(ending.activity, HappeningName.onDismiss.rawValue, .engine)
    }
    let mayBeNew = isNew || scene.isTick ? Array(scene.order) : scene.changed
    isNew = false
    for id in mayBeNew {
      guard let content = scene.content(of: id), isInScope(content) else { continue }
      if StatusText.line(content) == told[id] { continue }
      tell(HappeningName.onUpdate.rawValue, .engine, content)
    }
    if events != nil { tellOwners(scene) }
    return true
  }

  /// Sends the ids of the present activities, so that the reader can drop all others.
  private func tellNames(_ scene: Scene) {
    let ids = scene.order.filter { scene.content(of: $0).map(isInScope) ?? false }
    output.send(JSON.line(.vardict([("activities", .strings(ids.map(\.description)))])))
  }

  private func tellOwners(_ scene: Scene) {
    for id in told.keys.sorted() {
      guard let news = scene.engine.ownerEvents(of: id) else { continue }
      let owner = events?[id] ?? OwnerStream(id, after: after, output)
      events?[id] = owner
      owner.tell(news)
    }
  }

  private func isInScope(_ content: Content) -> Bool { scope == .all || content.attributes?.job != nil }

  private func tell(_ happening: Happening, _ scene: Scene) {
    let name = happening.name.rawValue
    guard scene.content(of: happening.activity) != nil else {
      return tellEnd(happening.activity, name, happening.origin)
    }
    let content = scene.content(after: happening)
    // Skips a happening whose content belongs to another activity.
    if content.id == happening.activity, isInScope(content) { tell(name, happening.origin, content) }
  }

  private func tell(_ name: String, _ origin: Origin, _ content: Content) {
    let line = StatusText.line(content)
    told[content.id] = line
    output.send(
      format == .json ? JSON.line(StatusJSON.event(name, origin, content.id, content)) : "\(content.id): \(line)")
  }

  /// Reports the end of an activity once.
  private func tellEnd(_ id: ActivityID, _ name: String, _ origin: Origin) {
    guard told.removeValue(forKey: id) != nil else { return }
    events?[id] = nil
    let over = Answers.isOver(Words.name(of: ActivityLabel(id: id, name: nil)))
    output.send(format == .json ? JSON.line(StatusJSON.event(name, origin, id, nil)) : "\(id): \(over)")
  }
}

/// A job's events for its owner, one JSON object per line (docs/activities.md).
final class OwnerStream: Stream {
  let output: StreamOutput
  private let activity: ActivityID
  private var told: Int

  /// - after: the number of the last event that the owner has heard.
  init(_ activity: ActivityID, after: Int, _ output: StreamOutput) {
    (self.activity, told, self.output) = (activity, after, output)
  }

  func show(_ scene: Scene) -> Bool {
    let events = scene.engine.ownerEvents(of: activity)
    tell(events ?? [])
    if events != nil, scene.content(of: activity) != nil { return true }
    output.finish(.done)
    return false
  }

  /// The owner can ask the next daemon for unconfirmed events.
  func close() { output.finish(.unavailable) }

  func tell(_ events: [OwnerEvent]) {
    for event in events where event.number > told {
      told = event.number
      output.send(JSON.line(.vardict([("id", .string(activity.description))] + Self.values(event))))
    }
  }

  /// An event's fields, the same on every door.
  static func values(_ event: OwnerEvent) -> [(String, BusValue)] {
    let wire = event.kind.wireFields
    return [("event", .string(wire.name))] + (wire.button.map { [("button", .string($0))] } ?? [])
      + [("n", .int64(Int64(event.number))), ("at", .string(LocalTime.iso8601(event.at.milliseconds)))]
  }
}
