// What a person would notice: cases that went wrong once, each told as the person met it.
import TestKit
import Testing
import TomatoLink

@testable import TomatoEngine

struct PersonTests {
  @Test func `focus while a phase runs shows the island again that was closed, and keeps what can be undone`() {
    var time = VirtualTime(.running, after: .say(.rewind, by: .minutes(1)), .say(.hide))
    #expect(time.say(.focus) == .changed)
    #expect(!time.content.isHidden)
    #expect(time.lastLine.hasSuffix("commit; changed; onShow(command); show"))
    #expect(time.say(.undo) == .changed)
  }

  @Test func `a focus that was done before the lid closed ended when it ended, not on return`() {
    let time = VirtualTime(after: .say(.start), .advance(.minutes(25) + .seconds(1)), .sleep(.hours(8)))
    #expect(time.recorded == ["focus completed 25:00"])
    #expect(time.rows[at: 0]?.ended == VirtualTime.start + .minutes(25))
  }

  @Test func `when-away = run: a focus whose zero was slept through records what was worked before the sleep`() {
    for leaves in [false, true] {
      var time = VirtualTime(Settings(whenAway: .run), after: .say(.start), .pass(.minutes(20)))
      if leaves { time.reboot(stamped: true, gap: .hours(8)) } else { time.sleep(.hours(8)) }
      #expect(time.recorded == ["focus completed 20:00"])
      #expect(time.rows[at: 0]?.ended == VirtualTime.start + .minutes(25))
    }
  }

  @Test func `nobody can claim to have worked while the machine slept after a zero`() {
    var time = VirtualTime(Settings(whenAway: .run), after: .say(.start), .pass(.minutes(20)), .sleep(.hours(8)))
    #expect(time.say(Intent(.start, mode: .focus, at: time.now.wall - .hours(2))) == .refused(.tooLongAgo))
  }

  @Test(arguments: [Intent(.show), Intent(.start), Intent(.resume), Intent(.hide), Intent(.focus)])
  func `whoever looks, undoes or starts what already runs is there: the next phase does not wait`(intent: Intent) {
    var time = VirtualTime(after: .say(.start), .drive(atMost: 6))
    #expect(time.status == "shortBreak running 5:00, session 2 of 4")
    time.perform(.say(intent), .crash, .drive(atMost: 2))
    #expect(time.status == "focus running 25:00, session 3 of 4", "\(intent.verb)")
  }

  @Test func `a change made for an earlier moment can be undone for 60 s like any other`() {
    var time = VirtualTime(.running, after: .pass(.minutes(10)))
    time.say(Intent(.skip, at: time.now.wall - .minutes(5)))
    #expect(time.recorded == ["focus skipped 8:00"])
    time.pass(.seconds(30))
    #expect(time.content.undoable == .skip)
    #expect(time.say(.undo) == .changed)
    #expect(time.status == "focus running 17:00, session 1 of 4")
  }

  @Test func `a shorter cycle never shows more dots than it has`() {
    var time = VirtualTime(Settings(autoStartBreaks: false, autoStartFocus: false))
    for _ in 1...3 {
      time.perform(.say(.focus), .drive)
    }
    time.send(.settingsChanged(Settings(longBreakInterval: 2)))
    #expect(time.shown.sessionsPerCycle == 2 && time.content.sessionsDone == 2)
    #expect(time.content.next?.mode == .longBreak)
  }

  @Test func `activities that have ended do not count against the limit`() {
    var time = VirtualTime()
    time.allow(3000)
    for number in 1..<Engine.activityLimit { time.say(Intent(.timer, duration: .hours(9), name: "a\(number)")) }
    let more = Intent(.start, activity: ActivityID("more"))
    #expect(time.say(more) == .refused(.tooManyActivities(Engine.activityLimit)))
    for number in 1..<Engine.activityLimit { time.say(Intent(.stop, activity: ActivityID("a\(number)"))) }
    time.pass(.minutes(2))
    #expect(time.say(more) == .changed)
  }

  /// 64 activities, the Pomodoro among them: whether it was begun makes no difference.
  private func full(_ origin: Origin = .command, withPomodoro: Bool = false) -> VirtualTime {
    var time = VirtualTime()
    if withPomodoro { time.say(Intent(.start), origin) }
    for number in 2...64 {
      let intent = Intent(number % 2 == 0 ? .timer : .stopwatch, duration: number % 2 == 0 ? .hours(9) : nil)
      #expect(time.say(Intent(intent.verb, duration: intent.duration, name: "a\(number)"), origin) == .changed)
    }
    return time
  }

