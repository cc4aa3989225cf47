// The objects of JSON have their published keys, in this order.

import GLibBridge
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoWords

@MainActor struct StatusJSONTests {
  private func keys(_ value: BusValue?) -> [String] {
    guard case .dictionary(_, let entries)? = value else { return [] }
    return entries.compactMap(\.key.text)
  }

  @Test func `every object has its keys and no others`() {
    let desk = ShellHarness()
    desk.do(.start)
    let content = desk.shell.content(.pomodoro)
    let status = StatusJSON.object(content)
    #expect(keys(status) == ["activity", "kind", "activityState", "phase", "attributes", "contentState"])
    #expect(
      keys(status["attributes"]) == ["sessionCount", "requestedAt", "name", "program", "values", "icon", "url"])
    #expect(
      keys(status["contentState"]) == [
        "remainingSeconds", "totalDuration", "modeIdentifier", "modeDisplayName", "modeLabel", "stateIdentifier",
        "displayTime", "timerEndDate", "startedAt", "sessionNumber", "sessionsPerCycle", "isStale", "accent", "task",
        "elapsedSeconds", "laps", "job", "pausedUntil",
      ])
    #expect(keys(StatusJSON.event("onStart", .command, content)) == ["name", "origin", "content"])
    let row = IntervalRecord(
      token: PhaseToken(1), activity: .pomodoro, mode: .focus, task: nil, began: WallTime(seconds: 0),
      ended: WallTime(seconds: 60), active: .seconds(60), outcome: .completed)
    let line = [
      "phase", "activity", "modeIdentifier", "task", "began", "ended", "activeSeconds", "outcome", "name", "laps",
    ]
    #expect(keys(StatusJSON.row(row)) == line)
    let interval = keys(StatusJSON.interval(row, day: "2026-11-20", tags: []))
    #expect(interval == line + ["day", "tags", "pauses", "source"])
  }
}
