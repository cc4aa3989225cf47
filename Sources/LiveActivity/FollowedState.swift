// What a process knows from the daemon: its own activities, all existing ones, and the authorization. A value, like
// `ActivityRecord`; `SharedState` locks it, and `Reader` changes it on its thread.
internal import TomatoLink
internal import TomatoSocket

struct FollowedState {
  private struct ActivityListener {
    var type: String
    var sent: Set<String> = []
    var continuation: AsyncStream<ActivityObject>.Continuation
  }

  private struct AuthorizationListener {
    var hasValue = false
    var continuation: AsyncStream<AuthorizationObject?>.Continuation
  }

  private(set) var known: [String: ActivityRecord] = [:]
  /// The activities of all programs, while connected.
  private var present: [ActivityObject] = []
  private var isConnected = false
  private var activityListeners: [Int: ActivityListener] = [:]
  private var authorizationListeners: [Int: AuthorizationListener] = [:]
  private var authorization: AuthorizationObject?
  /// A listener waits for the authorization, and a daemon may be started for that.
  private(set) var startsDaemon = false
  private var count = 0

  var wantsActivities: Bool { !activityListeners.isEmpty || known.values.contains(where: \.isFollowed) }
  var wantsAuthorization: Bool { !authorizationListeners.isEmpty }

  // MARK: The activities of this process

  mutating func addHandle(_ id: String, _ snapshot: Snapshot) {
    known[id, default: ActivityRecord(id, snapshot)].handles += 1
  }

  mutating func removeHandle(_ id: String) { change(id) { $0.handles -= 1 } }

  /// - Returns: Nil for an unknown activity.
  @discardableResult
  mutating func change<Result>(_ id: String, _ body: (inout ActivityRecord) -> Result) -> Result? {
    guard var record = known.removeValue(forKey: id) else { return nil }
    defer { if record.isNeeded { known[id] = record } }
    return body(&record)
  }

  /// - isNew: it was just requested, so the stream need not have it yet.
  mutating func follow(_ id: String, isNew: Bool = false) -> [Consequence] {
    guard known[id]?.follow() == true else { return [] }
    let isMissing = isConnected && !isNew && !present.contains { $0.activity == id }
    return isMissing ? [.hold(id), .check(id)] : [.hold(id)]
  }

  // MARK: Listening

  mutating func newNumber() -> Int {
    count += 1
    return count
  }

  mutating func listen(
    _ number: Int, _ id: String, _ listener: AsyncStream<Snapshot>.Continuation
  ) -> [Consequence] {
    let begun = follow(id)
    return begun + (known[id]?.listen(number, listener) ?? [.finish(listener)])
  }

  /// Sends each existing and new activity of that type once.
  mutating func listenForActivities(
    _ number: Int, _ type: String, _ continuation: AsyncStream<ActivityObject>.Continuation
  ) -> [Consequence] {
    activityListeners[number] = ActivityListener(type: type, continuation: continuation)
    for object in present { tell(number, object) }
    return []
  }

  private mutating func tell(_ number: Int, _ object: ActivityObject) {
    guard let id = object.activity,
      object.attributes?.values?[AttributeTexts.typeKey] == activityListeners[number]?.type,
      activityListeners[number]?.sent.insert(id).inserted == true
    else { return }
    activityListeners[number]?.continuation.yield(object)
  }

  /// Sends the authorization, nil if no daemon is reached, and each change.
  mutating func listenForAuthorization(
    _ number: Int, _ continuation: AsyncStream<AuthorizationObject?>.Continuation
  ) -> [Consequence] {
    authorizationListeners[number] = AuthorizationListener(continuation: continuation)
    if let authorization { tell(number, authorization) } else { startsDaemon = true }
    return []
  }

  private mutating func tell(_ number: Int, _ object: AuthorizationObject?) {
    authorizationListeners[number]?.hasValue = true
    authorizationListeners[number]?.continuation.yield(object)
  }

  mutating func forget(_ number: Int) {
    (activityListeners[number], authorizationListeners[number]) = (nil, nil)
    for id in known.keys { known[id]?.forget(number) }
  }

  // MARK: Receiving

  /// The stream of activities begins. It names every known activity that still exists.
  mutating func connected() {
    isConnected = true
    for id in known.keys { known[id]?.wasConnected() }
  }

  mutating func disconnected() { (isConnected, present) = (false, []) }

  mutating func receive(_ line: StreamLine) -> [Consequence] {
    switch line {
    case .names(let names):
      let names = Set(names)
      return known.keys.sorted().flatMap { id in change(id) { $0.receive(names: names) } ?? [] }
    case .content(let id, let object):
      present.removeAll { $0.activity == id }
      guard let object else { return change(id) { $0.dismiss() } ?? [] }
      present.append(object)
      for number in activityListeners.keys.sorted() { tell(number, object) }
      return change(id) { $0.receiveFromStream(object) } ?? []
    case .event(let event): return change(event.id) { $0.receive(event) } ?? []
    }
  }

  /// - object: nil if no daemon is reached, which is not sent to listeners that have a value.
  mutating func receive(authorization object: AuthorizationObject?) {
    (authorization, startsDaemon) = (object, false)
    for (number, listener) in authorizationListeners where object != nil || !listener.hasValue { tell(number, object) }
  }

  /// The stream of authorizations has ended; later listeners get no outdated value.
  mutating func authorizationEnded() { authorization = nil }
}
