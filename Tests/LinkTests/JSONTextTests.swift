// JSON, read and printed. Values inside each other take a piece of the stack each, so only so many are read.
import Testing
import TomatoLink

struct JSONTextTests {
  private func nested(_ count: Int, _ open: String = "[", _ close: String = "]") -> String {
    String(repeating: open, count: count) + "1" + String(repeating: close, count: count)
  }

  /// Why a text is refused; nil for JSON.
  private func reason(_ text: String) -> String? {
    do {
      _ = try JSONText.read(text.utf8)
      return nil
    } catch {
      return (error as? JSONScanner.Problem)?.reason ?? "\(error)"
    }
  }

  @Test func `as many values inside each other are read as may be, and one more is refused with the number`() {
    for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
      #expect(reason(nested(59, open, close)) == nil)
      #expect(reason(nested(60, open, close)) == "at most 60 values inside each other were expected")
    }
    #expect(reason(nested(100_000)) != nil && reason(String(repeating: "[", count: 100_000)) != nil)
  }

  @Test func `what stands in a text opens nothing, also behind a quotation mark that is written out`() {
    let many = String(repeating: "[{", count: 1000)
    #expect(JSONText.value((#"["\"\\\""# + many + #""]"#).utf8) == .array([.string(#""\""# + many)]))
  }

  @Test(
    arguments: [
      (#"{"text":"a\u0000b"}"#, "U+0000"), (#"["\\\u0000"]"#, "U+0000"),
      (#"["\ud800"]"#, "half a character"), (#"["\uDC00"]"#, "half a character"),
      (#"["\ud800x"]"#, "half a character"), (#"["\ud800\u0041"]"#, "half a character"),
      (#"["\ud83c\ud83c"]"#, "half a character"), (#"["\x"]"#, "invalid escape"), ("[1,]", "a value"),
      ("[1 2]", "\"]\""),
      ("{a:1}", "a name"), ("[01]", "invalid number"), ("[1]/* */", "the end"), ("[\"a\nb\"]", "control character"),
    ])
  func `what is wrong is said`(_ text: String, _ part: String) {
    #expect(reason(text)?.contains(part) == true, "\(reason(text) ?? "")")
  }

  @Test func `a text and a number may be as long as the refusal says, and no longer`() {
    let long = String(repeating: "a", count: 65_536)
    #expect(reason("[\"\(long)\"]") == nil && reason("[\"\(long.dropLast(2))\\u00e9\"]") == nil)
    for text in [long + "a", long.dropLast() + "\\u00e9", long + "\\n", long + long] {
      #expect(reason("[\"\(text)\"]") == "a text has more than 65536 bytes")
    }
    let number = "0." + String(repeating: "1", count: 62)
    #expect(reason("[\(number)]") == nil && reason("[\(number)1]") == "a number has more than 64 characters")
    #expect(reason("[\(number)-]") == "a number has more than 64 characters")
  }

  @Test func `escapes that stand for characters are read, and what only looks like one is a text`() {
    let read = JSONText.value(#"["\ud83c\udf45 \u00e9 \\u0000 \\ud800"]"#.utf8)
    #expect(read == .array([.string(#"🍅 é \u0000 \ud800"#)]))
  }

  @Test(
    arguments: [
      (
        .object([.init("z", .number(9_007_199_254_740_991)), .init("a", .bool(false)), .init("n", .null)]),
        #"{"z":9007199254740991,"a":false,"n":null}"#
      ),
      (.string("\"\\\u{1}\n/ä\u{1F345}"), #""\"\\\u0001\n/ä🍅""#),
      (.array([.number(1), .number(.nan), .number(.infinity), .number(0.1)]), "[1,null,null,0.1]"),
      (.object([]), "{}"), (.array([]), "[]"),
    ] as [(JSONValue, String)])
  func `order and integers are kept, and texts are escaped`(_ value: JSONValue, _ text: String) {
    #expect(JSONText.text(value) == text)
  }
}
