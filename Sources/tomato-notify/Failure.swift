// How the command fails: an exit code and one sentence.
internal import TomatoLink

/// Ends the command with `code`; `said` says on stderr what was wrong and what was expected.
struct Failure: Error, Hashable {
  var code: AnswerCode
  /// In English, with its places; it becomes the terminal's language where it is printed.
  var said: LinkError

  init(_ code: AnswerCode, _ said: LinkError) { (self.code, self.said) = (code, said) }

  /// - Parameter sentence: With named places, as `LinkError` has it. `scripts/update-po.py` collects it.
  init(_ code: AnswerCode, _ sentence: String, _ places: [String: String] = [:]) {
    self.init(code, LinkError(sentence, places))
  }

  /// In English.
  var sentence: String { said.description }
}
