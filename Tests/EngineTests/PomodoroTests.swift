// "The Pomodoro, exactly" (docs/pomodoro.md), sentence by sentence: states, tokens, counts, start, toggle, skip.
import Testing
import TomatoLink

@testable import TomatoEngine

struct PomodoroTests {
  @Test func `focus 25 min, short break 5, long break 15, long after 4 counted focus phases`() {
    let settings = Settings()
    #expect(TimerMode.pomodoro.map(settings.duration) == [.minutes(25), .minutes(5), .minutes(15)])
    #expect(settings.longBreakInterval == 4)
  }

  @Test func `before the first start and after stop: the ready focus, no activity`() {
    var time = VirtualTime()
    for _ in 1...2 {
      #expect(time.status == "focus ready 25:00, session 1 of 4")
      #expect(!time.content.isRequested && time.content.attributes == nil && time.content.activityState == nil)
      #expect(time.engine.nextWake == nil)
      time.say(.start)
      #expect(time.content.isRequested)
      time.say(.stop)
    }
  }

  @Test(arguments: [
    (VirtualTime.Situation.running, Verb.resume), (.running, .start), (.running, .focus), (.paused, .pause),
    (.breakRunning, .start), (.breakRunning, .break), (.breakPaused, .pause), (.untouched, .stop),
  ])
  func `an intent whose target already holds is accepted and changes nothing`(
    situation: VirtualTime.Situation, verb: Verb
  ) {
    var time = VirtualTime(situation)
    let before = time.content
    #expect(time.say(verb) == .alreadySo)
    #expect(time.content == before)
  }

  @Test func `phase token: +1 whenever a phase comes to exist; pause, resume, extend, rewind and reset keep it`() {
    var time = VirtualTime(Settings(autoStartBreaks: false, autoStartFocus: false))
    let first = time.token
    for intent in [
      Intent(.start), Intent(.pause), Intent(.resume), Intent(.extend, by: .minutes(5)),
      Intent(.rewind, by: .minutes(1)),
      Intent(.reset), Intent(.start),
    ] {
      time.pass(.seconds(10))
      #expect(time.say(intent) == .changed)
      #expect(time.token == first, "\(intent.verb)")
    }
    time.drive()
    #expect(time.shown.state == .completed)
    #expect(time.token == first, "completed carries the finished phase's token")
    time.say(.start)
    #expect(time.token == PhaseToken(first.number + 1))
    time.say(.skip)
    #expect(time.token == PhaseToken(first.number + 2))
    time.say(.stop)
    #expect(time.token == PhaseToken(first.number + 3))
  }

