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

  @Test
  func `a hundred thousand are refused at once`() {
    #expect(throws: BridgeError.self) { try JSON.read(nested(100_000)) }
    #expect(throws: BridgeError.self) { try JSON.read(String(repeating: "[", count: 100_000)) }
  }
}
