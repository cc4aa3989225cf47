// Jobs: the activities of programs, whose content comes from their owner.
import TestKit
import Testing
import TomatoLink

@testable import TomatoEngine

struct JobTests {
  /// What a program says.
  func said(
    _ verb: Verb, _ id: ActivityID = .build, program: String = "/usr/bin/make",
    _ change: (inout ContentUpdate) -> Void = { _ in }
  ) -> Intent {
    var intent = Intent(verb, activity: id)
    var content = ContentUpdate()
    change(&content)
    (intent.content, intent.program) = (content, program)
    return intent
  }

  func pressed(_ button: String, _ phase: PhaseToken? = nil) -> Intent {
    var intent = Intent(.button, activity: .build, phase: phase)
    intent.button = button
    return intent
  }

  func requested(_ change: (inout ContentUpdate) -> Void = { _ in }) -> VirtualTime {
    VirtualTime(after: .say(said(.request, .build, change)))
  }

  func job(_ time: VirtualTime) -> JobContent? { time.content(of: .build)?.contentState.job?.content }

  func news(_ time: VirtualTime) -> [OwnerEventKind] { (time.engine.ownerEvents(of: .build) ?? []).map(\.kind) }

  @Test func `what is not named stays, and null or an empty text takes it away`() {
    var time = requested { ($0.text, $0.progress, $0.name) = (.set("compiling"), .set(.count(1, of: 3)), "Build") }
    time.perform(.pass(.seconds(5)), .say(said(.update) { $0.progress = .set(.count(2, of: 3)) }))
    #expect(job(time)?.text == "compiling" && job(time)?.progress?.percent == 66)
    time.say(said(.update) { $0.text = .clear })
    #expect(job(time)?.text == nil && time.content(of: .build)?.attributes?.name == "Build")
  }

  @Test func `updates are shown once a second at most, and the last one always`() {
    var time = requested()
    time.pass(.seconds(5))
    var shown = 0
    for number in 1...10 {
      let effects = time.send(.intent(said(.update) { $0.text = .set("\(number)") }, .command))
      shown += effects.contains { if case .update = $0 { true } else { false } } ? 1 : 0
      time.pass(.milliseconds(10))
    }
    #expect(shown == 1)
    #expect(time.engine.nextWake.map { $0 <= time.now.sinceBoot + .seconds(1) } == true)
    time.step()
    let isShown = time.lastEffects.contains { if case .update(.build, .quiet) = $0 { true } else { false } }
    #expect(isShown && job(time)?.text == "10")
  }

  @Test func `an update is stored with the next commit, or after ten seconds, not durably`() throws {
    var time = requested()
    time.perform(.pass(.seconds(5)), .say(said(.update) { $0.text = .set("later") }))
    #expect(!time.lastEffects.contains { if case .commit = $0 { true } else { false } })
    time.step()
    let commits = time.lastEffects.compactMap { if case .commit(let changes) = $0 { changes } else { nil } }
    let changes = try #require(commits.first)
    #expect(!changes.isDurable && changes.changed.map(\.activity.id) == [.build])
    time.perform(.say(said(.update) { $0.text = .set("now") }), .say(Intent(.start)))
    #expect(time.stored?.others.first?.machine == time.engine.snapshot.others.first?.machine)
  }

  @Test func `a person's button is told to the owner by number, until the owner confirms it`() {
    var time = requested { $0.buttons = [JobButton(label: "Cancel", action: .event("cancel"))] }
    #expect(time.say(pressed("cancel", time.content(of: .build)?.phase), .island) == .changed)
    #expect(time.say(pressed("other")) == .refused(.noButton("other")))
    #expect(time.say(Intent(.stop, activity: .build)) == .changed, "stop presses cancel")
    #expect(time.engine.ownerEvents(of: .build)?.map(\.number) == [1, 2])
    time.send(.confirmed(.build, upTo: 1))
    #expect(time.engine.ownerEvents(of: .build)?.map(\.number) == [2])
    time.perform(.send(.confirmed(.build, upTo: 2)), .say(pressed("cancel")))
    #expect(time.engine.ownerEvents(of: .build)?.last?.number == 3, "a number is never used again")
  }

  @Test func `a click that was meant for other buttons is refused`() throws {
    var time = requested { $0.buttons = [JobButton(label: "Cancel", action: .event("cancel"))] }
    let before = try #require(time.content(of: .build)).phase
    time.say(said(.update) { $0.buttons = [JobButton(label: "Delete", action: .event("cancel"))] })
    #expect(time.say(pressed("cancel", before)) == .refused(.phaseIsOver(before)))
  }

