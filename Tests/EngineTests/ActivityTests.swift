// Activities side by side, `at=`, and settings that change while something runs.
import TestKit
import Testing
import TomatoLink

@testable import TomatoEngine

struct ActivityTests {
  // MARK: Side by side

  @Test func `a start with a new name is a countdown if it has a duration, else a stopwatch`() {
    var time = VirtualTime()
    time.say(Intent(.start, duration: .minutes(4), task: "green", activity: .tea))
    time.say(Intent(.start, activity: .run))
    #expect(time.content(of: .tea)?.kind == .timer && time.content(of: .run)?.kind == .stopwatch)
    #expect(time.content(of: .tea)?.contentState.displayTime == "4:00")
    #expect(time.content(of: .tea)?.contentState.task == "green")
    #expect(time.content(of: .run)?.contentState.displayTime == "0:00")
    #expect(!time.content.isRequested, "the Pomodoro is untouched")
  }

  @Test func `several deadlines: one alarm, the earliest`() {
    var time = VirtualTime(after: .say(.start), .tea)
    #expect(time.engine.nextWake == time.now.sinceBoot + .minutes(4))
    time.step()
    #expect(
      time.lastLine
        == "14:14:00 commit +countdown completed 4:00; onComplete(engine) ended 2 completed; "
        + "tea alert: countdown completed"
    )
    time.step()  // what has ended is the first of all for a minute
    #expect(time.engine.nextWake == time.now.sinceBoot + .minutes(20))
  }

  @Test func `a countdown restarts, extends, reopens and stops; a stopwatch pauses, resets and stops`() {
    var time = VirtualTime(after: .tea, .run, .pass(.minutes(4)))
    #expect(time.say(Intent(.extend, by: .minutes(1), activity: .tea)) == .changed)
    #expect(time.rows.isEmpty && time.content(of: .tea)?.contentState.displayTime == "1:00")
    #expect(time.content(of: .tea)?.activityState == .active)
    time.pass(.minutes(1))
    #expect(time.say(Intent(.start, activity: .tea)) == .changed)
    #expect(time.content(of: .tea)?.contentState.displayTime == "4:00")
    #expect(time.content(of: .tea)?.activityState == .active)
    #expect(time.say(Intent(.start, duration: .minutes(9), activity: .tea)) == .refused(.needsReplace(.countdown)))
    time.perform(.say(Intent(.pause, activity: .run)), .pass(.minutes(1)))
    #expect(time.content(of: .run)?.contentState.displayTime == "5:00")
    time.perform(.say(Intent(.stop, activity: .run)), .say(Intent(.stop, activity: .tea)))
    #expect(time.recorded == ["countdown completed 5:00", "stopwatch stopped 5:00", "countdown stopped 1:00"])
    #expect(time.content(of: .run)?.activityState == .ended && time.content(of: .tea) == nil)
  }

  // MARK: at=

  @Test func `start --ago 10m: the focus began ten minutes ago, if it was ready and the machine awake by then`() {
    var time = VirtualTime(.ready, after: .pass(.minutes(30)))
    #expect(time.say(Intent(.start, at: time.now.wall - .minutes(10))) == .changed)
    #expect(time.status == "focus running 15:00, session 1 of 4")
    #expect(time.shown.startedAt == time.now.wall - .minutes(10))
    time.step()
    #expect(time.recorded == ["focus completed 25:00"])
  }

  @Test func `at= is never in the future and never before the phase's last change`() {
    var time = VirtualTime(.running)
    let begun = VirtualTime.start
    #expect(time.say(Intent(.pause, at: time.now.wall + .seconds(1))) == .refused(.inTheFuture))
    #expect(time.say(Intent(.pause, at: begun - .seconds(1))) == .refused(.tooLongAgo))
    #expect(time.say(Intent(.pause, at: begun + .minutes(2))) == .changed)
    #expect(time.status == "focus paused 23:00, session 1 of 4")
    #expect(time.say(Intent(.resume, at: begun + .minutes(1))) == .refused(.tooLongAgo))
  }

  @Test func `at= cannot claim time for which the machine was not awake`() {
    var time = VirtualTime(.ready, after: .pass(.hours(2)), .sleep(.hours(2)), .pass(.minutes(5)))
    #expect(time.say(Intent(.start, at: time.now.wall - .minutes(90))) == .refused(.tooLongAgo))
    #expect(time.say(Intent(.start, at: time.now.wall - .minutes(5) - .seconds(1))) == .refused(.tooLongAgo))
    #expect(time.say(Intent(.start, at: time.now.wall - .minutes(5))) == .changed)
    #expect(time.status == "focus running 20:00, session 1 of 4")
  }

  @Test(arguments: [Verb.start, .focus, .toggle, .resume, .skip])
  func `each verb from which time counts is bounded by the time awake`(_ verb: Verb) {
    for (ago, answer) in [(Duration.minutes(90), Answer.refused(.tooLongAgo)), (.minutes(5), .changed)] {
      var time = VirtualTime(
        verb == .resume ? .paused : verb == .skip ? .breakReady : .ready, after: .pass(.hours(2)), .sleep(.hours(2)),
        .pass(.minutes(5)))
      if verb == .skip { time.send(.settingsChanged(Settings())) }
      #expect(time.say(Intent(verb, at: time.now.wall - ago)) == answer, "\(ago)")
    }
  }

  @Test func `at= reaches behind a sleep when nothing is claimed by it`() {
    var time = VirtualTime(Settings(whenAway: .run), after: .say(.start), .pass(.minutes(5)))
    time.sleep(.minutes(10))
    time.pass(.minutes(2))
    #expect(time.say(Intent(.pause, at: time.now.wall - .minutes(13))) == .changed)
    #expect(time.status == "focus paused 21:00, session 1 of 4")
  }

  @Test func `a zero that an intent has set in a sleep claims nothing of that sleep`() {
    var time = VirtualTime(
      Settings(autoStartBreaks: false, whenAway: .run), after: .say(.start), .pass(.seconds(8)), .sleep(.seconds(61)),
      .pass(.minutes(20)))
    #expect(time.say(Intent(.extend, by: .hours(-2), at: VirtualTime.start + .minutes(1))) == .changed)
    #expect(time.status == "focus completed 0:00, session 1 of 4")
    #expect(time.engine.countedOrClaimable(at: time.now) <= .minutes(20))
  }

  @Test func `what began and ended after a sleep, by at=, leaves the time since to be claimed`() {
    var time = VirtualTime(
      Settings(focus: .minutes(5), autoStartBreaks: false), after: .sleep(.hours(1)), .pass(.minutes(20)), .say(.hide))
    #expect(time.say(Intent(.start, at: time.now.wall - .minutes(10))) == .changed)
    #expect(time.status == "focus completed 0:00, session 1 of 4")
    #expect(time.say(Intent(.start, at: time.now.wall - .minutes(4))) == .changed)
    #expect(time.status == "shortBreak running 1:00, session 1 of 4")
  }

  @Test func `a nap below a second is no sleep for at= either`() {
    var time = VirtualTime(.ready, after: .pass(.minutes(30)), .sleep(.milliseconds(800)), .pass(.minutes(5)))
    #expect(time.say(Intent(.start, at: time.now.wall - .minutes(10))) == .changed)
  }

  /// The daemon is started by the command that claims: it may have slept through the night and been awake since nine.
  @Test(arguments: [false, true])
  func `a sleep of which only the length is known bounds a claim by all that was awake since`(isRestarted: Bool) {
    var time = VirtualTime(.ready, after: .fallAsleep(.hours(9)), .advance(.minutes(20)))
    if isRestarted { time.crash() }
    #expect(time.say(Intent(.start, at: time.now.wall - .minutes(40))) == .refused(.tooLongAgo))
    #expect(time.say(Intent(.start, at: time.now.wall - .minutes(10))) == .changed)
  }

  @Test func `at= is exact to the second: the second in which the phase began is not too early`() {
    var time = VirtualTime(after: .advance(.milliseconds(700)), .say(.start), .advance(.milliseconds(100)))
    #expect(time.say(Intent(.pause, at: VirtualTime.start)) == .changed)
    #expect(time.status == "focus paused 25:00, session 1 of 4")
  }

  @Test func `a person who acted before a deadline comes before it, however slow the door was`() {
    var time = VirtualTime(after: .say(.start), .advance(.minutes(25) + .seconds(2)))
    #expect(time.say(Intent(.pause, at: VirtualTime.start + .minutes(25) - .seconds(3))) == .changed)
    #expect(time.status == "focus paused 0:03, session 1 of 4" && time.rows.isEmpty)
    var late = VirtualTime(after: .say(.start), .advance(.minutes(25) + .seconds(1)))
    #expect(late.say(Intent(.pause, at: VirtualTime.start + .minutes(25) + .seconds(1))) == .changed)
    #expect(late.shown.mode == .shortBreak && late.recorded == ["focus completed 25:00"])
  }

  @Test func `a start so long ago that the phase is over completes it where it would have ended, and waits`() {
    var time = VirtualTime(.ready, after: .pass(.hours(1)))
    #expect(time.say(Intent(.start, at: time.now.wall - .minutes(40))) == .changed)
    #expect(time.status == "focus completed 0:00, session 1 of 4")
    #expect(time.rows[at: 0]?.ended == time.now.wall - .minutes(15) && time.engine.nextWake == nil)
  }

  // MARK: Settings

  @Test
  func `new settings hold from the next phase on; a ready phase that nobody touched takes its new length at once`() {
    let new = Settings(focus: .minutes(50), shortBreak: .minutes(10), autoStartBreaks: false)
    var running = VirtualTime(after: .say(.start))
    let before = running.shown
    running.send(.settingsChanged(new))
    #expect(running.shown == before)
    #expect(running.lastLine == "14:10:00 commit; quiet")
    running.drive()
    #expect(running.content.next == .init(mode: .shortBreak, duration: .minutes(10), startsByItself: false))
    for situation in [VirtualTime.Situation.untouched, .ready] {
      #expect(VirtualTime(situation, after: .send(.settingsChanged(new))).status == "focus ready 50:00, session 1 of 4")
    }
    let touched = VirtualTime(.ready, after: .say(.extend, by: .minutes(1)), .send(.settingsChanged(new)))
    #expect(touched.status == "focus ready 26:00, session 1 of 4")
  }

  @Test func `the same settings again say nothing`() {
    var time = VirtualTime(.running)
    time.send(.settingsChanged(time.engine.settings))
    #expect(time.log.isEmpty)
  }
}
