// The grammar of typed words where docs/typing.md does not reach: durations one by one, and properties of all words.
import Testing
import TomatoLink

struct TypedWordsTests {
  @Test(
    arguments: [
      ("25", 1500), ("25m", 1500), ("25 min", 1500), ("25 minutes", 1500), ("25MINUTES", 1500), ("1h 30m", 5400),
      ("1h30", 5400), ("1 hour 30 minutes 15 seconds", 5415), ("1.5h", 5400), ("0.25 hours", 900), ("2.125m", 127),
      ("25:00", 1500), ("1:30:00", 5400), ("25分鐘", 1500), ("1小時 30分", 5400), ("半小時", 1800), ("90秒", 90),
      ("24h", 86_400),
    ]
  )
  func `a duration is read as people type it`(_ text: String, _ seconds: Int) throws {
    #expect(try TypedDuration.parse(text) == .seconds(seconds))
  }

  @Test(
    arguments: [
      "", "m", "25x", "1.5", "1.5s", "1.2345h", "30m 1h", "1h 1h", "1h30m 5", "25 25", "25 m m", "1,5h", "h 25", "0",
      "25h",
      "25 hours", "1:60", "-5m", "25 report",
    ]
  )
  func `what is no duration is refused with a sentence`(_ text: String) {
    let error = #expect(throws: LinkError.self) { try TypedDuration.parse(text) }
    #expect(error?.description.hasSuffix(".") == true)
  }

  static let vocabulary = [
    "start", "Focus", "break", "short", "long", "timer", "stopwatch", "pause", "stop", "all", "extend", "rewind", "by",
    "to",
    "for", "until", "14:30", "25", "25m", "1h", "30", "minutes", "-5m", "+5m", "0", "99h", "tea", "call Ana", "泡茶",
    "暫停", "25分鐘", "--", "--json", "--task", "--task=x", "--duration", "--until", "--replace", "--activity", "now",
    "next", "write", "report", "", " ", "25x", "5 pages", "-v", "status",
  ]

  @Test(arguments: UInt64(1)...40)
  func `the form that words are brought into stays as it is, whatever was typed`(_ seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    func next(_ below: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(below))
    }
    for _ in 0..<300 {
      let typed = (0..<(1 + next(6))).map { _ in Self.vocabulary[next(Self.vocabulary.count)] }
      let isCommand = { (word: String) in word == "status" }
      guard let once = try? TypedWords.canonical(typed, isCommand: isCommand) else { continue }
      #expect((try? TypedWords.canonical(once, isCommand: isCommand)) == once, "\(typed) became \(once)")
    }
  }

  @Test func `a word that the command knows is the command's, whatever it means here`() throws {
    #expect(try TypedWords.canonical(["end", "build"], isCommand: { _ in false }) == ["stop", "--", "build"])
    #expect(try TypedWords.canonical(["End", "build"], isCommand: { $0 == "end" }) == ["end", "build"])
    #expect(try TypedWords.canonical(["STATUS"], isCommand: { $0 == "status" }) == ["status"])
  }
}
