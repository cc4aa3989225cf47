// What is kept while the daemon runs: each change, the day's copy of the database, and how the file is left.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoEngine
internal import TomatoIsland
internal import TomatoLink
internal import TomatoPrograms
internal import TomatoRecord

/// The store on its thread, and what goes with it.
final class Keeper {
  /// What the store found when it was opened.
  struct Found: Sendable {
    var snapshot: Engine.Snapshot?
    var lastMark: Moment?
    var trouble: Unsaved?
    var complaints: [String]
    var seats: [ActivityID: NotificationAddress]
  }

  /// Commits wait for the disk there, in their order; the loop does not.
  private let store: OwningThread<Store>
  /// During the launch: its changes can be computed again, and nobody was told of them yet.
  private var isLaunching = true
  /// The last commit took longer than a person notices.
  private var isDiskSlow = false
  private static let slowCommit = Duration.milliseconds(500)
  /// Makes the day's copy, in a process of its own: with a long history it takes seconds.
  private lazy var copyOfTheDay = CopyOfTheDay { [weak self] in self?.makeCopy() }
  private var copying: Spawn.Helper?
  private var isLeaving = false
  private let found: [ActivityID: NotificationAddress]

  private init(_ store: OwningThread<Store>, _ seats: [ActivityID: NotificationAddress]) {
    (self.store, found) = (store, seats)
  }

  /// Opens the database, and waits for that: nothing can be answered before.
  static func open(_ path: String) -> (keeper: Keeper, found: Found) {
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
    return (Keeper(thread, found.seats), found)
  }

  /// - open: opens the link of a button.
  func ports(_ alarm: Alarm, open: @escaping (_ link: String, _ activationToken: String?) -> Void) -> Ports {
    Ports(
      now: SystemClock.now, commit: { [self] in commit($0, $1, $2) },
      markAlive: { [store] now in store.add { $0.markAlive(now) } },
      history: { [self] since, until, done in read({ $0.history(since: since, until: until) }, done) },
      counted: { [store] time in store.isIdle ? store.ask { $0.counted(in: time) } : CountedFocus(isWhole: false) },
      correctionContext: { [self] correction, now, done in
        read(
          { store in Result { try store.correctionContext(of: correction, at: now) }.mapError { Unreadable($0) } }, done
        )
      },
      unrecorded: { [self] intervals, done in
        read({ store in Result { try store.unrecorded(intervals) }.mapError { Unreadable($0) } }, done)
      },
      setAlarm: { alarm.set($0) }, open: open,
      journal: { record in
        let isTrouble = record.event == .failed
        StructuredLog.write(level: isTrouble ? .warning : .info, message: record.line, fields: record.fields)
      })
  }

  /// At once where nothing is under way, otherwise after that.
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

  var seats: SeatKeeper {
    SeatKeeper(
      load: { [found] in found },
      keep: { [store] activity, seat, phase in store.add { $0.keep(seat, of: activity, phase) } })
  }

  /// From here on clients hear of changes.
  func launched() {
    isLaunching = false
    store.ask { $0.settle() }
  }

  func beginCopying() { copyOfTheDay.begin() }

  private func makeCopy() {
    guard copying == nil, !isLeaving else { return }
    do throws(BridgeError) {
      copying = try Spawn.endableHelper(ProgramRequest(.backup).line) { [weak self] _ in self?.copying = nil }
    } catch {
      StructuredLog.complain(StoreWords.noCopy(error.description))
    }
  }

  /// Nothing new begins.
  func leaving() { isLeaving = true }

  func close() {
    // The copying process reads the database, so SQLite could not remove the log. The next daemon makes the copy.
    copying?.kill()
    // The next start reads the log as well; copying it into the file would be two more waits for this disk.
    let isDiskSlow = isDiskSlow
    store.end { $0.close(keepingLog: isDiskSlow) }
  }
}
