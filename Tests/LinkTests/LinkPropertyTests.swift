// The link grammar by its laws, on seeded random values: what is printed is read back, and nothing traps.
import TestKit
import Testing
import TomatoLink

struct LinkPropertyTests {
  @Test func `every valid request is read back as it was printed, and printed again the same`() throws {
    var random = LinkRandom(seed: 1)
    for _ in 0..<20_000 {
      let request = random.request()
      let text = Link.print(request)
      #expect(text.utf8.count <= Link.byteLimit)
      let read = try Link.parse(text, door: .socket)
      #expect(read == request, "\(text)")
      #expect(Link.print(read) == text)
    }
  }

  @Test func `an intent without a format means the same at both doors`() throws {
    var random = LinkRandom(seed: 2)
    for _ in 0..<5_000 {
      let intent = random.intent()
      #expect(try Link.parse(Link.print(intent), door: .outside) == .intent(intent, format: .text))
    }
  }

  @Test func `a damaged link is refused with a safe sentence or read as a request that prints and reads`() throws {
    var random = LinkRandom(seed: 3)
    var (refused, read) = (0, 0)
    for _ in 0..<30_000 {
      let bytes = random.damaged(Array(Link.print(random.request()).utf8))
      do {
        let request = try Link.parse(bytes: bytes, door: Bool.random(using: &random) ? .socket : .outside)
        #expect(try Link.parse(Link.print(request), door: .socket) == request)
        read += 1
      } catch {
        #expect(isSafeSentence(error.description), "\(error)")
        refused += 1
      }
    }
    #expect(refused > 1_000 && read > 1_000)
  }

  @Test func `text and its bytes are read alike`() {
    var random = LinkRandom(seed: 4)
    for _ in 0..<5_000 {
      let text = String(decoding: random.damaged(Array(Link.print(random.request()).utf8)), as: UTF8.self)
      let fromText = Result { () throws(LinkError) in try Link.parse(text, door: .socket) }
      let fromBytes = Result { () throws(LinkError) in try Link.parse(bytes: Array(text.utf8), door: .socket) }
      #expect(fromText == fromBytes)
    }
  }
}

/// Link values made of random numbers that are the same in every run.
struct LinkRandom: RandomNumberGenerator {
  private var numbers: SeededGenerator
  init(seed: UInt64) { numbers = SeededGenerator(state: seed) }

  mutating func next() -> UInt64 { numbers.next() }

  mutating func request() -> Request {
    // The cards are for two questions alone, without items: NameTests.
    let format = Query.Format.allCases.filter { $0 != .cards }.randomElement(using: &self) ?? .text
    guard Int.random(in: 0..<4, using: &self) == 0 else {
      let intent = intent()
      let waits = intent.verb == .timer && Bool.random(using: &self)
      return .intent(intent, format: format, waits: waits, isOpened: Bool.random(using: &self))
    }
    let verb = Query.Verb.allCases.randomElement(using: &self) ?? .status
    var query = Query(
      verb, format: format, seconds: verb == .watch && Bool.random(using: &self),
      activity: [.list, .version, .quit, .authorization].contains(verb) ? nil : maybe { $0.activity() },
      bar: verb == .watch && format == .text ? maybe { $0.bar() } : nil)
    if query.activity == nil, ![.list, .version, .quit, .authorization].contains(verb) {
      query.name = maybe { $0.name() }
    }
    if verb == .watch, query.bar == nil, query.activity == nil, query.name == nil, format != .island {
      query.scope = Bool.random(using: &self) ? Query.Scope.allCases.randomElement(using: &self) : nil
    }
    query.watches = verb == .authorization && Bool.random(using: &self)
    return .query(query)
  }

  private mutating func bar() -> Bar {
    let pieces = ["{{", "}}", " ", "#", "%", "&", "=", "写", "🍅", "{task-pango}"]
    let text = "{time}" + (0..<20).map { _ in pieces.randomElement(using: &self) ?? "" }.joined()
    guard let template = try? LineTemplate(text) else {
      Issue.record("'\(text)' is no template")
      return .tmux
    }
    return [Bar.waybar, .polybar, .tmux, .template(template)].randomElement(using: &self) ?? .tmux
  }