  @Test(arguments: Verb.allCases, [false, true])
  func `a link from outside shows what is a program's, and changes nothing of it`(_ verb: Verb, _ isOver: Bool) {
    var time = requested { ($0.name, $0.buttons) = ("Build", [JobButton(label: "Cancel", action: .event("cancel"))]) }
    if isOver { time.say(said(.end)) }
    let (before, phase) = (time.engine, time.content(of: .build)?.phase)
    for intent in [Intent(verb, activity: .build), Intent(verb, name: "build"), Intent(verb, phase: phase)] {
      var intent = intent
      (intent.button, intent.duration, intent.by) = ("cancel", .minutes(4), .minutes(1))
      if Verb.ofPrograms.contains(verb) { intent.content = ContentUpdate() }
      if verb == .request { intent.activity = .build }
      let isRefused = if case .refused = time.say(intent, .link) { true } else { false }
      #expect((verb == .show || Verb.ofPresence.contains(verb)) || isRefused && time.engine == before, "\(intent)")
      #expect(news(time) == (isOver ? [.ended] : []), "\(intent)")
    }
  }

  @Test func `a link from outside requests nothing for a program, and stops a person's activities alone`() {
    var time = requested { $0.buttons = [JobButton(label: "Cancel", action: .event("cancel"))] }
    let answer = time.say(said(.request, .preview), .link)
    #expect(answer == .refused(.notFromOutside(ActivityLabel(id: .preview, name: "preview"))))
    time.say(Intent(.timer, duration: .minutes(4), name: "tea"))
    #expect(time.say(Intent(.stop, activity: .all), .link) == .changed)
    #expect(time.content(of: .build)?.activityState == .active && news(time) == [])
    #expect(time.say(Intent(.undo), .link) == .changed && news(time) == [])
  }

  @Test func `a card that a person closed stays closed until the end, whatever the owner says`() {
    var time = requested()
    time.say(Intent(.hide, activity: .build))
    time.pass(.seconds(5))
    time.say(said(.update) { ($0.text, $0.buttons) = (.set("x"), [JobButton(label: "A", action: .event("a"))]) })
    #expect(time.content(of: .build)?.isHidden == true && news(time) == [.hidden])
    time.say(said(.end))
    #expect(time.content(of: .build)?.isHidden == false)
  }

  @Test func `ended, it is shown for as long as its owner says, then dismissed`() {
    for (dismissal, expected) in [
      (nil, Ended.longest), (.immediate, .zero), (.after(.seconds(30)), .seconds(30)),
    ] as [(ContentUpdate.Dismissal?, Duration)] {
      var time = requested()
      time.say(said(.end) { $0.dismissal = dismissal })
      let isShown = time.engine.shows(.build)
      #expect(isShown == (expected > .zero))
      guard isShown else { continue }
      #expect(time.content(of: .build)?.activityState == .ended)
      #expect(time.say(said(.update)) == .refused(.notWhile(.update, .completed)))
      let end = time.now.sinceBoot + expected
      while let wake = time.engine.nextWake, wake < end { time.step() }
      #expect(time.engine.shows(.build))
      time.step()
      #expect(!time.engine.shows(.build) && news(time).last == .dismissed)
    }
  }

  @Test func `silent for its time it is stale, and lost after eight hours`() {
    var time = requested { $0.staleAfter = .minutes(2) }
    time.step()
    #expect(time.content(of: .build)?.activityState == .stale && news(time) == [.stale])
    time.say(said(.update))
    #expect(time.content(of: .build)?.activityState == .active)
    time.perform(.step, .step)
    #expect(time.content(of: .build)?.contentState.job?.outcome == .lost && news(time).last == .lost)
  }

  @Test func `one job alerts once in ten seconds, and one program six times a minute`() {
    var time = requested()
    func alerts(_ id: ActivityID) -> Bool {
      let effects = time.send(.intent(said(.request, id) { $0.alert = .init(title: "look") }, .command))
      return effects.contains { if case .update(_, .alert) = $0 { true } else { false } }
    }
    #expect(alerts(.build))
    time.pass(.seconds(9))
    #expect(!alerts(.build), "shown as an update")
    var count = 0
    for number in 1...10 where alerts(ActivityID(valid: "job-\(number)")) { count += 1 }
    #expect(count == 5, "the sixth of the program was the first")
  }

  @Test func `what alerted before the clocks went back keeps no program silent`() {
    var time = requested()
    for clock in [time.now.sinceBoot, .seconds(50)] {
      time.setClocksBack(to: clock, gap: .minutes(1))
      let effects = time.send(.intent(said(.update) { $0.alert = .init(title: "look") }, .command))
      #expect(effects.contains { if case .update(_, .alert) = $0 { true } else { false } }, "at \(clock)")
    }
  }

