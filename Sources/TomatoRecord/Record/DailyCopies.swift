// Copies of the database, one for each of the last days with a change, to recover from damage or a mistake. A separate
// process makes them, so nothing waits for it.

internal import GLibBridge
internal import SQLiteBridge
package import TomatoLink

/// The files beside a database named `tomato.sqlite3.copy-2026-11-22`.
package enum DailyCopies {
  static let limit = 7
  /// Disk space that must stay free, in bytes.
  private static let room = 32 << 20

  /// Appended to the name of a copy that was made while the clock was ahead.
  private static let doubtfulSuffix = "-by-another-clock"

  package static func path(of database: String, _ day: RecordDay) -> String { "\(database).copy-\(day.iso8601)" }

  /// The existing copies, the newest first; copies with a doubtful day come last.
  package static func all(of database: String) -> [String] {
    found(beside: database).sorted { a, b in
      a.isDoubtful == b.isDoubtful ? a.day > b.day : b.isDoubtful
    }.map(\.path)
  }

  /// The days of the existing copies up to this day, the newest first.
  package static func days(of database: String, upTo today: RecordDay) -> [RecordDay] {
    found(beside: database).filter { !$0.isDoubtful && $0.day <= today }.map(\.day).sorted(by: >)
  }

  private static func found(beside database: String) -> [(path: String, day: RecordDay, isDoubtful: Bool)] {
    KeptAside.files(beginning: database + ".copy-").compactMap { path, day in
      let isDoubtful = day.hasSuffix(doubtfulSuffix)
      return RecordDay(isDoubtful ? day.dropLast(doubtfulSuffix.count) : day).map { (path, $0, isDoubtful) }
    }
  }

  /// Renames copies of future days, which were made while the clock was ahead. Otherwise, one would stand in for its
  /// day's own copy, count as the newest, or outlive newer ones.
  package static func renameFutureCopies(after today: RecordDay, of database: String) {
    for copy in found(beside: database) where !copy.isDoubtful && copy.day > today {
      KeptAside.rename(copy.path, to: copy.path + doubtfulSuffix)
    }
  }

  /// Makes the day's copy unless it exists, and removes the oldest. A copy gets its name only when complete and
  /// checked, so a damaged database never replaces good copies. One process at a time makes one.
  /// - Parameter day: today.
  /// - Returns: whether one was made.
  @discardableResult
  package static func make(of database: String, _ day: RecordDay) throws -> Bool {
    try Files.changing(database) {
      renameFutureCopies(after: day, of: database)
      removeUnfinished(beside: database)
      let copy = path(of: database, day)
      guard ThisProcess.exists(database), !ThisProcess.exists(copy) else { return false }
      try make(copy, of: database)
      for old in all(of: database).dropFirst(limit) { Files.removeIfPossible(old) }
      return true
    }
  }

  /// Removes the files of a killed process, including SQLite's.
  private static func removeUnfinished(beside database: String) {
    let endings = ["", "-journal", "-wal", "-shm"].map { ".part" + $0 }
    for (path, day) in KeptAside.files(beginning: database + ".copy-") where RecordDay(day.prefix(10)) != nil {
      if endings.contains(String(day.dropFirst(10))) { Files.removeIfPossible(path) }
    }
  }

  private static func make(_ copy: String, of database: String) throws {
    let unfinished = copy + ".part"
    // Keeps the last disk space for the record itself.
    let size = Files.size(database) ?? 0
    guard let free = Files.freeRoom(database), free > 2 * size + room else { throw Unreadable("no room on the disk") }
    do {
      let original = try Database(looking: database)
      // Lets this connection remove the log, if it is the last one to close.
      try original.beginWriting()
      try original.copy(to: unfinished)
      original.close()
      if let damage = try Database(path: unfinished, readOnly: true, isUnchanging: true).fullCheck() {
        throw Unreadable(damage)
      }
    } catch {
      Files.removeIfPossible(unfinished)
      throw error
    }
    guard KeptAside.rename(unfinished, to: copy) else { throw Unreadable("\(unfinished) cannot be renamed") }
  }
}

/// Says when a copy is due: with the first change of the history on each day.
@MainActor package final class CopyOfTheDay {
  private let make: () -> Void
  private let calendar = RecordCalendar(startMinutes: 0)
  private var day: RecordDay?
  /// Delays a due copy until the start is done.
  private var isWaiting = true
  private var isDue = false

  /// - Parameter make: starts making the copy, without waiting.
  package init(_ make: @escaping () -> Void) { self.make = make }

  /// Called after a change of the history.
  /// - Parameter now: in milliseconds since 1970.
  package func stored(at now: Int64) {
    let today = calendar.day(of: WallTime(milliseconds: now))
    guard today != day else { return }
    (day, isDue) = (today, true)
    makeIfDue()
  }

  /// Called when the start is done.
  package func begin() {
    isWaiting = false
    makeIfDue()
  }

  private func makeIfDue() {
    guard isDue, !isWaiting else { return }
    isDue = false
    // Runs after the current request is answered.
    enqueueOnMain { [make] in make() }
  }
}
