// What a damaged database, or one that was kept aside, knows of corrections: without it an import would bring back what
// a person has deleted, and a correction would not say any more how an interval was.

internal import SQLiteBridge
internal import TomatoEngine
internal import TomatoLink

/// The rows of the table `correction` that could be read. None of them can be taken back any more.
struct SavedCorrections {
  struct Entry {
    var id: Int64
    var batch: Int64
    var change: Correction.Change
    /// In milliseconds since 1970.
    var made: Int64
    /// The interval's number.
    var token: PhaseToken
    /// The interval as it was; nil of one that was added.
    var old: IntervalRecord?
  }

  private var entries: [Int64: Entry] = [:]
  /// Between these something could not be read.
  private var gap: ClosedRange<Int64>?

  /// Nothing could be read: all of it may be in a copy.
  static var none: SavedCorrections {
    var it = SavedCorrections()
    it.gap = .min ... .max
    return it
  }

  private init() {}

  /// Reads from both ends up to the damage.
  init(_ database: Database) {
    guard let version = try? database.userVersion(), version >= 4 else { return }
    guard let low = walk(database, "ASC", .min ... .max) else { return }
    let high = walk(database, "DESC", low ... .max) ?? low
    gap = low...max(low, high)
  }

  var isWhole: Bool { gap == nil }
  /// Those that were deleted.
  var deleted: Set<PhaseToken> { Set(entries.values.filter { $0.change == .delete }.map(\.token)) }
  /// Those that anything is known of.
  var tokens: Set<PhaseToken> { Set(entries.values.map(\.token)) }
  /// In the order in which they were made.
  var inOrder: [Entry] { entries.values.sorted { $0.id < $1.id } }

  /// Adds what stands in the gap.
  mutating func fill(from copy: Database) {
    guard let gap, let version = try? copy.userVersion(), version >= 4 else { return }
    _ = walk(copy, "ASC", gap)
  }

  /// - Returns: nil when all of it was read; else the number at which it cannot be read on.
  private mutating func walk(_ database: Database, _ order: String, _ ids: ClosedRange<Int64>) -> Int64? {
    var next = order == "ASC" ? ids.lowerBound : ids.upperBound
    do {
      try database.forEach(
        """
        SELECT \(IntervalColumn.names()), id, batch, change, made_wall_ms FROM correction NOT INDEXED
          WHERE id >= ? AND id <= ? ORDER BY id \(order)
        """, [.integer(ids.lowerBound), .integer(ids.upperBound)]
      ) { row in
        let count = IntervalColumn.allCases.count
        guard case .integer(let id) = row.value(count), ids.contains(id) else { return }
        next = order == "ASC" ? max(next, id) : min(next, id)
        if entries[id] == nil { entries[id] = Self.entry(row, id, count) }
      }
      return nil
    } catch {
      return next
    }
  }

  /// Nil for what makes no sense.
  private static func entry(_ row: RowCursor, _ id: Int64, _ count: Int) -> Entry? {
    guard case .integer(let batch) = row.value(count + 1), case .text(let name) = row.value(count + 2),
      case .integer(let made) = row.value(count + 3), case .integer(let token) = row.value(0),
      let change = Correction.Change(rawValue: name), Schema.tokenRange.contains(batch),
      Schema.wallRange.contains(made), Schema.tokenRange.contains(token)
    else { return nil }
    var entry = Entry(
      id: id, batch: batch, change: change, made: made, token: PhaseToken(UInt64(token)), old: nil)
    guard change != .add else { return entry }
    entry.old = try? IntervalRecord(row)
    return entry.old?.isSound == true ? entry : nil
  }
}

extension StoredCorrections {
  /// Writes what a repair has saved, as it was.
  static func restore(_ entry: SavedCorrections.Entry, _ database: Database) throws(SQLiteError) {
    let own: [SQLiteValue] = [
      .integer(entry.batch), .text(entry.change.rawValue), .integer(entry.made), .null,
    ]
    try insert(interval(of: entry) + own, database)
  }

  private static func interval(of entry: SavedCorrections.Entry) -> [SQLiteValue] {
    if let old = entry.old { return old.values }
    let empty = Array(repeating: SQLiteValue.null, count: IntervalColumn.allCases.count - 1)
    return [.integer(Int64(bitPattern: entry.token.number))] + empty
  }

  /// Whether a correction of another database is there already: the same change of the same interval, at the same time.
  static func has(_ entry: SavedCorrections.Entry, of key: String, _ database: Database) throws(SQLiteError) -> Bool {
    let program = SourceKey.Program.tomatoNotify.rawValue
    return try !database.rows(
      """
      SELECT 1 FROM correction WHERE change = ? AND made_wall_ms = ?
        AND coalesce(source, ? || ':' || token || '@' || began_wall_ms) = ?
      """,
      [.text(entry.change.rawValue), .integer(entry.made), .text(program), .text(key)]
    ).isEmpty
  }
}
