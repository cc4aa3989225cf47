// Shows a tracked command or stream through the daemon, and hears when Stop is pressed. Errors here are silent: the
// command matters, and it runs without a daemon just as well.
internal import TomatoLink
internal import TomatoSocket

/// A program's activity (docs/activities.md) that begins when something has taken long enough, and ends with it.
struct TrackIsland {
  private let look: TrackAppearance
  /// When what is tracked began: unix time, and milliseconds on a clock that never jumps.
  private let began = SystemCalls.unixTime()
  private let beganMonotonic = SystemCalls.monotonicMilliseconds()
  private var client: Client?
  private var id: ActivityID
  private var stage = Stage.idle
  /// The connection on which we hear.
  private var eventConnection: SocketConnection?
  /// The connection on which updates are sent.
  private var updateConnection: SocketConnection?
  private var search: DaemonSearch?
  private var losses = DaemonRestartLimit()
  /// The members of all updates so far, for a later daemon.
  private var members: [JSONValue.Member] = []
  private var presses = TrackPresses()
  /// Our owner token.
  private var token: String?

  private enum Stage: Hashable {
    /// Nothing is shown yet.
    case idle
    /// There is no daemon; its socket is waited for.
    case searching
    /// The daemon was asked whether our id is in use.
    case probing
    /// The card of the command before ours is taken away.
    case clearing
    case requesting
    /// It is shown, and we hear of its button.
    case watching
    /// The daemon does not want it, or has ended it.
    case over
  }

  /// Milliseconds that the daemon has for taking a connection, so that the command's end is never late for long.
  private static let patience: Int64 = 500

  init(_ look: TrackAppearance) {
    self.look = look
    id = Self.id(SystemCalls.parent())
  }

  /// `track-4711`: the commands of a shell share a card, one after the other. A command that runs beside another has
  /// its own.
  static func id(_ numbers: Int32...) -> ActivityID {
    ActivityID((["track"] + numbers.map(String.init)).joined(separator: "-")) ?? .pomodoro
  }

  /// What to wait for; -1 for nothing.
  var descriptor: Int32 { eventConnection?.descriptor ?? search?.descriptor ?? -1 }
  /// How long to wait until the next `advance` even if nothing comes; -1 for no limit.
  var retryMilliseconds: Int32 { eventConnection == nil ? search?.retryMilliseconds ?? -1 : -1 }

  private var isShown: Bool { stage == .watching || wasShown }
  private var wasShown = false

  // MARK: Hearing

  /// It has taken long enough.
  mutating func begin() {
    guard var found = try? Client.here() else {
      stage = .over
      return
    }
    found.daemon.patience = Self.patience
    client = found
    guard let connection = connect() else { return lost() }
    use(connection)
  }

  /// Takes what has come; true when somebody pressed Stop.
  mutating func advance() -> Bool {
    guard let eventConnection else {
      if let found = try? search?.look() { use(found) }
      return false
    }
    guard eventConnection.receive() else {
      lost()
      return false
    }
    var isPressed = false
    while let line = try? eventConnection.next() {
      switch line {
      case .body(let text):
        if stage == .requesting, case .string(let owner)? = JSONText.value(text.utf8)?[JSONKey.owner.rawValue] {
          token = owner
        }
        guard stage == .watching, let event = TrackPresses.Event(text) else { continue }
        if presses.isStop(event) { isPressed = true }
        if event.event == "stale" { say(.update, members + running()) }
      case .code(let code): take(code)
      }
      if self.eventConnection == nil { break }
    }
    return isPressed
  }

  private mutating func use(_ connection: SocketConnection) {
    search?.end()
    search = nil
    eventConnection = connection
    guard !wasShown else {
      stage = .requesting
      return request()
    }
    stage = .probing
    send(line(.update, []))
  }

  private mutating func take(_ code: AnswerCode) {
    switch (stage, code) {
    case (_, .ending), (_, .unavailable): lost()
    case (.probing, let code):
      // A running activity of this id is another command's.
      if code == .done { id = Self.id(SystemCalls.parent(), SystemCalls.ownProcess()) }
      stage = .clearing
      // A new request would keep the name of the old activity.
      send(line(.end, [.init(ContentKey.dismissal.rawValue, .string("now"))]))
      request()
    case (.clearing, let code):
      stage = .requesting
      if code != .done { presses.acceptAllEvents() }
    case (.requesting, let code) where code != .done && !wasShown && id == Self.id(SystemCalls.parent()):
      // Another command's, which runs at the same time.
      id = Self.id(SystemCalls.parent(), SystemCalls.ownProcess())
      guard let connection = connect() else { return lost() }
      // The old connection now watches the other activity.
      eventConnection = connection
      request()
      presses.acceptAllEvents()
    case (.requesting, .done):
      (stage, wasShown) = (.watching, true)
      // Updates since the request.
      if !members.isEmpty { say(.update, members) }
    default:
      (stage, eventConnection) = (.over, nil)
    }
  }

