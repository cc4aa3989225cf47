// "The Pomodoro, exactly", continued: reset, extend, rewind, stop, zero, unattended phases, the record.
import TestKit
import Testing
import TomatoLink

@testable import TomatoEngine

struct PhaseTests {
  @Test func `reset: running, paused → ready, base duration; completed, ready → refused`() {
    for situation in [VirtualTime.Situation.running, .paused] {
      var time = VirtualTime(situation, after: .say(.extend, by: .minutes(10)))
      let token = time.token
      #expect(time.say(.reset) == .changed)
      #expect(time.status == "focus ready 25:00, session 1 of 4")
      #expect(time.token == token && time.shown.startedAt == nil && time.shown.totalDuration == 1500)
      #expect(time.rows.isEmpty && time.lastLine.contains("onReset(command) ended \(token) reset"))
      #expect(time.say(.reset) == .refused(.notWhile(.reset, .ready)))
    }
    var time = VirtualTime(.completed)
    #expect(time.say(.reset) == .refused(.notWhile(.reset, .completed)))
  }

  @Test func `reset goes back to the duration that was asked for`() {
    let time = VirtualTime(after: .say(Intent(.start, duration: .minutes(50))), .pass(.minutes(7)), .say(.reset))
    #expect(time.status == "focus ready 50:00, session 1 of 4")
  }

  @Test func `extend adds to remaining and total, 24 h at most; negative shortens, to 1 s at least`() {
    let cases: [(Duration, Answer, Int, Int)] = [
      (.minutes(5), .changed, 1620, 1800), (.hours(24), .changed, 86_220, 86_400),
      (.minutes(-5), .changed, 1020, 1200), (.hours(-24), .changed, 1, 181), (.zero, .alreadySo, 1320, 1500),
    ]
    for (by, answer, remaining, total) in cases {
      var time = VirtualTime(.running)
      #expect(time.say(.extend, by: by) == answer)
      #expect(time.shown.remainingSeconds == remaining && time.shown.totalDuration == total, "\(by)")
    }
    for situation in [VirtualTime.Situation.ready, .paused] {
      var time = VirtualTime(situation)
      let before = time.shown
      #expect(time.say(.extend, by: .seconds(90)) == .changed)
      #expect(time.shown.remainingSeconds == before.remainingSeconds + 90)
      #expect(time.shown.totalDuration == before.totalDuration + 90 && time.shown.state == before.state)
    }
  }

  @Test
  func `extend: completed → the finished phase reopens for 'by', its count and record are taken back, same token`() {
    var time = VirtualTime(.completed)
    let token = time.token
    #expect(time.engine.snapshot.countedFocus == 1)
    #expect(time.say(.extend, by: .minutes(-5)) == .refused(.cannotShorten))
    #expect(time.say(.extend, by: .minutes(5)) == .changed)
    #expect(time.status == "focus running 5:00, session 1 of 4")
    #expect(time.token == token && time.rows.isEmpty && time.engine.snapshot.countedFocus == 0)
    #expect(time.content.sessionsDone == 0 && time.shown.totalDuration == 1800)
    time.drive()
    #expect(time.recorded == ["focus completed 30:00"])
    #expect(time.token == token && time.engine.snapshot.countedFocus == 1 && time.content.sessionsDone == 1)
  }

  @Test func `extend of the fourth focus takes the long break back, and gives it again`() {
    var time = VirtualTime(Settings(longBreakInterval: 1, autoStartBreaks: false), after: .say(.start), .drive)
    #expect(time.content.next?.mode == .longBreak)
    time.say(.extend, by: .minutes(1))
    #expect(time.status == "focus running 1:00, session 1 of 1")
    time.drive()
    #expect(time.content.next?.mode == .longBreak)
  }

  @Test func `rewind, running and paused only: remaining += min(by, active time), total unchanged`() {
    for (by, remaining) in [(Duration.minutes(2), 1440), (.minutes(3), 1500), (.hours(1), 1500)] {
      var time = VirtualTime(.running)
      #expect(time.say(.rewind, by: by) == .changed)
      #expect(time.shown.remainingSeconds == remaining && time.shown.totalDuration == 1500)
      time.drive()
      #expect(time.recorded == ["focus completed 25:00"])
    }
    var paused = VirtualTime(.paused)
    #expect(paused.say(.rewind, by: .minutes(9)) == .changed)
    #expect(paused.status == "focus paused 25:00, session 1 of 4")
    #expect(paused.say(.rewind, by: .minutes(9)) == .refused(.nothingToRewind))
    for (situation, state) in [(VirtualTime.Situation.ready, TimerState.ready), (.completed, .completed)] {
      var time = VirtualTime(situation)
      #expect(time.say(.rewind, by: .minutes(1)) == .refused(.notWhile(.rewind, state)))
    }
  }

