// The shell carries out effects in their order and keeps one alarm armed for exactly what is seen.

import Foundation
import GLibBridge
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoRecord

@MainActor struct ShellTests {
  private let desk = ShellHarness()

  @Test func `a change is stored before it is shown`() {
    desk.do(.start)
    #expect(desk.take() == ["commit", "island running answer"])
  }

  @Test func `a refusal stores and shows nothing`() {
    #expect(desk.do(.pause) == .refused(.notWhile(.pause, .ready)) && desk.take() == [])
  }

  @Test func `the record of a stop names the activity that ended`() {
    desk.do(.start)
    desk.shell.take(.intent(Intent(.timer, duration: .minutes(4), name: "tea"), .command))
    desk.shell.take(.intent(Intent(.stop, activity: ActivityID("tea")), .command))
    desk.do(.stop)
    #expect(desk.records.filter { $0.event == .close }.map(\.activity) == ["tea", "pomodoro"])
  }

  @Test func `without surfaces the alarm rings once a minute for the mark`() {
    desk.shell.take(.intent(Intent(.start, duration: .minutes(3)), .command))
    var rings = 0
    while desk.content.contentState.state == .running && rings < 10 {
      #expect(desk.ring())
      rings += 1
    }
    #expect(rings == 4)  // 2:00, 1:00, the turn to urgent at 0:59, zero
    #expect(desk.marks.count == 2)
  }

  @Test func `nothing is armed while nothing runs`() {
    #expect(desk.alarm == nil)
    desk.do(.start)
    #expect(desk.alarm != nil)
    desk.do(.pause)
    #expect(desk.alarm == nil)
  }

  @Test func `JSON streams name what happened and through which door`() {
    _ = desk.watch("j", Query(.watch, format: .json))
    _ = desk.take()
    desk.do(.start)
    desk.shell.take(.intent(Intent(.pause), .island))
    desk.shell.take(.intent(Intent(.resume), .tray))
    desk.shell.take(.intent(Intent(.reset), .link))
    let events = desk.take().filter { $0.hasPrefix("j: ") }.map { $0.dropFirst(3).split(separator: ",").prefix(2) }
    #expect(
      events.map { $0.joined(separator: ",") } == [
        #"{"name":"onStart","origin":"command""#, #"{"name":"onPause","origin":"island""#,
        #"{"name":"onResume","origin":"tray""#, #"{"name":"onReset","origin":"link""#,
      ])
  }

  @Test func `each of several things that happen at once has the content as it was then`() {
    desk.do(.start)
    _ = desk.watch("j", Query(.watch, format: .json))
    _ = desk.take()
    // The process had no time for two seconds, so zero and the break are found together, and a pause with them.
    desk.pass(.minutes(25) + .seconds(3))
    desk.do(.pause)
    let lines = desk.take().filter { $0.hasPrefix("j: ") }
    let told = lines.map { line in
      [#"name":"on\w+""#, #"modeIdentifier":"\w+""#, #"stateIdentifier":"\w+""#, #"displayTime":"[\d:]+""#]
        .compactMap { line.range(of: $0, options: .regularExpression).map { String(line[$0]) } }
        .compactMap { $0.split(separator: "\"").last.map(String.init) }.joined(separator: " ")
    }
    #expect(
      told == ["onComplete focus completed 0:00", "onStart shortBreak running 5:00", "onPause shortBreak paused 4:58"])
  }

  @Test func `a failed commit is said and the timer goes on`() {
    desk.commitFails = "the disk is full"
    desk.do(.start)
    #expect(desk.shell.unsaved == Unsaved(reason: "the disk is full"))
    #expect(desk.content.contentState.state == .running)
    #expect(desk.records.contains { $0.event == .failed && $0.reason == StoreWords.notSaved("the disk is full") })
    desk.commitFails = nil
    desk.do(.pause)
    #expect(desk.shell.unsaved == nil)
  }

  @Test func `what could not be stored is no mark`() {
    for (failure, marks) in [(nil, 0), ("the disk is full", 1)] {
      let desk = ShellHarness()
      desk.do(.start)
      desk.pass(.seconds(59))
      desk.commitFails = failure
      desk.do(.extend, by: .minutes(1))
      desk.look(after: .seconds(1))
      #expect(desk.marks.count == marks, "\(failure ?? "stored")")
    }
  }

  @Test func `leaving stamps answers everybody and disarms`() {
    desk.do(.start)
    _ = desk.watch("w", Query(.watch))
    var gaveUp = false
    #expect(desk.streams.add(desk.waiter(onEnd: { gaveUp = $0 == .unavailable }) { _ in }))
    _ = desk.take()
    desk.shell.leave()
    #expect(desk.take() == ["commit", "w ends with 0", "closed"])
    #expect(gaveUp && desk.alarm == nil)
    #expect(desk.shell.engine.snapshot.leftAt == desk.moment)
  }

  @Test func `the island that is up is told each minute`() {
    desk.shell.take(.intent(Intent(.start, duration: .minutes(3)), .command))
    desk.interest = (.pomodoro, .minute)
    desk.shell.timePassed()
    _ = desk.take()
    #expect(desk.ring())
    #expect(desk.take() == ["island running quiet"])
    #expect(desk.content.contentState.remainingSeconds == 120)
  }

  @Test func `the tray is shown all activities and the first as finely as it wants`() {
    desk.trayInterest = .lastMinuteSeconds
    desk.shell.take(.intent(Intent(.start, duration: .minutes(3)), .command))
    desk.shell.take(.intent(Intent(.start, duration: .seconds(62), activity: ActivityID("tea")), .command))
    _ = desk.take()
    for _ in 0..<4 { #expect(desk.ring()) }
    let shown = desk.take().filter { $0.hasPrefix("tray") }
    #expect(
      shown
        == ["tea 1:00, pomodoro 2:58", "tea 0:59, pomodoro 2:57", "tea 0:58, pomodoro 2:56", "tea 0:57, pomodoro 2:55"]
        .map { "tray " + $0 })
  }

  @Test func `one cycle can be read from the journal`() {
    let desk = ShellHarness(settings: Settings(unattendedPhases: 99))
    desk.do(.start)
    for _ in 0..<400 where desk.rows.filter({ $0.mode == .longBreak }).isEmpty { #expect(desk.ring()) }
    #expect(desk.ring())  // a second after the long break the next cycle begins
    let story = desk.records.filter { $0.event == .start || $0.event == .alert }
    #expect(
      story.map { "\($0.event) \($0.mode) \($0.session) \($0.reason)" } == [
        "start focus 1/4 command", "start shortBreak 1/4 engine", "alert shortBreak 1/4 next began",
        "start focus 2/4 engine", "alert focus 2/4 next began", "start shortBreak 2/4 engine",
        "alert shortBreak 2/4 next began", "start focus 3/4 engine", "alert focus 3/4 next began",
        "start shortBreak 3/4 engine", "alert shortBreak 3/4 next began", "start focus 4/4 engine",
        "alert focus 4/4 next began", "start longBreak 4/4 engine", "alert longBreak 4/4 next began",
        "start focus 1/4 engine", "alert focus 1/4 next began",
      ])
    #expect(Set(desk.records.map(\.activity)) == ["pomodoro"])
  }
}
