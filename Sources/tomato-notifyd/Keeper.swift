// What is kept while the daemon runs: each change, the day's copy of the database, and how the file is left.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoEngine
internal import TomatoLink
internal import TomatoRecord

/// The store and what goes with it.
final class Keeper {
  private let store: Store
  /// During the launch: its changes can be computed again, and nobody was told of them yet.
  private var isLaunching = true
  /// The last commit took longer than a person notices.
  private var isDiskSlow = false
  private static let slowCommit = Duration.milliseconds(500)
  /// Makes the day's copy, in a process of its own: with a long history it takes seconds.
  private lazy var copyOfTheDay = CopyOfTheDay { [weak self] in self?.makeCopy() }
  private var copying: Spawn.Helper?
  private var isLeaving = false

  init(_ store: Store) { self.store = store }

  /// - open: opens the link of a button.
  func ports(_ alarm: Alarm, open: @escaping (_ link: String, _ activationToken: String?) -> Void) -> Ports {
    Ports(
      now: SystemClock.now, commit: { [self] in commit($0, $1) }, markAlive: { [store] in store.markAlive($0) },
      history: { [store] in store.history(since: $0, until: $1) }, counted: { [store] in store.counted(in: $0) },
      correctionContext: { [store] in try store.correctionContext(of: $0, at: $1) },
      unrecorded: { [store] in try store.unrecorded($0) },
      setAlarm: { alarm.set($0) }, open: open,
      journal: { record in
        let isTrouble = record.event == .failed
        StructuredLog.write(level: isTrouble ? .warning : .info, message: record.line, fields: record.fields)
      })
  }

  private func commit(_ snapshot: Engine.Snapshot, _ changes: Engine.Changes) -> Unsaved? {
    let began = SystemClock.steady()
    let unsaved = store.commit(snapshot, changes, isLaunch: isLaunching)
    isDiskSlow = SystemClock.steady() - began > Self.slowCommit
    if unsaved == nil, !(changes.rows.added.isEmpty && changes.rows.removed.isEmpty) {
      copyOfTheDay.stored(at: SystemClock.now().wall.milliseconds)
    }
    return unsaved
  }

  var seats: SeatKeeper {
    SeatKeeper(load: { [store] in store.seats() }, keep: { [store] in store.keep($1, of: $0, $2) })
  }

  /// From here on clients hear of changes.
  func launched() {
    isLaunching = false
    store.settle()
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
    store.close(keepingLog: isDiskSlow)
  }
}