  @Test func `a program has at most 64 activities`() {
    var time = VirtualTime()
    for number in 1...Engine.programLimit {
      #expect(time.say(said(.request, ActivityID(valid: "b\(number)"))) == .changed)
    }
    #expect(time.say(said(.request, .build)) == .refused(.tooManyOfProgram))
    #expect(time.say(said(.request, .build, program: "/usr/bin/other")) == .changed)
    time.say(said(.end, ActivityID(valid: "b7")) { $0.dismissal = .immediate })
    #expect(time.say(said(.request, ActivityID(valid: "b99"))) == .changed)
  }

  @Test func `at its limit the one that ended first gives way, and none that goes on`() {
    var time = VirtualTime()
    let ids = (1...Engine.programLimit).map { ActivityID(valid: "b\($0)") }
    let over = Array(ids.dropFirst(5).prefix(2))
    for id in ids { time.say(said(.request, id)) }
    for id in over { time.say(said(.end, id)) }
    // The older one begins and ends again, so it ended last.
    time.pass(.seconds(9))
    for verb in [Verb.request, .end] { time.say(said(verb, over[at: 0] ?? .build)) }
    for (new, gone) in zip(["c1", "c2"], over.reversed()) {
      #expect(time.say(said(.request, ActivityID(valid: new))) == .changed && !time.engine.shows(gone))
    }
    #expect(time.say(said(.request, ActivityID(valid: "c3"))) == .refused(.tooManyOfProgram))
    #expect(time.engine.count(of: "/usr/bin/make") == Engine.programLimit)
  }

  @Test func `a program that begins and ends many keeps out neither a person nor another program`() {
    var time = VirtualTime()
    func last(_ number: Int) -> OwnerEventKind? {
      time.engine.ownerEvents(of: ActivityID(valid: "b\(number)"))?.last?.kind
    }
    for number in 1...Engine.activityLimit + Engine.programLimit {
      for verb in [Verb.request, .end] { time.say(said(verb, ActivityID(valid: "b\(number)"))) }
      time.advance(.milliseconds(1))
    }
    #expect(last(Engine.activityLimit + Engine.programLimit) == .ended)
    #expect(time.say(Intent(.timer, duration: .minutes(4), name: "tea")) == .changed)
    #expect(time.say(said(.request, .build, program: "/usr/bin/other")) == .changed)
    #expect(last(1) == nil && last(Engine.activityLimit) == .dismissed, "what was dismissed first goes first")
  }

  @Test func `what is a person's is no program's, and the other way round`() {
    var time = requested()
    time.say(Intent(.timer, duration: .minutes(4), name: "tea"))
    #expect(time.say(said(.update, .tea)) == .refused(.notAJob(ActivityLabel(id: .tea, name: "tea"))))
    #expect(time.say(said(.request, .pomodoro)) == .refused(.notAJob(ActivityLabel(id: .pomodoro, name: nil))))
    #expect(time.say(Intent(.pause, activity: .build)) == .refused(.notFor(.pause, .job)))
    #expect(time.say(Intent(.stop, activity: .build)) == .refused(.cannotStop))
    time.say(Intent(.stop, activity: .all))
    #expect(time.engine.shows(.build) && !time.engine.shows(.tea))
  }

  @Test func `verbs without a name never mean a program's activity`() {
    var time = requested { $0.buttons = [JobButton(label: "Cancel", action: .event("cancel"))] }
    time.say(.toggle)
    #expect(time.content(of: .pomodoro)?.contentState.state == .running && news(time) == [])
  }

  @Test func `a job costs no minute marks, and outlives the process and the power`() {
    var time = requested { ($0.text, $0.ends) = (.set("compiling"), .set(.after(.minutes(4)))) }
    #expect(!time.engine.isAnythingRunning)
    let before = job(time)
    time.crash()
    #expect(job(time) == before && time.content(of: .build)?.activityState == .active)
    time.reboot(stamped: false, gap: .minutes(3))
    #expect(time.content(of: .build)?.activityState == .stale)
  }

  @Test func `what is refused, and what says nothing, uses up no alert`() {
    var time = requested()
    time.say(said(.end))
    let alert: (inout ContentUpdate) -> Void = { $0.alert = .init(title: "look") }
    #expect(time.say(said(.update, .build, alert)) == .refused(.notWhile(.update, .completed)))
    time.say(said(.end, .build, alert))
    #expect(!time.lastLine.contains("alert"), "it is over already")
    time.say(said(.request, .build, alert))
    #expect(time.lastLine.contains("alert: said look"))
  }

  @Test func `an owner that confirms after a sleep meets the deadlines of the sleep`() {
    var time = requested { $0.buttons = [JobButton(label: "Cancel", action: .event("cancel"))] }
    time.perform(.say(pressed("cancel")), .tea, .fallAsleep(.minutes(5)), .send(.confirmed(.build, upTo: 1)))
    #expect(time.content(of: .tea)?.contentState.state == .completed)
    #expect(time.engine.nextWake.map { $0 > time.now.sinceBoot } == true)
  }

  // MARK: Links

