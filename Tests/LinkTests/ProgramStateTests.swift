// The state that a program keeps in its activity's content: given back as it was said, and never lost by an update.

import Testing
import TomatoLink

struct ProgramStateTests {
  private func update(_ members: [JSONValue.Member]) throws -> ContentUpdate { try ContentUpdate(members, .update) }

  @Test func `a program's state stays until another one is said, and null takes it away`() throws {
    let now = WallTime(milliseconds: 0)
    let said = try update([.init("state", .string(#"{"booked":true}"#))]).applied(to: JobContent(), at: now)
    #expect(said.state == #"{"booked":true}"#)
    #expect(try update([.init("text", .string("x"))]).applied(to: said, at: now).state == said.state)
    #expect(try update([.init("state", .null)]).applied(to: said, at: now).state == nil)
  }

  @Test func `what is printed of a state is read as the same`() throws {
    var content = JobContent()
    (content.text, content.state) = ("x", #"{"name":"茶 \"green\"","n":9007199254740993}"#)
    #expect(try update(content.members).applied(to: JobContent(), at: WallTime(milliseconds: 0)) == content)
  }

  @Test(arguments: [
    JSONValue.number(1), .object([]), .string("a\u{0007}b"), .string(String(repeating: "x", count: 4097)),
  ])
  func `a state that is no text, has control characters or is too long is refused`(_ value: JSONValue) {
    #expect(throws: LinkError.self) { try update([.init("state", value)]) }
  }
}
