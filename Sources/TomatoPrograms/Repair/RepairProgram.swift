// `tomato-notifyd repair`: saves what can be read of a damaged database, and of those that were kept aside. The daemon
// ends meanwhile; the next command starts it again.

package import GLibBridge
internal import SQLiteBridge
internal import TomatoDesktop
internal import TomatoEngine
package import TomatoLink
package import TomatoRecord
internal import TomatoWords

package enum RepairProgram {
  /// The longest that the daemon may take to end, and another start to finish.
  private static let patienceMs: Int32 = 5000

  /// - Throws: 1 when something could not be saved; 69 when the daemon does not end.
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
      if let today = RecordDay.today { DailyCopies.doubtThose(after: today, of: places.database) }
      let said = try repair.run()
      output.print(said.isEmpty ? RepairWords.nothingToDo(places.database) : said.joined(separator: "\n"))
      return 0
    } catch let busy as Failure {
      throw busy
    } catch {
      throw Failure(.refused, said: RepairWords.failed(Unreadable.reason(error)))
    }
  }

  /// The locks keep every other process from starting or using the database.
  private static func takeLocks(_ places: Places) throws -> [FileLock] {
    guard let folder = places.locks.first else { throw Unreadable(StoreWords.untrusted(places.sockets.runtime)) }
    func take(_ name: String) throws -> FileLock {
      switch FileLock.acquire("\(folder)/\(name)", waitingMs: patienceMs) {
      case .acquired(let lock): return lock
      case .heldByAnother(let pid): throw Failure(.unavailable, said: Answers.holderIsSilent(pid, folder))
      case .failed(let reason): throw Unreadable(reason)
      }
    }
    let starting = try take("starting")
    for socket in places.sockets.sockets {
      _ = SocketQuestion.ask(socket, .query(Query(.quit)), limitMs: patienceMs)
    }
    return [starting, try take("lock")]
  }
}

/// The repair of one person's database.
struct Repair {
  let path: String
  /// Makes the names of files that are kept unique.
  let stamp: String

  init(_ path: String, stamp: String) { (self.path, self.stamp) = (path, stamp) }

  /// What is wrong with the database; nil when it is sound, or there is none.
  func damage() throws -> String? {
    guard ThisProcess.exists(path) else { return nil }
    do {
      // Without a log nobody has it open, and looking leaves nothing behind. Else the daemon may have it open: what
      // needs the file for itself would wait for that in vain.
      let isAlone = !["-wal", "-journal"].contains { ThisProcess.exists(path + $0) }
      _ = isAlone ? try StoredState.look(path) : try StoredState.read(path).state
      let database =
        isAlone ? try Database(path: path, readOnly: true, isUnchanging: true) : try Database(looking: path)
      return try database.fullCheck()
    } catch let error as Unreadable {
      // Its intervals come over with the next start.
      return error.isOlder ? nil : error.description
    } catch let error as SQLiteError {
      guard error.isDamaged || error.isMismatch else { throw error }
      return error.message
    }
  }

  /// Files that were kept aside, by a start or by an earlier repair, the newest first.
  func keptAside() -> [String] {
    guard let slash = path.lastIndex(of: "/") else { return [] }
    let beginning = path[path.index(after: slash)...] + ".kept-"
    let names = Files.names(in: String(path[..<slash])).filter { name in
      name.hasPrefix(beginning) && !["-wal", "-shm", "-journal"].contains(where: name.hasSuffix)
    }
    return names.sorted(by: >).map { String(path[...slash]) + $0 }.filter(Files.isRegular)
  }

  /// What a repair writes to, until it is whole.
  private var unfinished: String { path + ".repaired.part" }

  func isNeeded() throws -> Bool {
    try !keptAside().isEmpty || ThisProcess.exists(unfinished) || damage() != nil
  }

  /// - Returns: what was done, in sentences; none when there was nothing to do.
  func run() throws -> [String] {
    // Another one was killed.
    removeAll(unfinished)
    if ThisProcess.exists(path) { Files.removeIfPossible(KeptAside.repaired(path)) }
    var said: [String] = []
    let others = keptAside()
    if let damage = try damage() { said += try mend(damage) }
    for other in others { said += try save(other) }
    return said
  }

