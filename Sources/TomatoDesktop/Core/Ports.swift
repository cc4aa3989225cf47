// The shell's access to the machine, as closures; tests pass ones that write a readable log.

package import TomatoEngine
package import TomatoLink
package import TomatoRecord

/// A completion handler that is called at once or later.
package typealias Done<Value> = @MainActor (Value) -> Void

/// The shell's access to the machine; by default, one without a disk. Everything visible goes through surfaces.
package struct Ports {
  var now: () -> Moment
  /// Stores changes of state and history in one durable transaction, after all earlier ones. Passes the reason if it
  /// failed; the next commit then stores everything. The snapshot is the whole state after the changes.
  package var commit: (Engine.Snapshot, Engine.Changes, _ done: @escaping Done<Unsaved?>) -> Void = { $2(nil) }
  /// Notes that the machine was alive, cheaply (no fsync).
  package var markAlive: (Moment) -> Void = { _ in }
  /// Reads the intervals that ended from `since` until before `until`, after all earlier commits.
  package var history: (_ since: WallTime, _ until: WallTime, _ done: @escaping Done<History>) -> Void = {
    $2(History())
  }
  /// The focuses that began in a stretch of time and were completed.
  package var counted: (Range<WallTime>) -> CountedFocus = { _ in CountedFocus() }
  /// The time zone of the person's days; nil is the machine's own.
  var zone: String?
  /// Reads the rows of the history that a correction concerns, after all earlier commits.
  package var correctionContext:
    (Correction, WallTime, _ done: @escaping Done<Result<CorrectionContext, Unreadable>>) -> Void = {
      $2(.success(CorrectionContext()))
    }
  /// Finds the given intervals that are not in the history yet, after all earlier commits.
  package var unrecorded: ([IntervalRecord], _ done: @escaping Done<Result<[IntervalRecord], Unreadable>>) -> Void = {
    $1(.success($0))
  }
  /// Arms the one alarm, on CLOCK_BOOTTIME; nil disarms it.
  package var setAlarm: (Duration?) -> Void = { _ in }
  /// Opens a link with the person's own program for it; the token is that of the click.
  package var open: (_ link: String, _ activationToken: String?) -> Void = { _, _ in }
  package var journal: (JournalRecord) -> Void = { _ in }
}

extension Ports {
  package init(_ now: @escaping () -> Moment) { self.init(now: now) }
}
