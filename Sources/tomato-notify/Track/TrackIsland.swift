// Shows a tracked command or stream through the daemon, and receives presses of Stop. Errors are silent, because the
// command also runs without a daemon.
internal import TomatoLink
internal import TomatoSocket

/// A program's activity (docs/activities.md) for a command or stream that has taken long enough.
struct TrackIsland {
  private let appearance: TrackAppearance
  /// The beginning of the command or stream, in unix time and in monotonic milliseconds.
  private let began = SystemCalls.unixTime()
  private let beganMonotonic = SystemCalls.monotonicMilliseconds()
  private var id: ActivityID
  private var stage = Stage.idle
  /// Receives the answers to requests, and events; nil while nothing is shown.
  private var eventConnection: LastingConnection?
  private var updateConnection: SocketConnection?
  /// The merged members of all updates, for a new daemon.
  private var members: [JSONValue.Member] = []
  private var presses = TrackPresses()
  private var token: String?
  private var wasShown = false

  private enum Stage: Hashable {
    /// Nothing is shown yet: the command or stream has not taken long enough.
    case idle
    /// Waiting for the socket of a daemon.
    case searching
    /// Asking the daemon whether our id is in use.
    case probing
    /// Removing the card of an earlier command.
    case clearing
    case requesting
    /// The activity is shown, and events are received.
    case watching
    /// The daemon has refused or ended the activity.
    case over
  }

  /// Maximum wait for a connection in milliseconds, so that the command's end is not delayed for long.
  private static let patience: Int64 = 500
  /// Maximum wait for each answer in `end`, in milliseconds.
  private static let endPatience: Int64 = 3000

  init(_ appearance: TrackAppearance) {
    self.appearance = appearance
    id = Self.id(SystemCalls.parent())
  }

  /// `track-4711`: successive commands of a shell share a card. A command that runs beside another has its own.
  static func id(_ numbers: Int32...) -> ActivityID {
    ActivityID((["track"] + numbers.map(String.init)).joined(separator: "-")) ?? .pomodoro
  }

  /// The descriptor to poll; -1 for none.
  var descriptor: Int32 { eventConnection?.descriptor ?? -1 }
  /// Maximum wait before the next `advance`; -1 for no limit.
  var retryMilliseconds: Int32 {
    guard stage == .idle else { return eventConnection?.retryMilliseconds ?? -1 }
    let left = beganMonotonic + appearance.after - SystemCalls.monotonicMilliseconds()
    return Int32(clamping: max(0, left))
  }
  /// The next `advance` shows the activity.
  var isDue: Bool { stage == .idle && retryMilliseconds == 0 }

  // MARK: Receiving

  private mutating func begin() {
    guard var client = try? Client.here().daemon else {
      stage = .over
      return
    }
    client.patience = Self.patience
    eventConnection = LastingConnection(client)
    if (try? eventConnection?.connect(starting: false)) == true { use() } else { lost() }
  }

  /// Shows the activity when it is due, and processes received lines.
  /// - Returns: Whether Stop was pressed.
  mutating func advance() -> Bool {
    if isDue { begin() }
    guard let connection = eventConnection?.current else {
      if (try? eventConnection?.look()) == true { use() }
      return false
    }
    guard connection.receive() else {
      lost()
      return false
    }
    var isPressed = false
    while let line = try? connection.next() {
      switch line {
      case .body(let text):
        if stage == .requesting { token = JSONText.value(text.utf8)?[JSONKey.owner.rawValue]?.text ?? token }
        guard stage == .watching, let event = TrackPresses.Event(text) else { continue }
        if presses.isStop(event) { isPressed = true }
        if event.event == "stale" { say(.update, members + running()) }
      case .code(let code): take(code)
      }
      if eventConnection?.current !== connection { break }
    }
    return isPressed
  }