  @Test(arguments: Origin.allCases.filter { $0 != .link && $0 != .engine }, [true, false])
  func `a person has 64 activities at once, and the next one is refused`(_ origin: Origin, _ withPomodoro: Bool) {
    var time = full(origin, withPomodoro: withPomodoro)
    let before = time.engine
    for verb in [Verb.timer, .stopwatch, .start] {
      let more = Intent(verb, duration: verb == .timer ? .minutes(1) : nil, name: "more")
      #expect(time.say(more, origin) == .refused(.tooManyActivities(64)))
    }
    #expect(time.engine == before)
    // What is there is no new one, and what was stopped makes room at once.
    #expect(time.say(Intent(.timer, duration: .hours(9), name: "a4"), origin) == .alreadySo)
    #expect(time.say(Intent(.stop, activity: ActivityID("a4")), origin) == .changed)
    #expect(time.say(Intent(.stopwatch, name: "more"), origin) == .changed)
    #expect(time.say(Intent(.start), origin) == (withPomodoro ? .alreadySo : .changed), "the Pomodoro has its place")
  }

  @Test func `nor does an undo make a sixty-fifth`() {
    var time = full()
    time.say(Intent(.stop, activity: ActivityID("a4")))
    time.say(Intent(.timer, duration: .hours(1), name: "more"))
    #expect(time.say(Intent(.undo, activity: ActivityID("a4"))) == .refused(.tooManyActivities(64)))
    time.say(Intent(.stop, activity: ActivityID("more")))
    #expect(time.say(Intent(.undo, activity: ActivityID("a4"))) == .changed)
    time.perform(.say(Intent(.stop, activity: .all)), .say(Intent(.stopwatch, name: "other")))
    #expect(time.say(Intent(.undo, activity: ActivityID("a9"))) == .changed, "there is room for this one")
  }

  @Test(arguments: [Verb.undo, .start, .focus])
  func `a Pomodoro that was stopped among 64 comes back to its place`(_ verb: Verb) {
    var time = full(withPomodoro: true)
    time.say(.stop)
    #expect(time.say(verb) == .changed)
  }

  @Test func `a length configured while the program was off holds for a focus that was not started`() {
    var time = VirtualTime(after: .say(.start), .say(.stop))
    time.restart(with: Settings(focus: .minutes(50)))
    #expect(time.status == "focus ready 50:00, session 1 of 4")
    time.say(.start)
    time.restart(with: Settings(focus: .minutes(10)))
    #expect(time.status == "focus running 50:00, session 1 of 4")
  }

  @Test func `a minute mark written after a sleep does not hide the sleep`() {
    for reboots in [false, true] {
      var time = VirtualTime(after: .say(.start), .advance(.minutes(5)), .fallAsleep(.minutes(10)))
      if reboots {
        time.reboot(stamped: false, gap: .hours(1), lastAlive: time.now)
      } else {
        time.crash(gap: .zero, lastAlive: time.now)
      }
      #expect(time.status == "focus paused 20:00, session 1 of 4")
    }
  }

  @Test func `who waits for a phase that an undo takes away is told that it is over`() {
    var time = VirtualTime(.running, after: .say(.skip))
    let successor = time.token
    time.say(.undo)
    #expect(time.lastLine.contains("onUndo(command) ended \(successor) replaced"))
  }

  @Test func `a surface of minutes turns red when less than a minute is left`() {
    var time = VirtualTime(after: .say(.start), .advance(.minutes(24)))
    #expect(time.shown.accent == .focus)
    #expect(time.engine.nextVisibleChange(of: .pomodoro, .minute, at: time.now) == time.now.sinceBoot + .seconds(1))
    time.advance(.seconds(1))
    #expect(time.shown.accent == .urgent)
    #expect(time.engine.nextVisibleChange(of: .pomodoro, .minute, at: time.now) == nil)
  }

  @Test func `one event shows an activity once, with at most one alert`() {
    var time = VirtualTime(
      Settings(focus: .seconds(2), shortBreak: .seconds(1), unattendedPhases: 99), after: .say(.start),
      .advance(.seconds(7)), .alarm)
    #expect(time.lastEffects.count { if case .update = $0 { true } else { false } } == 1)
    time.perform(.advance(.seconds(3)), .say(.pause))
    #expect(time.lastEffects.count { if case .update = $0 { true } else { false } } == 1)
    #expect(time.lastLine.hasSuffix("shown as the answer"))
  }

  @Test(arguments: [Verb.show, .hide])
  func `a person who looks or closes the island in the very moment of zero hears it all the same`(_ verb: Verb) {
    let time = VirtualTime(Settings(autoStartBreaks: false), after: .say(.start), .advance(.minutes(25)), .say(verb))
    let alerts = time.lastEffects.filter { $0 == .update(.pomodoro, .alert(.completed(.focus))) }
    #expect(alerts.count == 1, "\(time.lastLine)")
  }

  @Test func `a focus that begins by itself after a short sleep begins on waking, not in the sleep`() {
    var time = VirtualTime(Settings(whenAway: .run), after: .say(.start), .drive(atMost: 3))
    #expect(time.status == "shortBreak completed 0:00, session 1 of 4")
    time.sleep(.seconds(9))
    #expect(time.status == "focus running 25:00, session 2 of 4")
  }
}
