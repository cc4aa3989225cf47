// The terminal island's stream where there are several activities: which one is large, and what it says of the others.

import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop

@MainActor struct IslandLineTests {
  private let desk = ShellHarness()

  private let tea = ActivityID(valid: "tea")
  private let run = ActivityID(valid: "run")

  private func fields(_ desk: ShellHarness, _ stream: String) -> IslandFields? {
    let lines = desk.take().filter { $0.hasPrefix(stream + ": ") }
    return lines.last.flatMap { IslandFields(String($0.dropFirst(stream.count + 2))) }
  }

  @Test func `without a name the most relevant one is shown, also when that becomes another one`() {
    let watcher = desk.watch("w", Query(.watch, format: .island))
    let alone = fields(desk, "w")
    #expect(alone?.activity == .pomodoro && alone?.activities == [.pomodoro] && alone?.others == "")
    desk.do(.start)
    desk.shell.take(.intent(Intent(.timer, duration: .minutes(4), name: "tea"), .command))
    desk.shell.take(.intent(Intent(.stopwatch, name: "run"), .command))
    let three = fields(desk, "w")
    #expect(three?.activity == tea && three?.activities == [tea, .pomodoro, run])
    #expect(three?.others == "2 Focus 25 min · 3 run 0 min")
    desk.shell.take(.intent(Intent(.pause, activity: tea), .command))
    #expect(fields(desk, "w")?.others == "2 run 0 min · 3 tea paused")
    desk.do(.stop)
    let last = fields(desk, "w")
    #expect(last?.activity == run && last?.activities == [run, tea], "what nobody asked for cannot be chosen")
    desk.streams.remove(watcher)
  }

  @Test func `the one that is named keeps its place among the others, and the stream ends with it`() {
    desk.do(.start)
    desk.shell.take(.intent(Intent(.stopwatch, name: "run"), .command))
    let watcher = desk.watch("w", Query(.watch, format: .island, activity: run))
    let named = fields(desk, "w")
    #expect(named?.activity == run && named?.activities == [.pomodoro, run] && named?.others == "1 Focus 25 min")
    desk.shell.take(.intent(Intent(.stop, activity: run), .command))
    desk.shell.take(.intent(Intent(.stop, activity: run), .command))
    #expect(!desk.shell.shown.shows(run))
    #expect(desk.take().contains("w ends with 0"))
    desk.streams.remove(watcher)
  }

  @Test func `nine can be chosen, as there are keys, and a minute of theirs is told`() {
    desk.do(.start)
    for number in 1...12 {
      desk.shell.take(.intent(Intent(.timer, duration: .hours(2) + .minutes(number), name: "t\(number)"), .command))
    }
    let watcher = desk.watch("w", Query(.watch, format: .island))
    let many = fields(desk, "w")
    #expect(many?.activities.count == 9 && many?.others.hasPrefix("2 t1 2 h 1 min · ") == true)
    #expect(many?.others.hasSuffix("9 t8 2 h 8 min") == true)
    #expect(desk.ring())
    #expect(fields(desk, "w")?.others.hasPrefix("2 t1 2 h · 3 t2 2 h 1 min · ") == true)
    desk.streams.remove(watcher)
  }
}
