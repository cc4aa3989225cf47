// `activity pipe`: JSON lines in, events out, as a program of any language uses it. The daemon is the real one.
import GLibBridge
import Glibc
import TestKit
import Testing
import TomatoLink

@testable import tomato_notify

struct PipeLineTests {
  private func line(_ text: String, trusted: Bool = false) throws -> PipeLine {
    try PipeLine(Array(text.utf8), isTrusted: trusted)
  }

  @Test func `a line is what a program says of one of its activities`() throws {
    let line = try line(#"{"do":"request","id":"build","text":"compiling","progress":[41,312]}"#)
    #expect(line.verb == .request && line.id == ActivityID("build"))
    #expect(Set(line.members.map(\.name)) == ["text", "progress"])
  }

  @Test(
    arguments: [
      ("{", "not JSON"), ("[1]", "no JSON object"), (#"{"id":"a"}"#, "lacks the member \"do\""),
      (#"{"do":"end"}"#, "lacks the member \"id\""),
      (#"{"do":"stop","id":"a"}"#, "not request, update or end"), (#"{"do":"end","id":"A b"}"#, "is not an id"),
      (#"{"do":"request","id":"a","url":"http://x"}"#, "--trust"),
      (#"{"do":"request","id":"a","icon":"/tmp/x.png"}"#, "--trust"),
      (#"{"do":"request","id":"a","buttons":[{"label":"A","url":"mailto:x@y"}]}"#, "--trust"),
    ])
  func `what is wrong is one sentence`(_ text: String, _ part: String) throws {
    let failure = #expect(throws: Failure.self) { try line(text) }
    #expect(failure?.code == .badValue && failure?.sentence.contains(part) == true, "\(failure?.sentence ?? "")")
    if part == "--trust" { #expect(throws: Never.self) { try line(text, trusted: true) } }
  }

  @Test func `what holds of an activity is put together, without what is said once`() {
    let said: [JSONValue.Member] = [
      .init("text", .string("a")), .init("since", .string("now")), .init("endsIn", .string("4m")),
      .init("alert", .bool(true)),
    ]
    let all = PipeLine.merged([.init("text", .string("old")), .init("short", .string("s"))], said, at: 100)
    #expect(
      all == [
        .init("short", .string("s")), .init("text", .string("a")), .init("since", .number(100)),
        .init("endsAt", .number(340)),
      ])
  }

  @Test func `an input that has nothing for now has not ended`() throws {
    var ends: [Int32] = [-1, -1]
    let made = pipe(&ends)
    let (output, other) = (try #require(ends[at: 0]), try #require(ends[at: 1]))
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #expect(made == 0 && fcntl(output, F_SETFL, O_NONBLOCK) == 0)
    var input = PipeInput(descriptor: output)
    input.read()
    #expect(!input.hasEnded)
    close(other)
    input.read()
    #expect(input.hasEnded)
    close(output)
  }

  @Test func `lines are counted, and one that is too long is refused and not kept`() {
    var input = PipeInput()
    input.add(Array("a\n\nb".utf8))
    #expect(input.next()?.0 == 1)
    #expect(input.next().map { ($0.0, $0.1.count) }.map { "\($0)" } == "(2, 0)")
    #expect(input.next() == nil)
    for _ in 0..<100 { input.add(Array(repeating: UInt8(ascii: "x"), count: 4096)) }
    input.add(Array("\nc\n".utf8))
    let long = input.next()
    #expect(long?.0 == 3 && long?.1.count == PipeLine.limit + 1)
    #expect(input.next().map { String(decoding: $0.1, as: UTF8.self) } == "c")
  }
}
