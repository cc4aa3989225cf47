// What this process knows of one activity, and what follows from what is heard of it: a value without socket, lock or
// clock.
//
// - Of two contents the later one counts. An echo of what this process has said changes no more than the state.
// - A daemon may have lost what was said to the one before it, which stores updates after some seconds only. So the
//   first that a daemon says of an activity decides whether the last word is said again. Who has a lease comes back.
// - An event counts once, in the process that holds the activity's record.
internal import TomatoLink
internal import TomatoSocket

/// What is to be done, in this order.
enum Consequence {
  /// The answer is not waited for.
  case ask(String)
  /// It is not known whether there is such an activity.
  case check(String)
  /// The record of its events is wanted.
  case hold(String)
  case release(String)
  /// Behind those before it.
  case carryOut(EventObject)
  case finish(AsyncStream<Snapshot>.Continuation)
}

/// A change that this process has made.
struct Said {
  var verb: String
  var members: [Member]
  var snapshot: Snapshot

  var isEnd: Bool { verb == "end" }

  /// As an update that may be said again without anybody noticing.
  var repeatable: Said {
    let once: Set<ContentKey> = [.alert, .name, .icon, .accent, .url, .attributes, .lease, .token]
    let rest = members.filter { member in !(ContentKey(rawValue: member.name).map(once.contains) ?? true) }
    return Said(verb: isEnd ? verb : "update", members: rest, snapshot: snapshot)
  }
}

struct Known {
  typealias Press = @Sendable (_ event: String, Snapshot) async -> Void

  let id: String
  private(set) var snapshot: Snapshot
  /// How many objects of the program are about it.
  var handles = 0
  /// It is heard what happens to it, and its buttons do what they say.
  private(set) var isFollowed = false
  /// What a button does.
  var press: Press?
  private var listeners: [Int: AsyncStream<Snapshot>.Continuation] = [:]

  /// How it ends while this process ends it: what goes at once has ended before.
  private var ending: Snapshot?
  /// The moment of the last change that this process has made.
  private var latest: Int64 = 0
  /// The last thing that this process said, for a daemon that was killed before it had stored that, or was not there.
  private var said: Said?
  /// So many changes are on their way, the last one of this moment.
  private var unanswered = 0
  private var lastAsked: Int64 = 0
  /// The members of the request of what this process has leased.
  private var leased: [Member] = []
  private var owner: String?

  /// Known to the daemon when the stream began.
  private var isExpected = false
  /// Nothing was heard of it since then.
  private var isNew = true
  /// The number of the last event that was given out.
  private var given = 0
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

  /// The moment of a change that this process makes: later than every known one, also where the clock was set back. Nil
  /// when the change is older than what is shown, and when the activity is over.
  /// - isGiven: the program says when it was true.
  mutating func nextTime(_ at: Int64, isGiven: Bool) -> Int64? {
    let last = max(snapshot.at, latest)
    guard snapshot.state != .ended, !isOver, !isGiven || at >= last else { return nil }
    latest = max(at, last + 1)
    return latest
  }

  mutating func wasRequested(_ members: [Member], owner: String?) {
    said = Said(verb: "request", members: members, snapshot: snapshot).repeatable
    if owner != nil { (leased, self.owner) = (members, owner) }
  }

  /// - Returns: The line for the daemon; nil where two tasks change it and the later content is on its way already.
  mutating func saying(_ new: Said) -> String? {
    guard new.isEnd || new.snapshot.at > lastAsked else { return nil }
    if new.isEnd { ending = new.snapshot }
    unanswered += 1
    lastAsked = new.snapshot.at
    return line(new.verb, new.members)
  }

  private func line(_ verb: String, _ members: [Member]) -> String {
    let token = owner.map { [Member(ContentKey.token.rawValue, .string($0))] } ?? []
    return "\(verb)?activity=\(id)&format=json\t\(JSONText.text(.object(members + token)))"
  }

  /// - answer: nil where no daemon was reached.
  mutating func answered(_ new: Said, _ answer: SocketAnswer?) -> [Consequence] {
    unanswered -= 1
    guard let answer, answer.code != .unavailable else {
      // The next daemon hears it.
      (ending, said) = (nil, new.repeatable)
      return change(new.snapshot)
    }
    guard answer.code == .done else {
      // It has ended meanwhile, or is gone.
      ending = nil
      return []
    }
    // An end is stored at once.
    said = new.isEnd ? nil : new.repeatable
    var heard = new.snapshot
    // An end that leaves nothing to show is answered with a sentence.
    heard.state = answer.object?.state(else: heard.state) ?? (new.isEnd ? .dismissed : heard.state)
    return (new.isEnd ? change(new.snapshot) : []) + change(heard)
  }

  // MARK: Hearing

  /// A stream begins.
  mutating func wasConnected() { (isExpected, isNew, waiting) = (isFollowed, true, []) }

  /// What the stream names at its beginning.
  mutating func heard(names: Set<String>) -> [Consequence] {
    isExpected && !names.contains(id) ? dismiss() : []
  }

  mutating func heardInStream(_ object: ActivityObject) -> [Consequence] {
    guard isFollowed else { return [] }
    let again = isNew ? sayAgain(object) : []
    isNew = false
    return again + hear(object)
  }

  mutating func hear(_ object: ActivityObject) -> [Consequence] {
    guard object.activity == id else { return dismiss() }
    guard let heard = Snapshot(object) else { return [] }
    if heard.at > snapshot.at {
      said = nil
      return change(heard)
    }
    // What this process has ended while nobody was there is not under way again.
    let isEnded = snapshot.state == .ended && heard.state != .dismissed
    return change(Snapshot(state: isEnded ? .ended : heard.state, text: snapshot.text, at: snapshot.at))
  }

  private func sayAgain(_ object: ActivityObject) -> [Consequence] {
    guard let heard = Snapshot(object), heard.state != .ended, heard.state != .dismissed else { return [] }
    var lines: [String] = []
    if owner != nil, heard.state == .stale {
      lines.append(line("request", leased.filter { $0.name == ContentKey.lease.rawValue }))
    }
    // What is on its way is later.
    if let said, unanswered == 0, said.snapshot.at == snapshot.at, heard.at < snapshot.at {
      lines.append(line(said.verb, said.members))
    }
    return lines.map { .ask($0) }
  }

  // MARK: Buttons

  mutating func hear(_ event: EventObject) -> [Consequence] {
    guard isFollowed, event.n > given else { return [] }
    guard isHolder else {
      waiting.append(event)
      return []
    }
    given = event.n
    return [.carryOut(event)]
  }

  /// This process holds the record, in which the number of the last event stands.
  mutating func held(last: Int) -> [Consequence] {
    let events = waiting
    (isHolder, given, waiting) = (true, max(given, last), [])
    return events.flatMap { hear($0) }
  }
}
