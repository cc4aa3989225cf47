// What clicks in the tray item's menu lead to, in every state, early and late; and what the menu says.
import GLibBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop

@MainActor @Suite(.serialized) struct TrayMenuClickTests {
  nonisolated static let tea = ActivityID(valid: "tea")

  typealias Click = (state: TimerState, item: TrayMenuItem, becomes: TimerState?)

  /// How the Pomodoro is left, which line is clicked, and what it is then; nil when the click is refused.
  nonisolated static let clicks: [Click] = [
    (.ready, .verb(.start), .running), (.ready, .verb(.skip), .ready), (.ready, .verb(.extend), .ready),
    (.ready, .show, .ready),
    (.running, .verb(.pause), .paused), (.running, .verb(.skip), .ready), (.running, .verb(.extend), .running),
    (.running, .verb(.reset), .ready), (.running, .show, .running), (.running, .verb(.start), .running),
    (.paused, .verb(.resume), .running), (.paused, .verb(.skip), .ready), (.paused, .verb(.extend), .paused),
    (.paused, .verb(.reset), .ready), (.paused, .verb(.pause), .paused),
    (.completed, .verb(.start), .running), (.completed, .verb(.skip), .ready), (.completed, .verb(.extend), .running),
    (.completed, .verb(.reset), nil), (.completed, .verb(.pause), nil), (.completed, .show, .completed),
  ]

  private func world(_ state: TimerState) throws -> MenuWorld {
    let world = try MenuWorld(settings: Settings(autoStartBreaks: false, autoStartFocus: false))
    if state != .ready { world.desk.do(.start) }
    if state == .paused { world.desk.do(.pause) }
    if state == .completed { while world.desk.ring() {} }
    #expect(world.desk.content.contentState.state == state)
    _ = try world.take()
    _ = world.desk.take()
    return world
  }