  mutating func intent() -> Intent {
    let verb = Verb.ofPersons.randomElement(using: &self) ?? .start
    var intent = Intent(verb)
    if verb == .timer || verb == .stopwatch {
      intent.name = maybe { $0.name() }
    } else {
      intent.activity = maybe { $0.activity() }
      if intent.activity == nil { intent.name = maybe { $0.name() } }
      intent.phase = maybe { PhaseToken($0.number(.max)) }
    }
    if verb == .timer {
      intent.duration = maybe { $0.duration() }
      if intent.duration == nil { intent.until = maybe { WallTime(seconds: Int64($0.number(Link.latestAt))) } }
    }
    if verb.begins { intent.replace = Bool.random(using: &self) }
    if verb == .start { intent.mode = Bool.random(using: &self) ? TimerMode.pomodoro.randomElement(using: &self) : nil }
    if [.start, .focus, .break].contains(verb) {
      intent.duration = maybe { $0.duration() }
      intent.task = maybe { $0.task() }
    }
    if verb == .pause { intent.duration = maybe { $0.duration() } }
    if verb == .rewind { intent.by = duration() }
    if verb == .extend { intent.by = Bool.random(using: &self) ? duration() : .zero - duration() }
    if ![.show, .hide, .undo, .keep, .takeoff].contains(verb) {
      intent.at = maybe { WallTime(seconds: Int64($0.number(Link.latestAt))) }
    }
    return intent
  }

  /// `bytes` with up to three bytes changed, put in, taken out or moved to the end.
  mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 0...3, using: &self) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &self)
      let likely = "/?&=%+#:@01ahms".utf8.randomElement(using: &self) ?? 0
      let byte = Bool.random(using: &self) ? likely : UInt8.random(in: 0...255, using: &self)
      switch Int.random(in: 0..<4, using: &self) {
      case 0: bytes[index] = byte
      case 1: bytes.insert(byte, at: index)
      case 2: bytes.remove(at: index)
      default: bytes.append(bytes.remove(at: index))
      }
    }
    return bytes
  }

  private mutating func maybe<Value>(_ make: (inout LinkRandom) -> Value) -> Value? {
    Bool.random(using: &self) ? make(&self) : nil
  }

  /// Small, large and border numbers alike.
  private mutating func number(_ most: UInt64) -> UInt64 {
    [0, 1, most, UInt64.random(in: 0...100, using: &self), UInt64.random(in: 0...most, using: &self)]
      .randomElement(using: &self) ?? 0
  }

  private mutating func duration() -> Duration {
    let whole = [1, 60, 3600].randomElement(using: &self) ?? 1
    return .seconds(whole * Int.random(in: 1...(86_400 / whole), using: &self))
  }

  private mutating func activity() -> ActivityID {
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789-_")
    let count = Int.random(in: 1...40, using: &self)
    return ActivityID(valid: String((0..<count).map { _ in letters.randomElement(using: &self) ?? "a" }))
  }

  /// A name that is no id, at most 80 characters.
  private mutating func name() -> String {
    let pieces = ["a", "Z", " ", "+", "%", "&", "=", "#", "<b>", "é", "e\u{301}", "語", "🍅", "\u{A0}"]
    let count = [0, 1, 5, 18].randomElement(using: &self) ?? 0
    return "Ü" + (0..<count).map { _ in pieces.randomElement(using: &self) ?? "" }.joined() + "."
  }

  private mutating func task() -> String {
    let pieces = [
      "a", "Z", " ", "+", "%", "&", "=", "#", "/", "?", "<b>", "'", "\"", "é", "e\u{301}", "語", "🍅", "👩‍🚀", "\u{A0}",
    ]
    let count = [0, 1, 5, 40].randomElement(using: &self) ?? 0
    let text = (0..<count).map { _ in pieces.randomElement(using: &self) ?? "" }.joined()
    return SafeText.isVisible(text) ? text : ""
  }
}
