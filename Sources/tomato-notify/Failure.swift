// How the command fails: an exit code and one sentence.
internal import TomatoLink

/// Ends the command with `code`; `sentence` says on stderr what was wrong and what was expected.
struct Failure: Error, Hashable {
  var code: AnswerCode
  var sentence: String

  init(_ code: AnswerCode, _ sentence: String) {
    self.code = code
    self.sentence = sentence
  }
}