  private mutating func request() {
    if !wasShown { presses.begin(SystemCalls.unixTime()) }
    // It ends as lost when we do.
    let lease = JSONValue.Member(ContentKey.lease.rawValue, .number(Double(SystemCalls.ownProcess())))
    send(line(.request, look.members + members + running() + [lease]))
    send(Link.print(.query(Query(.watch, activity: id, after: presses.heard))))
  }

  /// The members while it runs. It becomes stale as late as possible, because a command may print nothing for hours.
  private func running() -> [JSONValue.Member] {
    [
      .init(ContentKey.since.rawValue, .number(Double(began))),
      .init(ContentKey.staleAfter.rawValue, .string("24h")),
      .init(ContentKey.buttons.rawValue, .array([Self.stop])),
    ]
  }

  private static var stop: JSONValue {
    .object([.init("label", .string(TrackWords.stop)), .init("event", .string("stop"))])
  }

  private mutating func send(_ text: String) {
    do throws(Failure) { try eventConnection?.send(text) } catch { lost() }
  }

  /// The daemon has gone, or there is none. Looks for it at once; after repeated losses only when its socket appears.
  private mutating func lost() {
    losses.note()
    (stage, eventConnection, updateConnection) = (.searching, nil, nil)
    guard let client else { return }
    var search = DaemonSearch(client: client.daemon)
    if search.begin(tryingAtOnce: !losses.areTooMany) != 0 { search.end() }
    self.search = search
  }

  // MARK: Saying

  private func line(_ verb: Verb, _ members: [JSONValue.Member]) -> String {
    Self.line(verb, id, members + (token.map { [.init(ContentKey.token.rawValue, .string($0))] } ?? []))
  }

  static func line(_ verb: Verb, _ id: ActivityID, _ members: [JSONValue.Member]) -> String {
    // The answer to a request has the owner's token as JSON only.
    let intent = Request.intent(Intent(verb, activity: id), format: verb == .request ? .json : .text)
    return Link.print(intent) + "\t" + JSONText.text(.object(members))
  }

  private func connect() -> SocketConnection? {
    guard let client else { return nil }
    return (try? client.daemon.connect(starting: false)) ?? nil
  }

  /// Sends a line without waiting for its answer.
  private mutating func say(_ verb: Verb, _ members: [JSONValue.Member]) {
    // Reads the answers to earlier lines.
    while let open = updateConnection, SystemCalls.wait(forReading: open.descriptor, milliseconds: 0) {
      if !open.receive() || (try? open.next()) == nil { updateConnection = nil }
    }
    updateConnection = updateConnection ?? connect()
    do throws(Failure) { try updateConnection?.send(line(verb, members)) } catch { updateConnection = nil }
  }

  /// Sends changes.
  mutating func update(_ new: [JSONValue.Member]) {
    members = members.filter { old in !new.contains { $0.name == old.name } } + new
    if stage == .watching { say(.update, new) }
  }

  /// Ctrl-Z: nobody could hear a button meanwhile.
  mutating func update(halted: Bool) {
    // What comes up while it is stopped would say that it runs.
    let deadline = SystemCalls.monotonicMilliseconds() + Self.patience
    while hear(until: deadline) {}
    guard stage == .watching else { return }
    let text = JSONValue.Member(ContentKey.text.rawValue, .string(halted ? TrackWords.halted : ""))
    say(.update, [text, .init(ContentKey.buttons.rawValue, .array(halted ? [] : [Self.stop]))])
  }

  /// An answer is to come before it is shown.
  private var isAsking: Bool { [.probing, .clearing, .requesting].contains(stage) && eventConnection != nil }

  /// Takes the next answer; false when there is none to wait for, or it does not come in time.
  private mutating func hear(until deadline: Int64) -> Bool {
    guard isAsking, let eventConnection, Self.wait(for: eventConnection, until: deadline) else { return false }
    _ = advance()
    return true
  }

