// Timers beside the Pomodoro: one for each name, its end, what is shown of that, and clock times as ends.
import TestKit
import Testing
import TomatoLink

@testable import TomatoEngine

struct TimerTests {
  static let tea = ActivityID(valid: "tea")

  private func timer(_ length: Duration?, _ name: String?, replace: Bool = false) -> Intent {
    Intent(.timer, duration: length, replace: replace, name: name)
  }

  private func ids(_ time: VirtualTime) -> [String] {
    time.engine.contents(at: time.now).filter(\.isRequested).map(\.id.description)
  }

  // MARK: One for each name

  @Test func `a second timer of the same name is the same activity, whatever its case; a new length needs replace`() {
    var time = VirtualTime()
    #expect(time.say(timer(.minutes(4), "Tea")) == .changed)
    let token = time.content(of: Self.tea)?.phase
    time.pass(.minutes(1))
    #expect(time.say(timer(.minutes(4), "tea")) == .alreadySo)
    #expect(time.say(timer(nil, "TEA")) == .alreadySo)
    #expect(time.say(timer(.minutes(5), "tea")) == .refused(.needsReplace(.countdown)))
    #expect(time.content(of: Self.tea)?.contentState.displayTime == "3:00")
    #expect(time.say(timer(.minutes(4), "tea", replace: true)) == .changed)
    #expect(time.content(of: Self.tea)?.contentState.displayTime == "4:00")
    #expect(time.content(of: Self.tea)?.phase != token && time.recorded == ["countdown replaced 1:00"])
    #expect(time.rows[at: 0]?.name == "Tea")
  }

