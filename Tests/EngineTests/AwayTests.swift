// Away in a focus (docs/away.md), sentence by sentence. Every focus here begins at 14:10 and would end at 14:35.
import TestKit
import Testing
import TomatoLink

@testable import TomatoEngine

struct AwayTests {
  /// A focus that somebody left at 14:20, which a source has told at 14:25.
  static func left(
    _ settings: Settings = Settings(awayAfter: .minutes(5)), then actions: VirtualTime.Action...
  ) -> VirtualTime {
    VirtualTime(settings, after: .say(.start), .pass(.minutes(10)), .goAway(noticedAfter: .minutes(5))).after(actions)
  }

  /// The same, back at 14:32.
  static func back(
    _ settings: Settings = Settings(awayAfter: .minutes(5)), then actions: VirtualTime.Action...
  ) -> VirtualTime {
    left(settings, then: .pass(.minutes(7)), .here).after(actions)
  }

  static let off = Settings(autoStartBreaks: false)

  // MARK: What is watched

  @Test func `sources watch while a focus runs, and until somebody is back`() {
    var it = VirtualTime(Settings(awayAfter: .minutes(5)))
    #expect(!it.engine.watchesPresence && it.engine.awayAfter == nil)
    it.say(.start)
    #expect(it.engine.watchesPresence && it.engine.awayAfter == .minutes(5))
    it.say(.pause)
    #expect(!it.engine.watchesPresence && it.engine.awayAfter == nil)
    it.perform(.say(.resume), .goAway(noticedAfter: .minutes(5)), .pass(.minutes(30)))
    #expect(it.shown.state == .completed && it.engine.watchesPresence)
    it.send(.presence(.here))
    #expect(!it.engine.watchesPresence)
    it.say(.start)
    #expect(it.shown.mode == .shortBreak && !it.engine.watchesPresence, "a break never cares")
  }

  @Test func `with after = off input says nothing, and a lock does`() {
    let it = VirtualTime(after: .say(.start))
    #expect(it.engine.watchesPresence && it.engine.awayAfter == nil)
  }

  @Test func `a lock counts in a focus that has begun by itself before an intent undoes or skips it`() {
    var it = VirtualTime(Settings(awayThen: .pause), after: .say(.start), .drive(atMost: 2))
    it.send(.presence(.locked(since: it.now.sinceBoot)))
    it.perform(.advance(.minutes(5) + .seconds(6)), .say(.skip), .say(.undo))
    #expect(it.status == "focus paused 25:00, session 2 of 4")
  }

  // MARK: On return

  @Test func `while nobody is there nothing is shown, and on return a person is asked once`() {
    var it = Self.left()
    #expect(it.log.last == "14:25:00 commit; onAway(engine)" && it.content.away == nil)
    it.perform(.pass(.minutes(7)), .here)
    #expect(it.log.last == "14:32:00 commit; onBack(engine); alert: was away")
    #expect(it.status == "focus running 3:00, session 1 of 4")
    let then = VirtualTime.start + .minutes(10)
    #expect(it.content.away == .init(length: .minutes(12), pausesFrom: then, isOnlyOfThisPhase: true))
    #expect(it.content.buttons == [.keep, .takeoff, .pause])
    #expect(it.content.intent(.pause) == Intent(.pause, activity: .pomodoro, phase: it.token, at: then))
    #expect(Set(it.content.possible).count == it.content.possible.count)
    #expect(it.send(.presence(.here)).isEmpty, "back is back")
  }

  @Test(arguments: [(12, 12, true), (12, 11.4, true), (12, 11.3, false), (60, 59, true), (60, 58.9, false)])
  func `KWin says it a little early, and that is asked about too`(_ after: Double, _ passed: Double, _ isAsked: Bool) {
    var it = VirtualTime(Settings(awayAfter: .seconds(after)), after: .say(.start), .pass(.seconds(passed)))
    it.send(.presence(.away(since: it.now.sinceBoot - .seconds(after))))
    it.send(.presence(.here))
    #expect((it.content.away != nil) == isAsked)
  }

  @Test(arguments: [true, false]) func `Keep changes nothing, and neither does no answer`(_ answers: Bool) {
    var it = Self.back(Self.off)
    if answers {
      #expect(it.say(it.content.intent(.keep), .island) == .changed)
      #expect(it.content.away == nil && it.content.buttons.first == .pause)
      #expect(it.say(.keep) == .refused(.nothingAsked))
    }
    it.drive()
    #expect(it.recorded == ["focus completed 25:00"] && it.rows[at: 0]?.pauses == [])
    #expect(it.rows.first.map { clockTime($0.ended) } == "14:35:00" && it.content.away == nil)
    #expect(it.say(.takeoff) == .refused(.nothingAsked))
  }

