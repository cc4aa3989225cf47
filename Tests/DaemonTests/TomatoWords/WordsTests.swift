// What is said: every state of the card printed from the code, and every sentence of refusal.

import GLibBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoWords

@MainActor struct WordsTests {
  @Test func `the island says what the golden file shows`() { Golden.expect(Self.pages(), is: "island-en.txt") }

  static func pages() -> String {
    var text = ""
    for situation in Situation.all {
      let desk = situation.harness()
      let alert: AlertConfiguration? = if case .alert(let alert)? = desk.shown?.presentation { alert } else { nil }
      text += page(situation.name, desk.content, alert, desk.moment)
    }
    return text + others()
  }

  private static func page(_ name: String, _ content: Content, _ alert: AlertConfiguration?, _ now: Moment) -> String {
    let card = CardText.card(content, alert: alert, at: now)
    let body = card.body.split(separator: "\n").joined(separator: "\n           ")
    let buttons = card.actions.map { "  \($0.label): \($0.key)\n" }.joined()
    // The last field is about other activities, and there are none.
    let fields = IslandLine.line(content, Appearance()).split(separator: "\t", omittingEmptySubsequences: false)
      .dropLast()
    return """
      == \(name)
        title:   \(card.title)
        text:    \(body)
      \(buttons)  status:  \(StatusText.line(content))
        run:     \(fields.joined(separator: " | "))


      """
  }

  private static func others() -> String {
    let desk = ShellHarness()
    var text = ""
    for (id, duration) in [(ActivityID(valid: "tea"), Duration?.some(.minutes(4))), (ActivityID(valid: "work"), nil)] {
      desk.shell.take(.intent(Intent(.start, duration: duration, task: "green", activity: id), .command))
      desk.pass(.seconds(75))
      text += page("\(id), running", desk.shell.content(id), nil, desk.moment)
      desk.shell.take(.intent(Intent(.pause, activity: id), .command))
      text += page("\(id), paused", desk.shell.content(id), nil, desk.moment)
    }
    return text
  }

  /// A button does what it says when it is pressed in the very state that shows it.
  @Test func `every button is taken where it is shown`() throws {
    for situation in Situation.all {
      let desk = situation.harness()
      let buttons = CardText.card(desk.content, at: desk.moment).actions
      #expect((1...3).contains(buttons.count), "\(situation.name)")
      for button in buttons {
        let fresh = situation.harness()
        guard case .intent(let intent, _, _, _) = try Link.parse(button.key, door: .outside) else {
          Issue.record("\(button.key) is no intent")
          continue
        }
        let answer = fresh.shell.take(.intent(intent, .island))
        #expect(answer == .changed, "\(situation.name): \(button.label) (\(button.key))")
      }
    }
  }

  @Test(
    arguments: [
      (1_795_271_700_000, 1_795_300_000_000, "UTC", "14:35"),
      (1_795_271_700_000, 1_795_305_600_000, "UTC", "Sat 14:35"),
      (1_795_271_700_000, 1_795_219_199_999, "UTC", "Sat 14:35"),
      (1_795_300_000_000, 1_795_271_700_000, "Asia/Kolkata", "Sun 03:56"),
    ] as [(Int64, Int64, String, String)])
  func `a time of another day has its day`(ms: Int64, now: Int64, zone: String, clock: String) {
    #expect(Words.clock(WallTime(milliseconds: ms), beside: WallTime(milliseconds: now), zone: zone) == clock)
  }

  @Test func `a time that is not today is said with its day`() throws {
    let desk = ShellHarness()
    let tomorrow = ShellHarness.afternoon + .hours(20)
    desk.shell.take(.intent(Intent(.timer, until: tomorrow, name: "Ana"), .command))
    let content = try #require(desk.shell.contents().first)
    let clock = Words.clock(tomorrow, beside: ShellHarness.afternoon)
    #expect(clock.count > 5 && clock.hasSuffix(Words.clock(tomorrow, beside: tomorrow)))
    #expect(StatusText.line(content).contains("ends \(clock)") && CardText.title(content, nil).hasSuffix(clock))
  }

  private static let refusals: [Refusal] = [
    .phaseIsOver(PhaseToken(7)), .notFor(.skip, .stopwatch), .notWhile(.pause, .ready), .notWhile(.reset, .completed),
    .notWhile(.update, .completed), .notWhile(.resume, .running), .needsReplace(.focus), .wrongMode(.shortBreak),
    .cannotShorten, .nothingToUndo,
    .undoWasEmptied(.pause), .undoWasEmptied(.undo), .undoWasEmptied(nil), .needsKind(.shortBreak, .minutes(25)),
    .isAnotherTask, .isLongest, .isShortest, .nothingAsked, .nothingToRewind, .isNoActivity("tea", .minutes(4)),
    .undoIsOver, .inTheFuture, .tooLongAgo, .tooManyActivities(64), .tooManyFromOutside, .unknownName("泡茶"),
    .ambiguous([ActivityLabel(id: .all, name: "泡茶"), ActivityLabel(id: ActivityID(valid: "timer-2"), name: nil)]),
    .isAnother(.timer, ActivityLabel(id: ActivityID(valid: "tea"), name: "Tea")),
    .notFromOutside(ActivityLabel(id: ActivityID(valid: "build"), name: "Build")), .needsDuration, .tooManyLaps,
    .unknownActivity(ActivityID(valid: "tea")),
  ]

  @Test func `every refusal is a sentence, as the golden file shows`() {
    for refusal in Self.refusals { #expect("\(refusal)".prefix { $0 != "(" } == refusal.reason.rawValue) }
    let lines = Self.refusals.map { "\($0.reason.rawValue): \(Answers.sentence($0, nil))\n" }
    Golden.expect(lines.joined(), is: "refusals.txt")
  }

  @Test(
    arguments: [
      ("plain", [:], "plain"), ("plain {n}", [:], "plain {n}"), ("{a} and {b}", ["a": "1", "b": "2"], "1 and 2"),
      ("{b} before {a}", ["a": "{b}", "b": "{a}{c}"], "{a}{c} before {b}"), ("{gone}!", ["a": "1"], "!"),
      ("{a", ["a": "1"], "{a"), ("a}", ["a": "1"], "a}"), ("", ["a": "1"], ""), ("{a}{a}", ["a": "写"], "写写"),
    ] as [(String, KeyValuePairs<String, String>, String)])
  func `places are filled once`(_ text: String, _ places: KeyValuePairs<String, String>, _ filled: String) {
    #expect(TomatoWords.tr(text, places) == filled)
  }

  @Test(arguments: [
    (1, "1 s"), (59, "59 s"), (60, "1 min"), (89, "1 min"), (90, "2 min"), (3569, "59 min"), (3600, "1 h"),
    (7500, "2 h 5 min"), (86400, "24 h"),
  ])
  func `lengths are rounded for people`(_ seconds: Int, _ text: String) {
    #expect(Words.length(.seconds(seconds)) == text)
  }
}
