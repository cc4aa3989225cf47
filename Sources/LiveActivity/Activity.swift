// A Live Activity of this program, with ActivityKit's signatures: requested, changed, ended, found again and followed.
public import Foundation
internal import TomatoLink
internal import TomatoSocket

/// An activity of this program that a person sees on the desktop.
///
///     let activity = try Activity.request(attributes: order, content: .init(state: .cooking, staleDate: nil))
///     await activity.update(.init(state: .onItsWay, staleDate: nil))
///     await activity.end(nil, dismissalPolicy: .immediate)
///
/// It belongs to the person and outlives the program: when it is started again, `activities` has it, with its
/// attributes and its state. Several processes of a program may hold the same one.
public final class Activity<Attributes: ActivityAttributes>: Identifiable, Sendable {
  public typealias ContentState = Attributes.ContentState

  /// 1 to 40 characters of a-z, 0-9, - and _, as `tomato-notify activity list` shows it.
  public let id: String
  public let attributes: Attributes
  private let live: Live
  /// As it was when this object was made.
  private let first: ActivityContent<ContentState>

  init(
    _ id: String, _ snapshot: Snapshot, _ surroundings: SharedState, _ attributes: Attributes,
    _ first: ActivityContent<ContentState>
  ) {
    (self.id, self.attributes, self.first) = (id, attributes, first)
    live = Live(id, snapshot, surroundings) { event, snapshot in
      await Activity<Attributes>.perform(event, attributes, id, snapshot)
    }
  }

  // MARK: Requesting

  /// Shows a new activity.
  ///
  /// It blocks for some milliseconds; if tomato-notify must be started first, usually for less than a second.
  /// - Parameters:
  ///   - pushType: has no counterpart; see `PushType`.
  ///   - style: whether it outlives the program.
  ///   - alertConfiguration: calls attention to it.
  /// - Throws: `ActivityAuthorizationError`; `ActivityConfigurationError` for a card that cannot be shown.
  public static func request(
    attributes: Attributes, content: ActivityContent<ContentState>, pushType: PushType? = nil,
    style: ActivityStyle = .standard, alertConfiguration: AlertConfiguration? = nil
  ) throws -> Activity<Attributes> {
    let (id, at) = (UUID().uuidString.lowercased(), Envelope<ContentState>.now())
    let envelope = Envelope(content, at: at)
    let island = island(attributes, id, content.state, isStale: false)
    var members = try Card.fixed(island) + Card.changing(island, content, envelope.text())
    members.append(.init("attributes", try AttributeTexts.members(attributes)))
    if style == .transient {
      members.append(.init("lease", .number(Double(ProcessInfo.processInfo.processIdentifier))))
    }
    if let alertConfiguration { members.append(Card.alert(alertConfiguration)) }
    let surroundings = SharedState.current
    let snapshot = Snapshot(state: .active, text: envelope.text(), at: at)
    // Registered before it is requested, so that nothing in the stream is missed.
    let activity = Activity(id, snapshot, surroundings, attributes, content)
    let answer = try surroundings.daemon.request(id, members)
    let owner = style == .transient ? answer.object?.owner : nil
    surroundings.withState { $0.change(id) { $0.wasRequested(members, owner: owner) } }
    activity.live.follow()
    return activity
  }

  @available(*, deprecated, message: "Use request(attributes:content:pushType:).")
  public static func request(
    attributes: Attributes, contentState: ContentState, pushType: PushType? = nil
  ) throws -> Activity<Attributes> {
    try request(
      attributes: attributes, content: ActivityContent(state: contentState, staleDate: nil), pushType: pushType)
  }

  // MARK: Finding

  /// All activities that are not dismissed, of this and of earlier runs of the program, most relevant first. Fetched
  /// from the desktop each time; empty if tomato-notify cannot be reached.
  public static var activities: [Activity<Attributes>] {
    let surroundings = SharedState.current
    return surroundings.daemon.list(starting: true).compactMap { found($0, surroundings) }
  }

  /// Nil for one of another type.
  private static func found(_ object: ActivityObject, _ surroundings: SharedState) -> Activity<Attributes>? {
    guard let values = object.attributes?.values, values[AttributeTexts.typeKey] == Attributes.activityType,
      let attributes = try? AttributeTexts.read(Attributes.self, values), let id = object.activity,
      let snapshot = Snapshot(object), let envelope = Envelope<ContentState>(snapshot.text)
    else { return nil }
    return Activity(id, snapshot, surroundings, attributes, envelope.content)
  }

  /// Each existing and each new activity, also of other processes of this program. It ends only with the task.
  public static var activityUpdates: ActivityUpdates {
    let surroundings = SharedState.current
    return ActivityUpdates(
      { surroundings.stream { $0.seek($1, Attributes.activityType, $2) } }, { found($0, surroundings) })
  }

  public typealias ActivityUpdates = ActivityUpdateSequence<Activity<Attributes>>
  public typealias ActivityStateUpdates = ActivityUpdateSequence<ActivityState>
  public typealias ContentUpdates = ActivityUpdateSequence<ActivityContent<ContentState>>
  public typealias ContentStateUpdates = ActivityUpdateSequence<ContentState>

  // MARK: What it is now

