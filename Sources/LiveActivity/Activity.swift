// A Live Activity of this program, with ActivityKit's signatures: request, update, end, find and follow.
public import Foundation
internal import TomatoLink
internal import TomatoSocket

/// An activity of this program, shown on the desktop.
///
///     let activity = try Activity.request(attributes: order, content: .init(state: .cooking, staleDate: nil))
///     await activity.update(.init(state: .onItsWay, staleDate: nil))
///     await activity.end(nil, dismissalPolicy: .immediate)
///
/// It outlives the program, which finds it in `activities` after a restart, with its attributes and state. Several
/// processes of a program may hold the same activity.
public final class Activity<Attributes: ActivityAttributes>: Identifiable, Sendable {
  public typealias ContentState = Attributes.ContentState

  /// 1 to 40 characters of a-z, 0-9, - and _, as `tomato-notify activity list` shows it.
  public let id: String
  public let attributes: Attributes
  private let shared: SharedState
  /// Shown while the current content is unreadable: it may come from another version of the program.
  private let initialContent: ActivityContent<ContentState>

  init(
    _ id: String, _ snapshot: Snapshot, _ shared: SharedState, _ attributes: Attributes,
    _ initialContent: ActivityContent<ContentState>
  ) {
    (self.id, self.attributes, self.shared, self.initialContent) = (id, attributes, shared, initialContent)
    let onPress: ActivityRecord.PressHandler = { event, snapshot in
      await Activity<Attributes>.perform(event, attributes, id, snapshot)
    }
    shared.withState { following in
      following.addHandle(id, snapshot)
      following.change(id) { if $0.onPress == nil { $0.onPress = onPress } }
    }
  }

  deinit { shared.withState { [id] in $0.removeHandle(id) } }

  // MARK: Requesting

  /// Shows a new activity.
  ///
  /// It blocks for some milliseconds; if tomato-notify must be started first, usually for less than a second.
  /// - Parameters:
  ///   - pushType: ignored; see `PushType`.
  ///   - style: whether it outlives the program.
  ///   - alertConfiguration: an alert at its beginning.
  /// - Throws: `ActivityAuthorizationError`; `ActivityConfigurationError` for a card that cannot be shown.
  public static func request(
    attributes: Attributes, content: ActivityContent<ContentState>, pushType: PushType? = nil,
    style: ActivityStyle = .standard, alertConfiguration: AlertConfiguration? = nil
  ) throws -> Activity<Attributes> {
    let (id, at) = (UUID().uuidString.lowercased(), Time.milliseconds(Date()))
    let envelope = Envelope(content, at: at)
    let island = island(attributes, id, content.state, isStale: content.isStale)
    var members = try Card.fixed(island) + Card.changing(island, content, envelope.text())
    members.append(.init("attributes", try AttributeTexts.members(attributes)))
    if style == .transient {
      members.append(.init("lease", .number(Double(ProcessInfo.processInfo.processIdentifier))))
    }
    if let alertConfiguration { members.append(Card.alert(alertConfiguration)) }
    let shared = SharedState.current
    let snapshot = Snapshot(state: .active, text: envelope.text(), at: at)
    // Registered before the request, so that no line of the stream is missed.
    let activity = Activity(id, snapshot, shared, attributes, content)
    let answer = try shared.daemon.request(id, members)
    let owner = style == .transient ? answer.object?.owner : nil
    shared.withState { $0.change(id) { $0.wasRequested(members, owner: owner) } }
    shared.change { $0.follow(id, isNew: true) }
    shared.wake()
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
    let shared = SharedState.current
    return shared.daemon.list().compactMap { found($0, shared) }
  }

  /// Nil for an activity of another type.
  private static func found(_ object: ActivityObject, _ shared: SharedState) -> Activity<Attributes>? {
    guard let values = object.attributes?.values, values[AttributeTexts.typeKey] == Attributes.activityType,
      let attributes = try? AttributeTexts.read(Attributes.self, values), let id = object.activity,
      let snapshot = Snapshot(object), let envelope = Envelope<ContentState>(snapshot.text)
    else { return nil }
    return Activity(id, snapshot, shared, attributes, envelope.content)
  }

  /// Existing and new activities, including those of the program's other processes. Ends only with the task.
  public static var activityUpdates: ActivityUpdates {
    let shared = SharedState.current
    return ActivityUpdates(
      { shared.stream { $0.listenForActivities($1, Attributes.activityType, $2) } }, { found($0, shared) })
  }

  public typealias ActivityUpdates = ActivityUpdateSequence<Activity<Attributes>>
  public typealias ActivityStateUpdates = ActivityUpdateSequence<ActivityState>
  public typealias ContentUpdates = ActivityUpdateSequence<ActivityContent<ContentState>>
  public typealias ContentStateUpdates = ActivityUpdateSequence<ContentState>

  // MARK: Current values

  public var content: ActivityContent<ContentState> {
    now().flatMap { Envelope<ContentState>($0.text)?.content } ?? initialContent
  }

  public var activityState: ActivityState { now()?.state ?? .dismissed }

  /// The current snapshot; asks the daemon if not followed.
  private func now() -> Snapshot? {
    let isFollowed = shared.withState { $0.known[id].map { $0.isFollowed || $0.isOver } }
    if isFollowed != true { refresh() }
    return shared.withState { $0.known[id]?.snapshot }
  }

  private func refresh() { shared.checked(id, shared.daemon.ask("status?activity=\(id)&format=json")) }

  @available(*, deprecated, message: "Use content.")
  public var contentState: ContentState { content.state }

  /// Always nil; see `PushType`.
  public var pushToken: Data? { nil }

