// The protocol as the command reads it: from bytes to lines and codes.
import Testing

@testable import tomato_notify

@Suite("The reader of answers") struct AnswerReaderTests {
  private func events(_ pieces: [[UInt8]]) throws(Failure) -> [AnswerReader.Event] {
    var reader = AnswerReader()
    var events: [AnswerReader.Event] = []
    for piece in pieces {
      reader.receive(piece)
      while let event = try reader.next() { events.append(event) }
    }
    return events
  }

  @Test("An answer is the same however it is cut into pieces")
  func split() throws {
    let answer = Array("\tFocus 24:59 ◐\n\t\n\ta\tb\n0\n\tno\n1\n".utf8)
    let whole = try events([answer])
    #expect(whole == [
      .line(Array("Focus 24:59 ◐".utf8)), .line([]), .line(Array("a\tb".utf8)), .code(0),
      .line(Array("no".utf8)), .code(1),
    ])
    #expect(try events(answer.map { [$0] }) == whole)
    for cut in 0...answer.count { #expect(try events([Array(answer[..<cut]), Array(answer[cut...])]) == whole) }
  }

  @Test("Codes are one to three digits, at most 255", arguments: [("0", 0), ("69", 69), ("255", 255), ("007", 7)])
  func codes(_ text: String, _ code: Int32) throws {
    #expect(try events([Array("\(text)\n".utf8)]) == [.code(code)])
  }

  @Test(
    "What is not the protocol is refused",
    arguments: [
      "\n", "256\n", "1000\n", "-1\n", " 0\n", "0\r\n", "Focus 24:59\n", "HTTP/1.1 400 Bad Request\r\n", 
      "\ta\u{1B}[2J\n",       "\ta\rb\n", "\ta\u{0}b\n", "\t\u{7F}\n", "\t\u{9B}2J\n", "\t\u{85}\n",
    ])
  func refused(_ text: String) {
    #expect(throws: Failure.self) { _ = try events([Array(text.utf8)]) }
  }

  @Test("Bytes that are not UTF-8 are refused", arguments: [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0xAF]])
  func notUTF8(_ bytes: [UInt8]) {
    #expect(throws: Failure.self) { _ = try events([[9] + bytes + [10]]) }
  }

  @Test("Random bytes are refused or read, never more than came, and never crash", arguments: 1...200)
  func random(_ seed: UInt64) {
    var state = seed
    func next(_ limit: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % limit
    }
    // Half of them from the bytes that mean something.
    let telling = Array("\t\n0169 aÃ\u{1B}".utf8)
    let bytes = (0..<400).map { _ in next(2) == 0 ? telling[Int(next(UInt64(telling.count)))] : UInt8(next(256)) }
    var reader = AnswerReader()
    reader.receive(bytes)
    var count = 0
    while let event = try? reader.next() {
      if case .line(let line) = event {
        count += line.count
        #expect(String(validating: line, as: UTF8.self) != nil)
      }
    }
    #expect(count < bytes.count)
    var parser = KeyParser()
    #expect(parser.keys(in: bytes).count <= bytes.count)
  }

  @Test("A line has a limit, also before it ends")
  func limit() throws {
    let longest = [9] + [UInt8](repeating: 97, count: AnswerReader.longestLine - 1)
    #expect(try events([longest + [10]]).count == 1)
    #expect(throws: Failure.self) { _ = try events([longest + [97, 10]]) }
    #expect(throws: Failure.self) { _ = try events([longest + [97]]) }
  }
}
