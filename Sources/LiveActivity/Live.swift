// What this process knows of one activity, shared by all that hold it: follows it, over each end of the daemon, and
// tells those who listen.
internal import Foundation
internal import TomatoLink
internal import TomatoSocket

/// One activity that is not dismissed. Whatever happens under the lock is in order, so listeners hear it in order; they
/// may stop listening from within.
final class Live: @unchecked Sendable {
  typealias Press = @Sendable (_ event: String, Snapshot) async -> Void

  private struct Listener {
    var hear: (Snapshot) -> Void
    var finish: () -> Void
  }

  private struct Said {
    var verb: String
    var members: [Member]
    var at: Int64
  }

  let id: String
  private let surroundings: Surroundings
  private let lock = NSRecursiveLock()
  private var snapshot: Snapshot
  private var listeners: [Int: Listener] = [:]
  private var count = 0
  /// How it ends while this process ends it: what goes at once has ended before.
  private var ending: Snapshot?
  /// The moment of the last change that this process has made.
  private var latest: Int64 = 0
  private var press: Press?
  private var isFollowed = false
  /// The last thing that this process said, for a daemon that was killed before it had stored that, or was not there.
  private var said: Said?
  /// The members of the request of what this process has leased.
  private var leased: [Member]?
  private var owner: String?
  /// One change after the other.
  private let queue: DispatchQueue

  init(_ id: String, _ snapshot: Snapshot, _ surroundings: Surroundings) {
    (self.id, self.snapshot, self.surroundings) = (id, snapshot, surroundings)
    queue = DispatchQueue(label: "LiveActivity.\(id)")
  }

  // MARK: What holds now

  /// What is known, and asked for where nothing is heard.
  func now() -> Snapshot {
    if lock.withLock({ isFollowed }) { return lock.withLock { snapshot } }
    refresh()
    return lock.withLock { snapshot }
  }

  private func refresh() {
    guard let answer = surroundings.ask("status?activity=\(id)&format=json") else { return }
    if answer.code == .refused { return dismiss() }
    guard let line = answer.lines.first, let object = try? JSONText.read(ActivityObject.self, line) else { return }
    hear(object)
  }

  /// The moment of a change that this process makes, later than every one that is known, also where the clock was set
  /// back; nil for what was true before what is shown, and for what is over.
  /// - Parameter date: nil for now.
  func nextTime(_ date: Date?) -> Int64? {
    guard now().state != .ended, !isOver else { return nil }
    return lock.withLock {
      let known = max(snapshot.at, latest)
      let at = Time.milliseconds(date ?? Date())
      guard date == nil || at >= known else { return nil }
      latest = max(at, known + 1)
      return latest
    }
  }

  // MARK: Listening

  func press(_ press: @escaping Press) {
    lock.withLock { if self.press == nil { self.press = press } }
  }

  /// Hears the present snapshot, then each one; `finish` after it was dismissed.
  func listen(
    _ hear: @escaping (Snapshot) -> Void, finish: @escaping () -> Void
  ) -> @Sendable () -> Void {
    follow()
    return lock.withLock {
      hear(snapshot)
      guard snapshot.state != .dismissed else {
        finish()
        return {}
      }
      count += 1
      let number = count
      listeners[number] = Listener(hear: hear, finish: finish)
      return { [weak self] in self?.forget(number) }
    }
  }

  private func forget(_ number: Int) { lock.withLock { listeners[number] = nil } }

  private func change(_ new: Snapshot) {
    lock.withLock {
      guard snapshot.state != .dismissed, new != snapshot else { return }
      snapshot = new
      for number in listeners.keys.sorted() { listeners[number]?.hear(new) }
      guard new.state == .dismissed else { return }
      let left = listeners.values
      listeners = [:]
      for listener in left { listener.finish() }
    }
    if new.state == .dismissed { surroundings.forget(id) }
  }

  private func dismiss() {
    lock.withLock {
      if let ending { change(ending) }
      change(Snapshot(state: .dismissed, text: snapshot.text, at: snapshot.at))
    }
  }

  var isOver: Bool { lock.withLock { snapshot.state == .dismissed } }

  // MARK: Saying

  func wasRequested(_ members: [Member], owner: String?) {
    lock.withLock {
      said = Said(verb: "update", members: Self.repeatable(members), at: snapshot.at)
      if owner != nil { (leased, self.owner) = (members, owner) }
    }
  }

  /// What may be said again without anybody noticing.
  private static func repeatable(_ members: [Member]) -> [Member] {
    let once: Set<ContentKey> = [.alert, .name, .icon, .accent, .url, .attributes, .lease, .token]
    return members.filter { member in !(ContentKey(rawValue: member.name).map(once.contains) ?? true) }
  }

