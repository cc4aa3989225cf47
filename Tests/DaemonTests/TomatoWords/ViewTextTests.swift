// What views are given: every state of every kind as JSON, and what a locked screen shows of it.
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoWords

@MainActor struct ViewTextTests {
  @Test func `views are given what the golden file shows`() throws {
    Golden.expect(try Self.pages(), is: "views-en.txt")
  }

  static func pages() throws -> String {
    var text = ""
    for situation in Situation.all + timers { text += page(situation.name, situation.harness()) }
    for (name, desk) in try jobs() { text += page(name, desk) }
    return text
  }

  private static func page(_ name: String, _ desk: ShellHarness) -> String {
    "== \(name)\n" + desk.cards.line.replacing("},{\"id\"", with: "},\n{\"id\"") + "\n"
  }

  private static let (tea, work) = (ActivityID(valid: "tea"), ActivityID(valid: "stopwatch-1"))
  private static let startsTea = Situation.Step.say(
    Intent(.timer, duration: .minutes(4), activity: tea, name: "Grüner <Tee>"))
  private static let startsWork = Situation.Step.say(Intent(.stopwatch, activity: work))

  private static let timers: [Situation] = [
    Situation("a timer and a stopwatch", startsTea, startsWork, .pass(.seconds(75))),
    Situation(
      "a stopwatch with laps, a timer that is paused", startsTea, startsWork, .pass(.seconds(75)),
      .say(Intent(.lap, activity: work)), .say(Intent(.pause, activity: tea))),
    Situation(
      "a timer that is over, a stopwatch that is paused", startsTea, startsWork, .pass(.seconds(75)),
      .say(Intent(.pause, activity: work)), .pass(.minutes(3)), .look),
    Situation("twenty timers", steps: twenty),
  ]

  private static let twenty = (1...20).map { number in
    Situation.Step.say(Intent(.start, duration: .minutes(number), activity: ActivityID("tea-\(number)")))
  }

  private static let cancel = """
    "buttons":[{"label":"Cancel","event":"cancel"},{"label":"Log","url":"https://a.example/"}]
    """

  private static func jobs() throws -> [(String, ShellHarness)] {
    let contents = [
      ("a program, under way", #""text":"compiling""#), ("its share", #""progress":0.41,"# + cancel),
      ("its count", #""progress":[41,312],"text":"compiling""#), ("its short text", #""short":"41/312""#),
      ("its end", #""endsIn":"4m","short":"soon""#), ("its beginning", #""since":"now""#),
      ("its link and icon", #""url":"https://a.example/","icon":"saw","accent":"blue","heading":"make""#),
    ]
    var all = try contents.map { name, members in (name, try job("{\"name\":\"Build\",\(members)}")) }
    for (name, hasFailed) in [("done", false), ("failed", true)] {
      let desk = try job(#"{"name":"Build","progress":0.41}"#)
      try desk.say(.end, #"{"failed":\#(hasFailed)}"#)
      all.append(("a program that is over: \(name)", desk))
    }
    let silent = try job(#"{"name":"Build","staleAfter":"1m"}"#)
    silent.look(after: .minutes(2))
    return all + [("a program that is silent", silent)]
  }

  private static func job(_ content: String) throws -> ShellHarness {
    let desk = ShellHarness()
    try desk.say(.request, content)
    return desk
  }

  @Test func `a locked screen shows no names and no words of programs, or all, or nothing`() throws {
    let id = try #require(ActivityID("tea"))
    let desk = ShellHarness()
    desk.do(.start, task: "secret")
    desk.shell.take(.intent(Intent(.timer, duration: .minutes(4), activity: id, name: "secret"), .command))
    try desk.say(.request, #"{"name":"secret","text":"secret","short":"secret","progress":0.5}"#)
    func seen() throws -> [String] {
      let cards = try #require(JSONText.value(desk.cards.line.utf8)?["cards"]?.elements)
      return cards.map { $0["private"].map(JSONText.text) ?? "-" }
    }
    let short = try seen()
    #expect(short.count == 3 && !short.joined().contains("secret"), "\(short)")
    #expect(short.contains(#"{"title":"Timer · ends 14:14","text":null,"lines":[]}"#), "\(short)")
    #expect(short.contains(#"{"title":"make · running","text":"50 %","lines":[]}"#), "\(short)")
    desk.locked = .all
    #expect(try seen().allSatisfy { $0.contains("secret") })
    desk.locked = .none
    #expect(try seen() == ["null", "null", "null"])
  }

  /// A button does what it says when it is pressed in the very state that shows it.
  @Test func `every link is taken where it is shown`() throws {
    for situation in Situation.all {
      let card = try #require(try Self.first(situation.harness())["cards"]?.elements?.first)
      let turns = [card["toggle"], card["step"]?["more"], card["step"]?["less"]].map { $0?.text }
      let menu = try Self.first(situation.harness())["menu"]?.elements ?? []
      let buttons = (card["buttons"]?.elements ?? []) + menu
      #expect((1...3).contains(card["buttons"]?.elements?.count ?? 0) && turns.first != nil, "\(situation.name)")
      for link in (turns + buttons.map { $0["link"]?.text }).compactMap(\.self) {
        let fresh = situation.harness()
        guard case .intent(let intent, _, _, _) = try Link.parse(link, door: .island) else {
          Issue.record("\(link) is no intent")
          continue
        }
        let answer = fresh.shell.take(.intent(intent, .view))
        // There is less than a minute to take.
        let isTooShort = intent.by == .minutes(-1) && answer == .refused(.cannotShorten)
        #expect(answer == .changed || isTooShort, "\(situation.name): \(link)")
      }
    }
  }

  private static func first(_ desk: ShellHarness) throws -> JSONValue {
    try #require(JSONText.value(desk.cards.line.utf8))
  }

  @Test func `what others are counted is under way`() throws {
    let desk = ShellHarness()
    #expect(try Self.first(desk)["others"] == .number(0) && Self.first(desk)["words"]?["others"]?.text == "")
    for step in Self.twenty { step.take(on: desk) }
    let all = try Self.first(desk)
    #expect(all["cards"]?.elements?.count == ViewCards.most && all["more"] == .number(5))
    // The Pomodoro, which is ready, is not under way.
    #expect(all["others"] == .number(19), "\(all["others"] ?? .null)")
  }
}

extension JSONValue {
  var elements: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
  var text: String? { if case .string(let text) = self { text } else { nil } }
}

extension ShellHarness {
  /// A program says something of its activity `build`.
  func say(_ verb: Verb, _ content: String) throws {
    var intent = Intent(verb, activity: ActivityID("build"))
    intent.content = try ContentUpdate(try ContentJSON.members(content), verb == .request ? .request : .end)
    intent.program = "/usr/bin/make"
    #expect(shell.take(.intent(intent, .command)) == .changed, "\(content)")
  }
}
