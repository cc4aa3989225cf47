// One page of a table and its rows, by https://www.sqlite.org/fileformat.html (§1.6, §2.1). All offsets are checked
// against the page's size, because the bytes may be arbitrary.

package import SQLiteBridge

struct TablePage {
  let bytes: [UInt8]
  /// Leaves have rows; interior pages have child pages.
  let isLeaf: Bool
  /// Offsets of its cells, in key order.
  let cells: [Int]
  private let header: Int

  /// Nil for another kind of page, or an invalid header.
  init?(_ bytes: [UInt8], number: Int) {
    let header = number == 1 ? 100 : 0
    let kind = bytes.number(at: header, 1)
    guard kind == 13 || kind == 5 else { return nil }
    (self.bytes, self.header, isLeaf) = (bytes, header, kind == 13)
    let first = header + (isLeaf ? 8 : 12)
    let count = bytes.number(at: header + 3, 2)
    guard first + 2 * count <= bytes.count else { return nil }
    cells = (0..<count).map { bytes.number(at: first + 2 * $0, 2) }
  }

  /// Whether it never had a cell, or SQLite removed the last one: the content then begins at the page's end. A page
  /// whose count of cells is damaged has content.
  var isEmpty: Bool { cells.isEmpty && (bytes.number(at: header + 5, 2) - bytes.count) % 65536 == 0 }

  /// Whether the bytes look like a b-tree page of this size: its cells lie in it, at least one in the second half.
  static func fits(_ bytes: [UInt8], _ size: Int) -> Bool {
    guard bytes.count == size, let kind = bytes.first, [2, 5, 10, 13].contains(kind) else { return false }
    let count = bytes.number(at: 3, 2)
    let first = kind < 8 ? 12 : 8
    guard count > 0, first + 2 * count <= size else { return false }
    let cells = (0..<count).map { bytes.number(at: first + 2 * $0, 2) }
    return cells.allSatisfy { $0 >= first + 2 * count && $0 < size } && cells.contains { $0 >= size / 2 }
  }

  /// The child pages, each with its highest key; nil for the last one, which has all higher keys.
  var children: [(page: Int, last: Int64?)] {
    cells.map { (bytes.number(at: $0, 4), bytes.varint(at: $0 + 4)?.value) }
      + [(bytes.number(at: header + 8, 4), nil)]
  }
}

/// A row of a page. The value of an `INTEGER PRIMARY KEY` is null, because it is the row's number.
package struct StoredRow {
  package let number: Int64
  package let values: [SQLiteValue]

  /// Maximum size of a row, in bytes; an interval with all its laps and pauses has about ten thousand.
  private static let byteLimit = 1 << 20

  init?(_ bytes: [UInt8], at cell: Int, _ pages: DatabasePages) {
    guard let length = bytes.varint(at: cell), let number = bytes.varint(at: length.end),
      (2...Int64(Self.byteLimit)).contains(length.value),
      let payload = Self.payload(bytes, at: number.end, Int(length.value), pages),
      let values = Self.values(payload)
    else { return nil }
    (self.number, self.values) = (number.value, values)
  }

  /// Reads a row's bytes from its page, and the rest from overflow pages.
  private static func payload(_ bytes: [UInt8], at start: Int, _ length: Int, _ pages: DatabasePages) -> [UInt8]? {
    let size = bytes.count
    var local = length
    if length > size - 35 {
      let least = (size - 12) * 32 / 255 - 23
      local = least + (length - least) % (size - 4)
      if local > size - 35 { local = least }
    }
    guard start + local + (local < length ? 4 : 0) <= size else { return nil }
    var payload = Array(bytes[start..<start + local])
    var next = local < length ? bytes.number(at: start + local, 4) : 0
    while payload.count < length {
      guard next > 1, next <= pages.count else { return nil }
      let page = pages.page(next)
      payload += page[4..<min(size, 4 + length - payload.count)]
      next = page.number(at: 0, 4)
    }
    return payload
  }

  /// Parses a record (§2.1): the types, then the values. Nil if its length does not match them.
  private static func values(_ record: [UInt8]) -> [SQLiteValue]? {
    guard let header = record.varint(at: 0), header.value <= Int64(record.count) else { return nil }
    var values: [SQLiteValue] = []
    var (kindAt, at) = (header.end, Int(header.value))
    while kindAt < Int(header.value) {
      guard let kind = record.varint(at: kindAt), let value = value(record, kind.value, &at) else { return nil }
      values.append(value)
      kindAt = kind.end
    }
    return kindAt == Int(header.value) && at == record.count ? values : nil
  }

  private static func value(_ record: [UInt8], _ kind: Int64, _ at: inout Int) -> SQLiteValue? {
    let lengths = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]
    guard kind >= 0, kind < byteLimit else { return nil }
    let length = kind < 10 ? lengths[Int(kind)] : (Int(kind) - 12) / 2
    guard kind < 10 || kind >= 12, at + length <= record.count else { return nil }
    let bytes = record[at..<at + length]
    at += length
    switch kind {
    case 0: return .null
    case 1...6:
      let isNegative = bytes.first.map { $0 >= 0x80 } ?? false
      return .integer(bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) })
    case 7: return .real(Double(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) }))
    case 8, 9: return .integer(kind - 8)
    default: return String(validating: bytes, as: UTF8.self).map { .text($0) }
    }
  }
}

extension [UInt8] {
  /// A varint of 1 to 9 bytes (seven bits each, the ninth eight), and the offset behind it; nil at the end.
  fileprivate func varint(at place: Int) -> (value: Int64, end: Int)? {
    guard place >= 0 else { return nil }
    var value: UInt64 = 0
    for (index, byte) in self[Swift.min(place, count)...].prefix(9).enumerated() {
      if index == 8 { return (Int64(bitPattern: value << 8 | UInt64(byte)), place + 9) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { return (Int64(bitPattern: value), place + index + 1) }
    }
    return nil
  }
}
