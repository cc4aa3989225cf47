// Sleep in a focus that runs through it (`when-away = run`), and what a person did before it and says after it.
import TestKit
import Testing
import TomatoLink

@testable import TomatoEngine

struct RunThroughSleepTests {
  static let run = Settings(whenAway: .run)
  static let start = VirtualTime.start

  /// Ten minutes awake and five asleep of a focus.
  private func slept() -> VirtualTime {
    VirtualTime(Self.run, after: .say(.start), .pass(.minutes(10)), .sleep(.minutes(5)))
  }

  private func ago(_ verb: Verb, _ length: Duration, _ time: VirtualTime) -> Intent {
    Intent(verb, at: time.now.wall - length)
  }

  @Test func `what ended before a sleep has not slept`() {
    var time = slept()
    time.say(ago(.stop, .minutes(6), time))
    #expect(time.recorded == ["focus stopped 9:00"])
    #expect(time.rows[at: 0]?.ended == Self.start + .minutes(9) && time.rows[at: 0]?.pauses == [])
  }

  @Test func `what was paused before a sleep has one pause`() {
    var time = slept()
    time.say(ago(.pause, .minutes(6), time))
    #expect(time.status == "focus paused 16:00, session 1 of 4" && time.pomodoro?.phase.asleep == .zero)
    time.perform(.pass(.minutes(1)), .say(.resume), .step)
    #expect(time.recorded == ["focus completed 25:00"])
    #expect(time.rows[at: 0]?.pauses == [Pause(began: Self.start + .minutes(9), length: .minutes(7))])
  }

  @Test func `what ended in the middle of a sleep slept until then`() {
    var time = slept()
    time.say(ago(.stop, .minutes(2), time))
    #expect(time.recorded == ["focus stopped 10:00"])
    #expect(time.rows[at: 0]?.pauses == [Pause(began: Self.start + .minutes(10), length: .minutes(3))])
  }

  @Test func `a rewind of before a sleep gives nothing of the sleep back`() {
    var time = slept()
    var rewind = ago(.rewind, .minutes(6), time)
    rewind.by = .minutes(4)
    time.say(rewind)
    #expect(time.status == "focus running 14:00, session 1 of 4" && time.pomodoro?.phase.asleep == .minutes(5))
    time.step()
    #expect(time.recorded == ["focus completed 20:00"])
  }

  @Test(arguments: [false, true]) func `nor in the record, and an undo knows when it slept`(isTold afterTheEnd: Bool) {
    var time = VirtualTime(Settings(autoStartBreaks: false, whenAway: .run, awayAfter: .minutes(5)))
    time.say(.start)
    time.pass(.minutes(10))
    let left = time.now.wall
    if !afterTheEnd { time.say(.away) }
    time.perform(.pass(.minutes(6)), .sleep(.minutes(4)), .pass(.minutes(10)))
    if afterTheEnd { time.say(Intent(.away, at: left)) }
    time.say(.back)
    let sleep = Pause(began: Self.start + .minutes(16), length: .minutes(4))
    #expect(time.rows[at: 0]?.pauses == [sleep] && time.content.away?.length == .minutes(15))
    time.say(.takeoff)
    #expect(time.recorded == ["focus completed 10:00"])
    #expect(time.rows[at: 0]?.pauses == [Pause(began: left, length: .minutes(15))])
    time.say(.undo)
    #expect(time.recorded == ["focus completed 21:00"] && time.rows[at: 0]?.pauses == [sleep])
  }

  @Test func `paused from then, it sleeps in that pause`() {
    var time = AwayTests.left(Settings(whenAway: .run, awayAfter: .minutes(5)))
    time.perform(.pass(.minutes(1)), .sleep(.minutes(4)), .here)
    time.say(time.content.intent(.pause))
    time.perform(.pass(.minutes(1)), .say(.resume), .step)
    #expect(time.rows[at: 0]?.pauses == [Pause(began: Self.start + .minutes(10), length: .minutes(11))])
  }

  @Test func `a start cannot claim a sleep, also after a restart`() {
    var time = VirtualTime(after: .pass(.hours(1)), .sleep(.minutes(19)), .pass(.minutes(1)))
    time.say(Intent(.timer, duration: .minutes(4), name: "tea"))
    time.crash()
    #expect(time.say(ago(.start, .minutes(20), time)) == .refused(.tooLongAgo))
    #expect(time.say(ago(.start, .minutes(1), time)) == .changed)
  }

  @Test func `nor after an end in good order, when the machine slept before the next start`() {
    var time = VirtualTime(
      after: .pass(.hours(1)), .tea, .say(Intent(.stop, activity: .tea)), .pass(.minutes(30)), .send(.leaving),
      .fallAsleep(.minutes(19)), .advance(.minutes(5)), .crash)
    #expect(time.say(ago(.start, .minutes(6), time)) == .refused(.tooLongAgo))
    #expect(time.say(ago(.start, .minutes(5), time)) == .changed)
  }
}
