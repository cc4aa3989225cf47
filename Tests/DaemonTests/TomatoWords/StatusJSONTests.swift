// The objects of JSON have the keys that TomatoLink lists, in that order, none left out.

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

  private func names(_ keys: [JSONKey]) -> [String] { keys.map(\.rawValue) }

  @Test func `every object has its keys and no others`() {
    let desk = ShellHarness()
    desk.do(.start)
    let content = desk.shell.content(.pomodoro)
    let status = StatusJSON.object(content)
    #expect(keys(status) == names(JSONKey.status))
    #expect(keys(status["attributes"]) == names(JSONKey.attributesObject))
    #expect(keys(status["contentState"]) == names(JSONKey.contentStateObject))
    #expect(keys(StatusJSON.event("onStart", .command, content)) == names(JSONKey.event))
    let row = IntervalRecord(
      token: PhaseToken(1), activity: .pomodoro, mode: .focus, task: nil, began: WallTime(seconds: 0),
      ended: WallTime(seconds: 60), active: .seconds(60), outcome: .completed)
    #expect(keys(StatusJSON.row(row)) == names(JSONKey.row))
    #expect(keys(StatusJSON.interval(row, day: "2026-11-20", tags: [])) == names(JSONKey.interval))
  }
}
