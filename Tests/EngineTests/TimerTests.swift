// Timers beside the Pomodoro: one for each name, its end, what is shown of that, and clock times as ends.
import TestKit
import Testing
import TomatoLink

@testable import TomatoEngine

struct TimerTests {
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
    let token = time.content(of: .tea)?.phase
    time.pass(.minutes(1))
    #expect(time.say(timer(.minutes(4), "tea")) == .alreadySo)
    #expect(time.say(timer(nil, "TEA")) == .alreadySo)
    #expect(time.say(timer(.minutes(5), "tea")) == .refused(.needsReplace(.countdown)))
    #expect(time.content(of: .tea)?.contentState.displayTime == "3:00")
    #expect(time.say(timer(.minutes(4), "tea", replace: true)) == .changed)
    #expect(time.content(of: .tea)?.contentState.displayTime == "4:00")
    #expect(time.content(of: .tea)?.phase != token && time.recorded == ["countdown replaced 1:00"])
    #expect(time.rows[at: 0]?.name == "Tea")
  }

  @Test func `an id is the name where it can be, else the kind and the lowest free number`() {
    var time = VirtualTime()
    for name in ["Tea", "泡茶", "pause", "25m", "all", "timer", "call Ana", nil] { time.say(timer(.hours(1), name)) }
    time.perform(.say(Intent(.stopwatch, name: "pomodoro")), .say(Intent(.stopwatch, name: nil)))
    #expect(
      ids(time).sorted() == [
        "stopwatch-1", "stopwatch-2", "tea", "timer-1", "timer-2", "timer-3", "timer-4", "timer-5", "timer-6",
        "timer-7",
      ])
    time.perform(.say(Intent(.stop, name: "pause")), .pass(.minutes(2)), .say(timer(.hours(1), "洗衣")))
    #expect(time.content(of: ActivityID(valid: "timer-2"))?.attributes?.name == "洗衣")
  }

  @Test func `without a name the same length is the same timer, and another length another one`() {
    var time = VirtualTime(after: .say(timer(.minutes(4), nil)))
    #expect(time.say(timer(.minutes(4), nil)) == .alreadySo)
    #expect(time.say(timer(.minutes(5), nil)) == .changed)
    #expect(ids(time).sorted() == ["timer-1", "timer-2"])
  }

  @Test func `a name is of one kind; a length is asked for once, and known from then on`() {
    var time = VirtualTime()
    #expect(time.say(timer(nil, "tea")) == .refused(.needsDuration))
    time.say(Intent(.stopwatch, name: "tea"))
    #expect(time.say(timer(.minutes(4), "tea")) == .refused(.isAnother(.stopwatch, .init(id: .tea, name: "tea"))))
    time.perform(
      .say(Intent(.stop, activity: .all)), .say(Intent(.stop, activity: .all)), .say(timer(.minutes(4), "Tea")),
      .say(Intent(.stop, activity: .tea)))
    #expect(time.say(timer(nil, "tea")) == .changed)
    #expect(time.content(of: .tea)?.contentState.displayTime == "4:00")
  }

  @Test func `the last three timers are remembered, each name once, also over a restart`() {
    var time = VirtualTime()
    for (name, minutes) in [("a", 1), ("b", 2), ("tea", 4), ("c", 3), ("Tea", 5)] {
      time.perform(.say(timer(.minutes(minutes), name)), .say(Intent(.stop, name: name)))
    }
    time.crash()
    let expected = [("Tea", 5), ("c", 3), ("b", 2)].map { RecentTimer(name: $0.0, duration: .minutes($0.1)) }
    #expect(time.engine.recentTimers == expected)
  }

  // MARK: Its end

  @Test func `at zero it alerts once, is first for a minute, then behind what runs, and goes after four hours`() {
    var time = VirtualTime(
      after: .say(timer(.minutes(4), "tea")), .say(Intent(.start, duration: .hours(20))), .run,
      .say(Intent(.pause, name: "run")), .pass(.minutes(4)))
    #expect(time.lastLine.hasSuffix("onComplete(engine) ended 2 completed; tea alert: countdown completed"))
    #expect(time.content(of: .tea)?.activityState == .ended && ids(time) == ["tea", "pomodoro", "run"])
    #expect(time.content(of: .tea)?.buttons == [.stop, .extend, .start])
    #expect(time.content(of: .tea)?.intent(.extend).by == .minutes(1))
    time.pass(.minutes(1))
    #expect(ids(time) == ["pomodoro", "run", "tea"])
    time.pass(.hours(3))
    #expect(time.content(of: .tea)?.activityState == .ended)
    time.pass(.hours(1))
    #expect(time.content(of: .tea) == nil && time.lastLine.hasSuffix("end tea immediate"))
  }

  @Test(arguments: [Verb.stop, .hide]) func `done, or closing its card, dismisses what has ended`(_ verb: Verb) {
    var time = VirtualTime(after: .say(timer(.minutes(4), "tea")), .pass(.minutes(5)))
    #expect(time.say(Intent(verb, activity: .tea)) == .changed)
    #expect(time.content(of: .tea) == nil && time.lastLine.hasSuffix("onDismiss(command); end tea immediate"))
    #expect(time.recorded == ["countdown completed 4:00"])
  }

  @Test func `one stopped before its end goes after five seconds and can be brought back`() {
    var time = VirtualTime(after: .say(timer(.minutes(4), "泡茶")), .pass(.minutes(1)))
    let attributes = time.content(of: ActivityID(valid: "timer-1"))?.attributes
    #expect(time.say(Intent(.stop, name: "泡茶")) == .changed)
    #expect(time.lastLine.hasSuffix("end timer-1 after(5.0 seconds)"))
    #expect(time.say(.undo) == .changed)
    let back = time.content(of: ActivityID(valid: "timer-1"))
    #expect(back?.contentState.displayTime == "3:00" && back?.attributes == attributes && time.rows.isEmpty)
  }

  @Test func `what has ended is shown for four hours over a reboot, counted on the wall`() {
    for stamped in [false, true] {
      var time = VirtualTime(
        after: .say(timer(.minutes(4), "tea")), .pass(.minutes(34)), .reboot(stamped: stamped, gap: .hours(2)))
      #expect(time.content(of: .tea)?.activityState == .ended)
      time.pass(.hours(1) + .minutes(31))
      #expect(time.content(of: .tea) == nil, "\(stamped)")
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