  private mutating func use() {
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
      // A running activity of this id belongs to another command.
      if code == .done { id = Self.id(SystemCalls.parent(), SystemCalls.ownProcess()) }
      stage = .clearing
      // A new request would keep the name of the old activity.
      send(line(.end, [.init(.dismissal, .string("now"))]))
      request()
    case (.clearing, let code):
      stage = .requesting
      if code != .done { presses.acceptAllEvents() }
    case (.requesting, let code) where code != .done && !wasShown && id == Self.id(SystemCalls.parent()):
      // The id belongs to another command, which runs at the same time.
      id = Self.id(SystemCalls.parent(), SystemCalls.ownProcess())
      // The old connection now watches the other activity.
      guard (try? eventConnection?.connect(starting: false)) == true else { return lost() }
      request()
      presses.acceptAllEvents()
    case (.requesting, .done):
      (stage, wasShown) = (.watching, true)
      // Updates that came since the request.
      if !members.isEmpty { say(.update, members) }
    default:
      (stage, eventConnection) = (.over, nil)
    }
  }

  private mutating func request() {
    if !wasShown { presses.begin(SystemCalls.unixTime()) }
    // The lease ends the activity, as lost, with this process.
    let lease = JSONValue.Member(.lease, .number(Double(SystemCalls.ownProcess())))
    send(line(.request, appearance.members + members + running() + [lease]))
    send(Link.print(.query(Query(.watch, activity: id, after: presses.heard))))
  }

  /// The members while it runs. It becomes stale as late as possible, because a command may print nothing for hours.
  private func running() -> [JSONValue.Member] {
    [
      .init(.since, .number(Double(began))),
      .init(.staleAfter, .string("24h")),
      .init(.buttons, .array([Self.stop])),
    ]
  }

  private static var stop: JSONValue {
    .object([.init("label", .string(TrackWords.stop)), .init("event", .string("stop"))])
  }

  private mutating func send(_ text: String) {
    do throws(Failure) { try eventConnection?.current?.send(text) } catch { lost() }
  }

  private mutating func lost() {
    (stage, updateConnection) = (.searching, nil)
    try? eventConnection?.lose()
  }

  // MARK: Sending

  private func line(_ verb: Verb, _ members: [JSONValue.Member]) -> String {
    Self.line(verb, id, members + (token.map { [.init(.token, .string($0))] } ?? []))
  }

  static func line(_ verb: Verb, _ id: ActivityID, _ members: [JSONValue.Member]) -> String {
    // Only a JSON answer to a request has the owner's token.
    let intent = Request.intent(Intent(verb, activity: id), format: verb == .request ? .json : .text)
    return Link.print(intent) + "\t" + JSONText.text(.object(members))
  }

  private func connect() -> SocketConnection? {
    (try? eventConnection?.client.connect(starting: false)) ?? nil
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

  mutating func update(_ new: [JSONValue.Member]) {
    members = members.updated(with: new)
    if stage == .watching { say(.update, new) }
  }

  /// Removes the button during a stop by Ctrl-Z, when it would have no effect.
  mutating func update(halted: Bool) {
    // Waits for the answer to the request first, because its content is that of a running command.
    let deadline = SystemCalls.monotonicMilliseconds() + Self.patience
    while receiveAnswer(until: deadline) {}
    guard stage == .watching else { return }
    let text = JSONValue.Member(.text, .string(halted ? TrackWords.halted : ""))
    say(.update, [text, .init(.buttons, .array(halted ? [] : [Self.stop]))])
  }

  /// Waiting for an answer before the activity is shown.
  private var isAsking: Bool { [.probing, .clearing, .requesting].contains(stage) && eventConnection?.current != nil }

  /// Processes the next answer; false if none is expected or none comes in time.
  private mutating func receiveAnswer(until deadline: Int64) -> Bool {
    let left = deadline - SystemCalls.monotonicMilliseconds()
    guard isAsking, left > 0,
      SystemCalls.wait(forReading: descriptor, milliseconds: Int32(clamping: left))
    else { return false }
    _ = advance()
    return true
  }

  /// Ends the activity. Returns when the daemon has accepted that, or has not answered in time.
  mutating func end(_ ending: TrackOutcome) {
    var (deadline, before) = (SystemCalls.monotonicMilliseconds() + Self.endPatience, stage)
    while receiveAnswer(until: deadline) {
      // Each answer renews the limit, because the command's own work may slow the daemon down.
      if stage != before { deadline = SystemCalls.monotonicMilliseconds() + Self.endPatience }
      before = stage
    }
    guard !isAsking, wasShown, stage != .over else { return }
    let seconds = (SystemCalls.monotonicMilliseconds() - beganMonotonic) / 1000
    let (from, to) = (SystemCalls.localTime(began), SystemCalls.localTime(SystemCalls.unixTime()))
    let last = line(.end, Self.lastMembers(ending, seconds: seconds, from: from, to: to))
    repeat {
      let left = DaemonWait(patience: deadline - SystemCalls.monotonicMilliseconds())
      let code = connect().flatMap { try? $0.ask(last, left).code }
      if let code, ![.ending, .unavailable].contains(code) { return }
      // That daemon is ending; the next one may answer in a moment.
      _ = SystemCalls.wait(for: [], milliseconds: 20)
    } while SystemCalls.monotonicMilliseconds() < deadline
  }

  static func lastMembers(_ ending: TrackOutcome, seconds: Int64, from: String, to: String) -> [JSONValue.Member] {
    let title = TrackWords.outcome(ending, seconds: seconds)
    var members: [JSONValue.Member] = [
      .init(.text, .string(TrackWords.details(ending, from: from, to: to))),
      .init(.alert, .object([.init("title", .string(title))])),
    ]
    if ending != .code(0) { members.append(.init(.failed, .bool(true))) }
    // The user who stopped it knows.
    if ending == .stopped { members.append(.init(.dismissal, .string("5s"))) }
    return members
  }
}

/// Accepts presses of Stop since our request. A new owner also gets the activity's last event, which may be about an
/// earlier command.
struct TrackPresses {
  struct Event {
    var event: String
    var button: String?
    var n: Int
    var at: String

    init?(_ json: String) {
      guard let it = JSONText.value(json.utf8), let event = it["event"]?.text, let at = it["at"]?.text,
        let n = it["n"]?.integer()
      else { return nil }
      (self.event, button, self.n, self.at) = (event, it["button"]?.text, n, at)
    }
  }

  /// The number of the last received event.
  private(set) var heard = 0
  private var (asked, askedMonotonic) = ("", Int64(0))
  /// The daemon sends old events within this time after the request, in milliseconds.
  private static let burst: Int64 = 2000

  /// Call it if there was no activity of this id, so that each event is ours.
  mutating func acceptAllEvents() { asked = "" }

  /// Call it when events are requested, with the unix time.
  mutating func begin(_ now: Int64) {
    (asked, askedMonotonic) = (SystemCalls.isoTime(now), SystemCalls.monotonicMilliseconds())
  }

  mutating func isStop(_ event: Event) -> Bool {
    let isKnown = event.n <= heard
    heard = max(heard, event.n)
    // ISO times in whole seconds compare as strings.
    let isOld = event.at <= asked && SystemCalls.monotonicMilliseconds() - askedMonotonic < Self.burst
    return !isKnown && !isOld && event.event == "button" && event.button == "stop"
  }
}
