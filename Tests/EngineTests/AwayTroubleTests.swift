// Away in a focus, beside everything else that can happen: locks, sleep, the end of the process, a clock that is set.
import TestKit
import Testing
import TomatoLink

@testable import TomatoEngine

struct AwayTroubleTests {
  // MARK: What counts

  @Test func `a screen that is locked for a minute counts, from its beginning`() {
    var it = VirtualTime(after: .say(.start), .pass(.minutes(10)))
    it.send(.presence(.locked(since: it.now.sinceBoot)))
    #expect(it.lastLine == "14:20:00 commit" && it.engine.nextWake == it.now.sinceBoot + .minutes(1))
    it.pass(.seconds(59))
    var short = it
    short.send(.presence(.here))
    #expect(short.lastLine == "14:20:59 commit" && short.content.away == nil)
    it.pass(.seconds(1))
    #expect(it.lastLine == "14:21:00 commit; onAway(engine)")
    it.perform(.pass(.minutes(4)), .here)
    #expect(it.content.away?.length == .minutes(5))
  }

  @Test func `a lock that began in a break counts in the focus that follows`() {
    var it = VirtualTime(after: .say(.start), .drive(atMost: 2))
    it.send(.presence(.locked(since: it.now.sinceBoot)))
    #expect(it.engine.nextWake == it.now.sinceBoot + .minutes(5))
    it.perform(.pass(.minutes(7)), .here)
    #expect(it.content.away?.length == .seconds(119) && it.shown.mode == .focus)
  }

  @Test func `who says twice that they leave has left once, and who is there need not be back`() {
    var it = VirtualTime(after: .say(.start))
    #expect(it.say(.back) == .alreadySo && it.lastEffects.count == 1)
    #expect(it.say(Intent(.away, at: it.now.wall)) == .changed)
    it.pass(.minutes(5))
    #expect(it.say(.away) == .alreadySo && it.lastEffects.count == 1)
    it.send(.presence(.locked(since: it.now.sinceBoot)))
    #expect(it.log.last == "14:15:00 commit", "it is known that it is locked now")
    it.pass(.minutes(5))
    #expect(it.say(.back) == .changed && it.content.away?.length == .minutes(10))
    #expect(it.say(Intent(.away, at: it.now.wall + .seconds(5))) == .refused(.inTheFuture))
  }

  @Test func `an away that was told late is as long as it was`() {
    var it = VirtualTime(after: .say(.start), .pass(.minutes(10)))
    it.say(Intent(.away, at: it.now.wall - .minutes(6)))
    it.perform(.pass(.minutes(1)), .say(.back))
    #expect(it.content.away?.length == .minutes(7))
    it.say(.keep)
    it.say(Intent(.away, at: it.now.wall - .hours(2)))
    it.perform(.pass(.minutes(1)), .say(.back))
    #expect(it.content.away?.length == .minutes(12), "not longer than the focus")
  }

  @Test func `nobody is asked twice about the same time`() {
    var it = AwayTests.back()
    it.say(Intent(.away, at: it.now.wall - .minutes(9)))
    it.perform(.pass(.minutes(1)), .say(.back))
    #expect(it.content.away?.length == .minutes(13))
    it.say(.takeoff)
    #expect(it.status == "focus running 15:00, session 1 of 4")
  }

  @Test(arguments: [Origin.island, .tray]) func `a hand on the card or the tray is somebody's`(_ origin: Origin) {
    let it = AwayTests.left(then: .say(Intent(.show, activity: .pomodoro), origin))
    #expect(it.engine.departure == nil && it.content.away?.length == .minutes(5))
    let other = AwayTests.left(then: .say(Intent(.show, activity: .pomodoro), .command))
    #expect(other.engine.departure != nil, "a script may say anything")
  }

  @Test func `somebody was there, and nobody told it: what was before that is not asked about`() {
    var it = AwayTests.left(then: .crash(gap: .minutes(5)))
    let since = it.now.sinceBoot - .minutes(3)
    it.perform(.send(.presence(.away(since: since))), .pass(.minutes(2)), .here)
    #expect(it.content.away?.length == .minutes(5))
  }

  // MARK: then = pause, then = nothing

