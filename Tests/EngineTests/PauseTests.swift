// Pauses in the record: when each began and how long it was, whatever ended it.
import Testing
import TomatoLink

@testable import TomatoEngine

struct PauseTests {
  private func pause(after minutes: Int, _ length: Duration) -> Pause {
    Pause(began: VirtualTime.start + .minutes(minutes), length: length)
  }

  /// A focus of 25 minutes that has gone on for ten.
  private func running() -> VirtualTime {
    let time = VirtualTime(Settings(autoStartBreaks: false), after: .say(.start), .pass(.minutes(10)))
    return time
  }

  @Test func `a focus without a pause has none, and that is known`() {
    var time = running()
    time.drive()
    #expect(time.rows.map(\.pauses) == [[]])
  }

  @Test func `each pause is recorded, and one in which the focus is left goes on until then`() {
    var time = running()
    for _ in 1...2 {
      time.say(.pause)
      time.pass(.minutes(5))
      time.say(.resume)
      time.pass(.minutes(1))
    }
    time.say(.pause)
    time.pass(.minutes(2))
    time.say(.skip)
    let pauses = [
      pause(after: 10, .minutes(5)), pause(after: 16, .minutes(5)), pause(after: 22, .minutes(2)),
    ]
    #expect(time.rows.map(\.pauses) == [pauses] && time.rows.map(\.active) == [.minutes(12)])
  }

  @Test func `a crash loses none of them`() {
    var time = running()
    time.say(.pause)
    time.pass(.minutes(5))
    time.say(.resume)
    time.crash(gap: .seconds(3))
    time.drive()
    #expect(time.rows.map(\.pauses) == [[pause(after: 10, .minutes(5))]])
  }

  @Test func `nobody was there: the pause began when the machine fell asleep`() {
    var time = running()
    time.sleep(.minutes(30))
    time.pass(.minutes(1))
    time.say(.resume)
    time.drive()
    #expect(time.rows.map(\.pauses) == [[pause(after: 10, .minutes(31))]])
  }

  @Test func `a reset forgets them, and what is taken back was a pause until then`() {
    var time = running()
    time.say(.pause)
    time.pass(.minutes(5))
    time.say(.resume)
    time.say(.reset)
    time.pass(.seconds(40))
    time.say(.undo)
    time.drive()
    #expect(
      time.rows.map(\.pauses) == [
        [pause(after: 10, .minutes(5)), pause(after: 15, .seconds(40))]
      ])
    var again = running()
    again.say(.pause)
    again.pass(.minutes(5))
    again.say(.reset)
    again.say(.start)
    again.drive()
    #expect(again.rows.map(\.pauses) == [[]])
  }

  @Test func `what goes on after its end was paused since then`() {
    var time = running()
    time.drive()
    time.advance(.minutes(3))
    time.say(.extend, by: .minutes(5))
    time.drive()
    #expect(time.rows.map(\.pauses) == [[pause(after: 25, .minutes(3))]])
    #expect(time.rows.map(\.active) == [.minutes(30)])
  }

  @Test func `what goes on after a boot was paused since its end, not since the boot`() {
    for stamped in [true, false] {
      var time = running()
      time.drive()
      time.reboot(stamped: stamped, gap: .hours(3))
      let ended = VirtualTime.start + .minutes(25)
      let over: Duration = time.now.wall - ended
      time.say(.extend, by: .minutes(5))
      time.drive()
      #expect(over >= .hours(3) && time.rows.map(\.pauses) == [[pause(after: 25, over)]], "stamped: \(stamped)")
    }
  }

  @Test func `what was slept through did not count, so it is a pause also where the focus runs on`() {
    for (slept, pauses) in [(8, [pause(after: 5, .minutes(8))]), (60, [pause(after: 5, .minutes(20))])] {
      var time = VirtualTime(Settings(autoStartBreaks: false, whenAway: .run), after: .say(.start))
      time.pass(.minutes(5))
      time.sleep(.minutes(slept))
      time.drive()
      #expect(time.rows.map(\.pauses) == [pauses])
      // Nothing of the interval is neither.
      let missing = time.rows.map { row in
        (row.pauses ?? []).reduce(row.ended - row.began - row.active) { $0 - $1.length }
      }
      #expect(missing == [.zero])
    }
  }

  @Test func `a nap of less than a second is no pause`() {
    var time = VirtualTime(Settings(autoStartBreaks: false, whenAway: .run), after: .say(.start))
    time.pass(.minutes(5))
    time.sleep(.milliseconds(800))
    time.drive()
    #expect(time.rows.map(\.pauses) == [[]])
  }

  @Test func `a clock that is set moves them along`() {
    var time = running()
    time.say(.pause)
    time.pass(.minutes(5))
    time.say(.resume)
    time.jumpWallClock(.hours(2))
    time.drive()
    #expect(time.rows.map(\.pauses) == [[pause(after: 130, .minutes(5))]])
  }

  @Test func `a stopwatch has them too`() {
    var time = VirtualTime()
    time.say(Intent(.stopwatch, name: "run"))
    time.pass(.minutes(10))
    time.say(Intent(.pause, name: "run"))
    time.pass(.minutes(5))
    time.say(Intent(.resume, name: "run"))
    time.pass(.minutes(1))
    time.say(Intent(.stop, name: "run"))
    #expect(time.rows.map(\.pauses) == [[pause(after: 10, .minutes(5))]])
  }

  @Test func `of more than a hundred the last one takes in the rest, so that the sum is right`() {
    var time = VirtualTime(Settings(autoStartBreaks: false), after: .say(.start))
    for _ in 1...130 {
      time.pass(.seconds(1))
      time.say(.pause)
      time.pass(.seconds(2))
      time.say(.resume)
    }
    time.drive()
    let pauses = time.rows.first?.pauses ?? []
    #expect(pauses.count == Pause.limit)
    #expect(pauses.reduce(Duration.zero) { $0 + $1.length } == .seconds(260))
  }

  @Test func `of a phase that an earlier version began, nothing is known`() {
    var time = running()
    var snapshot = time.engine.snapshot
    var stored = snapshot.pomodoro.machine.stored
    stored.timeline.pauses = nil
    guard let machine = try? Machine(.pomodoro, stored: stored) else { return #expect(Bool(false)) }
    snapshot.pomodoro.machine = machine
    var engine = Engine(restoring: snapshot, settings: Settings())
    time.advance(.minutes(1))
    for verb in [Verb.pause, .resume] { _ = engine.handle(.intent(Intent(verb), .command), at: time.now) }
    for case .commit(let changes) in engine.handle(.intent(Intent(.skip), .command), at: time.now) {
      #expect(changes.rows.added.map(\.pauses) == [nil])
    }
  }
}

extension Machine {
  /// As what is taken back goes on: the time since then was a pause.
  mutating func goOn(after gap: Duration, at now: Moment) {
    shift(by: gap, until: now.sinceBoot, Phase.Instant(now))
    any.notePause(Pause(began: now.wall - gap, length: gap))
  }
}