  /// `activityState` now, and whenever it changes; the last one is `dismissed`.
  public var activityStateUpdates: ActivityStateUpdates { updates { $0.state } }

  /// `content` now and after each change by any process, until the activity is dismissed. Changes by other processes
  /// are reported at most once a second; the last one is never skipped.
  public var contentUpdates: ContentUpdates { updates { Envelope<ContentState>($0.text)?.content } }

  @available(*, deprecated, message: "Use contentUpdates.")
  public var contentStateUpdates: ContentStateUpdates { updates { Envelope<ContentState>($0.text)?.state } }

  private func updates<Value: Equatable & Sendable>(
    _ value: @escaping @Sendable (Snapshot) -> Value?
  ) -> ActivityUpdateSequence<Value> {
    ActivityUpdateSequence({ [self] in shared.stream { $0.listen($1, id, $2) } }, value, isNew: { $0 != $1 })
  }

  // MARK: Changing

  /// Replaces the content, without a sound. Ignored after the end, and for content that is too large or has an invalid
  /// button.
  public func update(_ content: ActivityContent<ContentState>) async {
    await update(content, alertConfiguration: nil)
  }

  /// The same with an alert. An activity may alert once in 10 s, and a program six times a minute: further alerts are
  /// shown as updates.
  public func update(_ content: ActivityContent<ContentState>, alertConfiguration: AlertConfiguration?) async {
    await send("update", content, nil, alertConfiguration.map { [Card.alert($0)] } ?? [])
  }

  /// The same with a timestamp. Ignored if later content is shown.
  public func update(
    _ content: ActivityContent<ContentState>, alertConfiguration: AlertConfiguration? = nil, timestamp: Date
  ) async {
    await send("update", content, timestamp, alertConfiguration.map { [Card.alert($0)] } ?? [])
  }

  @available(*, deprecated, message: "Use update(_:alertConfiguration:).")
  public func update(using contentState: ContentState, alertConfiguration: AlertConfiguration? = nil) async {
    await update(ActivityContent(state: contentState, staleDate: nil), alertConfiguration: alertConfiguration)
  }

  /// Ends the activity with this final content, or with its current one, also if the final one is invalid or too large.
  /// - Parameter failed: the card says that the activity failed. Not in ActivityKit.
  public func end(
    _ content: ActivityContent<ContentState>?, dismissalPolicy: ActivityUIDismissalPolicy = .default,
    failed: Bool = false
  ) async {
    await end(content, dismissalPolicy, nil, failed)
  }

  /// The same with a timestamp. Ignored if later content is shown.
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
    // The activity ends even if the final content cannot be shown, or the current one once it is stale.
    if let content, await send("end", content, timestamp, more) { return }
    let rest = content == nil ? timestamp : nil
    if await send("end", self.content, rest, more) { return }
    await send("end", self.content, rest, more, isStale: false)
  }

  @available(*, deprecated, message: "Use end(_:dismissalPolicy:).")
  public func end(
    using contentState: ContentState? = nil, dismissalPolicy: ActivityUIDismissalPolicy = .default
  ) async {
    await end(contentState.map { ActivityContent(state: $0, staleDate: nil) }, dismissalPolicy: dismissalPolicy)
  }

  /// - Returns: False if the content is invalid or too large.
  @discardableResult
  private func send(
    _ verb: String, _ content: ActivityContent<ContentState>, _ timestamp: Date?, _ more: [Member],
    isStale: Bool? = nil
  ) async -> Bool {
    guard let at = nextTime(timestamp) else { return true }
    let text = Envelope(content, at: at).text()
    let island = Self.island(attributes, id, content.state, isStale: isStale ?? content.isStale)
    guard let members = try? Card.changing(island, content, text) else { return false }
    let snapshot = Snapshot(state: verb == "end" ? .ended : .active, text: text, at: at)
    return await send(Change(verb: verb, members: members + more, snapshot: snapshot))
  }

  /// The time of a change by this process; nil if it must not be made.
  /// - date: nil for now.
  private func nextTime(_ date: Date?) -> Int64? {
    _ = now()
    let at = Time.milliseconds(date ?? Date())
    return shared.withState { $0.change(id) { $0.nextTime(at, isGiven: date != nil) } ?? nil }
  }

  /// Returns when the daemon has answered, or cannot be reached; false if it refuses the content.
  private func send(_ change: Change) async -> Bool {
    await withCheckedContinuation { (done: CheckedContinuation<Bool, Never>) in
      shared.ask { following in
        guard let line = following.change(id, { $0.lineToSend(change) }) ?? nil else {
          done.resume(returning: true)
          return nil
        }
        return SharedState.DaemonRequest(line: line, startsDaemon: true) { [self] answer in
          shared.change { $0.change(id) { $0.answered(change, answer) } ?? [] }
          if answer?.code == .refused { refresh() }
          done.resume(returning: answer?.code != .badValue)
        }
      }
    }
  }

  // MARK: Its card

  private static func island(
    _ attributes: Attributes, _ id: String, _ state: ContentState, isStale: Bool
  ) -> DynamicIsland {
    Attributes.configuration.island(
      ActivityViewContext(activityID: id, attributes: attributes, state: state, isStale: isStale))
  }

  /// Runs the intent of a pressed button.
  private static func perform(_ event: String, _ attributes: Attributes, _ id: String, _ snapshot: Snapshot) async {
    guard let state = Envelope<ContentState>(snapshot.text)?.state else { return }
    let island = island(attributes, id, state, isStale: snapshot.state == .stale)
    guard let intent = Card.intent(event, island) else { return }
    _ = try? await intent.perform()
  }
}
