// How far a stream is, read from what it says.
import TestKit
import Testing
import TomatoLink

@testable import tomato_notify

private let long = String(repeating: "x", count: 80)

struct ProgressReaderTests {
  /// Pieces of a stream, and what is known behind them.
  struct Case: CustomTestStringConvertible, Sendable {
    var pieces: [String]
    var progress: JobProgress?
    var text: String?
    var testDescription: String { pieces.joined(separator: "|").debugDescription }

    init(_ pieces: String..., is progress: JobProgress?, _ text: String?) {
      (self.pieces, self.progress, self.text) = (pieces, progress, text)
    }
  }

  @Test(arguments: [
    // rsync, git, ninja, swift build, pv, wget, a tool with a decimal comma
    Case("\r  1,234,567  45%   12.3MB/s    0:00:12", is: .fraction(0.45), "1,234,567 45% 12.3MB/s 0:00:12"),
    Case("Receiving objects:  45% (450/1000)\r", is: .fraction(0.45), "Receiving objects: 45% (450/1000)"),
    Case("[41/312] Compiling main.c\n", is: .count(41, of: 312), "[41/312] Compiling main.c"),
    Case("[ 41%] Building\n[ 42%] Building\n", is: .fraction(0.42), "[ 42%] Building"),
    Case("1.2GiB 0:00:12 [100MiB/s] [===>   ] 100%\r", is: .fraction(1), "1.2GiB 0:00:12 [100MiB/s] [===> ] 100%"),
    Case("12,5 % done\n", is: .fraction(0.125), "12,5 % done"),
    Case(" 45%|████▌     |\r", is: .fraction(0.45), "45%|████▌ |"),
    Case("Copying 7/9 files\r\n", is: .count(7, of: 9), "Copying 7/9 files"),
    Case("2500000000000/10000000000000\n", is: .fraction(0.25), "2500000000000/10000000000000"),
    Case("step 3/3", is: nil, nil),
    Case("step 3/3", "0 of it\n", is: .count(3, of: 30), "step 3/30 of it"),
    // In pieces, the line open or overwritten
    Case("4", "5", "%", is: .fraction(0.45), "45%"),
    Case("45%\r", "46%\r", "47%", is: .fraction(0.47), "47%"),
    Case("45%\u{8}\u{8}\u{8}46%", is: .fraction(0.46), "46%"),
    // Lines that end with a carriage return say what happens, those that end with a line feed may be data
    Case("Resolving deltas\r", is: nil, "Resolving deltas"),
    Case("a line\n", "and another\n", is: nil, nil),
    Case("a line\r\n", is: nil, nil),
    Case("50%\n", "and another line\n", is: .fraction(0.5), "50%"),
    // Colours and moves of the cursor
    Case("\u{1B}[2K\u{1B}[32m60%\u{1B}[0m done\r", is: .fraction(0.6), "60% done"),
    Case("\u{1B}", "[1", "A70%\r", is: .fraction(0.7), "70%"),
    // No progress
    Case("22/11/2026 a/b 1/2/3 and/or /1/2 1/2x v1/2\n", is: nil, nil),
    Case("5/4\n0/0\n", is: nil, nil), Case("-5% 101% %\n", is: nil, nil),
    Case("\u{1}\u{2} 45%\n", is: nil, nil), Case("GET https://x/Vol5%20a.zip 7%E4 %d 5%d\n", is: nil, nil),
    Case(String(repeating: "x", count: 500) + " 45%\n", is: nil, nil),
    // OSC 9;4, with both ends; it is better than any line
    Case("\u{1B}]9;4;1;30\u{7}", is: .fraction(0.3), nil),
    Case("\u{1B}]9;4;1;30\u{1B}\\", is: .fraction(0.3), nil),
    Case("\u{1B}]9;4;", "1;31", "\u{1B}", "\\", is: .fraction(0.31), nil),
    Case("\u{1B}]9;4;3\u{7}", is: .unknown, nil), Case("\u{1B}]9;4;3;0\u{7}", is: .unknown, nil),
    Case("\u{1B}]9;4;1;30\u{7}\u{1B}]9;4;0\u{7}", is: nil, nil),
    Case("\u{1B}]9;4;1;30\u{7}\u{1B}]9;4;2\u{7}", is: .fraction(0.3), nil),
    Case("\u{1B}]9;4;4;40\u{7}", is: .fraction(0.4), nil),
    Case("\u{1B}]9;4;1;30\u{7}50%\n", is: .fraction(0.3), "50%"),
    Case("\u{1B}]9;4;1;999\u{7}\u{1B}]0;title 45%\u{7}\u{1B}]9;9\u{7}", is: .fraction(0), nil),
    // Other ones are no text, however long they are; one without an end goes as far as its line
    Case("\u{1B}]8;;file:///\(long)/50%20x 50% \u{1B}\\", "a.zip\u{1B}]8;;\u{1B}\\\n", is: nil, nil),
    Case("\u{1B}]0;\(long) 45%\u{7}Building\r", is: nil, "Building"),
    Case("\u{1B}]P0123456 45%\r46%\r", is: .fraction(0.46), "46%"),
  ])
  func `what a stream says is read as a person reads it`(_ given: Case) {
    var reader = ProgressReader()
    for piece in given.pieces { reader.read(Array(piece.utf8)) }
    #expect(reader.progress == given.progress && reader.text == given.text)
  }

  @Test func `of a large piece only the end is read, and bytes that are no text are none`() {
    var reader = ProgressReader()
    reader.read(Array(repeating: 0xFF, count: 5000) + Array("\r45%\r".utf8))
    #expect(reader.progress == .fraction(0.45) && reader.text == "45%")
    reader.read(Array("90%\n".utf8) + Array(repeating: UInt8(ascii: "x"), count: 5000))
    #expect(reader.progress == .fraction(0.45))
    reader.read([0xC3, 0x28] + Array(" 46%\r".utf8))
    #expect(reader.progress == .fraction(0.45))
  }

  @Test func `what is new is told once`() {
    var reader = ProgressReader()
    #expect(reader.take() == nil)
    reader.read(Array("41/312\n".utf8))
    let news = [
      JSONValue.Member("progress", .array([.number(41), .number(312)])), JSONValue.Member("text", .string("41/312")),
    ]
    #expect(reader.hasNews && reader.take() == news)
    #expect(!reader.hasNews && reader.take() == nil)
    reader.read(Array("41/312\n".utf8))
    #expect(reader.take() == nil)
    reader.read(Array("\u{1B}]9;4;0\u{7}".utf8))
    #expect(reader.take()?.first == JSONValue.Member("progress", .null))
  }

  @Test func `no bytes stop it`() {
    var random = SeededGenerator(state: 7)
    let pieces: [UInt8] = Array("0123456789/%;,. \r\n\u{8}[]9;4;1;".utf8) + [0x1B, 0x1B, 0x07, 0xC3, 0xFF]
    for _ in 0..<500 {
      var reader = ProgressReader()
      for _ in 0..<4 { reader.read((0..<40).map { _ in pieces.randomElement(using: &random) ?? 0 }) }
      if case .fraction(let share)? = reader.progress { #expect((0...1).contains(share)) }
      if case .count(let done, let all)? = reader.progress { #expect(done <= all && all > 0) }
    }
  }
}
