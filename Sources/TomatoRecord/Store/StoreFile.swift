// The store's file: opens it, reads it if it cannot be written, and keeps it aside if it is unusable.

package import GLibBridge
internal import SQLiteBridge
package import TomatoEngine
internal import TomatoLink

/// Replaces an unusable database by a sound one with its readable intervals.
/// - Parameter state: the current state; nil at the start.
/// - Returns: the path of the kept file, the number of intervals taken over, and sentences about those left out; nil
///   if nothing was changed.
package typealias Rescue = (_ state: Engine.Snapshot?) -> (aside: String, intervals: Int, leftOut: [String])?

final class StoreFile {
  private let path: String
  private let stamp: String
  private let schema: Schema
  private let rescue: Rescue
  private(set) var whyClosed = ""
  /// Another database has appeared since the start, so only a restart can use it.
  private var needsRestart = false
  /// The state read from a database that could not be written.
  private var known: Engine.Snapshot?

  init(path: String, stamp: String, _ schema: Schema, rescue: @escaping Rescue) {
    (self.path, self.stamp, self.schema, self.rescue) = (path, stamp, schema, rescue)
  }

  func unsaved(_ reason: String) -> Unsaved { Unsaved(reason: reason, needsRestart: needsRestart) }

  // MARK: Opening

  /// - Returns: its content, and sentences for the user; no database if nothing can be saved.
  func open() -> (found: StoredState?, database: Database?, complaints: [String]) {
    finishRepair()
    var complaints: [String] = []
    for _ in 1...2 {
      do {
        let (found, database) = try load()
        return (found, database, complaints + found.complaints(path))
      } catch {
        if Self.isUnusable(error), removeUnwritten() { continue }
        let (found, reason) = look(because: error)
        whyClosed = Unreadable.reason(reason)
        if let found, found.snapshot != nil {
          known = found.snapshot
          return (found, nil, complaints + found.complaints(path) + [StoreWords.cannotWrite(path, whyClosed)])
        }
        guard Self.isUnusable(reason), let sentences = keepAside(because: reason, nil) else {
          return (nil, nil, complaints + [StoreWords.cannotOpen(path, whyClosed)])
        }
        complaints += sentences
      }
    }
    return (nil, nil, complaints)
  }

  /// Removes a file of one page of zeros, which a power loss during the first start leaves. It has no data: once
  /// something is stored durably, the log has a valid first page.
  private func removeUnwritten() -> Bool {
    guard let page = try? Files.read(path, limit: 4096), page.allSatisfy({ $0 == 0 }) else { return false }
    KeptAside.removeDatabase(path)
    return true
  }

  /// Completes a repair that was interrupted after it had moved the damaged database aside.
  private func finishRepair() {
    let repaired = KeptAside.repaired(path)
    guard !ThisProcess.exists(path), ThisProcess.exists(repaired) else { return }
    // A remaining log belongs to the damaged database.
    KeptAside.removeDatabase(path, onlyLog: true)
    KeptAside.rename(repaired, to: path)
  }

  /// Opens the database after a failed start, such as with a full disk or a late mount.
  func reopen() throws -> Database {
    needsRestart = false
    // Making the folder may have failed at the start.
    _ = Paths.makeDirectory(Files.parts(path).folder)
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

  /// Reads a file that cannot be written.
  /// - Returns: its content, nil if unreadable; and the error to report: the read error, if it shows an unusable file.
  private func look(because error: any Error) -> (found: StoredState?, reason: any Error) {
    guard !Self.isUnusable(error) else { return (nil, error) }
    do {
      return (try StoredState.look(path, schema), error)
    } catch let worse {
      return (nil, Self.isUnusable(worse) ? worse : error)
    }
  }

  /// Reads before it writes, so that a file that is kept aside is unchanged.
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
      if found.needsRewrite, let snapshot = found.snapshot { try replace(by: snapshot, found, database) }
    } catch {
      database.abandon()
      throw error
    }
    return (found, database)
  }

  /// Rewrites the tables with the readable state, and keeps the unreadable rows (KeptRows.swift).
  private func replace(by snapshot: Engine.Snapshot, _ found: StoredState, _ database: Database) throws(SQLiteError) {
    try database.transaction { () throws(SQLiteError) in
      try KeptRows.add(found.lost, self.stamp, database)
      var writer = StateWriter()
      try writer.write(snapshot, nil, database)
    }
  }

  // MARK: Unusable files

  private static func isUnusable(_ error: any Error) -> Bool {
    guard let error = error as? SQLiteError else { return error is Unreadable }
    return error.isDamaged || error.isMismatch
  }

  /// Moves the database and its log aside, and takes over what is readable.
  /// - Returns: sentences for the user; nil if it was not moved.
  func keepAside(because error: any Error, _ state: Engine.Snapshot?) -> [String]? {
    let (reason, isOlder) = (Unreadable.reason(error), (error as? Unreadable)?.isOlder == true)
    if let (aside, intervals, leftOut) = rescue(state) {
      let sentence =
        isOlder
        ? StoreWords.takenOverOlder(path, aside, intervals) : StoreWords.takenOver(path, reason, aside, intervals)
      return [sentence] + leftOut
    }
    // An undamaged older file stays in place until its intervals can be taken over.
    guard !isOlder else { return nil }
    return KeptAside.moveDatabase(path, to: "\(path).kept-\(stamp)").map { [StoreWords.keptAside(path, reason, $0)] }
  }
}

/// Why a change could not be stored: valid until a commit succeeds; formatted in each reader's language.
package struct Unsaved: Hashable, Sendable {
  /// The database's error message.
  package var reason: String
  var needsRestart = false

  package var sentence: String {
    needsRestart ? StoreWords.notSavedUntilRestart(reason) : StoreWords.notSaved(reason)
  }
}

extension KeptAside {
  /// The path of a repaired database until it replaces the damaged one.
  package static func repaired(_ path: String) -> String { path + ".repaired" }

  /// The files whose paths begin with this text, and the rest of their names.
  static func files(beginning path: String) -> [(path: String, rest: Substring)] {
    let (folder, name) = Files.parts(path)
    return Files.names(in: folder).filter { $0.hasPrefix(name) }.map { (folder + $0, $0.dropFirst(name.count)) }
  }
}