  @Test func `Take off: the focus goes on, as if it had been paused for so long`() {
    var it = Self.back(Self.off, then: .pass(.seconds(30)))
    #expect(it.say(it.content.intent(.takeoff), .island) == .changed)
    #expect(it.lastLine == "14:32:30 commit; changed; onTakeOff(island); shown as the answer")
    #expect(it.status == "focus running 14:30, session 1 of 4" && it.content.away == nil)
    #expect(it.content.undoable == .takeOff)
    it.drive()
    #expect(it.recorded == ["focus completed 25:00"] && it.rows.first.map { clockTime($0.ended) } == "14:47:00")
    #expect(it.rows[at: 0]?.pauses == [Pause(began: VirtualTime.start + .minutes(10), length: .minutes(12))])
  }

  @Test func `Pause from then: nothing has counted since they left`() {
    var it = Self.back(Self.off, then: .pass(.seconds(30)))
    #expect(it.say(it.content.intent(.pause), .island) == .changed)
    #expect(it.status == "focus paused 15:00, session 1 of 4" && it.content.away == nil)
    #expect(it.content.pause == .init(since: VirtualTime.start + .minutes(10), cause: .person))
    it.perform(.pass(.seconds(90)), .say(.resume), .drive)
    #expect(it.rows[at: 0]?.pauses == [Pause(began: VirtualTime.start + .minutes(10), length: .minutes(14))])
    #expect(it.recorded == ["focus completed 25:00"] && it.rows.first.map { clockTime($0.ended) } == "14:49:00")
  }

  @Test(arguments: [Verb.takeoff, .pause]) func `for a minute an answer can be taken back`(_ verb: Verb) {
    var it = Self.back(Self.off)
    it.say(it.content.intent(verb))
    it.pass(.seconds(20))
    #expect(it.say(.undo) == .changed && it.status == "focus running 3:00, session 1 of 4")
    #expect(it.content.away?.length == .minutes(12), "it is asked again")
    it.perform(.say(.keep), .drive)
    #expect(it.recorded == ["focus completed 25:00"])
    #expect(it.rows[at: 0]?.pauses == [Pause(began: VirtualTime.start + .minutes(22), length: .seconds(20))])
  }

  @Test(arguments: [
    Intent(.pause), Intent(.extend, by: .minutes(5)), Intent(.rewind, by: .minutes(1)), Intent(.skip),
    Intent(.reset), Intent(.stop), Intent(.start, mode: .longBreak, replace: true),
  ])
  func `whatever else is done with the focus keeps the time`(_ intent: Intent) {
    var it = Self.back(then: .say(intent))
    #expect(it.content.away == nil && it.say(.takeoff) == .refused(.nothingAsked))
  }

  @Test func `a task, or a look, is no answer`() {
    #expect(Self.back(then: .say(Intent(.start, task: "report")), .say(.show)).content.away?.length == .minutes(12))
  }

  @Test func `a click that comes late is refused`() throws {
    var it = Self.back(Self.off)
    let click = it.content.intent(.takeoff)
    it.perform(.drive, .say(.start))
    let phase = try #require(click.phase)
    #expect(it.say(click, .island) == .refused(.phaseIsOver(phase)))
    #expect(it.recorded == ["focus completed 25:00"])
  }

  @Test func `less than a minute of a focus is not asked about`() {
    var it = VirtualTime(after: .say(.start), .say(.away), .pass(.seconds(59)))
    #expect(it.say(.back) == .changed && it.content.away == nil)
    #expect(it.lastLine == "14:10:59 commit; changed; onBack(engine)")
  }

  @Test func `two times in one focus are asked about together`() {
    var it = Self.back(then: .pass(.minutes(1) - .seconds(30)), .goAway(noticedAfter: .minutes(1)))
    #expect(it.content.away?.length == .minutes(12), "the first is still asked about")
    it.perform(.pass(.seconds(30)), .here)
    #expect(it.status == "focus running 1:00, session 1 of 4" && it.content.away?.length == .seconds(810))
    var other = it
    it.say(it.content.intent(.takeoff))
    #expect(it.status == "focus running 14:30, session 1 of 4")
    #expect(it.pomodoro?.phase.timeline.pauses?.map(\.length) == [.minutes(12), .seconds(90)])
    other.say(other.content.intent(.pause))
    #expect(other.status == "focus paused 14:30, session 1 of 4")
    #expect(other.content.pause?.since == VirtualTime.start + .seconds(22 * 60 + 30))
    #expect(other.pomodoro?.phase.timeline.pauses?.map(\.length) == [.minutes(12)])
  }