  @Test func `then = pause: the focus is paused as of the moment they left`() {
    var it = AwayTests.left(Settings(awayAfter: .minutes(5), awayThen: .pause))
    #expect(it.lastLine == "14:25:00 commit; onAway(engine); onPause(engine); quiet")
    #expect(it.status == "focus paused 15:00, session 1 of 4")
    #expect(it.content.pause == .init(since: VirtualTime.start + .minutes(10), cause: .left))
    it.perform(.pass(.minutes(7)), .here)
    #expect(it.lastLine == "14:32:00 commit; onBack(engine); alert: returned" && it.content.away == nil)
    #expect(it.content.pause == .init(since: VirtualTime.start + .minutes(10), cause: .away(.minutes(12))))
    it.perform(.say(.resume), .step)
    #expect(it.recorded == ["focus completed 25:00"])
    #expect(it.rows[at: 0]?.pauses == [Pause(began: VirtualTime.start + .minutes(10), length: .minutes(12))])
  }

  @Test func `then = pause: what ended before anybody could know cannot be paused, and is asked about`() {
    let it = VirtualTime(
      Settings(awayAfter: .minutes(5), awayThen: .pause), after: .say(.start), .pass(.minutes(23)),
      .goAway(noticedAfter: .minutes(5)), .here)
    #expect(it.content.away?.length == .minutes(2) && it.shown.mode == .shortBreak)
  }

  @Test func `then = nothing: programs are told, and that is all`() {
    var it = AwayTests.left(Settings(awayAfter: .minutes(5), awayThen: .nothing))
    #expect(it.lastLine == "14:25:00 commit; onAway(engine)")
    it.pass(.minutes(11))
    #expect(it.shown.mode == .shortBreak && it.shown.state == .running)
    it.send(.presence(.here))
    #expect(it.lastLine == "14:36:00 commit; onBack(engine)" && it.content.away == nil)
  }

  // MARK: Sleep

  @Test func `time that was slept is not taken off twice`() {
    var it = AwayTests.left(then: .pass(.minutes(5)), .sleep(.hours(2)))
    #expect(it.status == "focus paused 5:00, session 1 of 4")
    it.perform(.pass(.minutes(1)), .here)
    #expect(it.content.away == .init(length: .minutes(10), pausesFrom: nil, isOnlyOfThisPhase: false))
    #expect(it.content.buttons == [.resume, .takeoff, .keep])
    it.say(.takeoff)
    #expect(it.status == "focus paused 15:00, session 1 of 4")
    it.perform(.pass(.minutes(1)), .say(.resume), .step)
    #expect(it.recorded == ["focus completed 25:00"])
    #expect(it.rows[at: 0]?.pauses?.map(\.length) == [.minutes(10), .minutes(122)])
  }

  @Test func `nor with when-away = run, where the focus went on`() {
    var it = AwayTests.left(Settings(whenAway: .run, awayAfter: .minutes(5)))
    it.perform(.pass(.minutes(1)), .sleep(.minutes(4)), .pass(.minutes(1)), .here)
    #expect(it.content.away?.length == .minutes(11) && it.status == "focus running 4:00, session 1 of 4")
    it.say(.takeoff)
    #expect(it.status == "focus running 15:00, session 1 of 4" && it.pomodoro?.phase.asleep == .zero)
    it.step()
    #expect(it.rows[at: 0]?.pauses == [Pause(began: VirtualTime.start + .minutes(10), length: .minutes(11))])
    #expect(it.recorded == ["focus completed 25:00"])
  }

  /// What a focus went on through without counting it.
  static let uncounted: [(String, [VirtualTime.Action])] = [
    ("a logout", [.leave(.minutes(5))]), ("a nap", [.sleep(.milliseconds(500))]),
    ("a sleep and a crash", [.sleep(.minutes(5)), .crash]),
  ]

  /// A focus that somebody left after four minutes, and that did not count something so much later; nobody has told.
  private func left(_ gap: Duration, before actions: [VirtualTime.Action]) -> (it: VirtualTime, left: WallTime) {
    var it = VirtualTime(Settings(whenAway: .run, awayAfter: .minutes(5)), after: .say(.start), .pass(.minutes(4)))
    let left = it.now.wall
    it.perform([.pass(gap)] + actions)
    return (it, left)
  }

