// How a program fails: an exit code and one sentence.

/// Ends the program with `code`, and prints `said` on stderr.
public struct Failure: Error, Hashable {
  public var code: AnswerCode
  /// In English, with placeholders; translated into the terminal's language where it is printed.
  public var said: LinkError

  public init(_ code: AnswerCode, _ said: LinkError) { (self.code, self.said) = (code, said) }

  /// - Parameter sentence: with placeholders, as in `LinkError`. `scripts/update-po.py` collects it.
  public init(
    _ code: AnswerCode, _ sentence: String, _ places: [String: String] = [:], given: (any StringProtocol)? = nil
  ) {
    self.init(code, LinkError(sentence, places, given: given))
  }

  /// - Parameter text: a sentence, already in the language of the person who reads it.
  public init(_ code: AnswerCode, said text: String) { self.init(code, LinkError(text)) }

  /// Turns an error of a reader into exit code 65.
  public static func wrapping<Value>(_ read: () throws(LinkError) -> Value) throws(Failure) -> Value {
    do { return try read() } catch { throw Failure(.badValue, error) }
  }

  /// In English.
  public var sentence: String { said.description }
}
