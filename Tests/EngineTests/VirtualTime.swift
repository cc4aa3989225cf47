// The driver with virtual time: an engine, four clocks that only the test moves, a store that keeps what was
// committed, and a log that reads aloud. Nothing here waits.

import TestKit
import Testing
import TomatoLink

@testable import TomatoEngine

/// One person's machine: what happens to it, and what the engine made of it.
struct VirtualTime {
  private(set) var engine: Engine
  private(set) var now: Moment
  /// What the disk holds: the snapshot of the last commit, and the history.
  private(set) var stored: Engine.Snapshot?
  private(set) var history: [PhaseToken: IntervalRecord] = [:]
  /// One line for each event that caused anything.
  private(set) var log: [String] = []
  private(set) var lastEffects: [Effect] = []
  /// The activities that have said that they are almost over, with how many seconds left.
  private(set) var said: [(activity: ActivityID, left: Int)] = []
  /// What the engine was told and caused since the last look, if that is kept.
  var keepsWhatItHears = false
  private var heard: [(event: Event, moment: Moment, effects: [Effect])] = []
  private var boots = 1

  /// 2026-03-02 14:10:00 UTC, so that a focus that starts at once ends at 14:35.
  static let start = WallTime(seconds: 1_772_460_600)

  /// One step of a situation, as data.
  struct Action: Sendable {
    fileprivate let happen: @Sendable (inout VirtualTime) -> Void
    private init(_ happen: @escaping @Sendable (inout VirtualTime) -> Void) { self.happen = happen }

    static func say(_ verb: Verb, by: Duration? = nil) -> Self { say(Intent(verb, by: by)) }
    static func say(_ intent: Intent, _ origin: Origin = .command) -> Self { Self { $0.say(intent, origin) } }
    static func send(_ event: Event) -> Self { Self { $0.send(event) } }
    static func devices(_ use: DeviceUse?) -> Self { send(.devices(use)) }
    static let alarm = send(.alarm)
    static let here = send(.presence(.here))
    /// A timer of four minutes.
    static let tea = say(Intent(.timer, duration: .minutes(4), name: "tea"))
    /// A stopwatch.
    static let run = say(Intent(.stopwatch, name: "run"))

    static func pause(for length: Duration) -> Self { Self { $0.perform(.say(.pause), .pass(length), .say(.resume)) } }

    static func pass(_ length: Duration) -> Self { Self { $0.pass(length) } }
    static func advance(_ length: Duration) -> Self { Self { $0.advance(length) } }
    static func sleep(_ length: Duration) -> Self { Self { $0.sleep(length) } }
    static func fallAsleep(_ length: Duration) -> Self { Self { $0.fallAsleep(length) } }
    static func jumpWallClock(_ by: Duration) -> Self { Self { $0.jumpWallClock(by) } }
    static func drive(atMost limit: Int) -> Self { Self { $0.drive(atMost: limit) } }
    static let drive = Self { $0.drive() }
    static let step = Self { $0.step() }

    static func goAway(noticedAfter length: Duration) -> Self { Self { $0.goAway(noticedAfter: length) } }
    static func leave(_ gap: Duration) -> Self { Self { $0.leave(gap) } }
    static func crash(gap: Duration) -> Self { Self { $0.crash(gap: gap) } }
    static let crash = Self { $0.crash() }
    static func reboot(stamped: Bool, gap: Duration, off: Duration = .zero) -> Self {
      Self { $0.reboot(stamped: stamped, gap: gap, off: off) }
    }
  }

  /// - Parameter actions: how the situation comes about in which a test begins.
  init(_ settings: Settings = Settings(), after actions: Action...) {
    engine = Engine(settings: settings)
    now = Moment(sinceBoot: .hours(3), awake: .hours(3), wall: Self.start, boot: BootID("boot-1"))
    send(.launched(lastAlive: nil))
    log = []
    perform(actions)
  }

  /// The same, after that.
  func after(_ actions: [Action]) -> Self {
    var it = self
    it.perform(actions)
    return it
  }

  mutating func perform(_ actions: Action...) { perform(actions) }
  mutating func perform(_ actions: [Action]) { for action in actions { action.happen(&self) } }

  /// So many activities at once are allowed from now on.
  mutating func allow(_ count: Int) { engine.personLimit = count }

  // MARK: Events

