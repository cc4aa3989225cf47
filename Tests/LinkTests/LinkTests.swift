// The link grammar by cases: what each door takes, what is refused, and that refusals cannot be misused.
import TestKit
import Testing
import TomatoLink

struct LinkTests {
  static let intents: [(String, Intent)] = [
    ("tomatoclock://start", Intent(.start)),
    ("TOMATOCLOCK://start/", Intent(.start)),
    ("tomatoclock://start/focus", Intent(.start, mode: .focus)),
    ("tomatoclock://start/short-break/", Intent(.start, mode: .shortBreak)),
    ("tomatoclock://start/long-break?duration=1:30:00", Intent(.start, mode: .longBreak, duration: .minutes(90))),
    ("tomatoclock://activity/tea-2_x", Intent(.show, activity: ActivityID("tea-2_x"))),
    ("tomatoclock://activity/tea/?phase=3", Intent(.show, activity: ActivityID("tea"), phase: PhaseToken(3))),
    ("tomatoclock://focus?minutes=1440", Intent(.focus, duration: .hours(24))),
    ("tomatoclock://focus?duration=25%3A00", Intent(.focus, duration: .minutes(25))),
    ("tomatoclock://pause/?phase=0", Intent(.pause, phase: PhaseToken(0))),
    ("tomatoclock://pause?phase=18446744073709551615", Intent(.pause, phase: PhaseToken(.max))),
    ("tomatoclock://pause?at=32503680000", Intent(.pause, at: WallTime(seconds: 32_503_680_000))),
    ("tomatoclock://pause?at=0&activity=%70omodoro", Intent(.pause, activity: .pomodoro, at: WallTime(seconds: 0))),
    ("tomatoclock://extend?by=-24h", Intent(.extend, by: .zero - .hours(24))),
    ("tomatoclock://rewind?by=+90s", Intent(.rewind, by: .seconds(90))),
    ("tomatoclock://break?replace=1&task=", Intent(.break, task: "", replace: true)),
    ("tomatoclock://focus?task=a=b?c/d:e@f;g'h", Intent(.focus, task: "a=b?c/d:e@f;g'h")),
    ("tomatoclock://focus?task=%3Cb%3E%26amp%3b", Intent(.focus, task: "<b>&amp;")),
    ("tomatoclock://focus?task=日本%E8%AA%9E+🍅", Intent(.focus, task: "日本語+🍅")),
  ]

  @Test(arguments: intents)
  func `a link from outside becomes the intent that it names`(text: String, intent: Intent) throws {
    for door in [Door.outside, .socket] {
      #expect(try Link.parse(text, door: door) == .intent(intent, format: .text))
      #expect(try Link.parse(text[...], door: door) == .intent(intent, format: .text))
      #expect(try Link.parse(bytes: Array(text.utf8), door: door) == .intent(intent, format: .text))
    }
  }

  static let requests: [(String, Request)] = [
    ("tomatoclock://status", .query(Query(.status))),
    ("tomatoclock://list/?format=json", .query(Query(.list, format: .json))),
    ("tomatoclock://watch?format=waybar", .query(Query(.watch, bar: .waybar))),
    (
      "tomatoclock://watch?format=polybar&activity=tea",
      .query(Query(.watch, activity: ActivityID("tea"), bar: .polybar))
    ),
    ("tomatoclock://watch?seconds=1&format=tmux", .query(Query(.watch, seconds: true, bar: .tmux))),
    ("tomatoclock://watch?seconds=1&format=island", .query(Query(.watch, format: .island, seconds: true))),
    ("tomatoclock://wait?activity=tea", .query(Query(.wait, activity: ActivityID("tea")))),
    ("tomatoclock://log?format=text", .query(Query(.log))),
    ("tomatoclock://quit", .query(Query(.quit))),
    ("tomatoclock://skip?format=json", .intent(Intent(.skip), format: .json)),
  ]

  @Test(arguments: requests)
  func `questions and formats are taken over the socket only`(text: String, request: Request) throws {
    #expect(try Link.parse(text, door: .socket) == request)
    let error = #expect(throws: LinkError.self) { try Link.parse(text, door: .outside) }
    #expect(error?.description.contains("control socket") == true)
  }

  @Test(arguments: Verb.ofPersons) func `each verb takes exactly its items`(verb: Verb) {
    let isNaming = verb == .timer || verb == .stopwatch
    var taken: Set = isNaming ? ["name"] : ["activity", "phase"]
    if [.start, .focus, .break, .timer, .pause].contains(verb) { taken.formUnion(["duration", "minutes"]) }
    if [.start, .focus, .break].contains(verb) { taken.insert("task") }
    if verb == .timer { taken.insert("until") }
    if verb.begins { taken.insert("replace") }
    if ![.show, .hide, .undo, .keep, .takeoff].contains(verb) { taken.insert("at") }
    for (name, value) in Self.values {
      let needed = [.extend, .rewind].contains(verb) && name != "by" ? "by=1s&" : ""
      let isTaken = taken.contains(name) || name == "by" && [.extend, .rewind].contains(verb)
      let text = "tomatoclock://\(verb)?\(needed)\(name)=\(value)"
      #expect(((try? Link.parse(text, door: .outside)) != nil) == isTaken, "\(text)")
    }
  }

  @Test(arguments: Query.Verb.allCases) func `each question takes exactly its items`(verb: Query.Verb) {
    var taken: Set = ["format"]
    if ![.list, .version, .quit, .authorization].contains(verb) { taken.insert("activity") }
    if verb == .watch { taken.insert("seconds") }
    for (name, value) in Self.values {
      let text = "tomatoclock://\(verb)?\(name)=\(value)"
      #expect(((try? Link.parse(text, door: .socket)) != nil) == taken.contains(name), "\(text)")
    }
  }

