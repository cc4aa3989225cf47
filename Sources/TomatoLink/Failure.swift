// How a program fails: an exit code and one sentence.

/// Ends the command with `code`; `said` says on stderr what was wrong and what was expected.
public struct Failure: Error, Hashable {
  public var code: AnswerCode
  /// In English, with its places; it becomes the terminal's language where it is printed.
  public var said: LinkError

  public init(_ code: AnswerCode, _ said: LinkError) { (self.code, self.said) = (code, said) }

  /// - Parameter sentence: With named places, as `LinkError` has it. `scripts/update-po.py` collects it.
  public init(_ code: AnswerCode, _ sentence: String, _ places: [String: String] = [:]) {
    self.init(code, LinkError(sentence, places))
  }

  /// - Parameter text: a sentence, already in the language of the person who reads it.
  public init(_ code: AnswerCode, said text: String) { self.init(code, LinkError(text)) }

  /// In English.
  public var sentence: String { said.description }
}
