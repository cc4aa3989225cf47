// Reads an answer on the control socket (docs/socket.md).

/// Splits the bytes that the daemon sends into lines. Refuses invalid lines, because the other end may not be our
/// daemon and the lines are shown in a terminal.
public struct AnswerReader: Sendable {
  private var buffer: [UInt8] = []
  private var start = 0

  public init() {}

  public mutating func receive(_ bytes: [UInt8]) {
    if start == buffer.count {
      buffer = bytes
    } else {
      buffer.removeSubrange(..<start)
      buffer += bytes
    }
    start = 0
  }

  /// The next complete line; nil when more bytes are needed. A body has no control characters other than tabs.
  public mutating func next() throws(AnswerError) -> AnswerLine? {
    guard let end = buffer[start...].firstIndex(of: UInt8(ascii: "\n")) else {
      guard buffer.count - start <= AnswerLine.longest else { throw Self.tooLong }
      return nil
    }
    let line = buffer[start..<end]
    guard line.count <= AnswerLine.longest else { throw Self.tooLong }
    start = end + 1
    if line.first == UInt8(ascii: "\t") { return .body(try Self.body(line.dropFirst())) }
    if let code = AnswerCode(line) { return .code(code) }
    throw AnswerError("a line is neither a body line nor an exit code")
  }

  private static func body(_ line: ArraySlice<UInt8>) throws(AnswerError) -> String {
    guard !SafeText.hasControls(line) else { throw AnswerError("a line has control characters") }
    // Decoding replaces invalid bytes, so the text differs from them. `String(validating:as:)` takes more time than the
    // rest of this file.
    let text = String(decoding: line, as: UTF8.self)
    guard text.utf8.elementsEqual(line) else { throw AnswerError("a line is not valid UTF-8") }
    return text
  }

  private static var tooLong: AnswerError { AnswerError("a line is over \(AnswerLine.longest) bytes long") }
}
