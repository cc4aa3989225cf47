// One daemon that is killed again and again, and the models of where it may be.
import Glibc
import SQLiteBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

/// The daemon that is killed, and the models of where it may be.
final class KillRun {
  private let home = Home()
  private var random = SeededGenerator(state: 1)
  private var daemon: RunningProgram
  private var possibilities: [Possibility]
  private var newestToken: UInt64 = 0
  private let boot: BootID
  /// Requests that were answered; that were under way; that turned out to be in effect although not answered.
  private(set) var (answered, unanswered, tookEffect) = (0, 0, 0)
  var tally: String { "\(answered) answered, \(unanswered) not answered, of which \(tookEffect) took effect" }

  init() throws {
    boot = BootID(Files.text("/proc/sys/kernel/random/boot_id").split(separator: "\n").first.map(String.init) ?? "")
    let engine = Engine(settings: Settings())
    possibilities = []
    daemon = try home.daemon()
    var first = Possibility(engine: engine)
    _ = first.take(.launched(lastAlive: nil), now())
    possibilities = [first]
    spread()
  }

  /// The two models: as early and as late as the daemon can have handled each request.
  private func spread() {
    guard let early = possibilities.first else { return }
    var late = early
    late.isLate = true
    possibilities = [early, late]
  }

  /// One clock is read for both: an interruption between two readings would look to the models like a sleep.
  private func now() -> Moment {
    func read(_ clock: clockid_t) -> Duration {
      var time = timespec()
      clock_gettime(clock, &time)
      return .milliseconds(Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
    let sinceBoot = read(7)
    let wall = WallTime(milliseconds: 0) + read(CLOCK_REALTIME)
    return Moment(sinceBoot: sinceBoot, awake: sinceBoot, wall: wall, boot: boot)
  }

  // MARK: One blow

  /// - seed: of its own numbers, so that it is the same without those before it.
  func strike(_ blow: Blow, seed: UInt64) throws {
    random = SeededGenerator(state: seed)
    let client = try connect()
    let watch = try connect()
    watch.send("tomatoclock://watch?format=json\n")
    for _ in 0..<Int.random(in: 1...6, using: &random) { try request(anyIntent(), client) }
    if Bool.random(using: &random) {
      // Only here: with no active time at all there would be nothing to give back, and no undo of it.
      try request(Intent(.start, mode: .focus, duration: .seconds(3600), replace: true), client)
      usleep(5000)
      try request(Intent(.rewind, by: .seconds(1)), client)
    }
    var open: [Intent] = []
    switch blow {
    case .idle, .start: break
    case .oneRequest: open = [anyIntent()]
    case .manyRequests: open = (0..<Int.random(in: 5...60, using: &random)).map { _ in anyIntent() }
    case .deadline:
      try request(Intent(.start, mode: .focus, duration: .seconds(2), replace: true), client)
      try request(Intent(.extend, by: .seconds(-3600)), client)
    }
    let sent = now()
    client.send(open.map { link($0) + "\n" }.joined())
    hesitate(blow)
    kill(daemon.identifier, SIGKILL)
    guard daemon.end() == 128 + SIGKILL else { throw Wrong(description: "it was not the kill that ended it") }
    try settle(open, client.lastReplies(), sent)
    let shown = lastShown(watch)
    if blow == .start { restartAndKill() }
    daemon = try home.daemon()
    try check(shown)
  }

  /// The random moment of the blow.
  private func hesitate(_ blow: Blow) {
    let microseconds =
      switch blow {
      case .idle, .start: 0
      case .oneRequest: Int.random(in: 0...1500, using: &random)
      case .manyRequests: Int.random(in: 0...30_000, using: &random)
      // The phase of one second ends, or the one that follows it a second later begins.
      case .deadline: Int.random(in: 900_000...1_100_000, using: &random) * Int.random(in: 1...2, using: &random)
      }
    usleep(UInt32(microseconds))
  }

  /// A daemon that is killed while it starts: before it opens its database, in between, or just when it is ready.
  private func restartAndKill() {
    let starting = home.startDaemon()
    usleep(UInt32.random(in: 0...40_000, using: &random))
    kill(starting.identifier, SIGKILL)
    _ = starting.end()
    // It may have got as far as to launch: another possible history, with the same meaning.
    let moment = now()
    possibilities += possibilities.map { possibility in
      var launched = possibility
      _ = launched.take(.launched(lastAlive: nil), moment)
      return launched
    }
  }

  // MARK: Requests

  /// Asks, and keeps the possibilities that would have answered so.
  private func request(_ intent: Intent, _ client: Client) throws {
    let sent = now()
    guard let reply = client.ask(link(intent)) else { throw Wrong(description: "no answer to \(link(intent))") }
    try keep(intent, reply, sent, now())
  }

  private func keep(_ intent: Intent, _ reply: Reply, _ sent: Moment, _ later: Moment) throws {
    answered += 1
    let before = possibilities
    possibilities = before.compactMap { possibility in
      var next = possibility
      let moment = next.moment(sent, later)
      _ = next.take(.alarm, moment)
      let answer = next.take(.intent(intent, .command), moment)
      if case .refused = answer { return reply.code == 1 ? next : nil }
      guard reply.code == 0 else { return nil }
      // Answers about other activities show those.
      guard intent.activity == nil else { return next }
      guard let status = reply.status, next.matches(status, moment) else { return nil }
      return next
    }
    guard !possibilities.isEmpty else {
      throw Wrong(description: "\(link(intent)) was answered \(reply), after \(describe(before, sent))")
    }
  }

  /// After the blow: what was answered is in effect, and any beginning of the rest may be.
  private func settle(_ open: [Intent], _ replies: [Reply], _ sent: Moment) throws {
    let moment = now()
    for (intent, reply) in zip(open, replies) { try keep(intent, reply, sent, moment) }
    let rest = open.dropFirst(replies.count)
    unanswered += rest.count
    for possibility in possibilities {
      var next = possibility
      for intent in rest {
        _ = next.take(.intent(intent, .command), next.moment(sent, moment))
        next.unanswered += 1
        possibilities.append(next)
      }
      // A deadline may have come before the blow, or comes at the start after it.
      next = possibility
      _ = next.take(.alarm, moment)
      possibilities.append(next)
    }
  }

  private func lastShown(_ watch: Client) -> WatchEvent? {
    var last: WatchEvent?
    while let line = watch.line(seconds: 2) { last = WatchEvent(line) ?? last }
    return last
  }

  // MARK: What must hold after the restart

  /// Everything that can be asked and read about one moment.
  private struct Finding {
    /// Just before the first question and just after the last answer: a deadline may have come in between.
    var moment: Moment
    var later: Moment
    var status: Status
    var all: [Status]
    var log: [LogRow]
    var lastToken: UInt64
    var undo: [String: String]
  }

  /// A deadline may come between two questions, or be in the file and not be shown yet; then all are asked again.
  private func find() throws -> Finding {
    func lastToken() throws -> UInt64 {
      UInt64(bitPattern: try #require(home.rows("SELECT last_token FROM engine").first).int64("last_token"))
    }
    for _ in 0..<20 {
      let moment = now()
      let last = try lastToken()
      let status = try home.status()
      let all = try home.ask("tomatoclock://list?format=json").lines.compactMap(Status.init)
      let log = try history()
      var undo: [String: String] = [:]
      for row in try home.rows("SELECT id, undo_change FROM activity WHERE slot = 'undo'") {
        undo[try row.text("id")] = try row.text("undo_change")
      }
      guard try home.status().withoutTime == status.withoutTime, try lastToken() == last else { continue }
      return Finding(moment: moment, later: now(), status: status, all: all, log: log, lastToken: last, undo: undo)
    }
    throw Wrong(description: "it does not come to rest")
  }

  private func check(_ shown: WatchEvent?) throws {
    let found = try find()
    var complaints: Set<String> = []
    possibilities = possibilities.flatMap { possibility in
      [found.moment, found.later].compactMap { at in
        var next = possibility
        _ = next.take(.launched(lastAlive: nil), at)
        guard let complaint = complaint(about: found, next, at) else { return next }
        complaints.insert(complaint)
        return nil
      }
    }
    guard let kept = possibilities.first else {
      throw Wrong(description: "\(complaints.sorted().joined(separator: " | ")); found \(found)")
    }
    tookEffect += kept.unanswered
    try checkTokens(found.lastToken, found.status, shown)
    try checkFile()
    try adopt(kept)
  }

  private func complaint(about found: Finding, _ possible: Possibility, _ at: Moment) -> String? {
    guard possible.matches(found.status, at) else { return "expected \(describe([possible], at))" }
    return possible.complaint(about: found.all, lastToken: found.lastToken, undo: found.undo, at)
      ?? possible.complaint(about: found.log)
  }

  /// Tokens only grow, also beyond what a stream has shown.
  private func checkTokens(_ last: UInt64, _ status: Status, _ shown: WatchEvent?) throws {
    guard last >= newestToken, status.phase <= last else {
      throw Wrong(description: "the newest token is \(last), was \(newestToken)")
    }
    if let shown, shown.content.phase > status.phase {
      throw Wrong(description: "phase \(shown.content.phase) was shown, and now it is \(status.phase)")
    }
    newestToken = last
  }

  /// The file says what the daemon says. A phase may end between two looks, so the file is read between two equal ones.
  private func checkFile() throws {
    for _ in 0..<20 {
      let before = try history()
      let tokens = try home.rows().map { UInt64(bitPattern: try $0.int64("token")) }
      guard try history() == before else { continue }
      guard tokens == before.map(\.phase).sorted() else {
        throw Wrong(description: "the log has \(before.map(\.phase).sorted()), the file \(tokens)")
      }
      return try checkIsWhole()
    }
    throw Wrong(description: "the history never stood still")
  }

  private func history() throws -> [LogRow] {
    try home.ask("tomatoclock://log?format=json").lines.compactMap(LogRow.init)
  }

  private func checkIsWhole() throws {
    guard try Database(path: home.database, readOnly: true).quickCheck() == nil else {
      throw Wrong(description: "the database is damaged")
    }
  }

  /// The models differ from the daemon by milliseconds, which must not add up over many restarts, nor decide whether a
  /// deadline comes before a later request.
  private func adopt(_ kept: Possibility) throws {
    var kept = kept
    var snapshot = kept.engine.snapshot
    let rows = try home.rows("SELECT * FROM activity WHERE slot = 'now'")
    func adopted(_ activity: Activity) throws -> Activity {
      var (activity, stored) = (activity, activity.machine.stored)
      for row in rows where try row.int64("token") == Int64(bitPattern: stored.token.number) {
        func time(_ column: String, insteadOf old: Duration?) throws -> Duration? {
          guard let old else { return nil }
          return try row.optionalInt64(column).map { .milliseconds($0) } ?? old
        }
        stored.total = .milliseconds(try row.int64("total_ms"))
        stored.zero = try time("until_boot_ms", insteadOf: stored.zero)
        stored.pausedTime = try time("remaining_ms", insteadOf: stored.pausedTime)
        stored.nextStart = try time("next_boot_ms", insteadOf: stored.nextStart)
      }
      activity.machine = try Machine(activity.machine.kind, stored: stored)
      return activity
    }
    snapshot.pomodoro = try adopted(snapshot.pomodoro)
    snapshot.others = ActivityList(try snapshot.others.map(adopted))
    kept.unanswered = 0
    kept.isLate = false
    kept.engine = Engine(restoring: snapshot, settings: Settings())
    possibilities = [kept]
    spread()
  }

  // MARK: Odds and ends

  private func connect() throws -> Client {
    guard let client = Client(home.socket) else { throw Wrong(description: "nobody listens") }
    return client
  }

  private func link(_ intent: Intent) -> String { Link.print(.intent(intent, format: .json)) }

  private func describe(_ possibilities: [Possibility], _ moment: Moment) -> String {
    possibilities.map { possibility in
      guard let content = possibility.engine.content(of: .pomodoro, at: moment) else { return "nothing" }
      let state = content.contentState
      return "phase \(content.phase) \(state.mode) \(state.state) \(state.remainingSeconds) of \(state.totalDuration)"
    }.joined(separator: " or ")
  }

  private func anyIntent() -> Intent {
    var intent = anyVerb()
    // What holds is compared by the Pomodoro's content, so nothing is left to the rule which activity is meant.
    intent.activity = intent.activity ?? .pomodoro
    return intent
  }

  /// Durations are even numbers of seconds: what is shortened as far as it goes has one second left, and then
  /// milliseconds, which the models cannot know, would decide whether "another duration" is asked for.
  private func anyVerb() -> Intent {
    let seconds = Duration.seconds(Int.random(in: 1...1500, using: &random) * 2)
    switch Int.random(in: 0..<19, using: &random) {
    case 0, 1: return Intent(.start)
    case 2:
      return Intent(.start, mode: .focus, duration: seconds, task: "task \(seconds.secondsRoundedUp)", replace: true)
    case 3: return Intent(.start, mode: TimerMode.pomodoro.randomElement(using: &random), replace: true)
    case 4: return Intent(.start, mode: .focus, duration: .seconds(2), replace: true)
    case 5, 6: return Intent(.pause)
    case 7, 8: return Intent(.resume)
    case 9: return Intent(.toggle)
    case 10, 11: return Intent(.skip)
    case 12: return Intent(.reset)
    case 13: return Intent(.stop)
    case 14: return Intent(.extend, by: seconds)
    case 15: return Intent(.extend, by: .zero - seconds)
    case 16: return Intent(.undo)
    case 17: return Intent(.start, duration: seconds, activity: ActivityID("tea"))
    default: return Intent(.stop, activity: ActivityID("tea"))
    }
  }
}
