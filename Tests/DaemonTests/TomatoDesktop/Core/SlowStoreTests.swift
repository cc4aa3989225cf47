// While the disk is slow: what is decided and not stored is not shown, everything else goes on, and the order is kept.

import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoRecord

@MainActor struct SlowStoreTests {
  private let desk = ShellHarness()
  private final class Told { var lines: [String] = [] }
  private let told = Told()

  init() { desk.isDiskSlow = true }

  private func `do`(_ verb: Verb) {
    desk.shell.perform(Intent(verb), .command) { [told] outcome in
      told.lines.append("\(verb) \(outcome.content.contentState.state)\(outcome.refusal == nil ? "" : " refused")")
    }
  }

  @Test func `a change is shown and answered when it is safe`() {
    `do`(.start)
    #expect(desk.take() == ["commit"] && told.lines == [] && desk.content.contentState.state == .ready)
    #expect(desk.shell.engine.isAnythingRunning)
    desk.diskAnswers()
    #expect(desk.take() == ["island running answer"] && told.lines == ["start running"])
    #expect(desk.content.contentState.state == .running)
  }

  @Test func `a second intent is decided at once, and told behind the first`() {
    `do`(.start)
    `do`(.pause)
    `do`(.pause)
    `do`(.start)
    #expect(desk.take() == ["commit", "commit", "commit"] && told.lines == [])
    desk.diskAnswers()
    #expect(desk.take() == ["island running answer"] && told.lines == ["start running"])
    desk.diskAnswers()
    #expect(desk.take() == ["island paused answer"])
    #expect(told.lines == ["start running", "pause paused", "pause paused"])
    desk.diskAnswers()
    #expect(desk.take() == ["island running answer"] && told.lines.last == "start running")
  }

  @Test func `a refusal is told behind what it depends on`() {
    `do`(.start)
    `do`(.resume)
    `do`(.stop)
    #expect(told.lines == [])
    desk.diskAnswers()
    #expect(told.lines.first == "start running" && told.lines.count == 2)
    desk.diskAnswers()
    #expect(told.lines.last?.hasPrefix("stop") == true && told.lines.count == 3)
  }

  @Test func `bars go on, and an alarm is decided when it is due`() {
    desk.isDiskSlow = false
    `do`(.start)
    _ = desk.take()
    _ = desk.watch("w", Query(.watch))
    desk.isDiskSlow = true
    `do`(.extend)
    desk.shell.perform(Intent(.extend, by: .minutes(1)), .command)
    _ = desk.take()
    #expect(desk.ring())
    #expect(desk.take().contains { $0.hasPrefix("w: Focus 24:00") })
    desk.look(after: .minutes(40))
    #expect(!desk.shell.engine.isAnythingRunning && desk.content.contentState.state == .running)
    #expect(desk.take().filter { $0.hasPrefix("commit") } == ["commit +focus completed"])
    // What is over is not looked at again and again.
    #expect(desk.alarm.map { $0 > desk.moment.sinceBoot } ?? true)
    for _ in 0..<2 { desk.diskAnswers() }
    #expect(desk.content.contentState.state != .running)
  }

  @Test func `what could not be saved is said with its own answer`() {
    desk.commitFails = "the disk is full"
    `do`(.start)
    desk.commitFails = nil
    `do`(.pause)
    #expect(desk.shell.unsaved == nil)
    desk.diskAnswers()
    #expect(desk.shell.unsaved != nil && told.lines == ["start running"])
    desk.diskAnswers()
    #expect(desk.shell.unsaved == nil && told.lines.last == "pause paused")
  }

  @Test func `leaving waits for what was decided, and takes nothing more`() {
    `do`(.start)
    var isOver = false
    desk.shell.leave { isOver = true }
    `do`(.pause)
    #expect(!isOver && told.lines == ["pause ready refused"])
    desk.diskAnswers()
    desk.diskAnswers()
    #expect(isOver && desk.take().suffix(1) == ["closed"] && told.lines.contains("start running"))
  }

  @Test func `a surface that comes meanwhile sees what is safe`() {
    `do`(.start)
    #expect(desk.shell.scene().pomodoro.contentState.state == .ready)
    #expect(desk.shell.contents().first?.isRequested != true)
    desk.diskAnswers()
    #expect(desk.shell.scene().pomodoro.contentState.state == .running)
  }
}
