// Elements of a collection that may be shorter than a test expects. A subscript out of range would end the process, and
// every other test with it.

extension Collection {
  /// The element at this distance from the first; nil where the collection is too short.
  public subscript(at offset: Int) -> Element? { offset < 0 ? nil : dropFirst(offset).first }
}

extension Collection where Element: StringProtocol & ExpressibleByStringLiteral {
  /// The text at this distance from the first; empty where the collection is too short.
  public subscript(text offset: Int) -> Element { self[at: offset] ?? "" }
}
