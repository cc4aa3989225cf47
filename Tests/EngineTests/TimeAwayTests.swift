// "Time away" (docs/away.md), sentence by sentence.
import TestKit
import Testing
import TomatoLink

@testable import TomatoEngine

struct TimeAwayTests {
  static let run = Settings(whenAway: .run)

  @Test func `growth of boottime − monotonic is the time slept, and when-away = pause pauses the focus on return`() {
    var time = VirtualTime(after: .say(.start), .pass(.minutes(10)), .sleep(.hours(2)))
    #expect(time.status == "focus paused 15:00, session 1 of 4")
    #expect(time.content.pause == .init(since: VirtualTime.start + .minutes(10), cause: .away(.hours(2))))
    #expect(time.lastLine == "16:20:00 commit; onPause(engine); alert: returned")
    time.perform(.say(.resume), .step)
    #expect(time.recorded == ["focus completed 25:00"])
    #expect(
      time.shown.state == .completed && time.engine.nextWake != nil, "a person resumed: the break follows by itself")
  }

  @Test(arguments: [Verb.pause, .stop])
  func `a start on the same boot with nothing running stores nothing, also after the session was left`(_ verb: Verb) {
    var time = VirtualTime(after: .say(.start), .pass(.minutes(10)), .say(verb))
    let status = time.status
    time.leave(.minutes(5))
    #expect(time.lastEffects.isEmpty)
    // It was never stored that this process ran; the next one must not mind.
    time.crash(gap: .minutes(5))
    #expect(time.lastEffects.isEmpty && time.status == status)
    time.perform(.say(.start), .advance(.seconds(10)), .crash(gap: .seconds(10)))
    #expect(time.shown.state == .running && time.lastEffects.count == 1, "it is stored who was alive while time counts")
  }

  @Test func `the sleep is noticed by whatever event comes first`() {
    var time = VirtualTime(after: .say(.start), .pass(.minutes(10)), .fallAsleep(.hours(2)))
    #expect(time.say(.pause) == .alreadySo)
    #expect(time.status == "focus paused 15:00, session 1 of 4")
  }

  @Test func `a break runs on while the machine sleeps, and what follows a break slept through waits`() {
    var time = VirtualTime(after: .say(.start), .drive(atMost: 2), .pass(.minutes(1)), .sleep(.minutes(2)))
    #expect(time.shown.state == .running && time.shown.displayTime == "2:00")
    time.sleep(.hours(1))
    #expect(time.status == "shortBreak completed 0:00, session 1 of 4")
    #expect(time.engine.nextWake == nil)
    #expect(time.lastLine.hasSuffix("alert: shortBreak completed"))
  }

  @Test func `a break whose zero falls shortly before waking still waits: nobody was there`() {
    let time = VirtualTime(after: .say(.start), .drive(atMost: 2), .sleep(.minutes(5) + .seconds(2)))
    #expect(time.shown.state == .completed && time.engine.nextWake == nil)
  }

  @Test func `when-away = run: boottime decides, and the island offers Rewind by the time away`() {
    var time = VirtualTime(Self.run, after: .say(.start), .pass(.minutes(5)), .sleep(.minutes(8)))
    #expect(time.status == "focus running 12:00, session 1 of 4")
    #expect(time.content.countedAbsence == .minutes(8))
    #expect(time.say(.rewind, by: .minutes(8)) == .changed)
    #expect(time.status == "focus running 20:00, session 1 of 4")
    #expect(time.content.countedAbsence == nil)
    time.step()
    #expect(time.recorded == ["focus completed 25:00"])
  }

  @Test func `a nap of less than a second does not count and pauses nothing`() {
    var time = VirtualTime(after: .say(.start), .pass(.minutes(5)), .sleep(.milliseconds(800)))
    #expect(time.shown.state == .running)
    time.step()
    #expect(time.rows.first.map { $0.ended - $0.began } == .minutes(25) + .milliseconds(800))
    #expect(time.recorded == ["focus completed 25:00"])
  }

  @Test func `what is paused, ready or completed sleeps without noticing`() {
    for situation in [VirtualTime.Situation.untouched, .ready, .paused, .completed, .breakPaused] {
      var time = VirtualTime(situation)
      let before = time.content
      time.sleep(.hours(9))
      #expect(time.content == before && time.log.isEmpty, "\(situation)")
    }
  }

  @Test func `process gone, same boot: time counts, the deadline stands`() {
    var time = VirtualTime(after: .say(.start), .crash(gap: .minutes(10)))
    #expect(time.status == "focus running 15:00, session 1 of 4")
    time.crash(gap: .hours(1))
    #expect(time.recorded == ["focus completed 25:00"])
    #expect(time.rows[at: 0]?.ended == VirtualTime.start + .minutes(25))
    #expect(time.engine.nextWake == nil && time.lastLine.hasSuffix("alert: focus completed"))
  }

  @Test func `a sleep while the process is gone is noticed at the next launch`() {
    let time = VirtualTime(after: .say(.start), .pass(.minutes(5)), .fallAsleep(.hours(7)), .crash(gap: .minutes(2)))
    #expect(time.status == "focus paused 18:00, session 1 of 4")
  }

  @Test func `logout, shutdown, quit: SIGTERM stamps, and the time until the return is treated as sleep`() {
    let time = VirtualTime(after: .say(.start), .pass(.minutes(10)), .leave(.minutes(18)))
    #expect(time.status == "focus paused 15:00, session 1 of 4")
    #expect(time.content.pause == .init(since: VirtualTime.start + .minutes(10), cause: .away(.minutes(18))))
    #expect(time.engine.snapshot.leftAt == nil)
    let running = VirtualTime(Self.run, after: .say(.start), .pass(.minutes(10)), .leave(.minutes(8)))
    #expect(running.status == "focus running 7:00, session 1 of 4")
    #expect(running.content.countedAbsence == .minutes(8))
  }

  @Test func `shutdown and another boot: stamped, so the time away is known from the wall clock`() {
    var time = VirtualTime(after: .say(.start), .pass(.minutes(10)), .reboot(stamped: true, gap: .minutes(30)))
    #expect(time.status == "focus paused 15:00, session 1 of 4")
    #expect(time.content.pause?.cause == .away(.minutes(30)))
    time.perform(.say(.resume), .step)
    #expect(time.recorded == ["focus completed 25:00"])
  }

  @Test func `a break runs on over a shutdown`() {
    var time = VirtualTime(.breakRunning, after: .say(.extend, by: .minutes(10)))
    let left = time.shown.remainingSeconds
    time.reboot(stamped: true, gap: .minutes(3))
    #expect(time.shown.state == .running && time.shown.remainingSeconds == left - 180)
    time.reboot(stamped: true, gap: .hours(3))
    #expect(time.shown.state == .completed && time.engine.nextWake == nil)
    #expect(time.recorded == ["shortBreak completed 15:00"])
  }

  @Test func `power loss: what was due at the minute mark has happened then`() {
    var time = VirtualTime(after: .say(.start), .advance(.minutes(25)))
    let end = time.now.wall
    time.reboot(stamped: false, gap: .hours(1), lastAlive: time.now)
    #expect(time.recorded == ["focus completed 25:00"])
    #expect(time.rows.first?.ended == end)
    #expect(time.pomodoro?.timerState == .completed)
    #expect(time.lastLine.hasSuffix("alert: focus completed"))
  }

  /// The power goes, or the machine is put back to an earlier moment of a boot of the same name.
  @Test(arguments: [false, true], [false, true])
  func `power loss: paused at the last moment known alive, the last transition or the minute mark`(
    isPutBack: Bool, marked: Bool
  ) {
    var time = VirtualTime(after: .say(.start), .pass(.minutes(9)))
    let mark = marked ? time.now : nil
    time.advance(.seconds(40))
    if isPutBack {
      time.putBack(to: .seconds(20), gap: .hours(1), lastAlive: mark)
    } else {
      time.reboot(stamped: false, gap: .hours(1), lastAlive: mark)
    }
    #expect(time.status == "focus paused \(marked ? "16:00" : "25:00"), session 1 of 4")
    let since = VirtualTime.start + (marked ? .minutes(9) : .zero)
    #expect(time.content.pause == .init(since: since, cause: .powerLoss))
    #expect(time.lastLine.hasSuffix("onPause(engine); alert: returned"))
    time.say(.resume)
    #expect(time.engine.nextWake == time.now.sinceBoot + (marked ? .minutes(16) : .minutes(25)))
    time.say(.reset)
    #expect(time.status == "focus ready 25:00, session 1 of 4")
  }

  @Test func `power loss pauses whatever ran, breaks, countdowns and stopwatches too`() {
    var time = VirtualTime(.breakRunning, after: .tea, .run, .pass(.minutes(1)))
    time.reboot(stamped: false, gap: .hours(1), lastAlive: time.now)
    #expect(time.status == "shortBreak paused 1:00, session 0 of 4")
    #expect(time.content(of: .tea)?.contentState.displayTime == "3:00")
    #expect(time.content(of: .run)?.contentState.displayTime == "1:00")
    // What has alerted comes first for a minute; after that nothing is to happen.
    time.pass(.minutes(1))
    #expect(time.engine.nextWake == nil)
  }

  @Test func `a power loss in the second before the next phase leaves it waiting`() {
    let time = VirtualTime(after: .say(.start), .step, .reboot(stamped: false, gap: .hours(1)))
    #expect(time.status == "focus completed 0:00, session 1 of 4")
    #expect(time.engine.nextWake == nil && time.lastLine.hasSuffix("alert: focus completed"))
  }

  @Test func `a clock of the time awake that is behind the stored one is another boot's too`() {
    var time = VirtualTime(after: .say(.start))
    time.putBack(to: .hours(9), awake: .minutes(1), gap: .hours(1))
    #expect(time.content.pause?.cause == .powerLoss)
  }

  @Test
  func `a session that was left comes back on clocks that were set back: the wall clock says how long it was away`() {
    var time = VirtualTime(after: .say(.start), .pass(.minutes(10)), .send(.leaving))
    time.putBack(to: .seconds(20), gap: .minutes(30))
    #expect(time.status == "focus paused 15:00, session 1 of 4")
    #expect(time.content.pause?.cause == .away(.minutes(30)))
    let snapshot = time.engine.snapshot
    #expect(snapshot.pomodoro.machine.any.isPlausible(at: time.now.sinceBoot) && snapshot.leftAt == nil)
  }

  @Test func `clocks that are set back under the process are another boot's as well`() {
    var time = VirtualTime(after: .say(.start), .pass(.minutes(10)), .alarm)
    time.setClocksBack(to: .seconds(20), gap: .hours(1))
    time.send(.alarm)
    #expect(time.status == "focus paused 15:00, session 1 of 4")
    #expect(time.lastLine.hasSuffix("alert: returned"))
    time.perform(.say(.resume), .step)
    #expect(time.recorded == ["focus completed 25:00"])
  }

  @Test func `clock changes move nothing but shown clock times`() {
    for jump in [Duration.hours(5), .hours(-5), .minutes(1)] {
      var time = VirtualTime(after: .say(.start), .pass(.minutes(5)))
      let (before, wake) = (time.shown, time.engine.nextWake)
      time.perform(.jumpWallClock(jump), .alarm)
      #expect(time.engine.nextWake == wake && time.shown.remainingSeconds == before.remainingSeconds)
      #expect(time.shown.timerEndDate == before.timerEndDate.map { $0 + jump })
      time.step()
      #expect(time.recorded == ["focus completed 25:00"])
    }
  }

  @Test(arguments: [false, true])
  func `what began before the clock was set began at a time of the clock as it is now`(isGone: Bool) {
    let since1970 = VirtualTime.start - WallTime(seconds: 60)
    var time = VirtualTime(
      after: .jumpWallClock(.zero - since1970), .say(.start), .run, .tea, .pass(.minutes(3)),
      .say(Intent(.pause, activity: .tea)), .jumpWallClock(since1970))
    if isGone { time.crash() } else { time.send(.alarm) }
    #expect(time.shown.startedAt == time.now.wall - .minutes(3))
    #expect(time.content(of: .tea)?.pause?.since == time.now.wall)
    #expect(time.stored?.pomodoro == time.engine.snapshot.pomodoro, "it is stored")
    time.perform(.step, .say(Intent(.stop, activity: .run)), .say(Intent(.stop, activity: .tea)))
    #expect(time.rows.map { $0.ended - $0.began } == [.minutes(25), .minutes(25), .minutes(25)])
    #expect(time.rows.allSatisfy { $0.ended == time.now.wall })
  }

  @Test func `what an undo brings back began at a time of the clock as it is now`() {
    let time = VirtualTime(
      after: .say(.start), .pass(.minutes(5)), .say(.reset), .jumpWallClock(.hours(-1)), .say(.undo))
    #expect(time.shown.startedAt == time.now.wall - .minutes(5))
  }

  /// How long before zero the machine fell asleep, and for how long.
  @Test(arguments: [
    (Duration.seconds(60), Duration.seconds(12)), (.seconds(60), .seconds(30)), (.seconds(4), .seconds(9)),
    (.seconds(4), .seconds(13)), (.seconds(9), .seconds(11)), (.seconds(2), .seconds(40)), (.zero, .seconds(9)),
    (.zero, .seconds(12)),
  ])
  func `what follows a break does not depend on whether logind tells of the sleep`(before: Duration, length: Duration) {
    var ends: [String] = []
    for logind in [true, false] {
      var time = VirtualTime(after: .say(.start), .drive(atMost: 2), .advance(.minutes(5) - before))
      if logind || before == .zero { time.send(.alarm) }
      time.fallAsleep(length)
      // The one alarm rings on waking if it was due meanwhile, else when it is.
      if logind || length >= before { time.send(.alarm) }
      if let wake = time.engine.nextWake, wake - time.now.sinceBoot < .minutes(2) { time.drive(atMost: 2) }
      ends.append(time.status)
    }
    #expect(ends[at: 0] == ends[at: 1])
    #expect(
      ends[text: 0].hasPrefix(length < before || length < .seconds(10) ? "focus running" : "shortBreak completed"))
  }

  @Test func `a countdown and a stopwatch run on while the machine sleeps`() {
    var time = VirtualTime(after: .tea, .run, .sleep(.minutes(3)))
    #expect(time.content(of: .tea)?.contentState.displayTime == "1:00")
    #expect(time.content(of: .run)?.contentState.displayTime == "3:00")
    time.leave(.minutes(3))
    #expect(time.content(of: .tea)?.contentState.state == .completed)
    time.reboot(stamped: true, gap: .hours(1))
    #expect(time.content(of: .run)?.contentState.displayTime == "1:06:00")
  }
}
