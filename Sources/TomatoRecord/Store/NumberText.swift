// Lists of numbers in database cells: commas separate the elements, colons the numbers within an element.

enum NumberText {
  static func print(_ numbers: [Int64]) -> String { numbers.map(String.init).joined(separator: ":") }

  /// - Parameters:
  ///   - count: how many numbers an element may have.
  ///   - read: converts an element; nil if it is invalid.
  /// - Returns: the elements, empty for an empty text; nil if an element is invalid.
  static func list<T>(
    _ text: String, of count: ClosedRange<Int>, by separator: Unicode.Scalar = ":", _ read: ([Int64]) -> T?
  ) -> [T]? {
    guard !text.isEmpty else { return [] }
    var found: [T] = []
    for part in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      let words = part.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
      let numbers = words.compactMap { Int64(Substring($0)) }
      guard numbers.count == words.count, count.contains(words.count), let one = read(numbers) else { return nil }
      found.append(one)
    }
    return found
  }
}
