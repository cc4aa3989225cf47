// Reads the intact intervals of a damaged database.

package import SQLiteBridge
package import TomatoEngine
package import TomatoLink

package enum Salvage {
  /// - Parameter take: gets each interval once, unchanged; returns whether it counts.
  /// - Returns: `gaps`: possible numbers of unreadable intervals, as ordered, separate ranges.
  package static func read(
    _ pages: DatabasePages, _ take: @escaping (IntervalRecord) throws -> Bool
  ) throws -> (count: Int, span: ClosedRange<WallTime>?, gaps: [ClosedRange<Int64>]) {
    var (count, span) = (0, ClosedRange<WallTime>?.none)
    let numbers = Schema.tokenRange.lowerBound..<Schema.tokenRange.upperBound + 1
    let rescue = try TableRescue(pages, "interval", numbers, row: IntervalRecord.init(rescued:)) { interval in
      guard try take(interval) else { return }
      count += 1
      span = interval.span(with: span)
    }
    return (count, span, rescue.gaps.ranges.map { $0.lowerBound...$0.upperBound - 1 })
  }

  /// Passes on a sound copy's intervals within the gaps.
  package static func fill(
    _ gaps: [ClosedRange<Int64>], from copy: Database, _ take: (IntervalRecord) throws -> Void
  ) throws {
    var reader = IntervalReader()
    for gap in gaps {
      try copy.forEach(
        "SELECT * FROM interval WHERE token >= ? AND token <= ? ORDER BY token",
        [.integer(gap.lowerBound), .integer(gap.upperBound)]
      ) { row in
        if let interval = try? reader.record(row), interval.isSound { try take(interval) }
      }
    }
  }
}

extension KeptRows {
  /// The readable kept rows of a damaged database, the oldest first.
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
  /// Nil unless the row has the table's columns, current or older than 1.0.0, and is an interval.
  init?(rescued row: StoredRow) {
    guard IntervalColumn.counts.contains(row.values.count), row.values.first == .null,
      let interval = try? IntervalRecord.asStored([.integer(row.number)] + row.values.dropFirst()), interval.isSound
    else { return nil }
    self = interval
  }
}
