// Splits bytes that come in pieces into lines.

public struct LineReader: Sendable {
  private var bytes: [UInt8] = []
  private var start = 0
  private let limit: Int

  /// - Parameter limit: the longest line, in bytes without its end. Of a longer line, `limit` + 1 bytes are kept, so
  ///   that the caller sees that it is too long.
  public init(limit: Int) { self.limit = limit }

  public mutating func receive(_ new: [UInt8]) {
    bytes.removeSubrange(..<start)
    start = 0
    bytes += new
    let line = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    bytes.removeLast(max(0, bytes.count - line - limit - 1))
  }

  /// The bytes received after the last line that `next` returned.
  public var rest: ArraySlice<UInt8> { bytes[start...] }

  /// The next complete line without its end; nil when more bytes are needed.
  public mutating func next() -> ArraySlice<UInt8>? {
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { start = end + 1 }
    return bytes[start..<end].prefix(limit + 1)
  }
}