  private func mend(_ damage: String) throws -> [String] {
    guard let (mending, aside) = try replace(nil) else { return [] }
    return [RepairWords.wasDamaged(path, damage)] + RepairWords.saved(mending) + [RepairWords.keptAside(aside)]
  }

  /// What can be read of a database that cannot be used is taken over at once: at a start, or when a commit met damage.
  /// - Parameter state: what goes on; nil: what can be read of it.
  /// - Returns: nil when nothing can be read of it, or it is a newer program's; then nothing was changed.
  func takeOver(_ state: Engine.Snapshot?) -> (aside: String, intervals: Int, leftOut: [String])? {
    removeAll(unfinished)
    defer { removeAll(unfinished) }
    guard let pages = try? DatabasePages(path), !pages.isNewer,
      let (mending, aside) = try? replace(state, unlessEmpty: !pages.isOlder)
    else { return nil }
    return (aside, mending.added, ImportWords.lines(mending.leftOut))
  }

  /// Puts a sound database in the place of the damaged one, which is kept.
  /// - Parameters:
  ///   - state: what goes on; nil: what can be read of it.
  ///   - unlessEmpty: only if something can be read, or goes on.
  private func replace(
    _ state: Engine.Snapshot?, unlessEmpty: Bool = false
  ) throws -> (mending: Mending, aside: String)? {
    let new = unfinished
    let found = state == nil ? try? StoredState.look(path, withHistory: false) : nil
    let state = state ?? found?.snapshot
    let opened = Store.open(path: new, stamp: stamp)
    var mending = try Mending(into: opened.store, Engine(settings: Settings()).snapshot, state: state)
    let pages = try? DatabasePages(path)
    try mending.run(pages, copies: DailyCopies.all(of: path))
    if let lost = found?.lost, let database = opened.store.database {
      try database.transaction { () throws(SQLiteError) in try KeptRows.add(lost, stamp, database) }
    }
    opened.store.close()
    if let wrong = try Repair(new, stamp: stamp).damage() { throw Unreadable(wrong) }
    if unlessEmpty, state == nil, mending.saved + mending.fromCopy == 0 { return nil }
    // If this ends between the steps, the next start makes the last one.
    let whole = KeptAside.repaired(path)
    guard KeptAside.rename(new, to: whole) else { throw Unreadable("\(new) cannot be renamed") }
    let older = pages.flatMap { $0.isOlder ? $0.version : nil }
    let name = older.map { Migrations.copy(of: path, $0) } ?? "\(path).kept-\(stamp)"
    guard let aside = KeptAside.moveDatabase(path, to: name) else {
      throw Unreadable("\(path) cannot be renamed")
    }
    guard KeptAside.rename(whole, to: path) else { throw Unreadable("\(whole) cannot be renamed") }
    return (mending, aside)
  }

  /// Brings the intervals of a file that was kept aside into the database.
  private func save(_ other: String) throws -> [String] {
    let found = try? DatabasePages(other)
    if found?.isNewer == true { return [RepairWords.notReadable(other)] }
    let opened = Store.openTakingOver(path: path, stamp: stamp)
    defer { opened.store.close() }
    let before = try Store.countIntervals(path: path)
    let snapshot = opened.snapshot ?? Engine(settings: Settings()).snapshot
    var mending = try Mending(into: opened.store, snapshot, state: nil)
    // The newest copies may be of the database that a start has made in its place.
    let copies = DailyCopies.all(of: path)
    try mending.run(found, copies: copies)
    if mending.saved == 0 { for copy in copies.dropFirst() { try mending.run(nil, copies: [copy]) } }
    let added = RepairWords.added(try Store.countIntervals(path: path) - before)
    let read = mending.saved > 0 ? RepairWords.read(other, mending) : RepairWords.notReadable(other)
    return [read] + ImportWords.lines(mending.leftOut) + [added]
  }

  private func removeAll(_ path: String) {
    for ending in ["", "-wal", "-shm", "-journal"] { Files.removeIfPossible(path + ending) }
  }
}

extension Store {
  /// Opens the database; of one that cannot be used the intervals are taken over at once, as far as they can be read.
  package static func openTakingOver(
    path: String, stamp: String, complain: @escaping (String) -> Void = { _ in }
  ) -> Opened {
    open(path: path, stamp: stamp, complain: complain) { Repair(path, stamp: stamp).takeOver($0) }
  }
}
