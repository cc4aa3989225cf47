// Prints the lines of an answer on the control socket (docs/socket.md); `AnswerReader` reads them.

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

/// The bytes are not an answer: the other end does not speak the protocol.
public struct AnswerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, as the end of a sentence: `a line has control characters`.
  public let description: String
  init(_ description: String) { self.description = description }
}
