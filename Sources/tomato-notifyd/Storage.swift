// Storage while the daemon runs: commits, the daily copy of the database, and how the file is closed.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoEngine
internal import TomatoIsland
internal import TomatoLink
internal import TomatoPrograms
internal import TomatoRecord

final class Storage {
  struct Found: Sendable {
    var snapshot: Engine.Snapshot?
    var lastMark: Moment?
    var trouble: Unsaved?
    var complaints: [String]
    fileprivate var seats: [ActivityID: NotificationAddress]
  }

  /// Commits wait for the disk on this thread, in order; the main loop does not.
  private let store: OwningThread<Store>
  /// Changes of the launch need not be durable: they can be computed again, and no client has seen them.
  private var isLaunching = true
  /// The last commit took longer than `slowCommit`.
  private var isDiskSlow = false
  private static let slowCommit = Duration.milliseconds(500)
  /// Makes the daily copy in another process, because it takes seconds with a long history.
  private(set) lazy var copyOfTheDay = CopyOfTheDay { [weak self] in self?.makeCopy() }
  private var copying: Spawn.Helper?
  private var isLeaving = false
  /// Where an earlier process may have left cards.
  let seats: [ActivityID: NotificationAddress]

  private init(_ store: OwningThread<Store>, _ seats: [ActivityID: NotificationAddress]) {
    (self.store, self.seats) = (store, seats)
  }

  /// Opens the database. Blocks until it is open, because no request can be answered before.
  static func open(_ path: String) -> (storage: Storage, found: Found) {
    let stamp = String(SystemClock.now().wall.seconds)
    let (thread, found) = OwningThread.begin("store") {
      let opened = Store.openTakingOver(path: path, stamp: stamp) { sentence in
        enqueueOnMain { StructuredLog.complain(sentence) }
      }
      let found = Found(
        snapshot: opened.snapshot, lastMark: opened.lastMark, trouble: opened.store.trouble,
        complaints: opened.complaints, seats: opened.store.seats())
      return (opened.store, found)
    }
    return (Storage(thread, found.seats), found)
  }

  func ports(_ alarm: Alarm, open: @escaping (_ link: String, _ activationToken: String?) -> Void) -> Ports {
    var ports = Ports(SystemClock.now)
    ports.commit = commit
    ports.markAlive = { [store] now in store.add { $0.markAlive(now) } }
    ports.history = { [self] since, until, done in read({ $0.history(since: since, until: until) }, done) }
    ports.counted = { [store] time in
      store.isIdle ? store.ask { $0.counted(in: time) } : CountedFocus(isWhole: false)
    }
    ports.correctionContext = { [self] correction, now, done in
      read(
        { store in Result { try store.correctionContext(of: correction, at: now) }.mapError { Unreadable($0) } }, done)
    }
    ports.unrecorded = { [self] intervals, done in
      read({ store in Result { try store.unrecorded(intervals) }.mapError { Unreadable($0) } }, done)
    }
    ports.setAlarm = { alarm.set($0) }
    ports.open = open
    ports.journal = { record in
      let isTrouble = record.event == .failed
      StructuredLog.write(level: isTrouble ? .warning : .info, message: record.line, fields: record.fields)
    }
    return ports
  }

  /// Answers at once if the store is idle, else after its pending work.
  private func read<Answer: Sendable>(
    _ ask: @escaping @Sendable (Store) -> Answer, _ done: @escaping Done<Answer>
  ) {
    if store.isIdle { return done(store.ask(ask)) }
    store.add { store in
      let answer = ask(store)
      enqueueOnMain { done(answer) }
    }
  }

  private func commit(
    _ snapshot: Engine.Snapshot, _ changes: Engine.Changes, _ done: @escaping Done<Unsaved?>
  ) {
    if isLaunching { return done(store.ask { $0.commit(snapshot, changes, isLaunch: true) }) }
    store.add { store in
      let began = SystemClock.steady()
      let unsaved = store.commit(snapshot, changes)
      let took = SystemClock.steady() - began
      enqueueOnMain { [weak self] in
        self?.stored(changes, unsaved, took)
        done(unsaved)
      }
    }
  }

  private func stored(_ changes: Engine.Changes, _ unsaved: Unsaved?, _ took: Duration) {
    isDiskSlow = took > Self.slowCommit
    if unsaved == nil, !(changes.rows.added.isEmpty && changes.rows.removed.isEmpty) {
      copyOfTheDay.stored(at: SystemClock.now().wall.milliseconds)
    }
  }

  func keep(_ seat: NotificationAddress?, of activity: ActivityID, _ phase: PhaseToken) {
    store.add { $0.keep(seat, of: activity, phase) }
  }

  /// Call it when the launch is complete, before clients are told of changes.
  func launched() {
    isLaunching = false
    store.ask { $0.settle() }
  }

  private func makeCopy() {
    guard copying == nil, !isLeaving else { return }
    do throws(BridgeError) {
      copying = try Spawn.helper(ProgramRequest(.backup).line) { [weak self] _ in self?.copying = nil }
    } catch {
      StructuredLog.complain(StoreWords.noCopy(error.description))
    }
  }

  func leaving() { isLeaving = true }

  func close() {
    // The copying process reads the database, so SQLite could not remove the log. The next daemon makes the copy.
    copying?.kill()
    // The next start can read the log. Copying it into the file would wait for a slow disk two more times.
    let isDiskSlow = isDiskSlow
    store.end { $0.close(keepingLog: isDiskSlow) }
  }
}