  @Test func `an id is the name where it can be, else the kind and the lowest free number`() {
    var time = VirtualTime()
    for name in ["Tea", "泡茶", "pause", "25m", "all", "timer", "call Ana", nil] { time.say(timer(.hours(1), name)) }
    time.say(Intent(.stopwatch, name: "pomodoro"))
    time.say(Intent(.stopwatch, name: nil))
    #expect(
      ids(time).sorted() == [
        "stopwatch-1", "stopwatch-2", "tea", "timer-1", "timer-2", "timer-3", "timer-4", "timer-5", "timer-6",
        "timer-7",
      ])
    time.say(Intent(.stop, name: "pause"))
    time.pass(.minutes(2))
    time.say(timer(.hours(1), "洗衣"))
    #expect(time.content(of: ActivityID(valid: "timer-2"))?.attributes?.name == "洗衣")
  }

  @Test func `without a name the same length is the same timer, and another length another one`() {
    var time = VirtualTime()
    time.say(timer(.minutes(4), nil))
    #expect(time.say(timer(.minutes(4), nil)) == .alreadySo)
    #expect(time.say(timer(.minutes(5), nil)) == .changed)
    #expect(ids(time).sorted() == ["timer-1", "timer-2"])
  }

  @Test func `a name is of one kind; a length is asked for once, and known from then on`() {
    var time = VirtualTime()
    #expect(time.say(timer(nil, "tea")) == .refused(.needsDuration))
    time.say(Intent(.stopwatch, name: "tea"))
    #expect(time.say(timer(.minutes(4), "tea")) == .refused(.isAnother(.stopwatch, .init(id: Self.tea, name: "tea"))))
    time.say(Intent(.stop, activity: .all))
    time.say(Intent(.stop, activity: .all))
    time.say(timer(.minutes(4), "Tea"))
    time.say(Intent(.stop, activity: Self.tea))
    #expect(time.say(timer(nil, "tea")) == .changed)
    #expect(time.content(of: Self.tea)?.contentState.displayTime == "4:00")
  }

  @Test func `the last three timers are remembered, each name once, also over a restart`() {
    var time = VirtualTime()
    for (name, minutes) in [("a", 1), ("b", 2), ("tea", 4), ("c", 3), ("Tea", 5)] {
      time.say(timer(.minutes(minutes), name))
      time.say(Intent(.stop, name: name))
    }
    time.crash()
    let expected = [("Tea", 5), ("c", 3), ("b", 2)].map { RecentTimer(name: $0.0, duration: .minutes($0.1)) }
    #expect(time.engine.recentTimers == expected)
  }

  // MARK: Its end

  @Test func `at zero it alerts once, is first for a minute, then behind what runs, and goes after four hours`() {
    var time = VirtualTime()
    time.say(timer(.minutes(4), "tea"))
    time.say(Intent(.start, duration: .hours(20)))
    time.say(Intent(.stopwatch, name: "run"))
    time.say(Intent(.pause, name: "run"))
    time.pass(.minutes(4))
    #expect(time.lastLine.hasSuffix("onComplete(engine) ended 2 completed; tea alert: countdown completed"))
    #expect(time.content(of: Self.tea)?.activityState == .ended && ids(time) == ["tea", "pomodoro", "run"])
    #expect(time.content(of: Self.tea)?.buttons == [.stop, .extend, .start])
    #expect(time.content(of: Self.tea)?.intent(.extend).by == .minutes(1))
    time.pass(.minutes(1))
    #expect(ids(time) == ["pomodoro", "run", "tea"])
    time.pass(.hours(3))
    #expect(time.content(of: Self.tea)?.activityState == .ended)
    time.pass(.hours(1))
    #expect(time.content(of: Self.tea) == nil && time.lastLine.hasSuffix("end tea immediate"))
  }

  @Test(arguments: [Verb.stop, .hide])
  func `done, or closing its card, dismisses what has ended`(_ verb: Verb) {
    var time = VirtualTime()
    time.say(timer(.minutes(4), "tea"))
    time.pass(.minutes(5))
    #expect(time.say(Intent(verb, activity: Self.tea)) == .changed)
    #expect(time.content(of: Self.tea) == nil && time.lastLine.hasSuffix("onDismiss(command); end tea immediate"))
    #expect(time.recorded == ["countdown completed 4:00"])
  }

  @Test func `again is the same length and the same id; a minute more reopens it`() {
    for verb in [Verb.start, .extend] {
      var time = VirtualTime()
      time.say(timer(.minutes(4), "tea"))
      time.pass(.minutes(5))
      #expect(time.say(Intent(verb, by: verb == .extend ? .minutes(1) : nil, activity: Self.tea)) == .changed)
      let content = time.content(of: Self.tea)
      #expect(content?.activityState == .active)
      #expect(content?.contentState.displayTime == (verb == .start ? "4:00" : "1:00"))
    }
  }

  @Test func `one stopped before its end goes after five seconds and can be brought back`() {
    var time = VirtualTime()
    time.say(timer(.minutes(4), "泡茶"))
    time.pass(.minutes(1))
    #expect(time.say(Intent(.stop, name: "泡茶")) == .changed)
    #expect(time.lastLine.hasSuffix("end timer-1 after(5.0 seconds)"))
    #expect(time.say(.undo) == .changed)
    #expect(time.content(of: ActivityID(valid: "timer-1"))?.contentState.displayTime == "3:00")
  }

  @Test func `what has ended is shown for four hours over a reboot, counted on the wall`() {
    for stamped in [false, true] {
      var time = VirtualTime()
      time.say(timer(.minutes(4), "tea"))
      time.pass(.minutes(34))
      time.reboot(stamped: stamped, gap: .hours(2))
      #expect(time.content(of: Self.tea)?.activityState == .ended)
      time.pass(.hours(1) + .minutes(31))
      #expect(time.content(of: Self.tea) == nil, "\(stamped)")
    }
  }

  // MARK: From outside

  @Test func `links that the desktop opened begin eight at most; a person may go on`() {
    var time = VirtualTime()
    for number in 1...8 { #expect(time.say(timer(.hours(1), "t\(number)"), .link) == .changed) }
    #expect(time.say(timer(.hours(1), "t9"), .link) == .refused(.tooManyFromOutside))
    #expect(time.say(timer(.hours(1), "t1"), .link) == .alreadySo)
    #expect(time.say(timer(.hours(1), "mine")) == .changed)
    time.say(Intent(.stop, name: "t3"))
    #expect(time.say(timer(.hours(1), "t9"), .link) == .changed)
  }
}