  @Test func `a click on a link opens it and is told to the owner`() {
    var time = requested {
      $0.url = "https://example.org/text"
      $0.buttons = [
        JobButton(label: "Cancel", action: .event("cancel")), JobButton(label: "Open", action: .url("https://ci/1")),
      ]
    }
    func opened(_ name: String) -> [String] {
      time.send(.intent(pressed(name), .island)).compactMap { if case .open(let link) = $0 { link } else { nil } }
    }
    #expect(opened("link-2") == ["https://ci/1"] && opened("link-1") == [] && opened("cancel") == [])
    #expect(opened("link-0") == ["https://example.org/text"])
    #expect(news(time) == [.opened, .button("cancel"), .opened])
    time.say(said(.end))
    #expect(opened("link-0") == ["https://example.org/text"], "also when it is over")
  }

  @Test func `a preview shows what a request would, and changes nothing`() throws {
    let time = requested()
    let before = time.engine
    let content = try time.engine.preview(said(.request) { $0.text = .set("linking") }, at: time.now)
    #expect(content.contentState.job?.content.text == "linking" && time.engine == before)
  }

  // MARK: What must not be lost

  @Test func `a clock that is set moves no time to where a program could not have said it`() {
    var time = requested { ($0.since, $0.ends) = (.set(.at(WallTime(seconds: 0))), .set(.at(WallTime(seconds: 0)))) }
    time.perform(.jumpWallClock(.zero - .hours(1)), .alarm)
    #expect(job(time)?.since == WallTime(seconds: 0) && job(time)?.ends == WallTime(seconds: 0))
  }

  @Test func `asked for again after it was dismissed, its events go on counting`() {
    var time = requested { $0.buttons = [JobButton(label: "Cancel", action: .event("cancel"))] }
    time.perform(.say(pressed("cancel")), .say(said(.end) { $0.dismissal = .immediate }))
    let last = time.engine.ownerEvents(of: .build)?.last?.number ?? 0
    time.say(said(.request) { $0.buttons = [JobButton(label: "Cancel", action: .event("cancel"))] })
    time.say(pressed("cancel"))
    #expect(time.engine.ownerEvents(of: .build)?.last?.number == last + 1)
  }

  @Test(arguments: [nil, .immediate] as [ContentUpdate.Dismissal?])
  func `who asks for it again hears nothing of what was pressed before`(_ dismissal: ContentUpdate.Dismissal?) {
    let buttons = [JobButton(label: "Cancel", action: .event("cancel"))]
    var time = requested { $0.buttons = buttons }
    time.perform(.say(pressed("cancel")), .say(said(.end) { $0.dismissal = dismissal }))
    time.say(said(.request) { $0.buttons = buttons })
    #expect(news(time) == [])
    time.perform(.pass(.seconds(11)), .crash)
    #expect(news(time) == [])
    time.say(pressed("cancel"))
    #expect(news(time) == [.button("cancel")])
  }

  @Test func `what its owner has confirmed is never told again, also not after a restart`() {
    var time = requested { $0.buttons = [JobButton(label: "Cancel", action: .event("cancel"))] }
    time.perform(.say(pressed("cancel")), .send(.confirmed(.build, upTo: 1)))
    #expect(news(time) == [])
    time.perform(.pass(.seconds(11)), .crash)
    #expect(news(time) == [])
    time.say(pressed("cancel"))
    #expect(time.engine.ownerEvents(of: .build)?.map(\.number) == [2])
    // More than there were: later ones are heard nevertheless.
    time.perform(.send(.confirmed(.build, upTo: 1000)), .say(pressed("cancel")))
    #expect(time.engine.ownerEvents(of: .build)?.map(\.number) == [3])
  }

  @Test func `an owner that only updates after a restart is still awaited`() {
    let time = leased(then: .crash, .say(owned(.update) { $0.text = .set("x") }), .pass(.seconds(61)))
    #expect(time.content(of: .build)?.contentState.job?.outcome == .lost)
  }

  @Test func `what was denied while nothing ran is gone at the start`() {
    var time = requested()
    time.restart(with: Settings(deniedPrograms: ["make"]))
    #expect(!time.engine.shows(.build))
  }

  @Test func `what was requested with attributes is ended by them, all of it and nothing else`() {
    var time = VirtualTime()
    let ids = ["build", "copy", "other"].map { ActivityID(valid: $0) }
    for id in ids {
      time.say(said(.request, id) { $0.attributes = ["type": id == ids.last ? "b" : "a", "id": id.description] })
    }
    var end = said(.end) { $0.requiredAttributes = ["type": "a"] }
    end.activity = nil
    #expect(time.say(end) == .changed)
    #expect(ids.map { time.content(of: $0)?.activityState == .ended } == [true, true, false])
    #expect(time.say(end) == .refused(.nothingWithAttributes))
  }
}
