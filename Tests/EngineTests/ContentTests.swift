// What is shown: display time, rounding, accents, sessions, relevance, visible changes, being hidden.
import TestKit
import Testing
import TomatoLink

@testable import TomatoEngine

struct ContentTests {
  @Test(arguments: [
    (0, "0:00"), (1, "0:01"), (59, "0:59"), (60, "1:00"), (1500, "25:00"), (3599, "59:59"), (3600, "1:00:00"),
    (3661, "1:01:01"), (86_400, "24:00:00"),
  ])
  func `displayTime is m:ss below an hour and h:mm:ss from one hour on`(seconds: Int, text: String) {
    #expect(displayTimeText(seconds: seconds) == text)
  }

  @Test(arguments: [(0, 1500), (1, 1500), (999, 1500), (1000, 1499), (1_499_000, 1), (1_499_001, 1), (1_499_999, 1)])
  func `remaining seconds round up, so 0:00 appears only at completion`(passed: Int, seconds: Int) {
    let time = VirtualTime(after: .say(.start), .advance(.milliseconds(passed)))
    #expect(time.shown.remainingSeconds == seconds)
    #expect(time.shown.displayTime == displayTimeText(seconds: seconds))
    #expect(time.shown.state == .running)
  }

  @Test func `a stopwatch shows the seconds gone, rounded down`() {
    var time = VirtualTime(after: .run)
    for (passed, text) in [(999, "0:00"), (1, "0:01"), (3_599_000, "1:00:00")] {
      time.advance(.milliseconds(passed))
      #expect(time.content(of: .run)?.contentState.displayTime == text)
    }
  }

