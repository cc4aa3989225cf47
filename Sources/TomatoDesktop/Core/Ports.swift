// The shell's access to the machine, as closures: the daemon passes real ones, tests pass ones that write a readable
// log.

package import TomatoEngine
package import TomatoLink
package import TomatoRecord

/// A completion handler that is called at once or later.
package typealias Done<Value> = @MainActor (Value) -> Void

/// The shell's access to the machine. Everything visible goes through surfaces.
package struct Ports {
  /// Reads all clocks.
  let now: () -> Moment
  /// Stores changes of state and history in one durable transaction, after all earlier ones. Passes the reason if it
  /// failed; the next commit then stores everything. The snapshot is the whole state after the changes.
  let commit: (Engine.Snapshot, Engine.Changes, _ done: @escaping Done<Unsaved?>) -> Void
  /// Notes that the machine was alive, cheaply (no fsync).
  let markAlive: (Moment) -> Void
  /// Reads the intervals that ended from `since` until before `until`, after all earlier commits.
  let history: (_ since: WallTime, _ until: WallTime, _ done: @escaping Done<History>) -> Void
  /// The focuses that began in a stretch of time and were completed.
  let counted: (Range<WallTime>) -> CountedFocus
  /// Reads the rows of the history that a correction concerns, after all earlier commits.
  let correctionContext: (Correction, WallTime, _ done: @escaping Done<Result<CorrectionContext, Unreadable>>) -> Void
  /// Finds the given intervals that are not in the history yet, after all earlier commits.
  let unrecorded: ([IntervalRecord], _ done: @escaping Done<Result<[IntervalRecord], Unreadable>>) -> Void
  /// Arms the one alarm, on CLOCK_BOOTTIME; nil disarms it.
  let setAlarm: (Duration?) -> Void
  /// Opens a link with the person's own program for it; the token is that of the click.
  let open: (_ link: String, _ activationToken: String?) -> Void
  /// Writes one structured record.
  let journal: (JournalRecord) -> Void

  package init(
    now: @escaping () -> Moment,
    commit: @escaping (Engine.Snapshot, Engine.Changes, _ done: @escaping Done<Unsaved?>) -> Void,
    markAlive: @escaping (Moment) -> Void,
    history: @escaping (_ since: WallTime, _ until: WallTime, _ done: @escaping Done<History>) -> Void,
    counted: @escaping (Range<WallTime>) -> CountedFocus,
    correctionContext:
      @escaping (Correction, WallTime, _ done: @escaping Done<Result<CorrectionContext, Unreadable>>) -> Void,
    unrecorded: @escaping ([IntervalRecord], _ done: @escaping Done<Result<[IntervalRecord], Unreadable>>) -> Void,
    setAlarm: @escaping (Duration?) -> Void, open: @escaping (_ link: String, _ activationToken: String?) -> Void,
    journal: @escaping (JournalRecord) -> Void
  ) {
    (self.now, self.commit, self.markAlive, self.history, self.counted) = (now, commit, markAlive, history, counted)
    (self.correctionContext, self.unrecorded, self.setAlarm, self.open) = (
      correctionContext, unrecorded, setAlarm, open
    )
    self.journal = journal
  }

  /// Ports to a machine without a disk, which answer at once.
  package init(
    now: @escaping () -> Moment, commit: @escaping (Engine.Snapshot, Engine.Changes) -> Unsaved?,
    markAlive: @escaping (Moment) -> Void, history: @escaping (_ since: WallTime, _ until: WallTime) -> History,
    counted: @escaping (Range<WallTime>) -> CountedFocus = { _ in CountedFocus() },
    correctionContext: @escaping (Correction, WallTime) throws(Unreadable) -> CorrectionContext = { _, _ in
      CorrectionContext()
    },
    unrecorded: @escaping ([IntervalRecord]) -> [IntervalRecord] = { $0 },
    setAlarm: @escaping (Duration?) -> Void,
    open: @escaping (_ link: String, _ activationToken: String?) -> Void = { _, _ in },
    journal: @escaping (JournalRecord) -> Void
  ) {
    self.init(
      now: now, commit: { $2(commit($0, $1)) }, markAlive: markAlive, history: { $2(history($0, $1)) },
      counted: counted,
      correctionContext: { correction, now, done in
        done(Result { () throws(Unreadable) in try correctionContext(correction, now) })
      }, unrecorded: { $1(.success(unrecorded($0))) }, setAlarm: setAlarm, open: open, journal: journal)
  }
}
