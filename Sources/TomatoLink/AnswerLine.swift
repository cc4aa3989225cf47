// Prints and reads the lines of an answer on the control socket (docs/socket.md).

/// A line of an answer. An answer is any number of body lines, then the exit code.
public enum AnswerLine: Hashable, Sendable {
  case body(String)
  case code(AnswerCode)

  /// The longest line that is written and accepted, in bytes, without its line end.
  public static let longest = 65_536

  /// The line to send, without its line end. Replaces control characters by spaces and cuts a long text between code
  /// points, so that the reader accepts every line.
  public var text: String {
    switch self {
    case .code(let code): code.description
    case .body(let text): "\t" + Self.fit(text)
    }
  }

  private static func fit(_ text: String) -> String {
    let isClean = !SafeText.hasControls(text.utf8)
    if isClean && text.utf8.count < longest { return text }
    var kept = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
      count += UTF8.width(scalar)
      guard count < longest else { break }
      kept.append(SafeText.isControl(scalar) && scalar != "\t" ? " " : scalar)
    }
    return String(kept)
  }
}

/// A whole answer.
public struct SocketAnswer: Hashable, Sendable {
  public var lines: [String]
  public var code: AnswerCode

  public init(lines: [String] = [], code: AnswerCode) { (self.lines, self.code) = (lines, code) }
}

/// The bytes are not an answer: the other end does not speak the protocol.
public struct AnswerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, as the end of a sentence: `a line has control characters`.
  public let description: String
  init(_ description: String) { self.description = description }
}

/// Splits the bytes that the daemon sends into lines. Refuses invalid lines, because the other end may not be our
/// daemon and the lines are shown in a terminal.
public struct AnswerReader: Sendable {
  private var reader = LineReader(limit: AnswerLine.longest)
  /// The body lines of an answer whose code has not come yet.
  private var lines: [String] = []

  public init() {}

  public mutating func receive(_ bytes: [UInt8]) { reader.receive(bytes) }

  /// The next complete answer; nil when more bytes are needed.
  public mutating func answer() throws(AnswerError) -> SocketAnswer? {
    while let line = try next() {
      switch line {
      case .body(let text): lines.append(text)
      case .code(let code):
        defer { lines = [] }
        return SocketAnswer(lines: lines, code: code)
      }
    }
    return nil
  }

  /// The next complete line; nil when more bytes are needed. A body has no control characters other than tabs.
  public mutating func next() throws(AnswerError) -> AnswerLine? {
    let found = reader.next()
    guard (found ?? reader.rest).count <= AnswerLine.longest else { throw Self.tooLong }
    guard let line = found else { return nil }
    if line.first == UInt8(ascii: "\t") { return .body(try Self.body(line.dropFirst())) }
    if let code = AnswerCode(line) { return .code(code) }
    throw AnswerError("a line is neither a body line nor an exit code")
  }

  private static func body(_ line: ArraySlice<UInt8>) throws(AnswerError) -> String {
    guard !SafeText.hasControls(line) else { throw AnswerError("a line has control characters") }
    guard let text = String(utf8: line) else { throw AnswerError("a line is not valid UTF-8") }
    return text
  }

  private static var tooLong: AnswerError { AnswerError("a line is over \(AnswerLine.longest) bytes long") }
}
