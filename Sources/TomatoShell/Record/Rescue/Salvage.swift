// What can still be read of a damaged database: row by row, around the pages that cannot be read.

internal import GLibBridge
internal import SQLiteBridge
internal import TomatoEngine
internal import TomatoLink

/// What was read of the history in a damaged file.
struct Salvage {
  /// So many were read.
  private(set) var count = 0
  /// The numbers between which nothing could be read, though there may have been intervals: in order, none touch.
  private(set) var gaps: [ClosedRange<Int64>] = []
  /// From the first beginning to the last end of what was read.
  private(set) var span: ClosedRange<WallTime>?

  /// So many pieces of the file are tried before what is left is given up; each costs a few reads.
  private static let mostTries = 400_000

  /// Reads what can be read, and shows it in pieces, each in the order of its numbers.
  /// - Parameters:
  ///   - database: a copy of the file; of any version.
  ///   - take: gets each interval once.
  /// - Throws: what `take` throws; a `SQLiteError` when not even the beginning of the file can be read.
  init(_ database: Database, _ take: (IntervalRecord) throws -> Void) throws {
    let columns = IntervalColumn.names(ofVersion: try database.userVersion())
    let last = Self.edge(database, "max") ?? Schema.tokenRange.upperBound
    let first = Self.edge(database, "min") ?? Schema.tokenRange.lowerBound
    guard first <= last else { return }
    var tries = 0
    var open: [ClosedRange<Int64>] = [first...last]
    while let range = open.popLast() {
      tries += 1
      guard tries < Self.mostTries else {
        gaps.append(range)
        continue
      }
      // From both ends up to the first damage; what is between is tried in halves.
      guard let low = try read(range, columns, "ASC", database, take) else { continue }
      guard low <= range.upperBound else { continue }
      guard let high = try read(low...range.upperBound, columns, "DESC", database, take) else { continue }
      guard low < high else {
        if low == high { gaps.append(low...low) }
        continue
      }
      let middle = low + (high - low) / 2
      open.append(middle + 1...high)
      open.append(low...middle)
    }
    joinGaps()
  }

  /// The smallest or largest number, if the way to it can be read.
  private static func edge(_ database: Database, _ function: String) -> Int64? {
    // The table itself, not an index that may be whole where it is not.
    let rows = try? database.rows("SELECT \(function)(token) AS n FROM interval NOT INDEXED")
    return (try? rows?.first?.optionalInt64("n")) ?? nil
  }

  /// Reads from one end of a range.
  /// - Returns: nil when all of it was read; else the number at which it cannot be read on.
  private mutating func read(
    _ range: ClosedRange<Int64>, _ columns: String, _ order: String, _ database: Database,
    _ take: (IntervalRecord) throws -> Void
  ) throws -> Int64? {
    var next = order == "ASC" ? range.lowerBound : range.upperBound
    do {
      try database.forEach(
        "SELECT \(columns) FROM interval NOT INDEXED WHERE token >= ? AND token <= ? ORDER BY token \(order)",
        [.integer(range.lowerBound), .integer(range.upperBound)]
      ) { row in
        // A damaged page may send the walk anywhere.
        guard case .integer(let token) = row.value(0), range.contains(token),
          order == "ASC" ? token >= next : token <= next
        else { throw Astray() }
        next = order == "ASC" ? token + 1 : token - 1
        guard let interval = try? IntervalRecord(row), interval.isSound else {
          gaps.append(token...token)
          return
        }
        note(interval)
        try take(interval)
      }
      return nil
    } catch is Astray {
      return next
    } catch let error as SQLiteError {
      guard error.isDamaged || error.isMismatch else { throw error }
      return next
    }
  }

  private struct Astray: Error {}

  private mutating func note(_ interval: IntervalRecord) {
    count += 1
    let (first, last) = (min(interval.began, interval.ended), max(interval.began, interval.ended))
    span = min(span?.lowerBound ?? first, first)...max(span?.upperBound ?? last, last)
  }

  private mutating func joinGaps() {
    gaps.sort { $0.lowerBound < $1.lowerBound }
    var joined: [ClosedRange<Int64>] = []
    for gap in gaps {
      if let last = joined.last, last.upperBound + 1 >= gap.lowerBound {
        joined[joined.count - 1] = last.lowerBound...max(last.upperBound, gap.upperBound)
      } else {
        joined.append(gap)
      }
    }
    gaps = joined
  }

  /// Shows what a copy of the file that is sound has in its gaps.
  static func fill(
    _ gaps: [ClosedRange<Int64>], from copy: Database, _ take: (IntervalRecord) throws -> Void
  ) throws {
    let columns = IntervalColumn.names(ofVersion: try copy.userVersion())
    for gap in gaps {
      try copy.forEach(
        "SELECT \(columns) FROM interval WHERE token >= ? AND token <= ? ORDER BY token",
        [.integer(gap.lowerBound), .integer(gap.upperBound)]
      ) { row in
        guard let interval = try? IntervalRecord(row), interval.isSound else { return }
        try take(interval)
      }
    }
  }
}

extension IntervalRecord {
  /// Whether it is one that the engine could have recorded: texts are such as a person could have typed, which a
  /// damaged page is seldom. It is what `IntervalFields` asks for, so that what is sound can be imported.
  var isSound: Bool {
    (task.map { (try? Link.checkTask($0)) != nil } ?? true)
      && (name.map { (try? ActivityName.checked($0)) == $0 } ?? true)
      && (source.map(SourceKey.isValid) ?? true) && outcome != .reset && laps.count <= Stopwatch.lapLimit
      && laps.allSatisfy { $0 >= .zero && $0 <= Schema.longest }
  }
}
