// The day's goal: what counts toward it, when the history is looked at, and on which surfaces it is said.

import GLibBridge
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoWords

@MainActor struct GoalTests {
  private func desk(goal: Int = 8, dayStarts: Int = 240, _ settings: Settings = Settings()) -> ShellHarness {
    let desk = ShellHarness(settings: settings)
    desk.shell.goal.settings = GoalSettings(focusPerDay: goal, dayStarts: dayStarts)
    return desk
  }

  /// A focus from its beginning to its end.
  private func work(_ desk: ShellHarness) {
    desk.shell.take(.intent(Intent(.start, mode: .focus, duration: .minutes(25)), .command))
    while desk.content.contentState.mode == .focus, desk.content.contentState.state == .running, desk.ring() {}
  }

  private static let waiting = Settings(autoStartBreaks: false, autoStartFocus: false)

  @Test func `without a goal nothing is counted, and the history is not looked at`() {
    let desk = desk(goal: 0, Self.waiting)
    work(desk)
    #expect(desk.content.goal == nil && desk.looks == 0)
    #expect(!StatusText.line(desk.content).contains("today"))
  }

  @Test func `a focus counts when it is completed, and the history is looked at once`() {
    let desk = desk(Self.waiting)
    #expect(desk.content.goal == DailyGoal(done: 0, wanted: 8))
    for done in 1...3 {
      work(desk)
      #expect(desk.content.goal == DailyGoal(done: done, wanted: 8))
    }
    desk.do(.start)
    desk.do(.skip)
    #expect(desk.content.goal?.done == 3 && desk.looks == 1)
  }

  @Test func `a focus that goes on after its end counts no more`() {
    let desk = desk(Self.waiting)
    work(desk)
    #expect(desk.content.goal?.done == 1)
    desk.do(.extend, by: .minutes(5))
    #expect(desk.content.goal?.done == 0 && desk.looks == 1)
  }

  @Test func `what another process has recorded is counted after a start`() {
    let desk = desk(Self.waiting)
    let now = desk.moment.wall
    func row(_ number: UInt64, _ began: WallTime, _ mode: TimerMode, _ outcome: PhaseOutcome) -> IntervalRecord {
      IntervalRecord(
        token: PhaseToken(number), activity: .pomodoro, mode: mode, task: nil, began: began,
        ended: began + .minutes(25), active: .minutes(25), outcome: outcome)
    }
    desk.rows = [
      row(90, now - .hours(2), .focus, .completed), row(91, now - .hours(1), .focus, .skipped),
      row(92, now - .hours(1), .shortBreak, .completed), row(93, now - .hours(11), .focus, .completed),
      // It ended today, and belongs to the day before.
      row(94, now - .minutes(10 * 60 + 20), .focus, .completed),
    ]
    #expect(desk.content.goal?.done == 1)
  }

  @Test func `the day ends at the hour that is set, and who sees the goal is told then`() throws {
    let desk = desk(Self.waiting)
    work(desk)
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
    let desk = desk(Self.waiting)
    work(desk)
    desk.do(.stop)
    #expect(desk.content.goal?.done == 1)
    desk.shell.rearm()
    #expect(desk.alarm == nil)
  }

  @Test func `a clock that is set to another day is noticed`() {
    let desk = desk(Self.waiting)
    work(desk)
    desk.moment = Moment(
      sinceBoot: desk.moment.sinceBoot, awake: desk.moment.awake, wall: desk.moment.wall + .hours(24),
      boot: desk.moment.boot)
    desk.shell.timePassed()
    #expect(desk.content.goal?.done == 0)
  }

  // MARK: Where it is said

  @Test func `status, tooltip and menu say how much is done`() {
    let desk = desk(Self.waiting)
    work(desk)
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
    let waiting = desk(Self.waiting)
    work(waiting)
    let card = CardText.card(waiting.content, alert: .completed(.focus), at: waiting.moment)
    #expect(card.body.split(separator: "\n").first == "Next: Short Break, 5 min · 1 of 8 today")
    #expect(MenuText.detail(waiting.content).components(of: "1 of 8 today") == 1)
    let chained = desk()
    work(chained)
    while chained.content.contentState.mode == .focus, chained.ring() {}
    let next = CardText.card(chained.content, alert: .nextBegan(after: .focus), at: chained.moment)
    #expect(next.body.split(separator: "\n").first == "1 of 8 today · session 2 of 4 next")
  }
}

extension String {
  fileprivate func components(of text: String) -> Int {
    split(separator: text, omittingEmptySubsequences: false).count - 1
  }
}