  @discardableResult mutating func send(_ event: Event) -> [Effect] {
    let effects = engine.handle(event, at: now)
    for case .commit(let changes) in effects {
      for token in changes.rows.removed { history[token] = nil }
      for row in changes.rows.added { history[row.token] = row }
      for trim in changes.rows.trims { history[trim.row]?.trim(by: trim) }
      for trim in changes.rows.putBack { history[trim.row]?.putBack(trim) }
      if !changes.repairs.isEmpty { Issue.record("what the engine makes cannot be stored: \(changes.repairs)") }
      stored = engine.snapshot
    }
    for case .update(let id, .alert(.almostOver)) in effects {
      said.append((id, engine.content(of: id, at: now)?.contentState.remainingSeconds ?? 0))
    }
    if !effects.isEmpty { log.append(clockTime(now.wall) + " " + effects.map(spoken).joined(separator: "; ")) }
    lastEffects = effects
    if keepsWhatItHears { heard.append((event, now, effects)) }
    return effects
  }

  mutating func takeHeard() -> [(event: Event, moment: Moment, effects: [Effect])] {
    defer { heard = [] }
    return heard
  }

  @discardableResult mutating func say(_ intent: Intent, _ origin: Origin = .command) -> Answer {
    for case .answer(let answer) in send(.intent(intent, origin)) { return answer }
    Issue.record("the engine owes an answer to \(intent)")
    return .alreadySo
  }

  @discardableResult mutating func say(_ verb: Verb, by: Duration? = nil) -> Answer { say(Intent(verb, by: by)) }

  // MARK: Time

  /// To the next deadline, whose alarm comes exactly then; false when there is none.
  @discardableResult mutating func step() -> Bool {
    guard let wake = engine.nextWake else { return false }
    advance(max(wake - now.sinceBoot, .zero))
    send(.alarm)
    return true
  }

  /// Steps until nothing happens by itself, or `limit` times; says how often.
  @discardableResult mutating func drive(atMost limit: Int = 100) -> Int {
    for count in 0..<limit { if !step() { return count } }
    return limit
  }

  /// Time goes by with every alarm on time.
  mutating func pass(_ length: Duration) {
    let end = now.sinceBoot + length
    while let wake = engine.nextWake, wake <= end { step() }
    advance(end - now.sinceBoot)
  }

  /// Time goes by, and nobody tells the engine.
  mutating func advance(_ length: Duration) {
    now.sinceBoot += length
    now.awake += length
    now.wall = now.wall + length
  }

  /// The machine sleeps; the alarm comes when it wakes.
  mutating func sleep(_ length: Duration) {
    fallAsleep(length)
    send(.alarm)
  }

  /// The machine sleeps, and the engine has not been told yet.
  mutating func fallAsleep(_ length: Duration) {
    now.sinceBoot += length
    now.wall = now.wall + length
  }

  /// Somebody leaves now, and a source tells it so much later.
  mutating func goAway(noticedAfter length: Duration) {
    let since = now.sinceBoot
    pass(length)
    send(.presence(.away(since: since)))
  }

  mutating func jumpWallClock(_ by: Duration) { now.wall = now.wall + by }

  // MARK: The process

  /// The process dies without a word and comes back `gap` later on the same boot, from what was committed.
  mutating func crash(gap: Duration = .zero, lastAlive: Moment? = nil) {
    advance(gap)
    launch(lastAlive)
  }

  /// The session is left in good order and comes back on the same boot.
  mutating func leave(_ gap: Duration) {
    send(.leaving)
    advance(gap)
    launch(nil)
  }

  /// Another boot, `gap` later; `stamped` when the session was left in good order.
  /// - Parameter off: how far the wall clock is from the right one after that.
  mutating func reboot(stamped: Bool, gap: Duration, off: Duration = .zero, lastAlive: Moment? = nil) {
    if stamped { send(.leaving) }
    boots += 1
    let up: Duration = min(gap, .seconds(20))
    now = Moment(sinceBoot: up, awake: up, wall: now.wall + gap + off, boot: BootID("boot-\(boots)"))
    launch(lastAlive)
  }

  /// The machine or container is put back: its clocks count from earlier on, and the boot has the name it had.
  mutating func putBack(to sinceBoot: Duration, awake: Duration? = nil, gap: Duration, lastAlive: Moment? = nil) {
    setClocksBack(to: sinceBoot, awake: awake, gap: gap)
    launch(lastAlive)
  }

  /// The same under a process that goes on.
  mutating func setClocksBack(to sinceBoot: Duration, awake: Duration? = nil, gap: Duration) {
    now = Moment(sinceBoot: sinceBoot, awake: awake ?? sinceBoot, wall: now.wall + gap, boot: now.boot)
  }

  private mutating func launch(_ lastAlive: Moment?) {
    engine = Engine(restoring: stored ?? engine.snapshot, settings: engine.settings)
    send(.launched(lastAlive: lastAlive))
  }