  private static let values = [
    "activity": "tea", "phase": "1", "duration": "1m", "minutes": "1", "by": "1m", "task": "x", "replace": "1",
    "name": "x", "until": "1",
    "at": "1", "format": "json", "seconds": "1", "color": "red", "": "1",
  ]

  private static let noLinks = Repository.text("Tests/Data/no-links.txt").split(separator: "\n")
    .filter { !$0.hasPrefix("# ") }.map(String.init)
  private static let unprintable = [
    "", "tomatoclock://focus?task=a\tb", "tomatoclock://focus?task=a\0b", "tomatoclock://pause\n",
    "tomatoclock://pause\r", " tomatoclock://pause", "tomatoclock://pause ", "\u{FEFF}tomatoclock://pause",
    "tOmAtOcLoCk\u{301}://pause", "TOMATO\u{2}LOCK://pause",
  ]

  @Test(arguments: noLinks + unprintable) func `what the grammar does not name is refused at both doors`(text: String) {
    #expect(Self.noLinks.count > 90)
    for door in [Door.outside, .socket] {
      let error = #expect(throws: LinkError.self) { try Link.parse(text, door: door) }
      #expect(error.map { isSafeSentence($0.description) } == true)
    }
  }

  @Test func `a link has at most 4096 bytes`() throws {
    // The last of many equal-looking links that fits fails for its value, the next for its length.
    let fits = "tomatoclock://pause?phase=" + String(repeating: "1", count: 4096 - 26)
    let short = #expect(throws: LinkError.self) { try Link.parse(fits, door: .outside) }
    #expect(short?.description.hasPrefix("The item 'phase' is '111") == true)
    let long = #expect(throws: LinkError.self) { try Link.parse(fits + "1", door: .outside) }
    #expect(long == LinkError("The link has 4097 bytes; expected at most 4096."))
    let bytes = #expect(throws: LinkError.self) { try Link.parse(bytes: Array((fits + "1").utf8), door: .outside) }
    #expect(bytes == long)
  }

  @Test func `bytes that are not UTF-8 are refused, and so is NUL`() {
    let prefix = Array("tomatoclock://focus?task=a".utf8)
    for tail: [UInt8] in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF5, 0x80, 0x80, 0x80]] {
      let error = #expect(throws: LinkError.self) { try Link.parse(bytes: prefix + tail, door: .socket) }
      #expect(error == LinkError("The link is not valid UTF-8; expected text in UTF-8."))
    }
    let error = #expect(throws: LinkError.self) { try Link.parse(bytes: prefix + [0], door: .socket) }
    #expect(error?.description.contains("control character (%00)") == true)
  }

  @Test(arguments: [0x00...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069])
  func `a task holds no control, separator or direction character, raw or encoded`(range: ClosedRange<UInt32>) throws {
    for value in range {
      let character = String(try #require(Unicode.Scalar(value)))
      let encoded = character.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      for task in ["a\(character)b", "a\(encoded)b"] {
        let text = "tomatoclock://focus?task=\(task)"
        let error = #expect(throws: LinkError.self) { try Link.parse(text, door: .outside) }
        #expect(error.map { isSafeSentence($0.description) } == true)
      }
      #expect(throws: LinkError.self) { try Link.checkTask(character) }
    }
  }

  @Test func `a task has at most 120 characters, as a person counts them, and 1024 bytes`() throws {
    let family = "👨‍👩‍👧‍👦"
    for (unit, most) in [("x", 120), ("語", 120), ("e\u{301}", 120), (family, 1024 / family.utf8.count)] {
      let fits = String(repeating: unit, count: most)
      let intent = Intent(.focus, task: fits)
      #expect(
        try Link.parse("tomatoclock://focus?task=\(fits)", door: .outside)
          == .intent(intent, format: .text))
      #expect(try Link.parse(Link.print(intent), door: .outside) == .intent(intent, format: .text))
      #expect(throws: LinkError.self) { try Link.checkTask(fits + unit) }
    }
    #expect(throws: LinkError("The task has 121 characters; expected at most 120.")) {
      try Link.checkTask(String(repeating: "x", count: 121))
    }
    #expect(throws: LinkError("The task has 10000 bytes; expected at most 1024.")) {
      try Link.checkTask(String(repeating: "x", count: 10_000))
    }
  }

  @Test func `a refusal quotes at most 40 code points and nothing that hides or turns text`() {
    let long = #expect(throws: LinkError.self) {
      try Link.parse("tomatoclock://" + String(repeating: "x", count: 4000), door: .outside)
    }
    #expect(long?.description.hasPrefix("'" + String(repeating: "x", count: 40) + "…' is not a verb") == true)
    let spoof = #expect(throws: LinkError.self) {
      try Link.parse("tomatoclock://pause?phase=%1B%5B2J%E2%80%AE%E2%80%8B%F3%A0%81%81x", door: .outside)
    }
    #expect(spoof?.description.contains("'\u{FFFD}[2J\u{FFFD}\u{FFFD}\u{FFFD}x'") == true)
    let marks = #expect(throws: LinkError.self) {
      try Link.parse("a" + String(repeating: "\u{301}", count: 1000), door: .outside)
    }
    #expect((marks?.description.utf8.count ?? .max) < 300)
  }
}

/// Whether a sentence can be shown as it is: one line, short, nothing that controls, hides or turns it.
func isSafeSentence(_ text: String) -> Bool {
  text.unicodeScalars.count < 300 && text.hasSuffix(".")
    && text.unicodeScalars.allSatisfy { scalar in
      ![.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
}
