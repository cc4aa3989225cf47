// The state of one activity in this process, and the consequences of each message about it: a value without socket,
// lock or clock.
//
// - Of two contents the later one counts. An echo of this process's own content changes only the state.
// - A new daemon may lack the last update, as daemons store updates only after some seconds. So its first message about
//   an activity decides whether the last update is sent again. A lease is requested again.
// - An event counts once, in the process that holds the activity's record.
internal import TomatoLink
internal import TomatoSocket

/// What is to be done, in this order.
enum Consequence {
  /// Send, without waiting for the answer.
  case ask(String)
  /// Ask whether the activity exists.
  case check(String)
  /// Lock the record of its events.
  case hold(String)
  case release(String)
  /// After earlier ones.
  case carryOut(EventObject)
  case finish(AsyncStream<Snapshot>.Continuation)
}

/// A change that this process has made.
struct Change {
  var verb: String
  var members: [Member]
  var snapshot: Snapshot

  var isEnd: Bool { verb == "end" }

  /// As an update that can be repeated without any visible effect.
  var repeatable: Change {
    let once: Set<ContentKey> = [.alert, .name, .icon, .accent, .url, .attributes, .lease, .token]
    let rest = members.filter { member in !(ContentKey(rawValue: member.name).map(once.contains) ?? true) }
    return Change(verb: isEnd ? verb : "update", members: rest, snapshot: snapshot)
  }
}

struct ActivityRecord {
  typealias Press = @Sendable (_ event: String, Snapshot) async -> Void

  let id: String
  private(set) var snapshot: Snapshot
  /// How many objects of the program refer to it.
  var handles = 0
  /// The stream is followed, and button presses are handled.
  private(set) var isFollowed = false
  /// What a button does.
  var press: Press?
  private var listeners: [Int: AsyncStream<Snapshot>.Continuation] = [:]

  /// The final snapshot while this process ends it: it becomes `ended` before `dismissed`.
  private var ending: Snapshot?
  /// The moment of the last change that this process has made.
  private var lastChangeTime: Int64 = 0
  /// The last change that this process sent, in case a daemon was killed before storing it, or did not run.
  private var lastChange: Change?
  /// The number of changes without an answer yet.
  private var pendingCount = 0
  private var lastSentTime: Int64 = 0
  /// The members of the leased request.
  private var leased: [Member] = []
  private var owner: String?

  /// Known to the daemon when the stream began.
  private var isExpected = false
  /// The stream has not mentioned it since then.
  private var isNew = true
  /// The number of the last event handled.
  private var lastHandledEvent = 0
  private var isHolder = false
  /// What came while another process held the record.
  private var waiting: [EventObject] = []

  init(_ id: String, _ snapshot: Snapshot) { (self.id, self.snapshot) = (id, snapshot) }

  var isOver: Bool { snapshot.state == .dismissed }
  var isNeeded: Bool { handles > 0 || isFollowed }

  // MARK: Following

  /// - Returns: Whether that is new.
  mutating func follow() -> Bool {
    guard !isFollowed, !isOver else { return false }
    isFollowed = true
    return true
  }

  /// The listener hears the present snapshot, then each one.
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

  // MARK: Saying

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

  /// - answer: nil where no daemon was reached.
  mutating func answered(_ new: Change, _ answer: SocketAnswer?) -> [Consequence] {
    pendingCount -= 1
    guard let answer, answer.code != .unavailable else {
      // Sent to the next daemon.
      (ending, lastChange) = (nil, new.repeatable)
      return change(new.snapshot)
    }
    guard answer.code == .done else {
      // It has ended meanwhile, or is gone.
      ending = nil
      return []
    }
    // An end is stored at once.
    lastChange = new.isEnd ? nil : new.repeatable
    var heard = new.snapshot
    // An end that leaves nothing to show is answered with a sentence.
    heard.state = answer.object?.state(else: heard.state) ?? (new.isEnd ? .dismissed : heard.state)
    return (new.isEnd ? change(new.snapshot) : []) + change(heard)
  }

  // MARK: Hearing

  /// A stream begins.
  mutating func wasConnected() { (isExpected, isNew, waiting) = (isFollowed, true, []) }

  /// The names at the stream's beginning.
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
    // Changes without an answer are later.
    if let lastChange, pendingCount == 0, lastChange.snapshot.at == snapshot.at, heard.at < snapshot.at {
      lines.append(line(lastChange.verb, lastChange.members))
    }
    return lines.map { .ask($0) }
  }

  // MARK: Buttons

  mutating func receive(_ event: EventObject) -> [Consequence] {
    guard isFollowed, event.n > lastHandledEvent else { return [] }
    guard isHolder else {
      waiting.append(event)
      return []
    }
    lastHandledEvent = event.n
    return [.carryOut(event)]
  }

  /// This process now holds the record, with the last event's number.
  mutating func held(last: Int) -> [Consequence] {
    let events = waiting
    (isHolder, lastHandledEvent, waiting) = (true, max(lastHandledEvent, last), [])
    return events.flatMap { receive($0) }
  }
}