  func say(_ verb: String, _ members: [Member], _ new: Snapshot) async {
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      queue.async { [self] in
        saySoon(verb, members, new)
        done.resume()
      }
    }
  }

  private func saySoon(_ verb: String, _ members: [Member], _ new: Snapshot) {
    let isEnd = verb == "end"
    if isEnd { lock.withLock { ending = new } }
    let token = lock.withLock { owner }.map { [Member(ContentKey.token.rawValue, .string($0))] } ?? []
    let answer = surroundings.ask("\(verb)?activity=\(id)&format=json\t\(JSONText.text(members + token))")
    guard let answer, answer.code == .done else { return wasNotTaken(answer?.code, verb, members, new) }
    var heard = new
    if let line = answer.lines.first, let object = try? JSONText.read(ActivityObject.self, line) {
      heard.state = object.activity == nil ? .dismissed : object.activityState.flatMap(ActivityState.init) ?? new.state
    }
    lock.withLock {
      // An end is stored at once.
      said = isEnd ? nil : Said(verb: verb, members: Self.repeatable(members), at: new.at)
      if isEnd { change(new) }
      change(heard)
    }
  }

  private func wasNotTaken(_ code: AnswerCode?, _ verb: String, _ members: [Member], _ new: Snapshot) {
    lock.withLock {
      ending = nil
      // Without a daemon the next one hears it.
      guard code == nil || code == .unavailable else { return }
      said = Said(verb: verb, members: Self.repeatable(members), at: new.at)
      change(new)
    }
    // It has ended meanwhile, or is gone.
    if code == .refused { refresh() }
  }

  // MARK: Following

  /// From now on it is heard what happens to it, and its buttons do what they say.
  func follow() {
    let isFirst = lock.withLock {
      defer { isFollowed = true }
      return !isFollowed && snapshot.state != .dismissed
    }
    guard isFirst else { return }
    surroundings.thread("LiveActivity content") { [self] in followContent() }
    surroundings.thread("LiveActivity events") { [self] in followEvents() }
  }

  private func followContent() {
    surroundings.follow(isOver: { [self] in isOver }, heardContent)
  }

  private func heardContent(_ connection: SocketConnection) {
    var isFirst = true
    let code = connection.stream("watch?activity=\(id)&format=json") { line in
      guard let object = try? JSONText.read(ActivityObject.Line.self, line).content else { return true }
      if isFirst { sayAgain(object) }
      isFirst = false
      hear(object)
      return true
    }
    // Done: it went while it was watched. Refused: it was gone before.
    if code == .done || code == .refused { dismiss() }
  }

  private func hear(_ object: ActivityObject) {
    guard object.activity != nil, object.activity == id else { return dismiss() }
    guard let heard = Snapshot(object) else { return }
    lock.withLock {
      // An echo of what this process has said, or older than that.
      if heard.at <= snapshot.at {
        // What this process has ended while nobody was there is not under way again.
        let isEnded = snapshot.state == .ended && heard.state != .dismissed
        change(Snapshot(state: isEnded ? .ended : heard.state, text: snapshot.text, at: snapshot.at))
      } else {
        said = nil
        change(heard)
      }
    }
  }

  /// The first thing that is heard of a daemon: what it has may be older than what was said to the one before, which
  /// stores updates after some seconds only. And who has a lease has to come back.
  private func sayAgain(_ object: ActivityObject) {
    let (known, said, owner, leased) = lock.withLock { (snapshot, self.said, self.owner, self.leased) }
    guard let heard = Snapshot(object), heard.state != .ended, heard.state != .dismissed else { return }
    if let owner, let leased, heard.state == .stale {
      let lease = leased.filter { $0.name == ContentKey.lease.rawValue }
      let token = Member(ContentKey.token.rawValue, .string(owner))
      _ = surroundings.ask("request?activity=\(id)&format=json\t\(JSONText.text(lease + [token]))")
    }
    guard let said, said.at == known.at, heard.at < known.at else { return }
    let token = owner.map { [Member(ContentKey.token.rawValue, .string($0))] } ?? []
    _ = surroundings.ask("\(said.verb)?activity=\(id)&format=json\t\(JSONText.text(said.members + token))")
  }

  // MARK: Buttons

  private func followEvents() {
    // Where the program runs several times, this waits for the end of the one that has it.
    let record = EventRecord(id, in: surroundings.recordFolder)
    defer { record.close(isOver: isOver) }
    surroundings.follow(isOver: { [self] in isOver }, { [self] in heardEvents($0, record) })
  }

  private func heardEvents(_ connection: SocketConnection, _ record: EventRecord) {
    let code = connection.stream("watch?activity=\(id)&after=\(record.last)") { line in
      guard let event = try? JSONText.read(EventObject.self, line), event.n > record.last else { return true }
      // Before it is carried out: what was pressed once is never carried out twice.
      record.note(event.n)
      if event.event == "button", let button = event.button { carryOut(button) }
      return true
    }
    if code == .done || code == .refused { dismiss() }
  }

  /// Returns when the intent has.
  private func carryOut(_ button: String) {
    let (press, snapshot) = lock.withLock { (self.press, self.snapshot) }
    guard let press else { return }
    let done = DispatchSemaphore(value: 0)
    Task {
      await press(button, snapshot)
      done.signal()
    }
    done.wait()
  }
}
