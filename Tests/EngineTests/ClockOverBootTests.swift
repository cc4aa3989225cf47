// Clocks over a boot: what began on an earlier boot is of the clock of then, and no correction of this one's moves it.
import TestKit
import Testing
import TomatoLink

@testable import TomatoEngine

struct ClockOverBootTests {
  static let start = VirtualTime.start

  /// Ten minutes of a focus, a timer and a stopwatch; then the power goes for twenty minutes.
  /// - Parameter off: how far the clock is from the right one after that.
  private func powerLoss(off: Duration) -> VirtualTime {
    var time = VirtualTime(
      after: .say(.start), .say(Intent(.timer, duration: .minutes(30), name: "tea")), .run, .pass(.minutes(10)))
    time.reboot(stamped: false, gap: .minutes(20), off: off, lastAlive: time.now)
    time.pass(.seconds(30))
    return time
  }

  private static let clocks: [Duration] = [.hours(-24 * 365 * 56), .hours(-8), .seconds(-5), .hours(3)]

  @Test(arguments: clocks) func `a clock that is set after a boot moves nothing of before it`(off: Duration) {
    var time = powerLoss(off: off)
    time.perform(.jumpWallClock(.zero - off), .alarm)
    #expect(time.shown.startedAt == Self.start && time.content.pause?.since == Self.start + .minutes(10))
    #expect(time.content(of: .run)?.contentState.startedAt == Self.start)
    time.crash()
    for id in [ActivityID.pomodoro, .tea, .run] { time.say(Intent(.resume, activity: id)) }
    time.perform(.pass(.minutes(20)), .say(Intent(.stop, activity: .run)))
    #expect(time.rows.map { $0.began } == [Self.start, Self.start, Self.start])
    let pause = Pause(began: Self.start + .minutes(10), length: .minutes(20) + .seconds(30))
    #expect(time.rows.map(\.pauses) == [[pause], [pause], [pause]])
    #expect(time.rows.map { $0.ended - $0.began - $0.active } == [pause.length, pause.length, pause.length])
  }

