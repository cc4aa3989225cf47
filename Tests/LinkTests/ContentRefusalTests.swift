// What programs say of their activities and what is wrong with it, member by member.
import Testing
import TomatoLink

struct ContentRefusalTests {
  @Test(arguments: [
    (#"{"accent":"pink"}"#, "expected red, blue, yellow, green, crimson"),
    (#"{"lease":0}"#, "expected true, or the number of a process"), (#"{"lease":"x"}"#, "the number of a process"),
    (#"{"token":"x"}"#, "the 32 hexadecimal digits"), (#"{"attributes":{"a":1}}"#, "a text for each of its members"),
    (#"{"attributes":[]}"#, "an object with at most 16 members, each a text"),
    (#"{"relevance":101}"#, "a whole number from 0 to 100"), (#"{"relevance":0.5}"#, "a whole number from 0 to 100"),
    (#"{"progress":2}"#, "'progress' is 2; expected a number from 0 to 1"), (#"{"relevance":0.5}"#, "is 0.5; expected"),
    (#"{"buttons":[1,2,3,4,5]}"#, "'buttons' is a list of 5; expected a list of at most 4"),
    (#"{"buttons":[{"label":"a","event":"x"},{"label":"b","event":"x"}]}"#, "Two buttons do the same"),
    (#"{"buttons":[{"label":"a","event":"link-1"}]}"#, "is reserved"),
    (#"{"buttons":[{"label":"a","event":"A b"}]}"#, "'A b' is not the name of an event"),
    (#"{"url":"no link"}"#, "'no link' is not a link"),
    ("{\"text\":\"e" + String(repeating: "\u{301}", count: 800) + "\"}", "has 1601 bytes; expected at most 1600"),
  ])
  func `what is wrong is said with the member and what was expected`(_ text: String, _ part: String) throws {
    guard case .object(let members) = JSONText.value(text.utf8) else { throw LinkError("no object: \(text)") }
    let error = #expect(throws: LinkError.self) { try ContentUpdate(members, .request) }
    #expect(error?.description.contains(part) == true, "\(error?.description ?? "it is taken")")
  }

  @Test(arguments: [("[1.]", "invalid number 1."), (#"["\u00g0"]"#, "invalid escape in a text")])
  func `what is no JSON is said with its line`(_ text: String, _ reason: String) {
    let error = #expect(throws: JSONScanner.Problem.self) { try JSONScanner(text.utf8).value() }
    #expect(error?.reason == reason && error?.line == 1)
  }

  @Test func `a share is rounded down to whole percents, and 100 means that nothing is left`() {
    for percent in 0...100 {
      #expect(JobProgress.count(percent, of: 100).percent == percent)
      #expect(JobProgress.fraction(Double(percent) / 100).percent == percent)
    }
    #expect(JobProgress.count(999_999_999_999, of: 1_000_000_000_000).percent == 99)
    #expect(JobProgress.fraction(0.999_999_999_9).percent == 99 && JobProgress.fraction(1.0.nextDown).percent == 99)
    #expect(JobProgress.fraction(0.299).percent == 29 && JobProgress.unknown.percent == nil)
  }

  @Test func `a control character is printed as an escape, and read again`() {
    #expect(JSONText.quoted("a\u{1}\u{1F}\n") == #""a\u0001\u001f\n""#)
    #expect(JSONText.value(JSONText.quoted("a\u{1}\n").utf8) == .string("a\u{1}\n"))
  }

  @Test func `what is said of whole contents names what was expected`() {
    #expect(LinkError.contentNotUTF8.description.contains("expected a JSON object in UTF-8"))
    #expect(LinkError.contentOfType("o").description.contains("'o'; expected texts, numbers, lists and dictionaries"))
    #expect(LinkError.notPrinted("no space").description == "Cannot write to standard output: no space.")
    #expect(Set([LinkError.contentNotUTF8, .contentNotUTF8, .contentNotObject]).count == 2)
  }

  /// 128 + n is how a shell says "ended by signal n": SIGHUP, SIGINT, SIGPIPE, SIGTERM; 74 is of sysexits.h.
  @Test(
    arguments: [
      (AnswerCode.hangup, 129), (.interrupted, 130), (.brokenPipe, 141), (.terminated, 143), (.inputOutput, 74),
    ] as [(AnswerCode, Int32)])
  func `the codes of signals are those of the shell`(_ code: AnswerCode, _ status: Int32) {
    #expect(code.status == status && !code.isOutcome)
  }

  @Test(arguments: ["after=3", "all=1&after=3"])
  func `events are confirmed of one activity, or of all programs`(_ items: String) {
    let error = #expect(throws: LinkError.self) { try Link.parse("tomatoclock://watch?" + items, door: .socket) }
    #expect(error?.description == "The item 'after' is given alone; expected 'activity' or 'all=programs' beside it.")
  }

  @Test func `what a library quotes of a content steers no terminal`() {
    let said = LinkError.contentNotJSON("unexpected \"a\u{1B}[2J\u{202E}\".").description
    #expect(said == "The content is not JSON: unexpected \"a[2J\".")
    #expect(LinkError.contentNotJSON(String(repeating: "x", count: 9000)).description.count < 400)
  }
}
