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

  /// Every situation, in the language of this process.
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
    for (id, duration) in [("tea", Duration?.some(.minutes(4))), ("work", nil)] {
      guard let id = ActivityID(id) else { continue }
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

  nonisolated static let refusals: [(Refusal, String)] = [
    (
      .phaseIsOver(PhaseToken(7)),
      """
      That was for phase 7, which is over; nothing was changed. \"tomato-notify \
      status\" says what runs.
      """
    ),
    (
      .notFor(.skip, .stopwatch),
      """
      \"skip\" means nothing for a stopwatch; expected one of start, pause, resume, \
      lap, reset, stop.
      """
    ),
    (.notWhile(.pause, .ready), "\"pause\" is not possible now: start it first."),
    (.notWhile(.reset, .completed), "\"reset\" is not possible now: the phase is over; start begins the next one."),
    (.notWhile(.resume, .running), "\"resume\" is not possible now: it is running."),
    (.needsReplace(.focus), "Focus is under way; add --replace to leave it for something else."),
    (.wrongMode(.shortBreak), "Only the Pomodoro has a short-break; leave the kind out here."),
    (.cannotShorten, "The phase is over; it can be extended, but not shortened."),
    (
      .nothingToUndo,
      "There is nothing to undo; undo takes back a reset, skip, stop, rewind, shortening, replacing or takeoff."
    ),
    (.undoWasEmptied(.pause), "There is nothing to undo: \"pause\" came later, and earlier changes stay."),
    (.undoWasEmptied(.undo), "There is nothing to undo: it was taken back already."),
    (
      .undoWasEmptied(nil), "There is nothing to undo: a phase has ended since, and earlier changes stay."
    ),
    (
      .needsKind(.shortBreak, .minutes(25)),
      "It is time for Short Break; say \"focus 25m\" for a focus, or \"break 25m\" for that break."
    ),
    (
      .isAnotherTask,
      "A focus is under way; say \"start --task TEXT\" to change its task, or add --replace to begin anew."
    ),
    (.isLongest, "It lasts 24 hours already, the longest allowed; \"extend -5m\" shortens it."),
    (.isShortest, "Less than a second would be left; \"skip\" or \"stop\" ends it."),
    (.nothingAsked, "No question about time away is open; \"rewind 5m\" rewinds time that should not count."),
    (.nothingToRewind, "No time has counted yet, so none can be rewound; \"extend 5m\" adds some."),
    (
      .isNoActivity("tea", .minutes(4)),
      "There is no activity \"tea\"; say \"timer 4m tea\" for a timer, or \"focus 4m tea\" for a focus."
    ),
    (.undoIsOver, "It was more than a minute ago; undo takes back what was done in the last 60 s."),
    (.inTheFuture, "The time given lies in the future; expected a past time."),
    (
      .tooLongAgo,
      """
      The time given lies before the timer's last change, or in time for which this machine slept; expected a \
      later one.
      """
    ),
    (.tooManyActivities(64), "There are 64 activities already; stop one first."),
    (
      .tooManyFromOutside,
      "Links have begun 8 timers and stopwatches already, the most allowed; stop one first."
    ),
    (.unknownName("泡茶"), "There is no activity \"泡茶\"; \"tomato-notify list\" shows all."),
    (
      .ambiguous([ActivityLabel(id: .all, name: "泡茶"), ActivityLabel(id: ActivityID(valid: "timer-2"), name: nil)]),
      "Several activities match; say which: 泡茶 or Timer 2."
    ),
    (
      .isAnother(.timer, ActivityLabel(id: ActivityID(valid: "tea"), name: "Tea")),
      "\"Tea\" is a timer; stop it first, or choose another name."
    ),
    (
      .notFromOutside(ActivityLabel(id: ActivityID(valid: "build"), name: "Build")),
      "\"Build\" belongs to a program; a link from outside can only show it."
    ),
    (.needsDuration, "The timer needs a length, for example: tomato-notify timer 4m tea."),
    (.tooManyLaps, "There are 200 laps already, and no more are kept; \"reset\" begins anew."),
  ]

  @Test(arguments: refusals)
  func `every refusal is a sentence`(_ refusal: Refusal, _ sentence: String) {
    #expect(Answers.sentence(refusal, nil) == sentence)
    #expect("\(refusal)".prefix { $0 != "(" } == refusal.reason.rawValue)
  }

  @Test func `an unknown activity is named`() throws {
    let tea = try #require(ActivityID("tea"))
    #expect(
      Answers.sentence(.unknownActivity(tea), nil)
        == "There is no activity \"tea\"; \"tomato-notify list\" shows all.")
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
