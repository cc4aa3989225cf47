// The daemon's side of the protocol (docs/socket.md), read strictly: bytes in, body lines and exit codes out.

/// Cuts the bytes that the daemon sends into events. What it cannot be sure of it refuses, because the other end may
/// not be our daemon, and what it passes on is shown in a terminal.
struct AnswerReader {
  enum Event: Hashable {
    /// A body line, without its tab and its line end: UTF-8 without control characters other than tabs.
    case line([UInt8])
    /// The end of one answer.
    case code(Int32)
  }

  /// The longest line that is accepted, in bytes.
  static let longestLine = 65_536
  private var buffer: [UInt8] = []
  private var start = 0

  /// Whether an answer has begun and its next line is not complete.
  var isInsideLine: Bool { start < buffer.count }

  mutating func receive(_ bytes: [UInt8]) {
    if start == buffer.count {
      buffer = bytes
    } else {
      buffer.removeSubrange(..<start)
      buffer += bytes
    }
    start = 0
  }

  /// The next complete event; nil when more bytes are needed.
  /// - Throws: 69 when the bytes are not what the protocol says.
  mutating func next() throws(Failure) -> Event? {
    guard let end = buffer[start...].firstIndex(of: UInt8(ascii: "\n")) else {
      if buffer.count - start > Self.longestLine { throw Self.broken("a line is over \(Self.longestLine) bytes long") }
      return nil
    }
    let line = buffer[start..<end]
    if line.count > Self.longestLine { throw Self.broken("a line is over \(Self.longestLine) bytes long") }
    start = end + 1
    if line.first == UInt8(ascii: "\t") { return .line(try Self.body(line.dropFirst())) }
    return .code(try Self.code(line))
  }

  private static func body(_ line: ArraySlice<UInt8>) throws(Failure) -> [UInt8] {
    let isControl = line.contains { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }
    guard !isControl, !hasC1Control(line) else { throw broken("a line has control characters") }
    let isASCII = line.allSatisfy { $0 < 0x80 }
    guard isASCII || String(validating: line, as: UTF8.self) != nil else { throw broken("a line is not valid UTF-8") }
    return Array(line)
  }

  /// U+0080 to U+009F: some terminals take U+009B for the beginning of an escape sequence.
  private static func hasC1Control(_ line: ArraySlice<UInt8>) -> Bool {
    zip(line, line.dropFirst()).contains { $0 == 0xC2 && (0x80...0x9F).contains($1) }
  }

  /// One to three digits, at most 255.
  private static func code(_ line: ArraySlice<UInt8>) throws(Failure) -> Int32 {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard (1...3).contains(line.count), line.allSatisfy(digits.contains) else {
      throw broken("a line is neither a body line nor an exit code")
    }
    let code = line.reduce(Int32(0)) { $0 * 10 + Int32($1 - UInt8(ascii: "0")) }
    guard code <= 255 else { throw broken("an exit code is over 255") }
    return code
  }

  private static func broken(_ detail: String) -> Failure {
    Failure(.unavailable, "The daemon's answer is not understood: \(detail).")
  }
}