  /// The program starts again with another configuration file.
  mutating func restart(with settings: Settings) {
    engine = Engine(restoring: stored ?? engine.snapshot, settings: settings)
    send(.launched(lastAlive: nil))
  }

  // MARK: What a test asks

  /// The Pomodoro's, which is always there.
  var content: Content { engine.pomodoroContent(at: now) }
  func content(of id: ActivityID) -> Content? { engine.content(of: id, at: now) }
  var shown: ContentState { content.contentState }
  var token: PhaseToken { content.phase }
  var rows: [IntervalRecord] { history.values.sorted { $0.token < $1.token } }
  var pomodoro: Pomodoro? {
    if case .pomodoro(let it) = engine.snapshot.pomodoro.machine { it } else { nil }
  }
  var lastLine: String { log.last ?? "" }
  /// When something alerted, or this alert came.
  func alerts(_ what: String = "") -> [String] {
    log.filter { $0.contains("alert: " + what) }.map { String($0.prefix(8)) }
  }
  /// The state in a few words: "focus running 24:59, session 1 of 4".
  var status: String {
    let state = shown
    return
      "\(state.mode) \(state.state) \(state.displayTime), session \(state.sessionNumber) of \(state.sessionsPerCycle)"
  }
  /// The rows in a few words: "focus completed 25:00".
  var recorded: [String] { rows.map(spoken) }
}

// MARK: - How effects read aloud

func clockTime(_ wall: WallTime) -> String {
  let second = Int(wall.seconds % 86_400)
  let text = displayTimeText(seconds: second)
  return second < 3600 ? "0:" + text : text
}

func spoken(_ row: IntervalRecord) -> String {
  "\(row.mode) \(row.outcome) \(displayTimeText(seconds: row.active.secondsRoundedDown))"
}

func spoken(_ effect: Effect) -> String {
  switch effect {
  case .commit(let changes):
    (["commit"] + changes.rows.added.map { "+" + spoken($0) } + changes.rows.removed.map { "-\($0)" })
      .joined(separator: " ")
  case .answer(.changed): "changed"
  case .answer(.alreadySo): "already so"
  case .answer(.refused(let reason)): "refused(\(reason))"
  case .announce(let it): "\(it.name)(\(it.origin))" + (it.ended.map { " ended \($0.phase) \($0.outcome)" } ?? "")
  case .update(let id, let presentation): (id == .pomodoro ? "" : "\(id) ") + spoken(presentation)
  case .end(let id, let policy): "end \(id) \(policy)"
  case .open(let link): "open \(link)"
  }
}

func spoken(_ presentation: Presentation) -> String {
  switch presentation {
  case .answer: "shown as the answer"
  case .quiet: "quiet"
  case .alert(.completed(let mode)): "alert: \(mode) completed"
  case .alert(.nextBegan(let mode)): "alert: next began after \(mode)"
  case .alert(.almostOver): "alert: almost over"
  case .alert(.returned): "alert: returned"
  case .alert(.stillPaused): "alert: still paused"
  case .alert(.wasAway): "alert: was away"
  case .alert(.ofProgram(let title, _)): "alert: said \(title ?? "nothing")"
  case .show: "show"
  case .hide: "hide"
  }
}

extension VirtualTime {
  /// The situations in which every rule of the Pomodoro is tried.
  enum Situation: CaseIterable {
    case untouched, ready, running, paused, completed, breakReady, breakRunning, breakPaused, breakCompleted
  }

  /// A Pomodoro brought into a situation by ordinary use; nothing begins by itself.
  /// - Parameter actions: what happens then.
  init(_ situation: Situation, after actions: Action...) {
    self.init(Settings(autoStartBreaks: false, autoStartFocus: false))
    let steps: [Intent] =
      switch situation {
      case .untouched: []
      case .ready: [Intent(.start), Intent(.reset)]
      case .running, .completed: [Intent(.start)]
      case .paused: [Intent(.start), Intent(.pause)]
      case .breakReady: [Intent(.skip)]
      case .breakRunning, .breakCompleted: [Intent(.skip), Intent(.start)]
      case .breakPaused: [Intent(.skip), Intent(.start), Intent(.pause)]
      }
    for intent in steps {
      say(intent)
      pass(.minutes(1))
    }
    if situation == .completed || situation == .breakCompleted { drive() }
    pass(.minutes(2))  // every undo slot is over
    log = []
    perform(actions)
  }
}

extension ActivityID {
  static let tea = ActivityID(valid: "tea")
  static let run = ActivityID(valid: "run")
  static let build = ActivityID(valid: "build")
}
