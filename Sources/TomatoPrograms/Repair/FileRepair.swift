// Makes a sound database from a damaged one: the state if readable, every readable interval, and missing intervals from
// the newest sound copy. The damaged file is only read, and kept.

internal import SQLiteBridge
internal import TomatoDesktop
internal import TomatoEngine
internal import TomatoLink
internal import TomatoRecord

/// The repair of one file, and its results.
nonisolated struct FileRepair {
  /// Valid intervals read from the damaged file, and their time span.
  private(set) var saved = 0
  private(set) var span: ClosedRange<WallTime>?
  private(set) var fromCopy = 0
  private(set) var added = 0
  private(set) var leftOut = LeftOut()
  /// Maximum number of lost intervals: the numbers in unreadable ranges, used or not. Nil if unknown.
  private(set) var lost: Int? = 0
  private(set) var lostSpan: (from: WallTime?, to: WallTime?)?
  var hasState: Bool { keepsNumbers }

  private let store: Store
  private var snapshot: Engine.Snapshot
  /// The intervals keep their numbers, because the target is empty.
  private let keepsNumbers: Bool
  /// The newest number in the target before the repair.
  private let known: PhaseToken
  private var waiting: [IntervalRecord] = []
  /// Takes faulty rows too: from a sound file older than 1.0.0, whose readers corrected them.
  private var takesAll = false
  private var gaps: [ClosedRange<Int64>] = []
  private var corrections = SavedCorrections.none
  private var keptRows: [[SQLiteValue]] = []
  /// The new numbers of renumbered intervals, by the old ones.
  private var numbers: [PhaseToken: PhaseToken] = [:]
  /// Number of deleted intervals in the unreadable ranges.
  private var deleted = 0

  /// - Parameter state: the damaged file's state, if readable; then `store` is a new database, which gets it.
  init(into store: Store, _ snapshot: Engine.Snapshot, state: Engine.Snapshot?) throws {
    (self.store, self.snapshot, keepsNumbers) = (store, state ?? snapshot, state != nil)
    known = state == nil ? snapshot.lastToken : PhaseToken(0)
    // The undo no longer matches the corrected intervals.
    self.snapshot.correctionUndo = nil
    // The state first, even without intervals.
    if state != nil { try commit([]) }
  }

  /// Reads the damaged file, nil if it cannot be opened, then fills gaps from the first sound copy.
  mutating func run(_ damaged: DatabasePages?, copies: [String]) throws {
    // Numbers and corrections are those of one file.
    (gaps, numbers, corrections, keptRows) = ([Schema.tokenRange], [:], .none, [])
    if let damaged {
      takesAll = damaged.isOlder
      corrections = try SavedCorrections(damaged)
      keptRows = try KeptRows.rescued(damaged)
      var repair = self
      let salvage = try Salvage.read(damaged) { try repair.take($0) }
      self = repair
      (saved, span, gaps) = salvage
    }
    try flush()
    try finish(copies)
  }

  private mutating func finish(_ copies: [String]) throws {
    if let last = keepsNumbers ? Int64(exactly: snapshot.lastToken.number) : nil {
      gaps = gaps.filter { $0.lowerBound <= last }.map { $0.lowerBound...min($0.upperBound, last) }
    }
    if !gaps.isEmpty || !corrections.isWhole, let copy = copies.firstNonNil(Self.sound) {
      let isOlder = try copy.userVersion() < Schema.base
      if !isOlder {
        try corrections.fill(from: copy)
        keptRows = try KeptRows.all(copy) + keptRows
      }
      try fill(from: copy)
    }
    try leaveOutOverlaps()
    try keepCorrections()
    if !keptRows.isEmpty, let database = store.database {
      try database.transaction { () throws(SQLiteError) in try KeptRows.restore(keptRows, database) }
    }
    countLost()
  }

  /// A copy, if it is completely readable.
  private static func sound(_ path: String) -> Database? {
    guard let copy = try? Database(path: path, readOnly: true, isUnchanging: true),
      (try? copy.applicationID()) == Schema.applicationID, (try? copy.fullCheck()) == .some(nil)
    else { return nil }
    return copy
  }

  /// Intervals deleted after the copy was made are not missing.
  private mutating func fill(from copy: Database) throws {
    let gone = corrections.deleted
    var (repair, found) = (self, (taken: 0, deleted: 0))
    try Salvage.fill(gaps, from: copy) { interval in
      if gone.contains(interval.token) {
        found.deleted += 1
      } else {
        found.taken += try repair.take(interval) ? 1 : 0
      }
    }
    try repair.flush()
    (repair.fromCopy, repair.deleted) = found
    self = repair
  }

  /// Corrections keep their numbers if the intervals do. In another database they get new ones, and their intervals are
  /// matched by key.
  private mutating func keepCorrections() throws {
    guard let database = store.database else { return }
    var batches: [Int64: PhaseToken] = [:]
    var entries: [SavedCorrections.Entry] = []
    for var entry in corrections.inOrder {
      if !keepsNumbers {
        if let key = entry.old.map(SourceKey.of) {
          if try StoredCorrections.has(entry, of: key, database) { continue }
          entry.old?.source = key
          entry.token = numbers[entry.token] ?? newNumber()
          entry.old?.token = entry.token
        } else {
          // An added interval exists only under its new number.
          guard let number = numbers[entry.token] else { continue }
          entry.token = number
        }
        let batch = batches[entry.batch] ?? newNumber()
        batches[entry.batch] = batch
        entry.batch = Int64(bitPattern: batch.number)
      }
      entries.append(entry)
    }
    guard !entries.isEmpty else { return }
    if !keepsNumbers { try commit([]) }
    try database.transaction { () throws(SQLiteError) in
      for entry in entries { try StoredCorrections.restore(entry, database) }
    }
  }

  private mutating func newNumber() -> PhaseToken {
    snapshot.lastToken = PhaseToken(snapshot.lastToken.number + 1)
    return snapshot.lastToken
  }

  /// - Returns: whether the interval is valid.
  private mutating func take(_ interval: IntervalRecord) throws -> Bool {
    if !takesAll, let fault = interval.fault {
      leftOut.add(interval.token, .impossible(fault))
      return false
    }
    waiting.append(interval.bounded)
    if waiting.count == ImportLine.most { try flush() }
    return true
  }

  /// Leaves out one of each two overlapping intervals. Called after all are read: a damaged one may overlap many.
  private mutating func leaveOutOverlaps() throws {
    guard !takesAll, let database = store.database else { return }
    let gone = try Overlaps.tokens(in: database, known: known)
    guard !gone.isEmpty else { return }
    added -= gone.count
    let old = Dictionary(numbers.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    for token in gone {
      leftOut.add(old[token] ?? token, .overlaps)
      if let old = old[token] { numbers[old] = nil }
    }
    try save(RowChanges(removed: gone))
  }

  private mutating func flush() throws {
    defer { waiting.removeAll(keepingCapacity: true) }
    if !waiting.isEmpty { try commit(waiting) }
  }

  private mutating func commit(_ intervals: [IntervalRecord]) throws {
    var (added, others) = ([IntervalRecord](), [IntervalRecord]())
    for var interval in intervals {
      if keepsNumbers, interval.token <= snapshot.lastToken {
        added.append(interval)
      } else {
        // It gets a new number; the key keeps the old one.
        interval.source = SourceKey.of(interval)
        others.append(interval)
      }
    }
    for var interval in try store.unrecorded(others) {
      let old = interval.token
      interval.token = newNumber()
      numbers[old] = interval.token
      added.append(interval)
    }
    self.added += added.count
    try save(RowChanges(added: added))
  }

  private func save(_ rows: RowChanges) throws {
    if let unsaved = store.commit(snapshot, Engine.Changes(rows: rows)) { throw Unreadable(unsaved.reason) }
  }

  private mutating func countLost() {
    let numbers = gaps.reduce(0.0) { $0 + Double($1.upperBound - $1.lowerBound) + 1 } - Double(fromCopy + deleted)
    lost = numbers < 10_000_000 ? Int(max(numbers, 0)) : nil
    guard lost != 0, keepsNumbers, let first = gaps.first, let last = gaps.last else { return }
    func moment(_ sql: String, _ token: Int64) -> WallTime? {
      let rows = try? store.database?.rows(sql, [.integer(token)])
      return (try? rows?.first?.optionalInt64("n")).flatMap { $0 }.map { WallTime(milliseconds: $0) }
    }
    lostSpan = (
      moment("SELECT max(ended_wall_ms) AS n FROM interval WHERE token < ?", first.lowerBound),
      moment("SELECT min(began_wall_ms) AS n FROM interval WHERE token > ?", last.upperBound)
    )
  }
}