  // MARK: The end comes meanwhile

  @Test func `a focus that ends with nobody there is completed, nothing begins, and it is asked about on return`() {
    var it = Self.left(then: .drive)
    #expect(it.lastLine.hasSuffix("alert: focus completed") && clockTime(it.now.wall) == "14:35:00")
    #expect(it.content.next?.startsByItself == false && it.engine.nextWake == nil && it.content.away == nil)
    it.perform(.pass(.minutes(25)), .here)
    #expect(it.content.away == .init(length: .minutes(15), pausesFrom: nil, isOnlyOfThisPhase: false))
    #expect(it.content.buttons == [.keep, .takeoff, .start])
    #expect(it.recorded == ["focus completed 25:00"])
    #expect(it.say(it.content.intent(.takeoff), .island) == .changed)
    #expect(it.recorded == ["focus completed 10:00"] && it.content.contentState.sessionNumber == 1)
    #expect(it.rows[at: 0]?.pauses == [Pause(began: VirtualTime.start + .minutes(10), length: .minutes(15))])
    #expect(it.say(.undo) == .changed && it.recorded == ["focus completed 25:00"] && it.rows[at: 0]?.pauses == [])
    #expect(it.content.away?.length == .minutes(15))
    it.say(.start)
    #expect(it.shown.mode == .shortBreak && it.recorded == ["focus completed 25:00"] && it.content.away == nil)
  }

  @Test func `what was taken off a focus that is over stays off when it goes on`() {
    var it = Self.left(Self.off)
    it.perform(.drive, .pass(.minutes(5)), .here, .say(.takeoff), .say(.extend, by: .minutes(5)), .drive)
    #expect(it.recorded == ["focus completed 15:00"] && it.rows[at: 0]?.pauses?.count == 2)
  }

  @Test func `so is one that ended before anybody could know`() {
    var it = VirtualTime(Settings(awayAfter: .minutes(5)), after: .say(.start), .pass(.minutes(23)))
    it.goAway(noticedAfter: .minutes(5))
    #expect(it.shown.mode == .shortBreak && it.shown.state == .running, "the break has begun by itself")
    it.perform(.pass(.minutes(1)), .here)
    #expect(it.content.away == .init(length: .minutes(2), pausesFrom: nil, isOnlyOfThisPhase: false))
    #expect(it.content.buttons == [.keep, .takeoff, .pause])
    #expect(it.content.intent(.pause).at == nil, "the break is paused as ever")
    it.say(.takeoff)
    #expect(it.recorded == ["focus completed 23:00"] && it.shown.state == .running)
  }

  @Test func `what a person did since is theirs, however long ago the last input was`() {
    var it = VirtualTime(Settings(autoStartBreaks: false, awayAfter: .minutes(5)), after: .say(.start))
    it.pass(.minutes(26))
    it.say(.start)
    it.say(Intent(.away, at: it.now.wall - .minutes(10)))
    it.perform(.pass(.minutes(2)), .say(.back))
    #expect(it.content.away == nil && it.recorded == ["focus completed 25:00"])
  }

  @Test func `nothing begins by itself while nobody is there`() {
    var it = VirtualTime(after: .say(.start), .drive(atMost: 2))
    #expect(it.shown.mode == .shortBreak)
    it.perform(.say(.away), .drive)
    #expect(it.status == "shortBreak completed 0:00, session 1 of 4")
    it.perform(.pass(.hours(9)), .say(.back))
    #expect(it.content.away == nil && it.recorded.count == 2, "a break never cares")
  }

  @Test func `a focus that began by itself with nobody there is asked about from its beginning`() {
    var it = VirtualTime(Settings(awayAfter: .minutes(5)), after: .say(.start), .pass(.minutes(25)))
    let since = it.now.sinceBoot
    it.pass(.minutes(11))
    #expect(it.status == "focus running 19:02, session 2 of 4")
    it.perform(.send(.presence(.away(since: since))), .pass(.minutes(2)), .here, .say(.takeoff))
    #expect(it.status == "focus running 25:00, session 2 of 4")
  }
}
