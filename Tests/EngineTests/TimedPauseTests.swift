// `pause 5m`: it asks once after so long, nothing goes on by itself, and whatever else is done takes the question back.
import Testing
import TomatoLink

@testable import TomatoEngine

struct TimedPauseTests {
  /// A focus of 25 minutes that is paused after ten, at 14:20, for five.
  private static func paused(then actions: VirtualTime.Action...) -> VirtualTime {
    VirtualTime(after: .say(.start), .pass(.minutes(10)), .say(Intent(.pause, duration: .minutes(5)))).after(actions)
  }

  /// When an activity was asked about.
  private static func asked(_ it: VirtualTime) -> [String] { it.alerts("still paused") }

  private static func at(_ clock: String, of content: ContentState) -> Bool {
    content.pausedUntil.map { clockTime($0) == clock } ?? false
  }

  @Test func `it pauses, says until when, and asks then, once`() {
    var it = Self.paused()
    #expect(it.status == "focus paused 15:00, session 1 of 4" && Self.at("14:25:00", of: it.shown))
    #expect(!it.content.isStillPaused && it.content.buttons == [.resume, .skip, .reset])
    it.pass(.seconds(299))
    #expect(Self.asked(it).isEmpty && it.engine.nextWake == it.now.sinceBoot + .seconds(1))
    it.pass(.hours(5))
    #expect(Self.asked(it) == ["14:25:00"] && it.log.last == "14:25:00 commit; alert: still paused")
    #expect(it.status == "focus paused 15:00, session 1 of 4" && it.content.isStillPaused)
    #expect(it.engine.nextWake == nil && Self.at("14:25:00", of: it.shown))
  }

  @Test func `while it asks, it offers Resume and to ask again in five minutes`() {
    var it = Self.paused(then: .pass(.minutes(7)))
    #expect(it.content.buttons == [.resume, .pause])
    #expect(it.content.possible.prefix(4) == [.resume, .pause, .skip, .reset])
    #expect(Set(it.content.possible).count == it.content.possible.count)
    let again = it.content.intent(.pause)
    #expect(again == Intent(.pause, duration: .minutes(5), activity: .pomodoro, phase: it.token))
    #expect(it.say(again, .island) == .changed && !it.content.isStillPaused)
    #expect(Self.at("14:32:00", of: it.shown) && it.content.buttons == [.resume, .skip, .reset])
    it.pass(.hours(1))
    #expect(Self.asked(it) == ["14:25:00", "14:32:00"])
    #expect(it.say(.resume) == .changed && it.status == "focus running 15:00, session 1 of 4")
  }

  @Test(arguments: [
    Intent(.resume), Intent(.toggle), Intent(.start), Intent(.skip), Intent(.reset), Intent(.stop),
    Intent(.extend, by: .minutes(5)), Intent(.rewind, by: .minutes(1)), Intent(.pause),
    Intent(.start, mode: .longBreak, replace: true),
  ])
  func `whatever else is done takes the question back, before it is asked and after`(_ intent: Intent) {
    for wait in [Duration.minutes(1), .minutes(6)] {
      var it = Self.paused(then: .pass(wait))
      let before = Self.asked(it).count
      #expect(it.say(intent) == .changed)
      #expect(it.shown.pausedUntil == nil && !it.content.isStillPaused)
      it.pass(.minutes(9))
      #expect(Self.asked(it).count == before)
    }
  }

  @Test func `an undo brings the pause back, and not the question`() {
    var it = Self.paused(then: .say(.reset))
    #expect(it.say(.undo) == .changed && it.status == "focus paused 15:00, session 1 of 4")
    #expect(it.shown.pausedUntil == nil && it.engine.nextWake == nil)
  }

  @Test func `the same is said of what is paused already, and another length takes the place of the first`() {
    var it = VirtualTime(after: .say(.start), .say(.pause))
    #expect(it.say(.pause) == .alreadySo)
    #expect(it.say(Intent(.pause, duration: .minutes(5))) == .changed)
    #expect(it.say(Intent(.pause, duration: .minutes(20))) == .changed)
    it.pass(.hours(1))
    #expect(Self.asked(it) == ["14:30:00"])
  }