  /// Ends the activity. Returns when the daemon has accepted that, or has not answered in time.
  mutating func end(_ ending: TrackOutcome) {
    var patience = EndTimeout(at: SystemCalls.monotonicMilliseconds())
    var before = stage
    while hear(until: patience.deadline) {
      if stage != before { patience.renew(at: SystemCalls.monotonicMilliseconds()) }
      before = stage
    }
    guard !isAsking, isShown, stage != .over else { return }
    let last = line(.end, lastMembers(ending))
    repeat {
      let left = DaemonWait(patience: patience.deadline - SystemCalls.monotonicMilliseconds())
      let code = connect().flatMap { try? $0.ask(last, left).code }
      if let code, ![.ending, .unavailable].contains(code) { return }
      // It is ending, and the next one may be there in a moment.
      _ = SystemCalls.wait(for: [], milliseconds: 20)
    } while SystemCalls.monotonicMilliseconds() < patience.deadline
  }

  private func lastMembers(_ ending: TrackOutcome) -> [JSONValue.Member] {
    let seconds = (SystemCalls.monotonicMilliseconds() - beganMonotonic) / 1000
    let (from, to) = (SystemCalls.localTime(began), SystemCalls.localTime(SystemCalls.unixTime()))
    return Self.lastMembers(ending, seconds: seconds, from: from, to: to)
  }

  /// The members of the last update.
  static func lastMembers(_ ending: TrackOutcome, seconds: Int64, from: String, to: String) -> [JSONValue.Member] {
    let title = TrackWords.outcome(ending, seconds: seconds)
    var members: [JSONValue.Member] = [
      .init(ContentKey.text.rawValue, .string(TrackWords.details(ending, from: from, to: to))),
      .init(ContentKey.alert.rawValue, .object([.init("title", .string(title))])),
    ]
    if ending != .code(0) { members.append(.init(ContentKey.failed.rawValue, .bool(true))) }
    // The person who stopped it knows.
    if ending == .stopped { members.append(.init(ContentKey.dismissal.rawValue, .string("5s"))) }
    return members
  }

  private static func wait(for connection: SocketConnection, until deadline: Int64) -> Bool {
    let left = deadline - SystemCalls.monotonicMilliseconds()
    return left > 0 && SystemCalls.wait(forReading: connection.descriptor, milliseconds: Int32(clamping: left))
  }
}

/// How long the end waits for the daemon. Each answer renews the limit, as the command's own work may slow the daemon
/// down.
struct EndTimeout {
  /// Milliseconds for one answer.
  static let limit: Int64 = 3000
  /// In monotonic milliseconds.
  private(set) var deadline: Int64

  init(at now: Int64) { deadline = now + Self.limit }

  /// The daemon has answered.
  mutating func renew(at now: Int64) { deadline = max(deadline, now + Self.limit) }
}

/// Which presses of Stop count: those since our request. A new owner also gets the activity's last event, which may be
/// about an earlier command.
struct TrackPresses {
  struct Event {
    var event: String
    var button: String?
    var n: Int
    var at: String

    init?(_ json: String) {
      guard let it = JSONText.value(json.utf8), case .string(let event)? = it["event"],
        case .number(let n)? = it["n"], let n = Int(exactly: n), case .string(let at)? = it["at"]
      else { return nil }
      (self.event, self.n, self.at) = (event, n, at)
      if case .string(let button)? = it["button"] { self.button = button }
    }
  }

  /// The number of the last event that was heard.
  private(set) var heard = 0
  private var (asked, askedMonotonic) = ("", Int64(0))
  /// Milliseconds within which the daemon has sent old events.
  private static let burst: Int64 = 2000

  /// There was no activity of this id, so each event is ours.
  mutating func acceptAllEvents() { asked = "" }

  /// Asked for the events at this unix time.
  mutating func begin(_ now: Int64) {
    (asked, askedMonotonic) = (SystemCalls.isoTime(now), SystemCalls.monotonicMilliseconds())
  }

  mutating func isStop(_ event: Event) -> Bool {
    let isKnown = event.n <= heard
    heard = max(heard, event.n)
    // In whole seconds, which compare as texts.
    let isOld = event.at <= asked && SystemCalls.monotonicMilliseconds() - askedMonotonic < Self.burst
    return !isKnown && !isOld && event.event == "button" && event.button == "stop"
  }
}