  @Test(arguments: clocks)
  func `what goes on before the clock is set does not know how long it was paused`(off: Duration) throws {
    var time = powerLoss(off: off)
    time.perform(
      .say(.resume), .pass(.minutes(2)), .say(.pause), .pass(.minutes(1)), .say(.resume), .jumpWallClock(.zero - off),
      .step)
    let row = try #require(time.rows[at: 0])
    #expect(row.began == Self.start && row.ended == time.now.wall && row.active == .minutes(25))
    if off < .minutes(-1) { #expect(row.pauses == nil) }
    #expect(row.isInOrder)
  }

  @Test(arguments: clocks) func `what ends on a clock that is behind ends no sooner than it can have`(off: Duration) {
    var time = powerLoss(off: off)
    time.say(Intent(.stop, activity: .all))
    #expect(time.rows.allSatisfy { $0.began == Self.start && $0.active == .minutes(10) && $0.isInOrder })
    guard off < .minutes(-1) else { return }
    #expect(time.rows.allSatisfy { $0.ended == Self.start + .minutes(10) && $0.pauses == nil })
  }

  @Test func `five seconds behind, an interval ends no sooner than it began`() throws {
    var time = VirtualTime(after: .say(.start), .pass(.seconds(3)))
    time.reboot(stamped: false, gap: .seconds(1), off: .seconds(-5), lastAlive: time.now)
    time.say(.stop)
    let row = try #require(time.rows[at: 0])
    #expect(row.ended == Self.start + .seconds(3) && row.pauses == nil)
  }

  @Test func `a break that ran on over a shutdown began when it did`() throws {
    var time = VirtualTime(.breakRunning)
    let began = time.shown.startedAt
    time.perform(.reboot(stamped: true, gap: .minutes(1), off: .hours(-8)), .jumpWallClock(.hours(8)), .step)
    let row = try #require(time.rows[at: 0])
    #expect(row.began == began && row.ended == time.now.wall && row.isInOrder)
  }

  @Test func `what a focus was left in before a boot is asked about at its own time`() {
    var time = AwayTests.left(Settings(whenAway: .run, awayAfter: .minutes(5)))
    time.reboot(stamped: true, gap: .minutes(2), off: .hours(-8))
    #expect(time.content.away?.pausesFrom == Self.start + .minutes(10))
    time.perform(.jumpWallClock(.hours(8)), .alarm, .crash)
    #expect(time.content.away?.pausesFrom == Self.start + .minutes(10))
    time.say(time.content.intent(.pause))
    #expect(time.content.pause?.since == Self.start + .minutes(10))
    time.perform(.jumpWallClock(.hours(1)), .alarm)
    #expect(time.content.pause?.since == Self.start + .minutes(10))
  }

  @Test func `a focus that goes on after a boot was over when it was`() throws {
    var time = VirtualTime(.completed)
    let ended = try #require(time.rows[at: 0]).ended
    time.perform(
      .reboot(stamped: false, gap: .minutes(5)), .say(.extend, by: .minutes(5)), .jumpWallClock(.hours(1)), .step)
    let row = try #require(time.rows[at: 0])
    #expect(row.pauses?.first?.began == ended && row.began == ended - .minutes(25) && row.isInOrder)
  }

  @Test func `what a program said before a boot was said at the clock of then`() {
    var (time, request) = (VirtualTime(), Intent(.request, activity: .build))
    request.content = ContentUpdate()
    request.content?.since = .set(.after(.zero))
    time.perform(
      .say(request), .reboot(stamped: false, gap: .minutes(5), off: .hours(-8)), .jumpWallClock(.hours(8)), .alarm)
    #expect(time.content(of: .build)?.contentState.startedAt == Self.start)
    #expect(time.content(of: .build)?.contentState.job?.content.since == Self.start)
    request.content?.since = .set(.after(.seconds(1)))
    time.perform(.say(request), .jumpWallClock(.hours(1)), .alarm)
    #expect(time.content(of: .build)?.contentState.job?.content.since == time.now.wall + .seconds(1))
  }

  @Test(arguments: clocks)
  func `what a focus slept through before a shutdown does not count on any clock`(off: Duration) throws {
    var time = VirtualTime(
      Settings(whenAway: .run), after: .say(.start), .pass(.minutes(5)), .sleep(.minutes(10)), .pass(.minutes(2)),
      .send(.settingsChanged(Settings(whenAway: .pause))), .reboot(stamped: true, gap: .minutes(20), off: off))
    #expect(time.shown.state == .paused && time.shown.remainingSeconds == 8 * 60)
    time.say(.stop)
    let row = try #require(time.rows[at: 0])
    #expect(row.active == .minutes(7) && row.began == Self.start && row.isInOrder)
  }

  @Test func `a clock that was set before a start is followed, and what moved is committed`() throws {
    var time = VirtualTime(after: .say(.start), .pass(.minutes(5)), .say(.stop), .jumpWallClock(.hours(1)), .crash)
    #expect(time.stored == time.engine.snapshot)
    time.say(.undo)
    #expect(time.shown.startedAt == Self.start + .hours(1))
  }

  @Test func `a minute mark after a start that stored nothing knows of a clock that was set`() {
    var time = VirtualTime(after: .run, .pass(.minutes(10)), .say(Intent(.pause, activity: .run)))
    // Nothing runs, so the start after it is not stored.
    time.perform(.leave(.minutes(1)), .jumpWallClock(.hours(19)), .pass(.minutes(1)))
    time.reboot(stamped: false, gap: .minutes(1), lastAlive: time.now)
    #expect(time.content(of: .run)?.contentState.startedAt == Self.start + .hours(19))
  }

  @Test(arguments: [-150, 150])
  func `a clock that is a moment off makes no interval shorter or longer`(off milliseconds: Int) throws {
    var time = VirtualTime(after: .say(.start), .jumpWallClock(.milliseconds(milliseconds)), .pass(.milliseconds(100)))
    let at = milliseconds > 0 ? time.now.wall : nil
    #expect(time.say(Intent(.pause, at: at)) == .changed, "a person acts by that clock")
    time.perform(.jumpWallClock(.milliseconds(-milliseconds)), .pass(.milliseconds(100)), .say(.stop))
    let row = try #require(time.rows[at: 0])
    #expect(row.ended - row.began == .milliseconds(200))
    #expect(row.pauses == [Pause(began: Self.start + .milliseconds(100), length: .milliseconds(100))])
  }
}