  @Test func `what does not run is not paused for a length either`() {
    var it = VirtualTime()
    #expect(it.say(Intent(.pause, duration: .minutes(5))) == .refused(.notWhile(.pause, .ready)))
    #expect(it.engine.nextWake == nil && it.shown.pausedUntil == nil)
  }

  @Test func `a timer and a stopwatch ask too, each for itself`() throws {
    let it = VirtualTime(
      after: .tea, .run, .say(Intent(.pause, duration: .minutes(2), activity: .tea)),
      .say(Intent(.pause, duration: .minutes(3), activity: .run)), .pass(.hours(1)))
    let asked = it.log.filter { $0.contains("still paused") }.map { $0.split(separator: "; ").last }
    #expect(asked == ["tea alert: still paused", "run alert: still paused"])
    #expect(it.content(of: .run)?.buttons == [.resume, .pause])
    #expect(it.content(of: .run)?.possible == [.resume, .pause, .reset, .stop])
  }

  @Test func `said late, it counts from when the person acted`() {
    var it = VirtualTime(after: .say(.start), .pass(.minutes(20)))
    it.say(Intent(.pause, duration: .minutes(10), at: VirtualTime.start + .minutes(15)))
    #expect(Self.at("14:35:00", of: it.shown))
    it.say(Intent(.pause, duration: .minutes(1), at: VirtualTime.start + .minutes(16)))
    #expect(Self.asked(it) == ["14:30:00"] && it.content.isStillPaused)
  }

  @Test func `a card that was closed comes back to ask`() {
    var it = Self.paused(then: .say(.hide))
    #expect(it.content.isHidden && Self.at("14:25:00", of: it.shown))
    it.pass(.minutes(5))
    #expect(!it.content.isHidden && Self.asked(it).count == 1)
    it.say(.hide)
    #expect(it.content.isHidden && it.content.isStillPaused)
  }

  // MARK: Time away

  @Test func `a sleep is no reason to wait: it asks on waking`() {
    var it = Self.paused(then: .sleep(.hours(2)))
    #expect(Self.asked(it) == ["16:20:00"])
    it.crash(gap: .minutes(1))
    #expect(Self.asked(it).count == 1 && it.content.isStillPaused)
  }

  @Test func `what came while the process was gone is asked at the launch, once`() {
    var it = Self.paused(then: .crash(gap: .minutes(3)))
    #expect(Self.asked(it).isEmpty && Self.at("14:25:00", of: it.shown))
    it.crash(gap: .minutes(3))
    #expect(Self.asked(it) == ["14:26:00"])
    it.perform(.crash(gap: .minutes(3)), .leave(.hours(1)))
    #expect(Self.asked(it).count == 1 && it.content.isStillPaused)
  }

  @Test(arguments: [true, false])
  func `on another boot it asks at the same time of the clock, or at once`(_ stamped: Bool) {
    var it = Self.paused(then: .pass(.minutes(1)), .reboot(stamped: stamped, gap: .minutes(2)))
    #expect(Self.at("14:25:00", of: it.shown) && Self.asked(it).isEmpty)
    it.pass(.minutes(2))
    #expect(Self.asked(it) == ["14:25:00"])
    it.reboot(stamped: stamped, gap: .minutes(2))
    #expect(Self.asked(it).count == 1 && it.content.isStillPaused && Self.at("14:25:00", of: it.shown))
    it.perform(.say(Intent(.pause, duration: .minutes(5))), .reboot(stamped: stamped, gap: .hours(1)))
    #expect(Self.asked(it).count == 2)
  }

  @Test func `a clock that is set moves only what is shown`() {
    var it = Self.paused(then: .jumpWallClock(.hours(1)), .alarm)
    #expect(Self.at("15:25:00", of: it.shown))
    it.pass(.minutes(5))
    #expect(Self.asked(it) == ["15:25:00"])
  }

  @Test func `what asks comes first for a minute, and then where it was`() throws {
    var it = VirtualTime(after: .say(.start), .tea, .say(Intent(.pause, duration: .minutes(2), activity: .tea)))
    #expect(Array(it.engine.order) == [.pomodoro, .tea])
    it.pass(.minutes(2))
    #expect(Array(it.engine.order) == [.tea, .pomodoro])
    it.pass(.minutes(1))
    #expect(Array(it.engine.order) == [.pomodoro, .tea])
  }
}
