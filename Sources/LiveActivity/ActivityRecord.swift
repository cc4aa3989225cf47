// The state of one activity in this process, changed by each message about it. A pure value: it returns what is to be
// done.
//
// - The content with the latest time wins. An echo of this process's own content changes only the state.
// - A daemon stores updates after some seconds, so a restarted one may lack the last update. Its first message about an
//   activity decides whether to send the last update again. A lease is requested again.
// - An event is handled once, by the process that holds the activity's record.
internal import TomatoLink
internal import TomatoSocket

/// What `SharedState` does after a change, in order.
enum Consequence {
  /// Send, without waiting for the answer.
  case ask(String)
  /// Ask whether the activity exists.
  case check(String)
  /// Lock the record of its events.
  case hold(String)
  case release(String)
  /// Runs after the activity's earlier events.
  case carryOut(EventObject)
  case finish(AsyncStream<Snapshot>.Continuation)
}

struct Change {
  var verb: String
  var members: [Member]
  var snapshot: Snapshot

  var isEnd: Bool { verb == "end" }

  /// An idempotent version of this change.
  var repeatable: Change {
    let once: Set<ContentKey> = [.alert, .name, .icon, .accent, .url, .attributes, .lease, .token]
    let rest = members.filter { member in !(ContentKey(rawValue: member.name).map(once.contains) ?? true) }
    return Change(verb: isEnd ? verb : "update", members: rest, snapshot: snapshot)
  }
}

struct ActivityRecord {
  typealias PressHandler = @Sendable (_ event: String, Snapshot) async -> Void

  let id: String
  private(set) var snapshot: Snapshot
  /// The number of `Activity` objects.
  var handles = 0
  /// The stream is followed, and button presses are handled.
  private(set) var isFollowed = false
  var onPress: PressHandler?
  private var listeners: [Int: AsyncStream<Snapshot>.Continuation] = [:]

  /// The final snapshot, while this process ends the activity; reported before `dismissed`.
  private var ending: Snapshot?
  /// The time of this process's last change, in milliseconds since 1970.
  private var lastChangeTime: Int64 = 0
  /// This process's last change, sent again if the daemon was killed before storing it, or did not run.
  private var lastChange: Change?
  private var pendingCount = 0
  private var lastSentTime: Int64 = 0
  /// The members of the leased request.
  private var leased: [Member] = []
  private var owner: String?

  /// The activity was followed when the stream began, so the stream must name it.
  private var isExpected = false
  /// The stream has begun, and has not mentioned the activity yet.
  private var isNew = true
  private var lastHandledEvent = 0
  private var isHolder = false
  /// Events received before this process held the record.
  private var waitingEvents: [EventObject] = []

  init(_ id: String, _ snapshot: Snapshot) { (self.id, self.snapshot) = (id, snapshot) }

  var isOver: Bool { snapshot.state == .dismissed }
  var isNeeded: Bool { handles > 0 || isFollowed }

  // MARK: Following

  /// - Returns: False if it is already followed, or dismissed.
  mutating func follow() -> Bool {
    guard !isFollowed, !isOver else { return false }
    isFollowed = true
    return true
  }

  /// Sends the listener the current snapshot, then each new one.
  mutating func listen(_ number: Int, _ listener: AsyncStream<Snapshot>.Continuation) -> [Consequence] {
    listener.yield(snapshot)
    guard !isOver else { return [.finish(listener)] }
    listeners[number] = listener
    return []
  }

  mutating func forget(_ number: Int) { listeners[number] = nil }

  private mutating func change(_ new: Snapshot) -> [Consequence] {
    guard !isOver, new != snapshot else { return [] }
    snapshot = new
    for number in listeners.keys.sorted() { listeners[number]?.yield(new) }
    guard isOver else { return [] }
    let left = listeners.values.map { Consequence.finish($0) }
    (listeners, isFollowed) = ([:], false)
    return [.release(id)] + left
  }

  mutating func dismiss() -> [Consequence] {
    let last = ending ?? snapshot
    return [last, Snapshot(state: .dismissed, text: last.text, at: last.at)].flatMap { change($0) }
  }

  // MARK: Sending