  @Test(arguments: clicks, [false, true])
  func `each line does what it says, by either method`(click: Click, inGroup: Bool) throws {
    let world = try world(click.state)
    let before = world.desk.content
    try world.click(click.item, inGroup: inGroup)
    let after = world.desk.content
    #expect(after.contentState.state == click.becomes ?? click.state)
    #expect(world.journal.map(\.event) == (click.becomes == nil ? [.refused] : []))
    #expect(world.intents.count == 1)
    #expect(world.intents[at: 0]?.phase == (click.item == .show ? nil : before.phase))
    if click.item == .verb(.extend) {
      #expect(after.contentState.totalDuration == before.contentState.totalDuration + 300)
    }
    if click.item == .show { #expect(world.desk.take().contains("island \(click.state) show")) }
    _ = try world.take()
    #expect(try world.layoutLines() == world.copy)
  }

  @Test func `a group of many clicks leaves room for others, and each click counts`() throws {
    let world = try world(.running)
    let toil = Toil()
    world.desk.onIsland = { _ in toil.piece() }
    let event = BusValue.tuple([.int32(TrayMenuItem.show.id), .string("clicked"), .variant(.int32(0)), .uint32(0)])
    let group = BusValue.array(element: "(isvu)", Array(repeating: event, count: 200))
    world.client.call(world.server.uniqueName, MenuWorld.path, MenuWorld.menu, "EventGroup", [group]) { _ in }
    #expect(toil.turn { world.intents.count == 200 })
    #expect(toil.done == 200 && toil.most <= Toil.fewPieces)
  }

  @Test func `Undo takes back what was last done`() throws {
    let world = try world(.running)
    try world.click(.verb(.reset))
    _ = try world.take()
    #expect(world.seen.contains("Undo"))
    try world.click(.verb(.undo))
    #expect(world.desk.content.contentState.state == .running)
    _ = try world.take()
    #expect(!world.seen.joined().contains("Undo"))
  }

  @Test(arguments: [Verb.pause, .skip, .extend, .reset].map { TrayMenuItem.verb($0) })
  func `a click that comes when the next phase has begun is refused`(item: TrayMenuItem) throws {
    let world = try MenuWorld()
    world.desk.do(.start)
    let focus = world.desk.content.phase
    while world.desk.content.phase == focus, world.desk.ring() {}
    let before = world.desk.content
    #expect(before.contentState.mode == .shortBreak)
    // No person has read the new phase 0.1 s after it began: the menu was opened for the old one.
    world.delay = .milliseconds(100)
    try world.click(item)
    #expect(world.intents.map(\.phase) == [focus])
    #expect(world.journal.map(\.event) == [.refused])
    #expect(world.desk.content == before)
    world.delay = .milliseconds(300)
    try world.click(item)
    #expect(world.intents.last?.phase == before.phase)
  }

  @Test func `two changes within a moment do not make a click one for what nobody has read`() throws {
    let world = try world(.running)
    let focus = world.desk.content.phase
    world.delay = .milliseconds(100)
    world.desk.pass(.seconds(60))
    for _ in 0..<3 { world.desk.do(.skip) }
    try world.click(.verb(.skip))
    #expect(world.intents.map(\.phase) == [focus])
    #expect(world.journal.map(\.event) == [.refused])
  }

  @Test func `a line that has only just appeared was not what anybody clicked`() throws {
    let world = try world(.running)
    world.delay = .milliseconds(299)
    world.desk.do(.reset)
    try world.click(.verb(.undo))
    #expect(world.intents.isEmpty && world.quits == 0)
    world.delay = .milliseconds(300)
    try world.click(.verb(.undo))
    #expect(world.intents.map(\.verb) == [.undo])
  }

  @Test func `Pause after another activity took the first place is for the one it was shown for`() throws {
    let world = try MenuWorld()
    world.desk.shell.take(.intent(Intent(.start, duration: .minutes(4), activity: Self.tea), .command))
    world.desk.do(.start)
    while world.desk.shell.content(Self.tea).contentState.state == .running, world.desk.ring() {}
    _ = try world.take()
    #expect(world.seen.first == "(tea · done)")
    #expect(world.seen.contains("Again") && world.seen.contains("Done") && !world.seen.contains("Pause"))
    try world.click(.verb(.pause))
    #expect(world.intents.map(\.activity) == [Self.tea])
    #expect(world.journal.map(\.event) == [.refused])
    #expect(world.desk.content.contentState.state == .running)
    try world.click(.verb(.start))
    #expect(world.desk.shell.content(Self.tea).contentState.state == .running)
  }

  @Test func `the line of an activity that is over is refused`() throws {
    let world = try MenuWorld()
    world.desk.do(.start)
    world.desk.shell.take(.intent(Intent(.start, duration: .minutes(40), activity: Self.tea), .command))
    world.desk.shell.take(.intent(Intent(.stop, activity: Self.tea), .command))
    try world.click(.activity(0))
    #expect(world.journal.map(\.event) == [.refused])
  }

  private static let startsRun = Situation.Step.say(Intent(.start, activity: ActivityID(valid: "run")))
  private static let others: [Situation] = [
    Situation("tea runs", .say(Intent(.start, duration: .minutes(4), activity: tea))),
    Situation("tea is over", .say(Intent(.start, duration: .minutes(4), task: "earl_grey", activity: tea)), .ringOut),
    Situation(
      "a stopwatch runs beside a paused focus",
      .act(.start, task: "a task that is so long that no menu of any tray has room for it"), .act(.pause), startsRun,
      .pass(.seconds(754))),
    Situation(
      "a stopwatch is paused", startsRun, .pass(.seconds(754)),
      .say(Intent(.pause, activity: ActivityID(valid: "run")))),
    Situation("a stopwatch is reset", startsRun, .say(Intent(.reset, activity: ActivityID(valid: "run")))),
  ]

  @Test func `the last timers are offered again, but not those that are there`() throws {
    let desk = ShellHarness()
    for (name, minutes) in [("a", 1), ("泡茶", 4), ("rice", 12), ("eggs", 8)] {
      desk.shell.take(.intent(Intent(.timer, duration: .minutes(minutes), name: name), .command))
    }
    for name in ["a", "泡茶", "rice"] { desk.shell.take(.intent(Intent(.stop, name: name), .command)) }
    let model = model(desk)
    let looks = (0..<TrayMenuItem.timers).map { model.look(.again($0)) }
    #expect(looks.filter(\.isVisible).map(\.label) == ["Again: rice, 12 min", "Again: 泡茶, 4 min"])
    let tea = Intent(.timer, duration: .minutes(4), name: "泡茶")
    #expect(model.request(.again(1), at: desk.moment.awake + .seconds(1)) == .intent(tea))
    #expect(desk.shell.take(.intent(tea, .tray)) == .changed)
  }

  static let situations = Situation.all + others

  private func model(_ desk: ShellHarness) -> TrayMenuModel {
    var model = TrayMenuModel()
    _ = model.show(desk.shell.scene())
    return model
  }

  @Test func `the menu says what the golden file shows`() { Golden.expect(pages(), is: "menu-en.txt") }

  func pages() -> String {
    var text = ""
    for situation in Self.situations {
      let model = model(situation.harness())
      text += "\(situation.name)\n"
      for look in TrayMenuItem.all.map(model.look) where look.isVisible {
        text += look.isSeparator ? "  ---\n" : look.isEnabled ? "  \(look.label)\n" : "  (\(look.label))\n"
      }
    }
    return text
  }

  @Test func `a line that can be clicked is taken, and a grey one would be refused`() throws {
    let verbs: [Verb] = [.start, .pause, .resume, .skip, .extend, .reset, .undo, .show]
    var greys = 0
    for situation in Self.situations {
      for verb in verbs {
        let item = verb == .show ? TrayMenuItem.show : .verb(verb)
        let desk = situation.harness()
        let model = model(desk)
        guard model.look(item).isVisible else { continue }
        var answer: Answer?
        if model.look(item).isEnabled {
          guard case .intent(let intent)? = model.request(item, at: desk.moment.awake + .seconds(1)) else {
            Issue.record("\(situation.name): \(item) offers nothing")
            continue
          }
          answer = desk.shell.take(.intent(intent, .tray))
          #expect(answer == .changed || verb == .show, "\(situation.name): \(item)")
        } else {
          greys += 1
          let first = try #require(desk.shell.contents().first)
          let by: Duration? = verb == .extend ? .minutes(5) : nil
          let intent = Intent(verb, by: by, activity: first.id, phase: first.phase)
          answer = desk.shell.take(.intent(intent, .tray))
          if case .refused? = answer {} else { Issue.record("\(situation.name): grey \(item) gives another answer") }
        }
      }
    }
    #expect(greys > 10)
  }
}
