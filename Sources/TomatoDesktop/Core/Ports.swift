// The shell's access to the machine, as closures: the daemon passes real ones, tests pass ones that write a readable
// log.

package import TomatoEngine
package import TomatoLink
package import TomatoRecord

/// The shell's access to the machine. Everything visible goes through surfaces.
package struct Ports {
  /// Reads all clocks.
  let now: () -> Moment
  /// Stores these changes of the state and of the history in one durable transaction. Gives why it could not; the
  /// next commit then stores everything. The snapshot is what holds after them; it is not kept.
  let commit: (Engine.Snapshot, Engine.Changes) -> Unsaved?
  /// Notes that the machine was alive, cheaply (no fsync).
  let markAlive: (Moment) -> Void
  /// What ended at `since` or later, and before `until`.
  let history: (_ since: WallTime, _ until: WallTime) -> History
  /// The focuses that began in a stretch of time and were completed.
  let counted: (Range<WallTime>) -> CountedFocus
  /// The rows of the history that a correction concerns.
  let correctionContext: (Correction, WallTime) throws -> CorrectionContext
  /// The given intervals that are not in the history yet.
  let unrecorded: ([IntervalRecord]) throws -> [IntervalRecord]
  /// Arms the one alarm, on CLOCK_BOOTTIME; nil disarms it.
  let setAlarm: (Duration?) -> Void
  /// Opens a link with the person's own program for it; the token is that of the click.
  let open: (_ link: String, _ activationToken: String?) -> Void
  /// Writes one structured record.
  let journal: (JournalRecord) -> Void

  package init(
    now: @escaping () -> Moment, commit: @escaping (Engine.Snapshot, Engine.Changes) -> Unsaved?,
    markAlive: @escaping (Moment) -> Void, history: @escaping (_ since: WallTime, _ until: WallTime) -> History,
    counted: @escaping (Range<WallTime>) -> CountedFocus = { _ in CountedFocus() },
    correctionContext: @escaping (Correction, WallTime) throws -> CorrectionContext = { _, _ in CorrectionContext() },
    unrecorded: @escaping ([IntervalRecord]) throws -> [IntervalRecord] = { $0 },
    setAlarm: @escaping (Duration?) -> Void,
    open: @escaping (_ link: String, _ activationToken: String?) -> Void = { _, _ in },
    journal: @escaping (JournalRecord) -> Void
  ) {
    (self.now, self.commit, self.markAlive, self.history, self.counted) = (now, commit, markAlive, history, counted)
    (self.correctionContext, self.unrecorded, self.setAlarm, self.open) = (
      correctionContext, unrecorded, setAlarm, open
    )
    self.journal = journal
  }
}
