// The shell with fake ports and virtual time: everything it does to the world becomes a line of a log.

import GLibBridge
import TomatoEngine
import TomatoLink
import TomatoWords

@testable import TomatoDesktop
@testable import TomatoRecord

/// A shell on a machine that exists only here.
@MainActor final class ShellHarness {
  /// Ten past two in the afternoon, whatever the machine's time zone is.
  static let afternoon =
    RecordCalendar(startMinutes: 0).place(of: WallTime(milliseconds: 1_795_180_200_000)).span.lowerBound + .minutes(850)

  var moment: Moment
  /// What the shell did, in order; `take()` empties it.
  private var log: [String] = []
  var alarm: Duration?
  var commitFails: String?
  var isDiskSlow = false
  private var commits: [() -> Void] = []
  var isHistorySlow = false
  /// Questions to the history that wait for `historyAnswers`.
  private(set) var reads: [() -> Void] = []
  /// The time that passes with each look at the clock.
  var tick = Duration.zero
  /// Why the rows that a correction is about cannot be read.
  var groundFails: String?
  var rows: [IntervalRecord] = []
  /// How often the history was asked for what counts toward the goal.
  private(set) var looks = 0
  var records: [JournalRecord] = []
  var interest: (activity: ActivityID, resolution: Resolution)?
  /// How finely the tray in the log shows time; nil while there is none.
  var trayInterest: Resolution?
  private(set) var marks: [Moment] = []
  private(set) var shell: Shell!
  private(set) var streams: Streams!
  private(set) var cards: CardSheet!
  /// What views show on a locked screen.
  var locked = LockedView.time
  /// What the streams are drawn in.
  var appearance = Appearance()
  private lazy var surface = LogSurface(self)

  private(set) var shown: IslandUpdate?
  var onIsland: (IslandUpdate) -> Void = { _ in }

  init(settings: Settings = Settings(), wall: WallTime = afternoon) {
    moment = Moment(up: .seconds(1000), wall: wall)
    shell = Shell(Engine(settings: settings), ports())
    streams = Streams(shell) { [unowned self] in appearance }
    shell.add(streams)
    cards = CardSheet(shell) { [unowned self] in ViewSettings(appearance: appearance, locked: locked) }
    shell.add(cards)
    shell.add(surface)
    shell.take(.launched(lastAlive: nil))
    log = []
  }

  isolated deinit {}  // on the main thread (WorldEndTests)

  private func ports() -> Ports {
    Ports(
      now: { [unowned self] in
        defer { moment.pass(tick) }
        return moment
      },
      commit: { [unowned self] _, changes, done in
        let rows = changes.rows.added.map { "+\($0.mode) \($0.outcome)" } + changes.rows.removed.map { "-\($0)" }
        log.append((["commit"] + rows).joined(separator: " "))
        if commitFails == nil {
          // What undo takes back stays, so that a test sees what there was; what a correction replaces does not.
          let gone = changes.rows.notes.isEmpty ? [] : changes.rows.removed + changes.rows.added.map(\.token)
          self.rows.removeAll { gone.contains($0.token) }
          self.rows += changes.rows.added
        }
        let unsaved = commitFails.map { Unsaved(reason: $0) }
        if isDiskSlow { commits.append { done(unsaved) } } else { done(unsaved) }
      },
      markAlive: { [unowned self] in marks.append($0) },
      history: { [unowned self] since, until, done in
        done(History(rows: rows.filter { $0.began >= since && $0.began < until }))
      },
      counted: { [unowned self] time in
        looks += 1
        return CountedFocus(tokens: Set(rows.filter { $0.isCounted && time.contains($0.began) }.map(\.token)))
      },
      correctionContext: { [unowned self] correction, _, done in
        if let groundFails { return done(.failure(Unreadable(groundFails))) }
        let old = correction.rows.compactMap { token in rows.first { $0.token == token } }
        read { done(.success(CorrectionContext(rows: old))) }
      },
      unrecorded: { [unowned self] new, done in read { done(.success(new)) } },
      setAlarm: { [unowned self] in alarm = $0 }, open: { _, _ in },
      journal: { [unowned self] in records.append($0) })
  }

  private func islandIsTold(_ update: IslandUpdate) {
    shown = update
    onIsland(update)
    let end = update.ends == nil ? "" : " ends"
    log.append("island \(update.content.contentState.state) \(name(update.presentation))\(end)")
  }

