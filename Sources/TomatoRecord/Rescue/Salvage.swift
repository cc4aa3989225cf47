// The intervals that can still be read of a damaged database.

package import SQLiteBridge
package import TomatoEngine
package import TomatoLink

/// What was read of the history in a damaged file.
package struct Salvage {
  /// So many were read.
  package private(set) var count = 0
  /// The numbers that intervals may have had that could not be read: in order, none touch.
  package private(set) var gaps: [ClosedRange<Int64>] = []
  /// From the first beginning to the last end of what was read.
  package private(set) var span: ClosedRange<WallTime>?

  /// - Parameter take: gets each interval once, as it stands there, and says whether it counts.
  /// - Throws: what `take` throws.
  package init(_ pages: DatabasePages, _ take: @escaping (IntervalRecord) throws -> Bool) throws {
    var (count, span) = (0, ClosedRange<WallTime>?.none)
    let numbers = Schema.tokenRange.lowerBound..<Schema.tokenRange.upperBound + 1
    let rescue = try TableRescue(pages, "interval", numbers, row: IntervalRecord.init(rescued:)) { interval in
      guard try take(interval) else { return }
      count += 1
      let known = span ?? interval.began...interval.ended
      span = min(known.lowerBound, interval.began)...max(known.upperBound, interval.ended)
    }
    (self.count, self.span) = (count, span)
    gaps = rescue.gaps.ranges.map { $0.lowerBound...$0.upperBound - 1 }
  }

  /// Shows what a copy of the file that is sound has in its gaps.
  package static func fill(
    _ gaps: [ClosedRange<Int64>], from copy: Database, _ take: (IntervalRecord) throws -> Void
  ) throws {
    for gap in gaps {
      try copy.forEach(
        "SELECT * FROM interval WHERE token >= ? AND token <= ? ORDER BY token",
        [.integer(gap.lowerBound), .integer(gap.upperBound)]
      ) { row in
        guard let interval = try? IntervalRecord.asStored(row), interval.isSound else { return }
        try take(interval)
      }
    }
  }
}

extension KeptRows {
  /// What a damaged database has kept, as far as it can be read, the oldest first.
  package static func rescued(_ pages: DatabasePages) throws -> [[SQLiteValue]] {
    guard try !TableRescue<StoredRow>.isAbsent("kept_row", pages) else { return [] }
    var rows: [StoredRow] = []
    _ = try TableRescue(
      pages, "kept_row", 1..<Int64.max, row: { areColumns(Array($0.values.dropFirst())) ? $0 : nil },
      take: { rows.append($0) })
    return rows.sorted { $0.number < $1.number }.map { Array($0.values.dropFirst()) }
  }
}

extension IntervalRecord {
  /// Nil unless the row has the columns of the table, of today or of before 1.0.0, and is an interval.
  init?(rescued row: StoredRow) {
    guard IntervalColumn.counts.contains(row.values.count), row.values.first == .null,
      let interval = try? IntervalRecord.asStored([.integer(row.number)] + row.values.dropFirst()), interval.isSound
    else { return nil }
    self = interval
  }

  /// Whether its texts are such as a person could have typed, which a damaged page's seldom are. Beside `fault` it is
  /// what `IntervalFields` asks for, so that what is sound can be imported.
  package var isSound: Bool {
    (task.map { (try? Link.checkTask($0)) != nil } ?? true)
      && (name.map { (try? ActivityName.checked($0)) == $0 } ?? true)
      && (source.map(SourceKey.isValid) ?? true) && outcome != .reset
  }
}
