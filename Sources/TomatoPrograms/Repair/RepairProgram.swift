// `tomato-notifyd repair`: saves what is readable of a damaged database, and of earlier ones that were kept aside. The
// daemon is ended first; the next command starts it again.

package import GLibBridge
internal import SQLiteBridge
internal import TomatoDesktop
internal import TomatoEngine
package import TomatoLink
package import TomatoRecord
internal import TomatoSocket
internal import TomatoWords

package enum RepairProgram {
  /// Time allowed for the daemon to end, or for another start to finish.
  private static let timeoutMs: Int32 = 5000

  /// - Returns: 0; 1 when a file that was kept aside cannot be read or saved.
  /// - Throws: 1 when nothing could be done; 69 when the daemon does not end.
  package static func run(_ output: StandardOutput) throws(Failure) -> Int32 {
    ThisProcess.keepFilesPrivate()
    do {
      let places = try Places.find()
      let repair = Repair(places.database, stamp: String(SystemClock.now().wall.seconds))
      guard try repair.isNeeded() else {
        output.print(RepairWords.nothingToDo(places.database))
        return 0
      }
      let locks = try takeLocks(places)
      defer { withExtendedLifetime(locks) {} }
      if let today = RecordDay.today { DailyCopies.renameFutureCopies(after: today, of: places.database) }
      let (said, isWhole) = try repair.run()
      output.print(said.isEmpty ? RepairWords.nothingToDo(places.database) : said.joined(separator: "\n"))
      return isWhole ? 0 : 1
    } catch {
      throw error as? Failure ?? Failure(.refused, said: RepairWords.failed(Unreadable.reason(error)))
    }
  }

  private static func takeLocks(_ places: Places) throws -> [FileLock] {
    guard let folder = places.locks.first else { throw Unreadable(StoreWords.untrusted(places.sockets.runtime)) }
    func take(_ name: String) throws -> FileLock {
      switch FileLock.acquire("\(folder)/\(name)", waitingMs: timeoutMs) {
      case .acquired(let lock): return lock
      case .heldByAnother(let pid): throw Failure(.unavailable, said: Answers.holderIsSilent(pid, folder))
      case .failed(let reason): throw Unreadable(reason)
      }
    }
    let starting = try take("starting")
    for socket in places.sockets.sockets {
      _ = SocketQuestion.ask(socket, .query(Query(.quit)), limitMs: timeoutMs)
    }
    return [starting, try take("lock")]
  }
}

