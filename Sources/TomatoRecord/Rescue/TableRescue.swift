// Reads the rows of one table of a damaged database: along the intact part of its tree, then from unreachable pages,
// then from the bytes of damaged pages.

internal import SQLiteBridge

/// Reads the readable rows of a table, each once.
package struct TableRescue<Row> {
  /// Possible row numbers on unreadable pages.
  package private(set) var gaps: RangeSet<Int64>
  private let pages: DatabasePages
  /// Converts a stored row to a row of the table; nil if invalid.
  private let row: (StoredRow) -> Row?
  private let take: (Row) throws -> Void
  /// The pages that were read whole.
  private var read: Set<Int> = []
  /// The first and the last row number of each leaf of the tree, in its order; nil where that row cannot be read.
  private var leaves: [(first: Int64?, last: Int64?)] = []

  /// The known range of row numbers on and below a page.
  private struct Bounds {
    var first: Int64?
    var last: Int64?
    func contains(_ number: Int64) -> Bool { (first ?? number) <= number && number <= (last ?? number) }
  }

  /// Maximum depth; enough for a billion rows.
  private static var deepest: Int { 12 }

  /// - Parameters:
  ///   - numbers: the valid row numbers.
  ///   - take: gets each row once, from the tree in the order of their numbers.
  package init(
    _ pages: DatabasePages, _ table: String, _ numbers: Range<Int64>, row: @escaping (StoredRow) -> Row?,
    take: @escaping (Row) throws -> Void
  ) throws {
    try self.init(pages, root: Self.root(of: table, pages).page, numbers: numbers, row: row, take: take)
    guard !gaps.isEmpty, pages.count > 0 else { return }
    for number in 1...pages.count where !read.contains(number) { try walk(number, Bounds(), depth: 0) }
    for number in 1...pages.count where !read.contains(number) { try scanBytes(of: number) }
  }

  /// Whether the schema is whole and has no such table.
  static func isAbsent(_ table: String, _ pages: DatabasePages) throws -> Bool {
    let (root, isWhole) = try root(of: table, pages)
    return isWhole && root == nil
  }

  /// The table's root page from the schema (a table on the first page), and whether the whole schema is readable.
  private static func root(of table: String, _ pages: DatabasePages) throws -> (page: Int?, isWhole: Bool) {
    var found: Int?
    // Page 0 stands for the rows of other tables and of indexes.
    let schema = try TableRescue<Int>(
      pages, root: 1, numbers: 1..<Int64.max,
      row: { row in
        guard row.values.count == 5, case .text = row.values[0], case .integer(let page) = row.values[3] else {
          return nil
        }
        return row.values.starts(with: ["table", .text(table)]) ? Int(exactly: page) : 0
      }, take: { if $0 > 0 { found = found ?? $0 } })
    return (found, schema.gaps.isEmpty)
  }

  /// Reads only the tree below this page.
  private init(
    _ pages: DatabasePages, root: Int?, numbers: Range<Int64>, row: @escaping (StoredRow) -> Row?,
    take: @escaping (Row) throws -> Void
  ) throws {
    (self.pages, self.row, self.take) = (pages, row, take)
    gaps = RangeSet(numbers)
    guard let root else { return }
    try walk(root, Bounds(first: numbers.lowerBound, last: numbers.upperBound - 1), depth: 0)
    closeGaps(numbers)
  }

  /// Between two leaves that follow each other there is no row, whatever the keys above them say: a key may be damaged.
  /// Where other leaves have rows in between, the order is damaged, and the gap stays.
  private mutating func closeGaps(_ numbers: Range<Int64>) {
    let open = Set(gaps.ranges)
    var (end, empty) = (Int64?.some(numbers.lowerBound), [Range<Int64>]())
    for leaf in leaves + [(numbers.upperBound, nil)] {
      if let end, let first = leaf.first, end < first, open.contains(end..<first) { empty.append(end..<first) }
      end = leaf.last.map { $0 + 1 }
    }
    gaps.subtract(RangeSet(empty))
  }

  // MARK: The tree

  private mutating func walk(_ number: Int, _ bounds: Bounds, depth: Int) throws {
    guard number >= 1, number <= pages.count, depth < Self.deepest, !read.contains(number),
      let page = TablePage(pages.page(number), number: number)
    else { return leaves.append((nil, nil)) }
    guard !page.isLeaf else {
      // Only a table without rows has a leaf without rows.
      if depth == 0, page.isEmpty { read.insert(number) } else { try readLeaf(page, number, bounds) }
      return
    }
    read.insert(number)
    var first = bounds.first
    for (child, last) in page.children {
      let last = last ?? bounds.last
      // Unordered keys are damage, so the child's range is unknown.
      let isInOrder = last.map { (first ?? $0) <= $0 && bounds.contains($0) } ?? true
      try walk(child, isInOrder ? Bounds(first: first, last: last) : Bounds(), depth: depth + 1)
      first = last.flatMap { isInOrder && $0 < Int64.max ? $0 + 1 : nil }
    }
  }

  /// Takes the rows of a leaf that is of this table, and closes the gaps between them.
  private mutating func readLeaf(_ page: TablePage, _ number: Int, _ bounds: Bounds) throws {
    var (first, start, last) = (Int64?.none, Int64?.none, Int64?.none)
    var isWhole = !page.cells.isEmpty
    for (place, cell) in page.cells.enumerated() {
      guard let stored = StoredRow(page.bytes, at: cell, pages), bounds.contains(stored.number),
        stored.number > last ?? .min, stored.number < .max, let row = row(stored)
      else {
        if let start, let last { gaps.remove(contentsOf: start..<last + 1) }
        start = nil
        isWhole = false
        continue
      }
      if gaps.contains(stored.number) { try take(row) }
      if place == 0 { first = stored.number }
      (start, last) = (start ?? stored.number, stored.number)
    }
    if let start, let last { gaps.remove(contentsOf: start..<last + 1) }
    leaves.append((first, start == nil ? nil : last))
    if isWhole { read.insert(number) }
  }

  // MARK: Damaged pages

  /// Searches for rows at each byte of a page with a destroyed header or cell list.
  private mutating func scanBytes(of number: Int) throws {
    let bytes = pages.page(number)
    // Skip intact index pages, which have no rows.
    if TablePage.fits(bytes, pages.size), TablePage(bytes, number: number) == nil { return }
    for place in bytes.indices where bytes[place] != 0 {
      guard let stored = StoredRow(bytes, at: place, pages), gaps.contains(stored.number), let row = row(stored) else {
        continue
      }
      try take(row)
      gaps.remove(contentsOf: stored.number..<stored.number + 1)
    }
  }
}
