// The file in which a store is: opened, looked at where it cannot be written, kept aside where it cannot be used.

package import GLibBridge
internal import SQLiteBridge
package import TomatoEngine
internal import TomatoLink

/// Puts a sound database, with the intervals that can be read, in the place of one that cannot be used.
/// - Parameter state: what goes on; nil at the start.
/// - Returns: the name under which the other one was kept, and how many intervals were taken over; nil when nothing
///   was changed.
package typealias Rescue = (_ state: Engine.Snapshot?) -> (aside: String, intervals: Int, leftOut: [String])?

/// Where it is, why it is not open, and what is done about that.
final class StoreFile {
  private let path: String
  private let stamp: String
  private let schema: Schema
  private let rescue: Rescue
  private(set) var whyClosed = ""
  /// The database is there, but not the one that this process began with: only another start can use it.
  private var needsRestart = false
  /// What was read from a database that could not be written: the person's state goes on from it.
  private var known: Engine.Snapshot?

  init(path: String, stamp: String, _ schema: Schema, rescue: @escaping Rescue) {
    (self.path, self.stamp, self.schema, self.rescue) = (path, stamp, schema, rescue)
  }

  func unsaved(_ reason: String) -> Unsaved { Unsaved(reason: reason, needsRestart: needsRestart) }

  // MARK: Opening

  /// - Returns: what it holds, and what a person should know; no database where nothing can be saved.
  func open() -> (found: StoredState?, database: Database?, complaints: [String]) {
    finishRepair()
    var complaints: [String] = []
    for _ in 1...2 {
      do {
        let (found, database) = try load()
        return (found, database, complaints + found.complaints(path))
      } catch {
        let (found, reason) = look(because: error)
        whyClosed = Unreadable.reason(reason)
        if let found, found.snapshot != nil {
          known = found.snapshot
          return (found, nil, complaints + found.complaints(path) + [StoreWords.cannotWrite(path, whyClosed)])
        }
        guard Self.isUseless(reason), let sentences = keepAside(because: reason, nil) else {
          return (nil, nil, complaints + [StoreWords.cannotOpen(path, whyClosed)])
        }
        complaints += sentences
      }
    }
    return (nil, nil, complaints)
  }

  /// A repair that was cut off has moved the damaged database out of the way, and the sound one not into its place.
  private func finishRepair() {
    let repaired = KeptAside.repaired(path)
    guard !ThisProcess.exists(path), ThisProcess.exists(repaired) else { return }
    // What is left of the damaged one's log was read, and is no part of the other.
    for ending in ["-wal", "-shm", "-journal"] { Files.removeIfPossible(path + ending) }
    KeptAside.rename(repaired, to: path)
  }

  /// The database could not be opened at start; it may be possible now (a full disk, a late mount).
  func reopen() throws -> Database {
    needsRestart = false
    do {
      let (found, database) = try load()
      guard found.isNew || found.snapshot == nil || found.snapshot == known else {
        needsRestart = true
        throw Unreadable(StoreWords.appearedLater(path))
      }
      known = nil
      return database
    } catch {
      whyClosed = Unreadable.reason(error)
      throw error
    }
  }

  /// What the file holds, if it is only that it cannot be written; and what is wrong, which may be the file itself.
  private func look(because error: any Error) -> (found: StoredState?, reason: any Error) {
    guard !Self.isUseless(error) else { return (nil, error) }
    do {
      return (try StoredState.look(path, schema), error)
    } catch let worse {
      return (nil, Self.isUseless(worse) ? worse : error)
    }
  }

  /// Reads first and writes afterwards, so that a file that is kept aside is as it was found.
  func load() throws -> (found: StoredState, database: Database) {
    let found: StoredState
    let database: Database
    if ThisProcess.exists(path) {
      (found, database) = try StoredState.read(path, schema)
    } else {
      (found, database) = (StoredState(isNew: true), try Database(looking: path, making: true))
    }
    do {
      if try !found.isNew && database.userVersion() < schema.version {
        try database.beginWriting()
        try Migrations.run(database, schema)
      } else {
        try database.beginSettingUp(isNew: found.isNew)
        if found.isNew { try schema.create(in: database) }
      }
      if found.isOther, let snapshot = found.snapshot { try replace(by: snapshot, found, database) }
    } catch {
      database.abandon()
      throw error
    }
    return (found, database)
  }

  /// The tables hold what was read of them; the rows that could not be are kept (KeptRows.swift).
  private func replace(by snapshot: Engine.Snapshot, _ found: StoredState, _ database: Database) throws(SQLiteError) {
    try database.transaction { () throws(SQLiteError) in
      try KeptRows.add(found.lost, self.stamp, database)
      if found.mark == nil { try database.run("DELETE FROM mark") }
      var writer = StateWriter()
      try writer.write(snapshot, nil, database)
    }
  }

  // MARK: Files that cannot be used

  /// The file itself is the trouble, not the way to it.
  private static func isUseless(_ error: any Error) -> Bool {
    guard let error = error as? SQLiteError else { return error is Unreadable }
    return error.isDamaged || error.isMismatch
  }

  /// Moves the database out of the way, with its log, and has what can be read of it taken over.
  /// - Returns: sentences that say so; nil when it cannot be moved.
  func keepAside(because error: any Error, _ state: Engine.Snapshot?) -> [String]? {
    let (reason, isOlder) = (Unreadable.reason(error), (error as? Unreadable)?.isOlder == true)
    if let (aside, intervals, leftOut) = rescue(state) {
      let sentence =
        isOlder
        ? StoreWords.takenOverOlder(path, aside, intervals) : StoreWords.takenOver(path, reason, aside, intervals)
      return [sentence] + leftOut
    }
    // A sound file stays where it is until its intervals can come over.
    guard !isOlder else { return nil }
    return KeptAside.moveDatabase(path, to: "\(path).kept-\(stamp)").map { [StoreWords.keptAside(path, reason, $0)] }
  }
}

extension KeptAside {
  /// The name of a database that a repair has made, until it stands in the place of the damaged one.
  package static func repaired(_ path: String) -> String { path + ".repaired" }
}