  @Test func `stop: the activity ends, its card closes after 5 s`() {
    var time = VirtualTime(.running)
    let token = time.token
    #expect(time.say(.stop) == .changed)
    #expect(
      time.lastLine
        == "14:13:00 commit +focus stopped 3:00; changed; onStop(command) ended \(token) stopped; "
        + "end pomodoro after(5.0 seconds)"
    )
    #expect(!time.content.isRequested && time.token > token)
  }

  @Test func `stop begins a new cycle`() {
    let time = VirtualTime(.completed, after: .say(.stop))
    #expect(time.status == "focus ready 25:00, session 1 of 4" && time.content.sessionsDone == 0)
    #expect(time.recorded == ["focus completed 25:00"])
  }

  @Test func `at zero: completed at the deadline; the next kind begins by itself 1 s later, with the one alert`() {
    var time = VirtualTime(after: .say(.start))
    let token = time.token
    time.drive(atMost: 2)
    #expect(
      time.log == [
        "14:10:00 commit; changed; onStart(command); shown as the answer",
        "14:35:00 commit +focus completed 25:00; onComplete(engine) ended \(token) completed; quiet",
        "14:35:01 commit; onStart(engine); alert: next began after focus",
      ])
    #expect(time.token.number == token.number + 1)
  }

  @Test func `if the next phase waits, the alert comes at zero`() {
    let time = VirtualTime(Settings(autoStartBreaks: false), after: .say(.start), .drive)
    #expect(time.lastLine.hasSuffix("alert: focus completed"))
    #expect(time.content.next == .init(mode: .shortBreak, duration: .minutes(5), startsByItself: false))
    #expect(time.engine.nextWake == nil)
  }

  @Test func `after 3 phases that began without any intent from a person the next one waits`() {
    var time = VirtualTime(after: .say(.start), .drive)
    #expect(
      time.recorded == [
        "focus completed 25:00", "shortBreak completed 5:00", "focus completed 25:00", "shortBreak completed 5:00",
      ])
    #expect(time.lastLine.hasSuffix("alert: shortBreak completed"))
    time.perform(.say(.start), .drive)
    #expect(time.rows.count == 8)
    for limit in [0, 1] {
      time = VirtualTime(Settings(unattendedPhases: limit))
      time.perform(.say(.start), .drive)
      #expect(time.rows.count == limit + 1)
    }
  }

  @Test func `more than 10 s late: nothing is chained behind it, the island says so and waits`() {
    for (lateness, waits) in [
      (Duration.zero, false), (.seconds(10), false), (.milliseconds(10_001), true), (.hours(8), true),
    ] {
      let time = VirtualTime(after: .say(.start), .advance(.minutes(25) + lateness), .alarm)
      #expect((time.shown.state == .completed && time.engine.nextWake == nil) == waits, "\(lateness)")
      #expect(time.lastLine.hasSuffix(waits ? "alert: focus completed" : "quiet") || lateness == .seconds(10))
      #expect(time.rows[at: 0]?.ended == VirtualTime.start + .minutes(25) && time.rows[at: 0]?.active == .minutes(25))
    }
  }

  @Test func `a next phase that is itself more than 10 s late does not begin either`() {
    let time = VirtualTime(after: .say(.start), .step, .advance(.seconds(12)), .alarm)
    #expect(time.shown.state == .completed && time.engine.nextWake == nil)
    #expect(time.lastLine.hasSuffix("alert: focus completed"))
  }

  @Test func `a phase that begins late by less than 10 s still ends when it would have`() throws {
    var time = VirtualTime(Settings(unattendedPhases: 99), after: .say(.start))
    let began = time.now.sinceBoot
    for index in 1...20 {
      let left = max(try #require(time.engine.nextWake) - time.now.sinceBoot, .zero)
      time.perform(.advance(left + .milliseconds(137 * index % 900)), .alarm)
    }
    #expect(time.rows.count == 10)
    #expect(try #require(time.engine.nextWake) - began == .minutes(25 * 6 + 5 * 4 + 15) + .seconds(10))
  }

  @Test func `early and double alarms do nothing`() {
    var time = VirtualTime(after: .say(.start), .advance(.minutes(25) - .milliseconds(1)))
    let before = time.content
    #expect(time.send(.alarm).isEmpty && time.send(.alarm).isEmpty)
    #expect(time.content == before)
    time.advance(.milliseconds(1))
    #expect(!time.send(.alarm).isEmpty)
    #expect(time.send(.alarm).isEmpty)
  }

  @Test func `record: one row per phase that completed, was skipped, stopped or replaced`() {
    var time = VirtualTime(Settings(autoStartBreaks: false, autoStartFocus: false))
    time.say(Intent(.start, task: "write"))
    let token = time.token
    time.perform(.pass(.minutes(10)), .say(.pause), .pass(.minutes(5)), .say(.resume), .drive)
    #expect(
      time.rows == [
        IntervalRecord(
          token: token, activity: .pomodoro, mode: .focus, task: "write", began: VirtualTime.start,
          ended: VirtualTime.start + .minutes(30), active: .minutes(25), outcome: .completed,
          pauses: [Pause(began: VirtualTime.start + .minutes(10), length: .minutes(5))])
      ])
    time.perform(
      .say(.start), .say(.skip), .say(.start), .say(Intent(.start, mode: .longBreak, replace: true)), .say(.stop))
    #expect(time.rows.map(\.outcome) == [.completed, .skipped, .replaced, .stopped])
    #expect(time.rows.map(\.mode) == [.focus, .shortBreak, .focus, .longBreak])
  }
}