  @Test(arguments: uncounted) func `nor what was not counted before it was told that nobody was there`(
    _ what: String, _ actions: [VirtualTime.Action]
  ) {
    var (it, left) = left(.minutes(6), before: actions)
    it.perform(.pass(.minutes(3)), .say(Intent(.away, at: left)), .pass(.minutes(2)), .say(.back), .say(.takeoff))
    #expect(it.status == "focus running 21:00, session 1 of 4" && it.pomodoro?.phase.asleep == .zero)
    it.step()
    #expect(it.recorded == ["focus completed 25:00"])
  }

  @Test(arguments: uncounted)
  func `nor from the record, and an undo gives no more back`(_ what: String, _ actions: [VirtualTime.Action]) {
    var (it, left) = left(.minutes(1), before: actions)
    it.step()
    let counted = it.rows.map(\.active)
    it.perform(.pass(.minutes(1)), .say(Intent(.away, at: left)), .say(.back), .say(.takeoff))
    #expect(it.recorded == ["focus completed 4:00"])
    it.say(.undo)
    #expect(it.rows.map(\.active) == counted)
  }

  /// Five minutes of sleep, two of work, and then nobody, which is told late: after a restart and a nap.
  @Test(arguments: [false, true])
  func `what was slept before they left is still not counted`(isTold afterTheEnd: Bool) {
    var it = VirtualTime(
      Settings(whenAway: .run, awayAfter: .minutes(5)), after: .say(.start), .pass(.minutes(5)), .sleep(.minutes(5)),
      .pass(.minutes(2)))
    let left = it.now.wall
    it.perform(.pass(.minutes(1)), .crash, .pass(.minutes(4) - .milliseconds(50)), .sleep(.milliseconds(50)))
    if afterTheEnd {
      it.perform(.step, .crash)
    }
    it.say(Intent(.away, at: left))
    if !afterTheEnd { it.pass(.minutes(7)) }
    it.perform(.say(.back), .say(.takeoff))
    guard !afterTheEnd else {
      #expect(it.rows.map(\.active) == [.minutes(7)])
      it.say(.undo)
      return #expect(it.rows.map(\.active) == [.minutes(20) - .milliseconds(50)])
    }
    #expect(it.status == "focus running 13:00, session 1 of 4")
    it.step()
    #expect(it.rows.map(\.active) == [.minutes(20)])
  }

  @Test func `a nap in one time away is not in the next one, too`() {
    var it = VirtualTime(
      Settings(whenAway: .run, awayAfter: .minutes(5)), after: .say(.start), .pass(.minutes(2)), .say(.away),
      .pass(.minutes(1)), .sleep(.milliseconds(500)), .say(.back), .sleep(.minutes(5)), .pass(.minutes(1)))
    let left = it.now.wall
    // The second one is told late.
    it.perform(.pass(.minutes(2)), .say(Intent(.away, at: left)), .step, .say(.back), .say(.takeoff))
    #expect(it.rows.map(\.active) == [.minutes(3)])
  }

  @Test func `a nap that moved the end of a focus makes it no longer`() {
    var it = VirtualTime(Settings(awayAfter: .minutes(5)))
    let began = it.now.wall
    it.perform(
      .say(.start), .pass(.minutes(1)), .sleep(.milliseconds(500)), .step, .pass(.seconds(30)),
      .say(Intent(.away, at: began)), .say(.back))
    #expect(it.content.away?.length == .minutes(25))
    it.perform(.say(.takeoff), .say(.undo))
    #expect(it.rows.map(\.active) == [.minutes(25)])
  }

  // MARK: The process, the machine, the clock

  @Test func `the process dies between away and back`() {
    var it = AwayTests.left(then: .crash(gap: .minutes(3)))
    #expect(it.engine.departure != nil && it.engine.watchesPresence)
    it.perform(.pass(.minutes(4)), .here)
    #expect(it.content.away?.length == .minutes(12))
    it.perform(.crash, .say(.takeoff), .crash)
    #expect(it.status == "focus running 15:00, session 1 of 4" && it.say(.undo) == .changed)
    #expect(it.status == "focus running 3:00, session 1 of 4" && it.content.away?.length == .minutes(12))
  }

