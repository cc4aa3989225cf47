// Copies of the database, one for each of the last days on which something was recorded: what damage or a mistake takes
// away can be had back from them. A process of its own makes them, which nobody waits for.

internal import GLibBridge
internal import SQLiteBridge
package import TomatoLink

/// The files beside a database named `tomato.sqlite3.copy-2026-11-22`.
package enum DailyCopies {
  /// So many days are kept.
  static let most = 7
  /// What must stay free beside them, in bytes.
  private static let room = 32 << 20

  /// Behind the day of a copy that was made while the clock was ahead, by all that a later one can tell.
  private static let doubt = "-by-another-clock"

  package static func path(of database: String, _ day: RecordDay) -> String { "\(database).copy-\(day.iso8601)" }

  /// Those that there are, the newest first: those whose day is doubtful come last, since the others were made later.
  package static func all(of database: String) -> [String] {
    let copies = found(beside: database)
    let (certain, doubtful) = (copies.filter { !$0.isDoubtful }, copies.filter(\.isDoubtful))
    return (certain.sorted { $0.day > $1.day } + doubtful.sorted { $0.day > $1.day }).map(\.path)
  }

  /// The days of those that there are up to this one, the newest first.
  package static func days(of database: String, upTo today: RecordDay) -> [RecordDay] {
    found(beside: database).filter { !$0.isDoubtful && $0.day <= today }.map(\.day).sorted(by: >)
  }

  private struct Copy {
    var path: String
    var day: RecordDay
    var isDoubtful: Bool
  }

  private static func found(beside database: String) -> [Copy] {
    names(beside: database).compactMap { folder, beginning, name in
      let rest = name.dropFirst(beginning.count)
      let isDoubtful = rest.hasSuffix(doubt)
      return RecordDay(isDoubtful ? rest.dropLast(doubt.count) : rest).map {
        Copy(path: folder + name, day: $0, isDoubtful: isDoubtful)
      }
    }
  }

  /// What is called as a copy is, and how all of these begin.
  private static func names(beside database: String) -> [(folder: String, beginning: String, name: String)] {
    guard let slash = database.lastIndex(of: "/") else { return [] }
    let folder = String(database[...slash])
    let beginning = String(database[database.index(after: slash)...]) + ".copy-"
    return Files.names(in: folder).filter { $0.hasPrefix(beginning) }.map { (folder, beginning, $0) }
  }

  /// Copies of days that are yet to come were made while the clock was ahead. They lose their days, so that none stands
  /// in for the copy of its day, is taken for the newest, or outlives those that are newer.
  package static func doubtThose(after today: RecordDay, of database: String) {
    for copy in found(beside: database) where !copy.isDoubtful && copy.day > today {
      KeptAside.rename(copy.path, to: copy.path + doubt)
    }
  }

  /// Makes the copy of a day unless there is one, and lets the oldest go. A copy has its name only when it is whole and
  /// was found sound, so a damaged database never takes the place of good copies. One process at a time makes one.
  /// - Parameter day: today.
  /// - Returns: whether one was made.
  @discardableResult
  package static func make(of database: String, _ day: RecordDay) throws -> Bool {
    try Files.changing(database) {
      doubtThose(after: day, of: database)
      removeUnfinished(beside: database)
      let copy = path(of: database, day)
      guard ThisProcess.exists(database), !ThisProcess.exists(copy) else { return false }
      try make(copy, of: database)
      for old in all(of: database).dropFirst(most) { Files.removeIfPossible(old) }
      return true
    }
  }

  /// What a process left that was killed, with what SQLite had beside it.
  private static func removeUnfinished(beside database: String) {
    for (folder, beginning, name) in names(beside: database) {
      let rest = name.dropFirst(beginning.count)
      guard RecordDay(rest.prefix(10)) != nil else { continue }
      if ["", "-journal", "-wal", "-shm"].contains(where: { rest.dropFirst(10) == ".part" + $0 }) {
        Files.removeIfPossible(folder + name)
      }
    }
  }

  private static func make(_ copy: String, of database: String) throws {
    let unfinished = copy + ".part"
    // The last room on a disk is for what is recorded, not for copies of it.
    let size = Files.size(database) ?? 0
    guard let free = Files.freeRoom(database), free > 2 * size + room else { throw Unreadable("no room on the disk") }
    do {
      let original = try Database(looking: database)
      // The last one that lets go of the file takes the log away.
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
  /// The day of the last change.
  private var day: Range<Int64>?
  /// What is due waits: the start has more urgent things to do.
  private var isWaiting = true
  private var isDue = false

  /// - Parameter make: starts to make the copy; it does not wait for it.
  package init(_ make: @escaping () -> Void) { self.make = make }

  /// The history was changed at this moment, in milliseconds since 1970.
  package func stored(at now: Int64) {
    if day?.contains(now) == true { return }
    let first = LocalTime.dayStart(now)
    // However long or short a clock change makes this day, so many hours after its start it is the next one.
    day = first..<max(LocalTime.dayStart(first + 30 * 3_600_000), now + 1)
    isDue = true
    makeIfDue()
  }

  /// The start is done.
  package func begin() {
    isWaiting = false
    makeIfDue()
  }

  private func makeIfDue() {
    guard isDue, !isWaiting else { return }
    isDue = false
    // After what is being answered now.
    enqueueOnMain { [make] in make() }
  }
}
