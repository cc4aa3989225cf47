// A person's machine over many days: a shell with its real store, under clocks that only the test moves. The daemon may
// be killed and the power may go; what the store has is what the next one begins with.

import Testing
import TomatoEngine
import TomatoLink
import TomatoWords

@testable import TomatoDesktop
@testable import TomatoRecord

@MainActor final class PersonsMachine {
  private(set) var moment: Moment
  /// The right time, whatever the wall clock shows.
  private(set) var right: WallTime
  /// For how long the machine was on and awake, the session was not left, and the person was there.
  private(set) var present: Duration = .zero
  var isPresent = true { didSet { if !isPresent { absences += 1 } } }
  private var absences = 0
  /// The absences in which a phase was under way. Less than a minute of a focus in each is not asked about.
  private var absencesIn: [PhaseToken: Set<Int>] = [:]
  /// Of `present`, what each phase has had: from the moment at which it may have begun, while it was under way.
  private var shares: [PhaseToken: (from: Duration, to: Duration)] = [:]
  private var underWay: Set<PhaseToken> = []
  /// `present` when a daemon last lived: what began without one began after that.
  private var presentAlive: Duration = .zero
  private var isUndo = false
  /// Where the person is. The daemon learns of another zone when it starts.
  var zone = "Europe/Berlin"
  /// How often each activity has said that a phase of it is over.
  private(set) var ends: [ActivityID: Int] = [:]
  /// How often one was over when something else was done with it, which is shown in its place.
  private(set) var coincidences: [ActivityID: Int] = [:]
  /// The phases that were warned since a person, or a sleep, last changed something.
  private var warned: Set<PhaseToken> = []
  private var isTime = true
  private(set) var broken: String?

  private let settings: Settings
  private let scratch = Scratch()
  private var store: Store
  private(set) var shell: Shell?
  private var alarm: Duration?
  private var boots = 1

  init(_ settings: Settings, at wall: WallTime) {
    self.settings = settings
    right = wall
    moment = Moment(up: .seconds(40), wall: wall, boot: "boot-1")
    store = Store.open(scratch).store
    store.close()
    start()
  }

  isolated deinit {}

  // MARK: The daemon

  func start() {
    guard shell == nil else { return }
    let opened = Store.open(scratch)
    store = opened.store
    require(opened.complaints.isEmpty, "\(opened.complaints)")
    let engine = opened.snapshot.map { Engine(restoring: $0, settings: settings) } ?? Engine(settings: settings)
    let shell = Shell(engine, ports())
    shell.goal.settings = GoalSettings(focusPerDay: 8)
    shell.add(Ears(self))
    self.shell = shell
    take(.launched(lastAlive: opened.lastMark))
  }

  private func ports() -> Ports {
    Ports(
      now: { [unowned self] in moment },
      commit: { [unowned self] snapshot, changes, done in
        require(changes.repairs.isEmpty, "the engine made what cannot be stored: \(changes.repairs)")
        done(store.commit(snapshot, changes))
      },
      markAlive: { [unowned self] in store.markAlive($0) },
      history: { [unowned self] in $2(store.history(since: $0, until: $1)) },
      counted: { [unowned self] in store.counted(in: $0) }, zone: zone,
      setAlarm: { [unowned self] in alarm = $0 })
  }

  /// Without a word: what is not in the file is lost.
  func kill() {
    (shell, alarm) = (nil, nil)
    store.close()
  }

  /// In good order.
  func leave() {
    shell?.leave()
    kill()
  }

  // MARK: What happens

  @discardableResult func take(_ event: Event) -> Answer? {
    isTime = event == .alarm || event == .leaving
    if case .launched = event { isTime = true }
    if event != .alarm { warned = [] }
    if case .intent(let intent, _) = event, intent.verb == .undo { isUndo = true }
    defer { isUndo = false }
    let answer = shell?.take(event)
    isTime = true
    look()
    return answer
  }

  @discardableResult func say(_ intent: Intent, _ origin: Origin = .command) -> Answer? {
    take(.intent(intent, origin))
  }

  /// Time goes by, and each alarm rings when it is due.
  func pass(_ length: Duration) {
    let end = moment.sinceBoot + length
    while shell != nil, let due = alarm, due <= end {
      advance(max(due - moment.sinceBoot, .zero))
      alarm = nil
      shell?.timePassed()
      look()
    }
    advance(end - moment.sinceBoot)
  }

