// Pauses in the record: when each began and how long it was, whatever ended it.
import Testing
import TomatoLink

@testable import TomatoEngine

struct PauseTests {
  private static func settings(_ whenAway: Settings.WhenAway) -> Settings {
    Settings(autoStartBreaks: false, whenAway: whenAway)
  }

  private static func pause(_ minutes: Int, _ length: Duration) -> Pause {
    Pause(began: VirtualTime.start + .minutes(minutes), length: length)
  }

  /// What happens to a focus of 25 minutes after ten of them.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var whenAway = Settings.WhenAway.pause
    var happens: [VirtualTime.Action]
    /// After how many minutes each began, and its length.
    var pauses: [(Int, Duration)]
    var active: Duration = .minutes(25)
    /// A sleep that is too short for a pause.
    var nap: Duration = .zero
  }

  static let cases = [
    Case(testDescription: "without a pause it has none, and that is known", happens: [.drive], pauses: []),
    Case(
      testDescription: "each is recorded, and one in which the focus is left goes on until then",
      happens: [
        .pause(for: .minutes(5)), .pass(.minutes(1)), .pause(for: .minutes(5)), .pass(.minutes(1)), .say(.pause),
        .pass(.minutes(2)), .say(.skip),
      ], pauses: [(10, .minutes(5)), (16, .minutes(5)), (22, .minutes(2))], active: .minutes(12)),
    Case(
      testDescription: "a crash loses none of them",
      happens: [.pause(for: .minutes(5)), .crash(gap: .seconds(3)), .drive], pauses: [(10, .minutes(5))]),
    Case(
      testDescription: "nobody was there: it began when the machine fell asleep",
      happens: [.sleep(.minutes(30)), .pass(.minutes(1)), .say(.resume), .drive], pauses: [(10, .minutes(31))]),
    Case(
      testDescription: "what is taken back was a pause until then",
      happens: [.pause(for: .minutes(5)), .say(.reset), .pass(.seconds(40)), .say(.undo), .drive],
      pauses: [(10, .minutes(5)), (15, .seconds(40))]),
    Case(
      testDescription: "and it was left when the person said so",
      happens: [
        .pass(.minutes(2)), .say(Intent(.reset, at: VirtualTime.start + .minutes(10))), .pass(.seconds(40)),
        .say(.undo), .drive,
      ], pauses: [(10, .minutes(2)), (12, .seconds(40))]),
    Case(
      testDescription: "a reset forgets them",
      happens: [.say(.pause), .pass(.minutes(5)), .say(.reset), .say(.start), .drive], pauses: []),
    Case(
      testDescription: "what goes on after its end was paused since then",
      happens: [.drive, .advance(.minutes(3)), .say(.extend, by: .minutes(5)), .drive],
      pauses: [(25, .minutes(3))], active: .minutes(30)),
    Case(
      testDescription: "so was what was taken back meanwhile",
      happens: [
        .drive, .pass(.minutes(10)), .say(.skip), .pass(.minutes(1)), .say(.undo), .pass(.minutes(1)),
        .say(.extend, by: .minutes(5)), .drive,
      ], pauses: [(25, .minutes(12))], active: .minutes(30)),
    Case(
      testDescription: "what was slept through did not count, so it is a pause also where the focus runs on",
      whenAway: .run, happens: [.sleep(.minutes(8)), .drive], pauses: [(10, .minutes(8))], active: .minutes(17)),
    Case(
      testDescription: "until the focus was over", whenAway: .run, happens: [.sleep(.minutes(60)), .drive],
      pauses: [(10, .minutes(15))], active: .minutes(10)),
    Case(
      testDescription: "a nap of less than a second is none", whenAway: .run,
      happens: [.sleep(.milliseconds(800)), .drive], pauses: [], active: .milliseconds(1_499_200),
      nap: .milliseconds(800)),
    Case(
      testDescription: "a clock that is set moves them along",
      happens: [.pause(for: .minutes(5)), .jumpWallClock(.hours(2)), .drive], pauses: [(130, .minutes(5))]),
  ]

  @Test(arguments: cases) func `pauses of a focus`(_ it: Case) {
    var time = VirtualTime(Self.settings(it.whenAway), after: .say(.start), .pass(.minutes(10)))
    time.perform(it.happens)
    #expect(time.rows.map(\.pauses) == [it.pauses.map { Self.pause($0, $1) }])
    #expect(time.rows.map(\.active) == [it.active])
    // Nothing of the interval is neither.
    let missing = time.rows.map { row in
      (row.pauses ?? []).reduce(row.ended - row.began - row.active) { $0 - $1.length }
    }
    #expect(missing == [it.nap])
  }

  @Test func `what goes on after a boot was paused since its end, not since the boot`() {
    for stamped in [true, false] {
      var time = VirtualTime(Self.settings(.pause), after: .say(.start))
      time.perform(.drive, .reboot(stamped: stamped, gap: .hours(3)))
      let ended = VirtualTime.start + .minutes(25)
      let over: Duration = time.now.wall - ended
      time.perform(.say(.extend, by: .minutes(5)), .drive)
      #expect(
        over >= .hours(3) && time.rows.map(\.pauses) == [[Pause(began: ended, length: over)]], "stamped: \(stamped)")
    }
  }

  @Test func `a stopwatch has them too`() {
    let time = VirtualTime(
      after: .run, .pass(.minutes(10)), .say(Intent(.pause, name: "run")), .pass(.minutes(5)),
      .say(Intent(.resume, name: "run")), .pass(.minutes(1)), .say(Intent(.stop, name: "run")))
    #expect(time.rows.map(\.pauses) == [[Self.pause(10, .minutes(5))]])
  }

  @Test func `of more than a hundred the last one takes in the rest, so that the sum is right`() {
    var time = VirtualTime(Self.settings(.pause), after: .say(.start))
    for _ in 1...130 {
      time.perform(.pass(.seconds(1)), .say(.pause), .pass(.seconds(2)), .say(.resume))
    }
    time.drive()
    let pauses = time.rows.first?.pauses ?? []
    #expect(pauses.count == Pause.limit)
    #expect(pauses.reduce(Duration.zero) { $0 + $1.length } == .seconds(260))
  }

  @Test func `of a phase that an earlier version began, nothing is known`() {
    var time = VirtualTime(Self.settings(.pause), after: .say(.start), .pass(.minutes(10)))
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
    leaveOut(gap, until: now, timerState == .completed ? any.changed : Phase.Instant(now))
  }
}