  @Test func `accent: focus, break; paused, completed; under a minute urgent`() throws {
    let expected: [(VirtualTime.Situation, Accent)] = [
      (.untouched, .focus), (.ready, .focus), (.running, .focus), (.paused, .paused), (.completed, .completed),
      (.breakReady, .break), (.breakRunning, .break), (.breakPaused, .paused), (.breakCompleted, .completed),
    ]
    for (situation, accent) in expected { #expect(VirtualTime(situation).shown.accent == accent, "\(situation)") }
    for situation in [VirtualTime.Situation.running, .breakRunning] {
      var time = VirtualTime(situation)
      time.advance(try #require(time.engine.nextWake) - time.now.sinceBoot - .seconds(60))
      #expect(time.shown.displayTime == "1:00" && time.shown.accent != .urgent)
      time.advance(.seconds(1))
      #expect(time.shown.displayTime == "0:59" && time.shown.accent == .urgent)
      time.say(.pause)
      #expect(time.shown.accent == .paused)
    }
  }

  @Test func `timerEndDate only while running; the stale date is the end`() {
    for situation in VirtualTime.Situation.allCases {
      let time = VirtualTime(situation)
      let end = time.engine.nextWake.map { time.now.wall + ($0 - time.now.sinceBoot) }
      #expect(time.shown.timerEndDate == end && time.content.staleDate == end, "\(situation)")
      #expect((end != nil) == (time.shown.state == .running))
    }
  }

  @Test func `content is stale once a deadline has passed that nobody has handled`() {
    var time = VirtualTime(after: .say(.start))
    #expect(time.content.activityState == .active)
    time.advance(.minutes(26))
    #expect(time.shown.isStale && time.content.activityState == .stale)
    time.send(.alarm)
    #expect(!time.shown.isStale && time.content.activityState == .active)
  }

  @Test func `an activity that was skipped into before anything began is pending`() {
    #expect(VirtualTime(.breakReady).content.activityState == .pending)
    #expect(VirtualTime(.running).content.activityState == .active)
  }

  @Test func `the next visible change is the next moment at which the time shown is one less`() {
    let cases: [(Resolution, passed: Int, change: Int?)] = [
      (.none, 0, nil), (.minute, 0, 60_000), (.minute, 1, 60_000), (.minute, 59_999, 60_000),
      (.minute, 60_000, 120_000),
      (.second, 0, 1000), (.second, 999, 1000), (.second, 1000, 2000), (.lastMinuteSeconds, 0, 60_000),
      (.lastMinuteSeconds, 1_440_000, 1_441_000), (.lastMinuteSeconds, 1_439_999, 1_440_000),
      (.second, 1_499_000, nil), (.lastMinuteSeconds, 1_499_000, nil), (.minute, 1_499_000, nil),
    ]
    for (resolution, passed, change) in cases {
      var time = VirtualTime(after: .say(.start))
      let began = time.now.sinceBoot
      time.advance(.milliseconds(passed))
      let next = time.engine.nextVisibleChange(of: .pomodoro, resolution, at: time.now)
      #expect(next == change.map { began + .milliseconds($0) }, "\(resolution) after \(passed) ms")
    }
  }

  @Test func `nothing visible changes while nothing runs`() {
    for situation in VirtualTime.Situation.allCases where VirtualTime(situation).shown.state != .running {
      let time = VirtualTime(situation)
      #expect(time.engine.nextVisibleChange(of: .pomodoro, .second, at: time.now) == nil)
    }
  }

  @Test func `following the next visible change shows every second once, down to 0:00 at zero`() {
    var time = VirtualTime(Settings(autoStartBreaks: false), after: .say(Intent(.start, duration: .seconds(90))))
    var seen = [time.shown.remainingSeconds]
    while let change = time.engine.nextVisibleChange(of: .pomodoro, .second, at: time.now) {
      time.advance(change - time.now.sinceBoot)
      seen.append(time.shown.remainingSeconds)
    }
    time.step()
    seen.append(time.shown.remainingSeconds)
    #expect(seen == Array((0...90).reversed()))
  }

  @Test func `relevance: score, then nearest deadline, then older`() {
    var time = VirtualTime(Settings(autoStartBreaks: false))
    let starts: [(String, Duration?)] = [
      ("late", .minutes(40)), ("soon", .minutes(20)), ("clock", nil), ("done", .seconds(5)), ("still", nil),
    ]
    for (name, duration) in starts {
      time.say(Intent(.start, duration: duration, activity: ActivityID(valid: name)))
    }
    time.perform(.say(Intent(.pause, activity: ActivityID(valid: "still"))), .pass(.seconds(5)))
    func order() -> [String] { time.engine.contents(at: time.now).map { $0.isRequested ? $0.id.description : "none" } }
    #expect(order() == ["done", "soon", "late", "clock", "still", "none"])
    time.say(.start)
    #expect(order() == ["done", "soon", "pomodoro", "late", "clock", "still"])
    time.drive()
    #expect(order() == ["pomodoro", "clock", "still"])
  }

  @Test func `a hidden island stays hidden until the next phase, also over a restart`() {
    var time = VirtualTime(Settings(autoStartBreaks: false), after: .say(.start))
    #expect(time.say(.hide) == .changed)
    #expect(time.lastLine.hasSuffix("onHide(command); hide"))
    #expect(time.content.isHidden)
    time.perform(.say(.pause), .say(.resume), .say(.reset), .say(.start), .crash)
    #expect(time.content.isHidden)
    time.drive()
    #expect(!time.content.isHidden, "zero is an alert: the phase that was hidden is over")
    time.perform(.say(.start), .say(.hide))
    #expect(time.say(.show) == .changed && !time.content.isHidden)
    #expect(time.say(.show) == .alreadySo)
    #expect(time.lastLine.hasSuffix("onShow(command); show"))
  }

  @Test func `the stream names what happened, with its origin, and each change is announced once`() {
    var time = VirtualTime(Settings(autoStartBreaks: false, autoStartFocus: false))
    var names: [String] = []
    for (intent, origin) in [
      (Intent(.start), Origin.link), (Intent(.pause), .island), (Intent(.resume), .tray),
      (Intent(.extend, by: .minutes(1)), .dbus),
      (Intent(.reset), .command), (Intent(.undo), .island), (Intent(.skip), .island), (Intent(.hide), .island),
      (Intent(.show), .tray), (Intent(.stop), .command),
    ] {
      time.say(intent, origin)
      for case .announce(let it) in time.lastEffects { names.append("\(it.name) \(it.origin)") }
    }
    #expect(
      names == [
        "onStart link", "onPause island", "onResume tray", "onExtend dbus", "onReset command", "onUndo island",
        "onSkip island", "onHide island", "onShow tray", "onStop command",
      ])
  }

  @Test(arguments: [-150, 150])
  func `the next visible change is that of the clock that is shown`(off milliseconds: Int) {
    var (time, request) = (VirtualTime(), Intent(.request, activity: .build))
    request.content = ContentUpdate()
    request.content?.ends = .set(.after(.minutes(4)))
    time.perform(.say(request), .pass(.seconds(5)), .jumpWallClock(.milliseconds(milliseconds)))
    #expect(time.engine.nextVisibleChange(of: .build, .second, at: time.now) == time.now.sinceBoot + .seconds(1))
  }
}
