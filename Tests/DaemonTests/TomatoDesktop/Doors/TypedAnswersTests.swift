// The answers to typed lines that depend on what runs are those of Tests/Data/typed.md.

import TestKit
import Testing

@MainActor struct TypedAnswersTests {
  /// What was asked for before, in the words of the table.
  static let before: [String: [String]] = [
    "a break runs": ["start", "skip"], "a focus on report runs": ["start?task=report"], "nothing runs": [],
    "the timer tea runs": ["timer?name=tea&duration=4m"],
    "a focus was reset and started": ["start", "reset", "start"],
  ]

  @Test func `the timer says what the table says`() {
    var count = 0
    for row in Repository.rows(of: "Tests/Data/typed.md") {
      guard let before = Self.before[row.cells[text: 0]] else { continue }
      count += 1
      let harness = SocketHarness()
      for link in before { _ = harness.ask("tomatoclock://" + link) }
      #expect(harness.ask("tomatoclock://" + row.code(1)).first == "\t" + row.cells[text: 2], "\(row.cells)")
    }
    #expect(count >= 14)
  }
}