  /// An island and a tray of which there is only the log.
  @MainActor private final class LogSurface: Observer {
    unowned let desk: ShellHarness
    init(_ desk: ShellHarness) { self.desk = desk }

    var interest: [Interest] {
      let up = desk.interest.map { [Interest(.activity($0.activity), $0.resolution)] } ?? []
      guard let finest = desk.trayInterest else { return up }
      return up + [Interest(.mostRelevant(1), finest), Interest(.mostRelevant(9), min(finest, .minute))]
    }

    func observe(_ scene: Scene) {
      for update in scene.updates {
        let content = scene.contentOrPomodoro(of: update.activity)
        desk.islandIsTold(IslandUpdate(content: content, presentation: update.presentation, begins: update.begins))
      }
      for ending in scene.endings {
        let content = scene.contentOrPomodoro(of: ending.activity)
        desk.islandIsTold(IslandUpdate(content: content, presentation: .quiet, ending: ending))
      }
      if let up = desk.interest?.activity, scene.update(of: up) == nil {
        desk.islandIsTold(IslandUpdate(content: scene.contentOrPomodoro(of: up), presentation: .quiet))
      }
      guard desk.trayInterest != nil else { return }
      let all = scene.mostRelevant(9).map {
        "\($0.isRequested ? $0.id.description : "-") \($0.contentState.displayTime)"
      }
      desk.log.append("tray " + all.joined(separator: ", "))
    }

    func close() { desk.log.append("closed") }
  }

  private func name(_ presentation: Presentation) -> String {
    switch presentation {
    case .answer: "answer"
    case .quiet: "quiet"
    case .alert: "alert"
    case .show: "show"
    case .hide: "hide"
    }
  }

  private func read(_ answer: @escaping () -> Void) { if isHistorySlow { reads.append(answer) } else { answer() } }

  func historyAnswers() { if !reads.isEmpty { reads.removeFirst()() } }

  func diskAnswers() { if !commits.isEmpty { commits.removeFirst()() } }

  /// The log since the last call.
  func take() -> [String] {
    defer { log = [] }
    return log
  }

  func note(_ line: String) { log.append(line) }

  func pass(_ duration: Duration) { moment.pass(duration) }

  func look(after duration: Duration) {
    pass(duration)
    shell.timePassed()
  }

  /// The machine sleeps: boottime grows, monotonic does not.
  func sleep(_ duration: Duration) { moment.pass(duration, asleep: true) }

  /// The person leaves, as a source of the desktop tells it.
  func leave() { shell.take(.presence(.away(since: moment.sinceBoot))) }

  /// The person is away for so long, and comes back.
  func absence(of duration: Duration) {
    leave()
    pass(duration)
    shell.take(.presence(.here))
  }

  /// The same person on another start of the machine.
  func restart(_ event: Event, boot: String, off: Duration) {
    moment = Moment(up: .seconds(60), wall: moment.wall + off, boot: boot)
    shell.take(event)
  }

  /// The surfaces of the log show something else from now on.
  func interestChanged() { shell.interestChanged(of: surface) }

  @discardableResult func `do`(_ verb: Verb, by: Duration? = nil, task: String? = nil) -> Answer? {
    shell.take(.intent(Intent(verb, by: by, task: task), .command))
  }

  var content: Content { shell.content(.pomodoro) }

  /// Goes to the alarm and rings it; false when none is set.
  func ring() -> Bool {
    guard let alarm else { return false }
    pass(max(alarm - moment.sinceBoot, .zero))
    self.alarm = nil
    shell.timePassed()
    return true
  }

  /// A watcher whose lines go to the log, each behind `name`.
  func watch(_ name: String, _ query: Query) -> Watcher {
    let output = StreamOutput(
      send: { [unowned self] in log.append("\(name): \($0)") },
      finish: { [unowned self] in log.append("\(name) ends with \($0)") })
    let watcher = Watcher(query, streams.appearance, output)
    streams.add(watcher)
    return watcher
  }

  func waiter(onEnd: @escaping (AnswerCode) -> Void = { _ in }, _ hear: @escaping (PhaseOutcome) -> Void) -> Waiter {
    Waiter(.pomodoro, StreamOutput(send: { _ in }, finish: onEnd)) { outcome, _ in
      hear(outcome)
      return ""
    }
  }
}
