// Durations as people write them: what is read, what is refused, and that printing and reading agree.
import Testing
import TomatoLink

struct DurationTextTests {
  @Test(arguments: [
    ("90s", 90), ("25m", 1500), ("2h", 7200), ("1h30m", 5400), ("1h30m15s", 5415), ("1h15s", 3615), ("5m5s", 305),
    ("25:00", 1500), ("0:01", 1), ("90:30", 5430), ("1:30:00", 5400), ("24:00:00", 86_400), ("1440:00", 86_400),
    ("25", 1500), ("1", 60), ("1440", 86_400), ("24h", 86_400), ("1s", 1), ("86400s", 86_400), ("05m", 300),
    ("0h25m", 1500), ("90m30s", 5430), ("000000000000000000000000000000025m", 1500),
  ])
  func `a duration is read in every form that people write`(text: String, seconds: Int) throws {
    #expect(try DurationText.parse(text) == .seconds(seconds))
    #expect(try DurationText.parse(text[...]) == .seconds(seconds))
    #expect(try DurationText.parseSigned(text) == .seconds(seconds))
    #expect(try DurationText.parseSigned("+" + text) == .seconds(seconds))
    #expect(try DurationText.parseSigned("-" + text) == .seconds(-seconds))
  }

  @Test(arguments: [
    "m", "25M", "25 m", " 25m", "25m ", "1.5h", "1,5h", "25min", "m25", "30m1h", "1m1m", "1h1h", "15s30m", "1h30",
    "25:", ":25", "25:0", "25:000", "25:60", "1:60:00", "1:00:60", "1:5:00", "1:00:00:00", "25:00s", "1h:30", "-25m",
    "+25m", "--5m", "0x10", "٢٥m", "２５m", "25m\0", "25m\n", "1e3", "½h", "∞", "-", "+", "h", ":", "-\u{301}5m", "1d",
  ])
  func `a text of another form is refused`(text: String) {
    let error = #expect(throws: LinkError.self) { try DurationText.parse(text) }
    #expect(error?.description.contains("is not a duration; expected") == true)
  }

  @Test(arguments: [
    "0", "0s", "0:00", "0h0m0s", "86401s", "24h1s", "1441", "24:00:01", "1440:01", "25h", "999999999999999999999h",
    "18446744073709551616", "9223372036854775807s", "9999999999:59:59", String(repeating: "9", count: 4000),
  ])
  func `a duration outside 1 s to 24 h is refused, however large the number`(text: String) {
    let error = #expect(throws: LinkError.self) { try DurationText.parse(text) }
    #expect(error?.description.hasSuffix("is out of range; expected a duration from 1s to 24h.") == true)
    #expect(throws: LinkError.self) { try DurationText.parseSigned("-" + text) }
  }

  @Test func `an empty text is called empty`() {
    let error = #expect(throws: LinkError.self) { try DurationText.parse("") }
    #expect(error?.description.hasPrefix("The duration is empty; expected") == true)
    #expect(throws: LinkError.self) { try DurationText.parseSigned("") }
  }

  @Test(arguments: ["-", "+", "--5m", "+-5m", "- 5m", "-\u{301}5m", "−5m", "5m-"])
  func `a sign is taken only where a sign has a meaning, once, and before digits`(text: String) {
    #expect(throws: LinkError.self) { try DurationText.parseSigned(text) }
  }

  @Test(arguments: [
    (1, "1s"), (59, "59s"), (60, "1m"), (90, "90s"), (119, "119s"), (120, "2m"), (121, "2m1s"), (1500, "25m"),
    (3600, "1h"), (3601, "1h1s"), (5400, "1h30m"), (5415, "1h30m15s"), (86_400, "24h"), (-300, "-5m"), (0, "0s"),
  ])
  func `a duration is printed in one short form`(seconds: Int, text: String) {
    #expect(DurationText.print(.seconds(seconds)) == text)
  }

  @Test func `a fraction of a second is cut off when a duration is printed`() {
    #expect(DurationText.print(.milliseconds(1_999)) == "1s")
    #expect(DurationText.print(.milliseconds(-1_999)) == "-1s")
  }

  @Test func `every duration from 1 s to 24 h is read back as it was printed`() throws {
    let wrong = try (1...86_400).filter { second in
      let duration = Duration.seconds(second)
      return try DurationText.parse(DurationText.print(duration)) != duration
        || DurationText.parseSigned(DurationText.print(.zero - duration)) != .zero - duration
    }
    #expect(wrong.isEmpty)
  }

  @Test func `no text of the characters that durations are made of traps, and what is read is in range`() {
    var random = LinkRandom(seed: 25)
    var read = 0
    for _ in 0..<50_000 {
      let count = Int.random(in: 0...24, using: &random)
      let text = String((0..<count).map { _ in "0159:hms+-".randomElement(using: &random) ?? "0" })
      guard let duration = try? DurationText.parseSigned(text) else { continue }
      read += 1
      #expect((.seconds(1) ... .hours(24)).contains(duration < .zero ? .zero - duration : duration))
    }
    #expect(read > 500)
  }
}