  private func advance(_ length: Duration) {
    move(length)
    if isPresent { present += length }
    if shell != nil { presentAlive = present }
  }

  private func move(_ length: Duration, asleep: Bool = false) {
    moment.pass(length, asleep: asleep)
    right = right + length
  }

  /// - isTold: logind tells of the waking; else the next thing that happens does.
  func sleep(_ length: Duration, isTold: Bool) {
    warned = []
    move(length, asleep: true)
    guard isTold || alarm.map({ $0 <= moment.sinceBoot }) ?? false else { return }
    alarm = nil
    shell?.timePassed()
    look()
  }

  /// The machine is off, and starts with a wall clock that may be wrong.
  func reboot(after length: Duration, off: Duration) {
    kill()
    boots += 1
    right = right + length
    moment = Moment(up: .seconds(30), wall: right + .seconds(30) + off, boot: "boot-\(boots)")
    right = right + .seconds(30)
  }

  func setClockRight() {
    moment.wall = right
    shell?.timePassed()
    look()
  }

  // MARK: What must hold

  func require(_ holds: Bool, _ promise: @autoclosure () -> String) {
    if !holds, broken == nil { broken = "at \(right.seconds): \(promise())" }
  }

  private func look() {
    guard let shell else { return }
    lookAtPhases(shell.contents())
    if let wake = shell.engine.nextWake { require(wake > moment.sinceBoot, "the engine's next wake lies behind") }
    if let alarm { require(alarm > moment.sinceBoot, "the alarm lies behind") }
    require(shell.unsaved == nil, "not saved: \(shell.unsaved?.reason ?? "")")
    let runs = shell.engine.isAnythingRunning
    require(!runs || alarm != nil, "something runs, and no alarm is set")
  }

  private func lookAtPhases(_ contents: [Content]) {
    let before = underWay
    for phase in before { shares[phase]?.to = present }
    underWay = Set(contents.filter { [.running, .paused].contains($0.contentState.state) }.map(\.phase))
    for phase in underWay where shares[phase] == nil { shares[phase] = (isUndo ? undone : presentAlive, present) }
    if !isPresent { for phase in before.union(underWay) { absencesIn[phase, default: []].insert(absences) } }
    presentAlive = present
  }

  /// From when the phase may have been that an undo brings back under another number. An undo is possible for a minute,
  /// so it ended less than two ago.
  private var undone: Duration {
    shares.values.filter { $0.to >= present - .minutes(2) }.map(\.from).min() ?? presentAlive
  }

  /// For how long somebody was there during a phase, or is taken to have been.
  func share(of phase: PhaseToken) -> Duration {
    let share = shares[phase].map { $0.to - $0.from } ?? .zero
    return share + .minutes(1) * (absencesIn[phase]?.count ?? 0)
  }

  var rows: [IntervalRecord] {
    let history = store.history(since: WallTime(milliseconds: 0))
    require(history.unreadable == 0 && history.trouble == nil, "the history can be read: \(history)")
    return history.rows
  }

  /// How many focuses of the person's day are over, counted anew from the history.
  var doneToday: Int {
    let calendar = RecordCalendar(zone: zone)
    let today = calendar.day(of: moment.wall)
    return rows.count { $0.mode == .focus && $0.outcome == .completed && calendar.day(of: $0.began) == today }
  }

  var content: Content? { shell?.content(.pomodoro) }

  /// What each activity shows, in words.
  var picture: [String] {
    (shell?.contents() ?? []).map { content in
      let state = content.contentState
      return "\(content.id) \(content.phase) \(state.mode) \(state.state) \(state.displayTime) \(state.task ?? "")"
    }
  }

  @MainActor private final class Ears: Observer {
    private unowned let machine: PersonsMachine
    init(_ machine: PersonsMachine) { self.machine = machine }
    var interest: [Interest] { [Interest(.mostRelevant(1), .minute)] }
    func observe(_ scene: Scene) {
      for happening in scene.happenings where happening.name == .onComplete && !machine.isTime {
        machine.coincidences[happening.activity, default: 0] += 1
      }
      for update in scene.updates {
        switch update.presentation {
        case .alert(.completed), .alert(.nextBegan): machine.ends[update.activity, default: 0] += 1
        case .alert(.almostOver):
          guard let phase = machine.shell?.content(update.activity).phase else { break }
          machine.require(machine.warned.insert(phase).inserted, "\(update.activity) is almost over, said twice")
        default: break
        }
      }
    }
  }
}