  @Test
  func `a focus that reaches zero counts; after the fourth the long break is due; then a new cycle begins at 0`() {
    var time = VirtualTime(Settings(unattendedPhases: 99), after: .say(.start))
    var seen = [time.status]
    for _ in 1...16 {
      time.step()
      seen.append(time.status)
    }
    #expect(
      seen[0...5] == [
        "focus running 25:00, session 1 of 4", "focus completed 0:00, session 1 of 4",
        "shortBreak running 5:00, session 1 of 4", "shortBreak completed 0:00, session 1 of 4",
        "focus running 25:00, session 2 of 4", "focus completed 0:00, session 2 of 4",
      ])
    #expect(
      seen[12...16] == [
        "focus running 25:00, session 4 of 4", "focus completed 0:00, session 4 of 4",
        "longBreak running 15:00, session 4 of 4", "longBreak completed 0:00, session 4 of 4",
        "focus running 25:00, session 1 of 4",
      ])
    #expect(time.content.sessionsDone == 0)
  }

  @Test func `four focus phases in a row are one activity with one id, and its attributes never change`() {
    var time = VirtualTime(Settings(unattendedPhases: 99), after: .say(.start))
    let attributes = time.content.attributes
    #expect(attributes == ActivityAttributes(sessionCount: 0, requestedAt: VirtualTime.start))
    for _ in 1...16 {
      time.step()
      #expect(time.content.isRequested && time.content.attributes == attributes)
    }
    #expect(time.engine.snapshot.countedFocus == 4)
    time.perform(.say(.stop), .say(.start))
    #expect(time.content.attributes?.sessionCount == 4)
  }

  // MARK: start

  @Test func `start: ready → runs, same token; completed → the kind due, at once; paused resumes; running stays`() {
    let expected: [(VirtualTime.Situation, Answer, String, UInt64)] = [
      (.untouched, .changed, "focus running 25:00, session 1 of 4", 0),
      (.ready, .changed, "focus running 25:00, session 1 of 4", 0),
      (.paused, .changed, "focus running 24:00, session 1 of 4", 0),
      (.running, .alreadySo, "focus running 22:00, session 1 of 4", 0),
      (.completed, .changed, "shortBreak running 5:00, session 1 of 4", 1),
      (.breakReady, .changed, "shortBreak running 5:00, session 0 of 4", 0),
      (.breakCompleted, .changed, "focus running 25:00, session 1 of 4", 1),
    ]
    for (situation, answer, status, newPhases) in expected {
      var time = VirtualTime(situation)
      let token = time.token
      #expect(time.say(.start) == answer, "\(situation)")
      #expect(time.status == status, "\(situation)")
      #expect(time.token.number == token.number + newPhases, "\(situation)")
    }
  }

  @Test func `start with a kind or duration: a ready phase becomes it, a completed one is followed by it`() {
    var time = VirtualTime(.ready)
    let token = time.token
    time.say(Intent(.start, mode: .longBreak))
    #expect(time.status == "longBreak running 15:00, session 0 of 4")
    #expect(time.token == token)
    time = VirtualTime(.completed)
    time.say(Intent(.start, mode: .focus, duration: .minutes(50)))
    #expect(time.status == "focus running 50:00, session 2 of 4")
  }

  @Test func `another kind or duration than the one running or paused is refused without replace=1`() {
    for situation in [VirtualTime.Situation.running, .paused] {
      for other in [Intent(.start, mode: .shortBreak), Intent(.start, duration: .minutes(10)), Intent(.break)] {
        var time = VirtualTime(situation)
        let before = time.content
        #expect(time.say(other) == .refused(.needsReplace(.focus)))
        #expect(time.content == before)
        var replacing = other
        replacing.replace = true
        #expect(time.say(replacing) == .changed)
        #expect(time.shown.state == .running)
        #expect(time.rows.map(\.outcome) == [.replaced])
        #expect(time.token > before.phase)
        #expect(time.shown.sessionNumber == (time.shown.mode == .focus ? 1 : 0), "left uncounted, as skip leaves it")
      }
    }
  }

  @Test func `the same kind and duration is no other one`() {
    var time = VirtualTime(.running)
    #expect(time.say(Intent(.start, mode: .focus, duration: .minutes(25), replace: true)) == .alreadySo)
    time.say(.extend, by: .minutes(5))
    #expect(time.say(Intent(.start, duration: .minutes(30))) == .alreadySo)
    #expect(time.say(Intent(.start, duration: .minutes(25))) == .alreadySo)
  }

  @Test func `a task given replaces the task text, an empty one takes it away, breaks have none`() {
    var time = VirtualTime(Settings(), after: .say(Intent(.start, task: "write report")))
    #expect(time.shown.task == "write report")
    #expect(time.say(Intent(.start, task: "mow")) == .changed)
    #expect(time.shown.task == "mow")
    time.perform(.say(.pause), .say(Intent(.start, task: "sow")))
    #expect(time.status == "focus running 25:00, session 1 of 4")
    #expect(time.shown.task == "sow")
    time.drive(atMost: 2)
    #expect(time.shown.mode == .shortBreak && time.shown.task == nil)
    time.drive(atMost: 2)
    #expect(time.shown.task == "sow")
    #expect(time.rows.map(\.task) == ["sow", nil])
    #expect(time.say(Intent(.start, task: "")) == .changed)
    #expect(time.shown.task == nil)
    time.perform(.say(Intent(.start, task: "last")), .say(.stop))
    #expect(time.rows.last?.task == "last" && time.shown.task == nil)
  }

  // MARK: toggle, focus, break

  @Test func `toggle: running ↔ paused; ready, completed → start`() {
    let expected: [(VirtualTime.Situation, String)] = [
      (.running, "focus paused"), (.paused, "focus running"), (.ready, "focus running"),
      (.completed, "shortBreak running"), (.breakRunning, "shortBreak paused"), (.breakCompleted, "focus running"),
    ]
    for (situation, status) in expected {
      var time = VirtualTime(situation)
      #expect(time.say(.toggle) == .changed)
      #expect(time.status.hasPrefix(status), "\(situation)")
    }
  }

  @Test func `focus: start focus if no phase runs or is paused, else show`() {
    for situation in [VirtualTime.Situation.untouched, .ready, .completed, .breakReady, .breakCompleted] {
      var time = VirtualTime(situation)
      #expect(time.say(.focus) == .changed)
      #expect(time.status.hasPrefix("focus running 25:00"), "\(situation)")
    }
    for situation in [VirtualTime.Situation.running, .paused, .breakRunning, .breakPaused] {
      var time = VirtualTime(situation)
      #expect(time.say(.focus) == .alreadySo)
      #expect(time.lastLine.hasSuffix("already so; onShow(command); show"), "\(situation)")
    }
  }

  @Test func `break: start the break due; refused during a focus without replace=1`() {
    for situation in [VirtualTime.Situation.ready, .completed, .breakReady, .breakPaused, .breakCompleted] {
      var time = VirtualTime(situation)
      #expect(time.say(.break) == .changed)
      #expect(time.status.hasPrefix("shortBreak running"), "\(situation)")
    }
    var time = VirtualTime(.running)
    #expect(time.say(.break) == .refused(.needsReplace(.focus)))
    #expect(time.say(Intent(.break, replace: true)) == .changed)
    #expect(time.status == "shortBreak running 5:00, session 0 of 4")
  }

  // MARK: skip

  @Test func `skip: this phase is left uncounted; completed → the coming phase is left`() {
    let expected: [(VirtualTime.Situation, String, [String])] = [
      (.untouched, "shortBreak ready 5:00, session 0 of 4", []),
      (.ready, "shortBreak ready 5:00, session 0 of 4", []),
      (.running, "shortBreak ready 5:00, session 0 of 4", ["focus skipped 3:00"]),
      (.paused, "shortBreak ready 5:00, session 0 of 4", ["focus skipped 1:00"]),
      (.completed, "focus ready 25:00, session 2 of 4", ["focus completed 25:00"]),
      (.breakRunning, "focus ready 25:00, session 1 of 4", ["shortBreak skipped 3:00"]),
      (.breakCompleted, "shortBreak ready 5:00, session 0 of 4", ["shortBreak completed 5:00"]),
    ]
    for (situation, status, rows) in expected {
      var time = VirtualTime(situation)
      let token = time.token
      #expect(time.say(.skip) == .changed)
      #expect(time.status == status, "\(situation)")
      #expect(time.recorded == rows, "\(situation)")
      #expect(time.token.number == token.number + 1)
    }
  }

  @Test func `skip: the successor runs if its kind starts by itself`() {
    var time = VirtualTime(Settings(autoStartBreaks: true, autoStartFocus: false), after: .say(.start), .say(.skip))
    #expect(time.shown.state == .running && time.shown.mode == .shortBreak)
    time.say(.skip)
    #expect(time.shown.state == .ready && time.shown.mode == .focus)
  }

  @Test func `skipping the long break begins a new cycle`() {
    var time = VirtualTime(Settings(longBreakInterval: 2, autoStartBreaks: false, autoStartFocus: false))
    for _ in 1...2 {
      time.perform(.say(.focus), .drive)
    }
    #expect(time.content.next?.mode == .longBreak)
    time.say(.skip)
    #expect(time.status == "focus ready 25:00, session 1 of 2")
  }
}