nonisolated struct Repair {
  let path: String
  /// Makes the kept files' names unique.
  let stamp: String

  init(_ path: String, stamp: String) { (self.path, self.stamp) = (path, stamp) }

  /// The database's damage; nil if it is sound or missing.
  func damage() throws -> String? {
    guard !Files.isMissing(path) else { return nil }
    do {
      // Without a log no process has it open, so reading need not create files. With a log the daemon may have it open,
      // and exclusive access would time out.
      let isAlone = !["-wal", "-journal"].contains { ThisProcess.exists(path + $0) }
      _ = isAlone ? try StoredState.look(path) : try StoredState.read(path).state
      let database =
        isAlone ? try Database(path: path, readOnly: true, isUnchanging: true) : try Database(looking: path)
      if let damage = try database.fullCheck() { return damage }
      let unreadable = try RecordReader(path: path).visit { _ in }
      return unreadable > 0 ? "\(unreadable) of its intervals cannot be read" : nil
    } catch let error as Unreadable {
      // The next start migrates its intervals.
      return error.isOlder ? nil : error.description
    } catch let error as SQLiteError {
      guard error.isDamaged || error.isMismatch else { throw error }
      return Unreadable.reason(error)
    }
  }

  /// The file that a repair writes to until it is complete.
  private var unfinished: String { path + ".repaired.part" }

  func isNeeded() throws -> Bool {
    try !KeptAside.all(of: path).isEmpty || ThisProcess.exists(unfinished) || damage() != nil
  }

  /// - Returns: sentences about what was done, empty if there was nothing to do; whether each kept file was brought
  ///   back.
  /// - Throws: when nothing could be done.
  func run() throws -> (said: [String], isWhole: Bool) {
    // Files of a killed repair.
    KeptAside.removeDatabase(unfinished)
    if ThisProcess.exists(path) { Files.removeIfPossible(KeptAside.repaired(path)) }
    let others = KeptAside.all(of: path)
    let mended = try damage().map(mend) ?? []
    let saved = others.map { other in
      do { return try save(other) } catch {
        return (said: [RepairWords.notSaved(other, Unreadable.reason(error))], isReadable: false)
      }
    }
    return (mended + saved.flatMap(\.said), saved.allSatisfy(\.isReadable))
  }

  private func mend(_ damage: String) throws -> [String] {
    guard let (repair, aside) = try replace(nil) else { return [] }
    return [RepairWords.wasDamaged(path, damage)] + RepairWords.saved(repair) + [RepairWords.keptAside(aside)]
  }

  /// Takes over what is readable of an unusable database, at a start or after a commit that met damage.
  /// - Parameter state: the state to go on with; nil for the file's own.
  /// - Returns: nil when nothing is readable or a newer program wrote it; then nothing was changed.
  func takeOver(_ state: Engine.Snapshot?) -> (aside: String, intervals: Int, leftOut: [String])? {
    KeptAside.removeDatabase(unfinished)
    defer { KeptAside.removeDatabase(unfinished) }
    guard let pages = try? DatabasePages(path), !pages.isNewer,
      let (repair, aside) = try? replace(state, unlessEmpty: !pages.isOlder)
    else { return nil }
    return (aside, repair.added, ImportWords.lines(repair.leftOut))
  }

  /// Replaces the damaged database, which is kept, by a sound one.
  /// - Parameter unlessEmpty: only if something is readable or there is a state.
  private func replace(
    _ state: Engine.Snapshot?, unlessEmpty: Bool = false
  ) throws -> (repair: FileRepair, aside: String)? {
    let new = unfinished
    let found = state == nil ? try? StoredState.look(path, withHistory: false) : nil
    let state = state ?? found?.snapshot
    let opened = Store.open(path: new, stamp: stamp)
    var repair = try FileRepair(into: opened.store, Engine(settings: Settings()).snapshot, state: state)
    let pages = try? DatabasePages(path)
    try repair.run(pages, copies: DailyCopies.all(of: path))
    if let lost = found?.lost, let database = opened.store.database {
      try database.transaction { () throws(SQLiteError) in try KeptRows.add(lost, stamp, database) }
    }
    opened.store.close()
    if let wrong = try Repair(new, stamp: stamp).damage() { throw Unreadable(wrong) }
    if unlessEmpty, state == nil, repair.saved + repair.fromCopy == 0 { return nil }
    // If the process ends between these steps, the next start completes them.
    let whole = KeptAside.repaired(path)
    guard KeptAside.rename(new, to: whole) else { throw Unreadable("\(new) cannot be renamed") }
    let older = pages.flatMap { $0.isOlder ? $0.version : nil }
    let name = older.map { Migrations.copy(of: path, $0) } ?? "\(path).kept-\(stamp)"
    guard let aside = KeptAside.moveDatabase(path, to: name) else { throw Unreadable("\(path) cannot be renamed") }
    guard KeptAside.rename(whole, to: path) else { throw Unreadable("\(whole) cannot be renamed") }
    return (repair, aside)
  }

  /// Imports the intervals of a kept file into the database.
  private func save(_ other: String) throws -> (said: [String], isReadable: Bool) {
    let found = try? DatabasePages(other)
    if found?.isNewer == true { return ([RepairWords.notReadable(other)], false) }
    let opened = Store.openTakingOver(path: path, stamp: stamp)
    defer { opened.store.close() }
    let before = try Store.countIntervals(path: path)
    let snapshot = opened.snapshot ?? Engine(settings: Settings()).snapshot
    var repair = try FileRepair(into: opened.store, snapshot, state: nil)
    // The newest copies may be of the database that replaced it.
    let copies = DailyCopies.all(of: path)
    try repair.run(found, copies: copies)
    if repair.saved == 0 { for copy in copies.dropFirst() { try repair.run(nil, copies: [copy]) } }
    let added = RepairWords.added(try Store.countIntervals(path: path) - before)
    let read = repair.saved > 0 ? RepairWords.read(other, repair) : RepairWords.notReadable(other)
    return ([read] + ImportWords.lines(repair.leftOut) + [added], repair.saved > 0)
  }
}

nonisolated extension Store {
  /// Opens the database; takes over the readable intervals of an unusable one.
  package static func openTakingOver(
    path: String, stamp: String, complain: @escaping (String) -> Void = { _ in }
  ) -> Opened {
    open(path: path, stamp: stamp, complain: complain) { Repair(path, stamp: stamp).takeOver($0) }
  }
}