  @Test func `what was to be asked on return, and was stopped until then, is not asked by an undo`() {
    var it = AwayTests.left(then: .drive)
    #expect(it.pomodoro?.question?.isAsked == false)
    it.perform(.say(.stop), .leave(.seconds(20)))
    #expect(it.engine.departure == nil && it.say(.undo) == .changed)
    #expect(it.pomodoro?.question == nil && it.recorded == ["focus completed 25:00"])
    it.say(Intent(.away, at: it.now.wall))
    it.perform(.pass(.minutes(5)), .say(.back))
    #expect(it.content.away == nil)
  }

  @Test func `the end came, and the process died`() {
    var it = AwayTests.left(then: .drive, .crash(gap: .minutes(3)), .here, .crash, .say(.takeoff), .crash)
    #expect(it.recorded == ["focus completed 10:00"])
    #expect(it.say(.undo) == .changed && it.recorded == ["focus completed 25:00"])
  }

  @Test func `the end came before anybody could know, and the process died`() {
    var it = VirtualTime(Settings(awayAfter: .minutes(5)), after: .say(.start), .pass(.minutes(23)))
    let since = it.now.sinceBoot
    it.perform(
      .pass(.minutes(3)), .crash(gap: .minutes(2)), .send(.presence(.away(since: since))), .here, .say(.takeoff))
    #expect(it.recorded == ["focus completed 23:00"])
  }

  @Test func `power goes: who starts the machine is back`() {
    var it = AwayTests.left(then: .pass(.minutes(1)))
    it.reboot(stamped: false, gap: .hours(1), lastAlive: it.now)
    #expect(it.engine.departure == nil && it.content.away?.length == .minutes(6))
    #expect(it.status == "focus paused 9:00, session 1 of 4" && it.content.buttons.prefix(2) == [.resume, .takeoff])
    it.say(.takeoff)
    #expect(it.status == "focus paused 15:00, session 1 of 4")
  }

  @Test(arguments: [true, false]) func `the session was left: who comes back to it is back`(_ reboots: Bool) {
    var it = AwayTests.left(then: .pass(.minutes(1)))
    if reboots { it.reboot(stamped: true, gap: .hours(1)) } else { it.leave(.hours(1)) }
    #expect(it.status == "focus paused 9:00, session 1 of 4" && it.engine.departure == nil)
    #expect(it.content.away?.length == .minutes(6))
  }

  @Test func `a clock that is set moves nothing but the times that are shown`() {
    var it = AwayTests.left(AwayTests.off, then: .jumpWallClock(.hours(3)), .pass(.minutes(7)), .here)
    #expect(it.content.away?.length == .minutes(12))
    #expect(it.content.away?.pausesFrom == VirtualTime.start + .hours(3) + .minutes(10))
    it.say(it.content.intent(.takeoff))
    it.step()
    let began = VirtualTime.start + .hours(3)
    #expect(it.rows[at: 0]?.began == began && it.rows[at: 0]?.ended == began + .minutes(37))
    #expect(it.rows[at: 0]?.pauses == [Pause(began: began + .minutes(10), length: .minutes(12))])
  }

  // MARK: Beside others

  @Test func `a row that is corrected meanwhile is not asked about any more`() throws {
    var it = AwayTests.left(then: .drive, .pass(.minutes(5)), .here)
    let row = try #require(it.rows.first)
    var edit = Correction(.edit)
    (edit.rows, edit.duration) = ([row.token], .minutes(5))
    it.send(.corrected(edit, CorrectionContext(rows: [row])))
    #expect(it.recorded == ["focus completed 5:00"] && it.content.away == nil)
    #expect(it.say(.takeoff) == .refused(.nothingAsked))
  }

  @Test func `timers and stopwatches run on`() {
    var it = VirtualTime(
      after: .say(Intent(.timer, duration: .minutes(20), name: "tea")), .run, .say(.away), .pass(.minutes(10)),
      .say(.back))
    #expect(it.content.away == nil && it.content(of: .tea)?.contentState.displayTime == "10:00")
    #expect(it.content(of: .run)?.contentState.displayTime == "10:00")
    #expect(it.say(Intent(.takeoff, activity: .tea)) == .refused(.notFor(.takeoff, .timer)))
  }

  @Test func `a card that was closed comes back to ask`() {
    let it = VirtualTime(after: .say(.start), .say(.hide), .say(.away), .pass(.minutes(10)), .say(.back))
    #expect(!it.content.isHidden)
  }
}
