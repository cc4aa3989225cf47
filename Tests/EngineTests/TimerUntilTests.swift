// A timer that ends at a clock time: whatever happens to the clock and to the machine, it ends then.
import Testing
import TomatoLink

@testable import TomatoEngine

struct TimerUntilTests {
  static let ana = ActivityID(valid: "timer-1")
  /// Virtual time begins at 14:10.
  static let half = VirtualTime.start + .minutes(20)

  private func waiting(then actions: VirtualTime.Action...) -> VirtualTime {
    VirtualTime(after: .say(Intent(.timer, until: Self.half, name: "call Ana")), .pass(.minutes(5))).after(actions)
  }

  private func ends(_ time: VirtualTime) -> WallTime? { time.content(of: Self.ana)?.contentState.timerEndDate }

  @Test func `it ends when the clock shows the time`() {
    var time = waiting()
    #expect(ends(time) == Self.half && time.content(of: Self.ana)?.contentState.displayTime == "15:00")
    time.step()
    #expect(time.now.wall == Self.half && time.content(of: Self.ana)?.activityState == .ended)
    #expect(time.content(of: Self.ana)?.missed == nil && time.recorded == ["countdown completed 20:00"])
  }

  @Test(arguments: [Duration.minutes(-50), .minutes(7), .hours(-30)])
  func `a clock that is set does not move it`(_ jump: Duration) {
    var time = waiting(then: .jumpWallClock(jump), .alarm)
    #expect(ends(time) == Self.half)
    #expect(time.engine.nextWake == time.now.sinceBoot + .minutes(15) - jump)
    time.crash()
    #expect(ends(time) == Self.half)
  }

  @Test func `a clock that is set past it ends it now, and says when it was due`() {
    let time = waiting(then: .jumpWallClock(.hours(1)), .alarm)
    #expect(time.content(of: Self.ana)?.activityState == .ended && time.content(of: Self.ana)?.missed == Self.half)
  }

  @Test(arguments: [false, true]) func `power loss or a logout do not move it`(_ stamped: Bool) {
    var time = waiting(then: .reboot(stamped: stamped, gap: .minutes(10)))
    #expect(ends(time) == Self.half && time.content(of: Self.ana)?.contentState.displayTime == "5:00")
    time.step()
    #expect(time.now.wall == Self.half)
  }

  @Test(arguments: [0, 1, 2]) func `missed, it says so when somebody is there again`(_ way: Int) {
    var time = waiting()
    switch way {
    case 0: time.reboot(stamped: false, gap: .hours(1))
    case 1: time.reboot(stamped: true, gap: .hours(1))
    default: time.sleep(.hours(1))
    }
    let content = time.content(of: Self.ana)
    #expect(content?.activityState == .ended && content?.missed == Self.half, "\(way)")
    #expect(time.log.joined().contains("alert: countdown completed"))
    time.pass(.seconds(30))
    #expect(time.say(Intent(.extend, by: .minutes(1), activity: Self.ana)) == .changed)
    #expect(time.content(of: Self.ana)?.missed == nil)
  }

  @Test func `a pause gives the clock time up; more time moves it; an undone stop keeps it`() {
    var time = waiting()
    time.perform(.say(Intent(.extend, by: .minutes(5), activity: Self.ana)), .jumpWallClock(.minutes(2)), .alarm)
    #expect(ends(time) == Self.half + .minutes(5))
    time.perform(.say(Intent(.stop, activity: Self.ana)), .pass(.seconds(40)), .say(.undo))
    #expect(ends(time) == Self.half + .minutes(5))
    time.say(Intent(.pause, activity: Self.ana))
    let left = time.content(of: Self.ana)?.contentState.seconds
    time.perform(.pass(.minutes(3)), .jumpWallClock(.hours(1)), .say(Intent(.resume, activity: Self.ana)))
    #expect(time.content(of: Self.ana)?.contentState.seconds == left)
  }

  @Test func `it lies ahead, by a day at most; the same time again is the same timer`() {
    var time = VirtualTime()
    let (past, far) = (time.now.wall - .seconds(1), time.now.wall + .hours(24) + .seconds(1))
    #expect(time.say(Intent(.timer, until: past)) == .refused(.isPast(past)))
    #expect(time.say(Intent(.timer, until: far)) == .refused(.tooFarAhead(far)))
    #expect(time.say(Intent(.timer, until: Self.half)) == .changed)
    time.pass(.minutes(1))
    #expect(time.say(Intent(.timer, until: Self.half)) == .alreadySo)
    #expect(time.engine.recentTimers.isEmpty, "what ended at a clock time cannot be had again")
  }
}