  /// The time of a change by this process: later than all known ones, even if the clock was set back. Nil if the change
  /// is older than the content shown, or the activity is over.
  /// - isGiven: the program passed the time.
  mutating func nextTime(_ at: Int64, isGiven: Bool) -> Int64? {
    let last = max(snapshot.at, lastChangeTime)
    guard snapshot.state != .ended, !isOver, !isGiven || at >= last else { return nil }
    lastChangeTime = max(at, last + 1)
    return lastChangeTime
  }

  mutating func wasRequested(_ members: [Member], owner: String?) {
    lastChange = Change(verb: "request", members: members, snapshot: snapshot).repeatable
    if owner != nil { (leased, self.owner) = (members, owner) }
  }

  /// - Returns: The line for the daemon; nil if another task has already sent later content.
  mutating func lineToSend(_ new: Change) -> String? {
    guard new.isEnd || new.snapshot.at > lastSentTime else { return nil }
    if new.isEnd { ending = new.snapshot }
    pendingCount += 1
    lastSentTime = new.snapshot.at
    return line(new.verb, new.members)
  }

  private func line(_ verb: String, _ members: [Member]) -> String {
    let token = owner.map { [Member(ContentKey.token.rawValue, .string($0))] } ?? []
    return "\(verb)?activity=\(id)&format=json\t\(JSONText.text(.object(members + token)))"
  }

  /// - answer: nil if no daemon was reached.
  mutating func answered(_ new: Change, _ answer: SocketAnswer?) -> [Consequence] {
    pendingCount -= 1
    guard let answer, answer.code != .unavailable else {
      // The change is sent to the next daemon.
      (ending, lastChange) = (nil, new.repeatable)
      return change(new.snapshot)
    }
    guard answer.code == .done else {
      // The activity has ended meanwhile, or the content is invalid.
      ending = nil
      return []
    }
    // The daemon stores an end at once.
    lastChange = new.isEnd ? nil : new.repeatable
    var heard = new.snapshot
    // An earlier daemon answers an end that leaves no card with a sentence.
    heard.state = answer.object?.state(else: heard.state) ?? (new.isEnd ? .dismissed : heard.state)
    return (new.isEnd ? change(new.snapshot) : []) + change(heard)
  }

  // MARK: Receiving

  mutating func wasConnected() { (isExpected, isNew, waitingEvents) = (isFollowed, true, []) }

  /// Takes the ids of all activities, which begin the stream.
  mutating func receive(names: Set<String>) -> [Consequence] {
    isExpected && !names.contains(id) ? dismiss() : []
  }

  mutating func receiveFromStream(_ object: ActivityObject) -> [Consequence] {
    guard isFollowed else { return [] }
    let again = isNew ? resend(object) : []
    isNew = false
    return again + receive(object)
  }

  mutating func receive(_ object: ActivityObject) -> [Consequence] {
    guard object.activity == id else { return dismiss() }
    guard let heard = Snapshot(object) else { return [] }
    if heard.at > snapshot.at {
      lastChange = nil
      return change(heard)
    }
    // An activity that was ended without a daemon does not become active again.
    let isEnded = snapshot.state == .ended && heard.state != .dismissed
    return change(Snapshot(state: isEnded ? .ended : heard.state, text: snapshot.text, at: snapshot.at))
  }

  private func resend(_ object: ActivityObject) -> [Consequence] {
    guard let heard = Snapshot(object), heard.state != .ended, heard.state != .dismissed else { return [] }
    var lines: [String] = []
    if owner != nil, heard.state == .stale {
      lines.append(line("request", leased.filter { $0.name == ContentKey.lease.rawValue }))
    }
    // An unanswered change is newer, and is not repeated here.
    if let lastChange, pendingCount == 0, lastChange.snapshot.at == snapshot.at, heard.at < snapshot.at {
      lines.append(line(lastChange.verb, lastChange.members))
    }
    return lines.map { .ask($0) }
  }

  // MARK: Buttons

  mutating func receive(_ event: EventObject) -> [Consequence] {
    guard isFollowed, event.n > lastHandledEvent else { return [] }
    guard isHolder else {
      waitingEvents.append(event)
      return []
    }
    lastHandledEvent = event.n
    return [.carryOut(event)]
  }

  /// This process now holds the record, which has the number of the last event.
  mutating func held(last: Int) -> [Consequence] {
    let events = waitingEvents
    (isHolder, lastHandledEvent, waitingEvents) = (true, max(lastHandledEvent, last), [])
    return events.flatMap { receive($0) }
  }
}
