// What the shell needs of the machine, as closures: the daemon makes the live ones, those of the tests write a log that
// can be read aloud.

internal import TomatoEngine
internal import TomatoLink

/// The ways in which the shell touches the machine. What a person sees goes through surfaces.
struct Ports {
  /// Reads all clocks.
  var now: () -> Moment
  /// Stores these changes of the state and of the history in one durable transaction. Gives why it could not; the
  /// next commit then stores everything. The snapshot is what holds after them; it is not kept.
  var commit: (Engine.Snapshot, Engine.Changes) -> Unsaved?
  /// Notes that the machine was alive, cheaply (no fsync).
  var markAlive: (Moment) -> Void
  /// What ended at `since` or later, and before `until`.
  var history: (_ since: WallTime, _ until: WallTime) -> History
  /// The focuses that began in a stretch of time and were completed.
  var counted: (Range<WallTime>) -> CountedFocus = { _ in CountedFocus() }
  /// What the history holds that a correction is about.
  var ground: (Correction, WallTime) throws -> CorrectionGround = { _, _ in CorrectionGround() }
  /// Those of these intervals that the history does not have yet.
  var unrecorded: ([IntervalRecord]) throws -> [IntervalRecord] = { $0 }
  /// Arms the one alarm, on CLOCK_BOOTTIME; nil disarms it.
  var setAlarm: (Duration?) -> Void
  /// Opens a link with the person's own program for it; the token is that of the click.
  var open: (_ link: String, _ activationToken: String?) -> Void = { _, _ in }
  /// Writes one structured record.
  var journal: (JournalRecord) -> Void
}
