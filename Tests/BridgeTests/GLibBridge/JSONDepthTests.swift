// Values inside each other take a piece of the stack each, so only so many are read.
import Testing

@testable import GLibBridge

struct JSONDepthTests {
  private func nested(_ count: Int, _ open: String = "[", _ close: String = "]", _ inside: String = "1") -> String {
    String(repeating: open, count: count) + inside + String(repeating: close, count: count)
  }

  @Test
  func `as many values inside each other are read as may be, and one more is refused with the number`() throws {
    for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
      _ = try JSON.read(nested(JSON.deepest, open, close))
      let error = #expect(throws: BridgeError.self) { try JSON.read(nested(JSON.deepest + 1, open, close)) }
      #expect(error?.message == "A JSON text has more than 60 values inside each other.")
    }
  }

  @Test
  func `what stands in a text opens nothing, also behind a quotation mark that is written out`() throws {
    let many = String(repeating: "[{", count: 1000)
    let read = try JSON.read(#"["\"\\\""# + many + #""]"#)
    #expect(read == .array(element: "v", [.variant(.string(#""\""# + many))]))
  }

  @Test(
    arguments: [
      (#"{"text":"a\u0000b"}"#, #"has the escape \u0000"#), (#"["\\\u0000"]"#, #"has the escape \u0000"#),
      (#"["\ud800"]"#, "has half a character"), (#"["\uDC00"]"#, "has half a character"),
      (#"["\ud800x"]"#, "has half a character"), (#"["\ud800\u0041"]"#, "has half a character"),
      (#"["\ud83c\ud83c"]"#, "has half a character"),
    ])
  func `an escape that stands for no character is refused with what is wrong`(_ text: String, _ part: String) {
    let error = #expect(throws: BridgeError.self) { try JSON.read(text) }
    #expect(error?.message.contains(part) == true && error?.message.hasSuffix(".") == true)
  }

  @Test
  func `escapes that stand for characters are read, and what only looks like one is a text`() throws {
    let read = try JSON.read(#"["\ud83c\udf45 \u00e9 \\u0000 \\ud800"]"#)
    #expect(read == .array(element: "v", [.variant(.string(#"🍅 é \u0000 \ud800"#))]))
  }

  @Test
  func `a hundred thousand are refused at once`() {
    #expect(throws: BridgeError.self) { try JSON.read(nested(100_000)) }
    #expect(throws: BridgeError.self) { try JSON.read(String(repeating: "[", count: 100_000)) }
  }
}
