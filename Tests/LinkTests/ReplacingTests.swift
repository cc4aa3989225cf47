// Finding and replacing in texts.
import Testing
import TomatoLink

struct ReplacingTests {
  @Test(arguments: [
    ("a\"b\"", "a\"\"b\"\""), ("\"", "\"\""), ("", ""), ("ab", "ab"), ("\"\u{301}\r\n\"", "\"\"\u{301}\r\n\"\""),
  ])
  func `each sign is replaced, also one with an accent on it`(_ text: String, _ replaced: String) {
    #expect(Array(text.replacingEach("\"", with: "\"\"").utf8) == Array(replaced.utf8))
  }
}
