// The day's goal: what counts toward it, when the history is looked at, and on which surfaces it is said.

import GLibBridge
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoWords

@MainActor struct GoalTests {
  private let desk = ShellHarness(settings: Settings(autoStartBreaks: false, autoStartFocus: false))

  init() { desk.shell.goal.settings = GoalSettings(focusPerDay: 8, dayStarts: 240) }

  /// A focus from its beginning to its end.
  private func work() {
    desk.shell.take(.intent(Intent(.start, mode: .focus, duration: .minutes(25)), .command))
    while desk.content.contentState.mode == .focus, desk.content.contentState.state == .running, desk.ring() {}
  }

  @Test func `without a goal nothing is counted, and the history is not looked at`() {
    desk.shell.goal.settings.focusPerDay = 0
    work()
    #expect(desk.content.goal == nil && desk.looks == 0)
    #expect(!StatusText.line(desk.content).contains("today"))
  }

  @Test func `a focus counts when it is completed, and the history is looked at once`() {
    #expect(desk.content.goal == DailyGoal(done: 0, wanted: 8))
    for done in 1...3 {
      work()
      #expect(desk.content.goal == DailyGoal(done: done, wanted: 8))
    }
    desk.do(.start)
    desk.do(.skip)
    #expect(desk.content.goal?.done == 3 && desk.looks == 1)
  }

  @Test func `a focus that goes on after its end counts no more`() {
    work()
    #expect(desk.content.goal?.done == 1)
    desk.do(.extend, by: .minutes(5))
    #expect(desk.content.goal?.done == 0 && desk.looks == 1)
  }

  @Test func `what another process has recorded is counted after a start`() {
    let now = desk.moment.wall
    desk.rows = [
      RecordFixtures.focus(90, at: now - .hours(2)), RecordFixtures.focus(91, at: now - .hours(1), outcome: .skipped),
      RecordFixtures.rest(92, at: now - .hours(1)), RecordFixtures.focus(93, at: now - .hours(11)),
      // It ended today, and belongs to the day before.
      RecordFixtures.focus(94, at: now - .minutes(10 * 60 + 20)),
    ]
    #expect(desk.content.goal?.done == 1)
  }

  @Test func `the day ends at the hour that is set, and who sees the goal is told then`() throws {
    work()
    desk.do(.stop)
    desk.trayInterest = .minute
    desk.interestChanged()
    #expect(desk.content.goal?.done == 1)
    desk.interestChanged()
    // It is 14:35, and the day ends at 04:00.
    let alarm = try #require(desk.alarm)
    #expect(alarm - desk.moment.sinceBoot == .minutes(13 * 60 + 25))
    #expect(desk.ring() && desk.content.goal?.done == 0)
  }

  @Test func `nobody is woken for a goal that nobody sees`() {
    work()
    desk.do(.stop)
    #expect(desk.content.goal?.done == 1)
    desk.shell.rearm()
    #expect(desk.alarm == nil)
  }

  @Test func `a clock that is set to another day is noticed`() {
    work()
    desk.moment.wall = desk.moment.wall + .hours(24)
    desk.shell.timePassed()
    #expect(desk.content.goal?.done == 0)
  }

  @Test func `status, tooltip and menu say how much is done`() {
    work()
    desk.do(.start)
    desk.do(.skip)
    desk.shell.take(.intent(Intent(.start, mode: .focus, task: "write"), .command))
    let content = desk.content
    #expect(StatusText.line(content).hasSuffix("session 2 of 4, 1 of 8 today, write"))
    #expect(TrayText.toolTipText([content]) == "session 2 of 4 · 1 of 8 today · write")
    #expect(MenuText.detail(content).hasSuffix("1 of 8 today"))
    #expect(JSON.line(StatusJSON.object(content)).contains(#""goal":{"done":1,"wanted":8}"#))
    var without = content
    without.goal = nil
    #expect(!JSON.line(StatusJSON.object(without)).contains("goal"))
  }

  @Test func `the card of a completed focus says it, and so does that of the break that begins by itself`() {
    work()
    let card = CardText.card(desk.content, alert: .completed(.focus), at: desk.moment)
    #expect(card.body.split(separator: "\n").first == "Next: Short Break, 5 min · 1 of 8 today")
    let detail = MenuText.detail(desk.content)
    #expect(detail.split(separator: "1 of 8 today", omittingEmptySubsequences: false).count == 2, "\(detail)")
    let chained = ShellHarness()
    chained.shell.goal.settings = desk.shell.goal.settings
    chained.do(.start)
    while chained.content.contentState.mode == .focus, chained.ring() {}
    let next = CardText.card(chained.content, alert: .nextBegan(after: .focus), at: chained.moment)
    #expect(next.body.split(separator: "\n").first == "1 of 8 today · session 2 of 4 next")
  }
}