  /// What it shows.
  public var content: ActivityContent<ContentState> {
    // Content of another version of the program may be unreadable to this one.
    live.now().flatMap { Envelope<ContentState>($0.text)?.content } ?? first
  }

  public var activityState: ActivityState { live.now()?.state ?? .dismissed }

  @available(*, deprecated, message: "Use content.")
  public var contentState: ContentState { content.state }

  /// Has no counterpart, so it is always nil; see `PushType`.
  public var pushToken: Data? { nil }

  /// `activityState` now, and whenever it changes; the last one is `dismissed`.
  public var activityStateUpdates: ActivityStateUpdates { updates { $0.state } }

  /// `content` now and after each change, also by another process, until the activity is dismissed. Changes by other
  /// processes come at most once a second, the last one always.
  public var contentUpdates: ContentUpdates { updates { Envelope<ContentState>($0.text)?.content } }

  @available(*, deprecated, message: "Use contentUpdates.")
  public var contentStateUpdates: ContentStateUpdates { updates { Envelope<ContentState>($0.text)?.state } }

  private func updates<Value: Equatable & Sendable>(
    _ value: @escaping @Sendable (Snapshot) -> Value?
  ) -> ActivityUpdateSequence<Value> {
    ActivityUpdateSequence({ [live] in live.snapshots() }, value, isNew: { $0 != $1 })
  }

  // MARK: Changing

  /// Shows other content, without a sound. Nothing happens when the activity has ended.
  /// Content that is too large, or has a card that cannot be shown, is left out.
  public func update(_ content: ActivityContent<ContentState>) async {
    await update(content, alertConfiguration: nil)
  }

  /// The same with an alert. An activity may alert once in 10 s, and a program six times a minute: further alerts are
  /// shown as updates.
  public func update(_ content: ActivityContent<ContentState>, alertConfiguration: AlertConfiguration?) async {
    await say("update", content, nil, alertConfiguration.map { [Card.alert($0)] } ?? [])
  }

  /// The same for content of an earlier moment, which is ignored if later content is shown.
  public func update(
    _ content: ActivityContent<ContentState>, alertConfiguration: AlertConfiguration? = nil, timestamp: Date
  ) async {
    await say("update", content, timestamp, alertConfiguration.map { [Card.alert($0)] } ?? [])
  }

  @available(*, deprecated, message: "Use update(_:alertConfiguration:).")
  public func update(using contentState: ContentState, alertConfiguration: AlertConfiguration? = nil) async {
    await update(ActivityContent(state: contentState, staleDate: nil), alertConfiguration: alertConfiguration)
  }

  /// Ends it, with its last content; without one it keeps what it shows.
  /// - Parameter failed: it did not succeed, and its card says so; an addition of this library.
  public func end(
    _ content: ActivityContent<ContentState>?, dismissalPolicy: ActivityUIDismissalPolicy = .default,
    failed: Bool = false
  ) async {
    await end(content, dismissalPolicy, nil, failed)
  }

  /// The same for content of an earlier moment, which is ignored if later content is shown.
  public func end(
    _ content: ActivityContent<ContentState>?, dismissalPolicy: ActivityUIDismissalPolicy = .default, timestamp: Date
  ) async {
    await end(content, dismissalPolicy, timestamp, false)
  }

  private func end(
    _ content: ActivityContent<ContentState>?, _ dismissalPolicy: ActivityUIDismissalPolicy, _ timestamp: Date?,
    _ failed: Bool
  ) async {
    var more = [Card.dismissal(dismissalPolicy, at: Date())]
    if failed { more.append(.init("failed", .bool(true))) }
    await say("end", content ?? self.content, timestamp, more)
  }

  @available(*, deprecated, message: "Use end(_:dismissalPolicy:).")
  public func end(
    using contentState: ContentState? = nil, dismissalPolicy: ActivityUIDismissalPolicy = .default
  ) async {
    await end(contentState.map { ActivityContent(state: $0, staleDate: nil) }, dismissalPolicy: dismissalPolicy)
  }

  private func say(
    _ verb: String, _ content: ActivityContent<ContentState>, _ timestamp: Date?, _ more: [Member]
  ) async {
    guard let at = live.nextTime(timestamp) else { return }
    let text = Envelope(content, at: at).text()
    let island = Self.island(attributes, id, content.state, isStale: false)
    // A card that was requested is valid, except for a new button whose link is refused.
    guard let members = try? Card.changing(island, content, text) else { return }
    let snapshot = Snapshot(state: verb == "end" ? .ended : .active, text: text, at: at)
    await live.say(Change(verb: verb, members: members + more, snapshot: snapshot))
  }

  // MARK: Its card

  private static func island(
    _ attributes: Attributes, _ id: String, _ state: ContentState, isStale: Bool
  ) -> DynamicIsland {
    Attributes.configuration.island(
      ActivityViewContext(activityID: id, attributes: attributes, state: state, isStale: isStale))
  }

  /// Runs the intent of a button in the card that is shown.
  private static func perform(_ event: String, _ attributes: Attributes, _ id: String, _ snapshot: Snapshot) async {
    guard let state = Envelope<ContentState>(snapshot.text)?.state else { return }
    let island = island(attributes, id, state, isStale: snapshot.state == .stale)
    guard let intent = Card.intent(event, island) else { return }
    _ = try? await intent.perform()
  }
}
