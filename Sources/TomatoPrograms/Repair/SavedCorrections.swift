// Corrections saved from a damaged or kept database. Without them an import would restore deleted intervals, and
// corrections would lose the original intervals.

internal import SQLiteBridge
internal import TomatoEngine
internal import TomatoLink
internal import TomatoRecord

/// The readable rows of the table `correction`. None can be undone any more.
nonisolated struct SavedCorrections {
  struct Entry {
    var id: Int64
    var batch: Int64
    var change: Correction.Change
    /// In milliseconds since 1970.
    var made: Int64
    var token: PhaseToken
    /// The original interval; nil for an added one.
    var old: IntervalRecord?
  }

  private static let columns = "batch, change, made_wall_ms, undo_boot_ms, " + IntervalColumn.list

  private var entries: [Int64: Entry] = [:]
  /// Possible numbers of unreadable corrections.
  private var gaps: [ClosedRange<Int64>]

  /// Nothing was readable; a copy may have all.
  static var none: SavedCorrections { SavedCorrections(gaps: [1...Int64.max]) }

  private init(gaps: [ClosedRange<Int64>]) { self.gaps = gaps }

  init(_ pages: DatabasePages) throws {
    var entries: [Int64: Entry] = [:]
    let rescue = try TableRescue(
      pages, "correction", 1..<Int64.max, row: { Self.entry($0.number, Array($0.values.dropFirst())) },
      take: { entries[$0.id] = $0 })
    self.entries = entries
    gaps = rescue.gaps.ranges.map { $0.lowerBound...$0.upperBound - 1 }
  }

  var isWhole: Bool { gaps.isEmpty }
  var deleted: Set<PhaseToken> { Set(entries.values.filter { $0.change == .delete }.map(\.token)) }
  var inOrder: [Entry] { entries.values.sorted { $0.id < $1.id } }

  mutating func fill(from copy: Database) throws {
    for gap in gaps {
      try copy.forEach(
        "SELECT id, \(Self.columns) FROM correction WHERE id >= ? AND id <= ?",
        [.integer(gap.lowerBound), .integer(gap.upperBound)]
      ) { row in
        guard case .integer(let id) = row.value(0) else { return }
        entries[id] = Self.entry(id, (1..<row.count).map(row.value))
      }
    }
  }

  /// - Parameter values: in the order of `columns`.
  /// - Returns: nil for invalid values.
  private static func entry(_ id: Int64, _ values: [SQLiteValue]) -> Entry? {
    let own = 4
    guard values.count == own + IntervalColumn.allCases.count, case .integer(let batch) = values[0],
      case .text(let name) = values[1], case .integer(let made) = values[2], case .integer(let token) = values[own],
      let change = Correction.Change(rawValue: name), Schema.tokenRange.contains(batch),
      Schema.wallRange.contains(made), Schema.tokenRange.contains(token)
    else { return nil }
    let old = try? IntervalRecord(Array(values[own...]))
    guard change == .add || old?.isSound == true else { return nil }
    return Entry(
      id: id, batch: batch, change: change, made: made, token: PhaseToken(UInt64(token)),
      old: change == .add ? nil : old)
  }
}

nonisolated extension StoredCorrections {
  /// Writes a saved correction unchanged.
  static func restore(_ entry: SavedCorrections.Entry, _ database: Database) throws(SQLiteError) {
    let own: [SQLiteValue] = [.integer(entry.batch), .text(entry.change.rawValue), .integer(entry.made), .null]
    try insert((entry.old?.values ?? added(entry.token)) + own, database)
  }

  /// Whether another database's correction exists here: the same change of the same interval at the same time.
  static func has(_ entry: SavedCorrections.Entry, of key: String, _ database: Database) throws(SQLiteError) -> Bool {
    try !database.rows(
      """
      SELECT 1 FROM correction WHERE change = ? AND made_wall_ms = ?
        AND coalesce(source, ? || ':' || token || '@' || began_wall_ms) = ?
      """,
      [.text(entry.change.rawValue), .integer(entry.made), .text(SourceKey.ours), .text(key)]
    ).isEmpty
  }
}
