// The names that people give, and what becomes of them.
import Testing
import TomatoLink

struct ActivityNameTests {
  @Test(
    arguments: [
      ("tea", "tea"), ("Tea", "tea"), ("a-b_9", "a-b_9"), ("泡茶", nil), ("call Ana", nil), ("pause", nil),
      ("Pomodoro", nil), ("TIMER", nil), ("stopwatch", nil), ("all", nil), ("list", nil), ("25", nil), ("4m", nil),
      ("1h30m", nil), ("countdown", "countdown"), (String(repeating: "a", count: 41), nil),
    ] as [(String, String?)])
  func `a name asks for itself as an id, if it is one and means nothing else`(_ name: String, _ id: String?) {
    #expect(ActivityName.id(for: name)?.description == id)
  }

  @Test func `white space around a name goes; what no text may hold is refused with a sentence`() throws {
    #expect(try ActivityName.checked("  call Ana \u{3000}") == "call Ana")
    for (text, sentence) in [
      ("", "The name is empty; expected 1 to 80 characters, at most 240 bytes."),
      (" ", "The name is empty; expected 1 to 80 characters, at most 240 bytes."),
      ("a\u{202E}b", "The name has the character U+202E; expected text without control or direction characters."),
      (String(repeating: "x", count: 81), "The name has 81 characters; expected at most 80."),
      (String(repeating: "👩‍🚀", count: 30), "The name has 330 bytes; expected at most 240."),
    ] { #expect(throws: LinkError(sentence)) { try ActivityName.checked(text) } }
    #expect(try ActivityName.checked(String(repeating: "茶", count: 80)).count == 80)
  }

  /// Zero width space, Hangul fillers, the empty Braille pattern, a soft hyphen, tags, spaces of every width.
  @Test(arguments: [
    "\u{200B}", "\u{3164}", "\u{115F}\u{1160}", "\u{FFA0}", "\u{2800}", "\u{AD}", "\u{2060}\u{FEFF}",
    "\u{E0041}\u{E007F}", "\u{3000}\u{200B}\u{2003}", "\u{180E}", "\u{1D159}", "\u{FE0F}",
  ])
  func `a name or a task that is invisible is refused`(_ text: String) {
    let encoded = text.utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
    for link in ["timer?duration=4m&name=\(encoded)", "stopwatch?name=\(encoded)", "focus?task=\(encoded)"] {
      let error = #expect(throws: LinkError.self) { try Link.parse(Link.prefix + link, door: .outside) }
      #expect(error.map { "\($0)".contains("is invisible") } == true, "\(link) \(String(describing: error))")
    }
  }

  @Test(arguments: ["a\u{200B}", "é", "👩‍🚀", "नमस्ते", "ㅋ", "⠓⠊", "-", "\u{301}"])
  func `what shows something is a name and a task`(_ text: String) throws {
    let encoded = text.utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
    for link in ["timer?duration=4m&name=\(encoded)", "focus?task=\(encoded)"] {
      #expect(throws: Never.self) { try Link.parse(Link.prefix + link, door: .outside) }
    }
  }

  @Test func `names are the same whatever their case`() {
    #expect(ActivityName.areSame("Tea", "TEA") && ActivityName.areSame("e\u{301}", "É"))
    #expect(!ActivityName.areSame("tea", "teas"))
  }
}
