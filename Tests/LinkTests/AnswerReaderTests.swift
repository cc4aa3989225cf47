// Answers on the control socket: what the daemon prints the command reads, and what is no answer is refused.
import TestKit
import Testing
import TomatoLink

struct AnswerReaderTests {
  private func lines(_ pieces: [[UInt8]]) throws(AnswerError) -> [AnswerLine] {
    var reader = AnswerReader()
    var lines: [AnswerLine] = []
    for piece in pieces {
      reader.receive(piece)
      while let line = try reader.next() { lines.append(line) }
    }
    return lines
  }

  private func printed(_ lines: [AnswerLine]) -> [UInt8] { lines.flatMap { Array(($0.text + "\n").utf8) } }

  @Test func `an answer is the same however it is cut into pieces`() throws {
    let answer = Array("\tFocus 24:59 ◐\n\t\n\ta\tb\n0\n\tno\n1\n".utf8)
    let whole = try lines([answer])
    #expect(
      whole == [.body("Focus 24:59 ◐"), .body(""), .body("a\tb"), .code(.done), .body("no"), .code(.refused)])
    #expect(printed(whole) == answer)
    #expect(try lines(answer.map { [$0] }) == whole)
    for cut in 0...answer.count { #expect(try lines([Array(answer[..<cut]), Array(answer[cut...])]) == whole) }
  }

  @Test(arguments: [("0", 0), ("69", 69), ("255", 255), ("007", 7)])
  func `codes are one to three digits, at most 255`(_ text: String, _ number: UInt8) throws {
    #expect(try lines([Array("\(text)\n".utf8)]) == [.code(AnswerCode(number))])
  }

  @Test func `every code is read back as it was printed`() throws {
    for number in UInt8.min ... .max {
      let line = AnswerLine.code(AnswerCode(number))
      #expect(try lines([printed([line])]) == [line])
      #expect(line.text == String(number))
    }
  }

  @Test func `how a phase ended is read back from its code, and no other code says so`() {
    for outcome in PhaseOutcome.allCases { #expect(AnswerCode(outcome).outcome == outcome) }
    let codes = (UInt8.min ... .max).map { AnswerCode($0) }
    #expect(codes.compactMap(\.outcome).count == PhaseOutcome.allCases.count)
    #expect(codes.filter { $0.outcome != nil }.allSatisfy { $0.isOutcome && $0 != .refused })
    #expect(
      AnswerCode.outcomes == "0 completed, 1 nothing to wait for, 2 skipped, 3 stopped, 4 replaced, 5 reset")
  }

  @Test(arguments: UInt64(1)...50)
  func `seeded answers are read back as they were printed, wherever they are cut`(_ seed: UInt64) throws {
    var random = TextRandom(seed: seed)
    for _ in 0..<40 {
      var answer = (0..<random.below(4)).map { _ in AnswerLine.body(random.text(of: TextRandom.fit + ["\t"])) }
      answer.append(.code(AnswerCode(UInt8(random.below(256)))))
      let bytes = printed(answer)
      let cut = random.below(bytes.count)
      #expect(try lines([Array(bytes[..<cut]), Array(bytes[cut...])]) == answer)
    }
  }

  @Test(arguments: UInt64(1)...50)
  func `whatever a body holds, its line is taken, and is one line`(_ seed: UInt64) throws {
    var random = TextRandom(seed: seed)
    for _ in 0..<40 {
      let text = random.text(of: TextRandom.fit + TextRandom.controls)
      let line = AnswerLine.body(text)
      let read = try lines([printed([line])])
      #expect(read.count == 1)
      guard case .body(let body)? = read.first else { continue }
      #expect(body.unicodeScalars.count == text.unicodeScalars.count)
      #expect(AnswerLine.body(body).text == line.text)
    }
  }

  @Test func `a body that is too long is cut at a character, and taken`() throws {
    for character in ["a", "é", "写", "🍅"] {
      let long = String(repeating: character, count: AnswerLine.longest)
      let read = try lines([printed([.body(long)])])
      guard case .body(let body)? = read.first else { throw AnswerMissing() }
      #expect(long.hasPrefix(body) && body.utf8.count > AnswerLine.longest - 6 && read.count == 1)
    }
    let longest = String(repeating: "a", count: AnswerLine.longest - 1)
    #expect(try lines([printed([.body(longest)])]) == [.body(longest)])
  }

  private struct AnswerMissing: Error {}

  @Test(arguments: [
    "\n", "256\n", "1000\n", "-1\n", " 0\n", "0\r\n", "Focus 24:59\n", "HTTP/1.1 400 Bad Request\r\n",
    "\ta\u{1B}[2J\n", "\ta\rb\n", "\ta\u{0}b\n", "\t\u{7F}\n", "\t\u{9B}2J\n", "\t\u{85}\n",
  ])
  func `what is not the protocol is refused`(_ text: String) {
    #expect(throws: AnswerError.self) { _ = try lines([Array(text.utf8)]) }
  }

  @Test(arguments: [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0xAF]])
  func `bytes that are not UTF-8 are refused`(_ bytes: [UInt8]) {
    #expect(throws: AnswerError.self) { _ = try lines([[9] + bytes + [10]]) }
  }

  @Test(arguments: UInt64(1)...200)
  func `random bytes are refused or read, never more than came, and never crash`(_ seed: UInt64) {
    var random = TextRandom(seed: seed)
    // Half of them from the bytes that mean something.
    let telling = Array("\t\n0169 aÃ\u{1B}".utf8)
    let bytes = (0..<400).map { _ in
      random.below(2) == 0 ? telling[random.below(telling.count)] : UInt8(random.below(256))
    }
    var reader = AnswerReader()
    reader.receive(bytes)
    var count = 0
    while let line = try? reader.next() {
      if case .body(let text) = line { count += text.utf8.count }
    }
    #expect(count < bytes.count)
  }

  @Test func `a line has a limit, also before it ends`() throws {
    let longest = [9] + [UInt8](repeating: 97, count: AnswerLine.longest - 1)
    #expect(try lines([longest + [10]]).count == 1)
    #expect(throws: AnswerError.self) { _ = try lines([longest + [97, 10]]) }
    #expect(throws: AnswerError.self) { _ = try lines([longest + [97]]) }
  }
}

/// Texts for the laws, the same for the same seed.
struct TextRandom {
  /// What a body may hold.
  static let fit: [Unicode.Scalar] = [
    "a", "Z", "0", " ", "\"", "\\", "é", "\u{301}", "◐", "写", "🍅", "\u{A0}", "\u{200D}",
  ]
  /// What would steer a terminal or end a line.
  static let controls: [Unicode.Scalar] = ["\t", "\n", "\r", "\u{0}", "\u{1B}", "\u{7F}", "\u{80}", "\u{9B}", "\u{9F}"]
  /// What turns the direction of writing.
  static let directions: [Unicode.Scalar] = ["\u{202E}", "\u{2066}", "\u{2069}", "\u{200F}", "\u{2028}"]
  private var numbers: SeededGenerator

  init(seed: UInt64) { numbers = SeededGenerator(state: seed) }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &numbers) }

  /// Up to 30 of these.
  mutating func text(of scalars: [Unicode.Scalar]) -> String {
    String(String.UnicodeScalarView((0..<below(31)).map { _ in scalars[below(scalars.count)] }))
  }
}
