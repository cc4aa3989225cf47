// `tomato-notifyd backup`: makes the daily copy of the database for the daemon, with the lowest processor and disk
// priority.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoEngine
internal import TomatoLink
internal import TomatoRecord

package enum BackupProgram {
  /// - Returns: 0, or 1 when no copy could be made.
  package static func run() -> Int32 {
    ThisProcess.keepFilesPrivate()
    ThisProcess.setLowestPriority()
    do {
      guard let today = RecordDay.today else { return 1 }
      try DailyCopies.make(of: try Places.find().database, today)
      return 0
    } catch {
      // Not critical: the next day makes the next copy.
      StructuredLog.write(level: .info, message: StoreWords.noCopy(Unreadable.reason(error)))
      return 1
    }
  }
}

extension RecordDay {
  /// By the local date.
  static var today: RecordDay? {
    let date = LocalTime.day(SystemClock.now().wall.milliseconds)
    return RecordDay(year: date.year, month: date.month, day: date.day)
  }
}
