// The answers to typed lines that depend on what runs are those of Tests/Data/typed.md.

import Foundation
import TestKit
import Testing

@MainActor struct TypedAnswersTests {
  /// What was asked for before, in the words of the table.
  static let before: [String: [String]] = [
    "a break runs": ["start", "skip"], "a focus on report runs": ["start?task=report"], "nothing runs": [],
    "the timer tea runs": ["timer?name=tea&duration=4m"],
    "a focus was reset and started": ["start", "reset", "start"],
  ]

  @Test func `the timer says what the table says`() throws {
    let text = try String(contentsOfFile: Repository.root + "/Tests/Data/typed.md", encoding: .utf8)
    var count = 0
    for line in text.split(separator: "\n") where line.hasPrefix("| ") {
      let cells = line.dropFirst(2).dropLast(2).split(separator: " | ", maxSplits: 2).map(String.init)
      guard cells.count == 3, let before = Self.before[cells[text: 0]] else { continue }
      count += 1
      let harness = SocketHarness()
      for link in before { _ = harness.ask("tomatoclock://" + link) }
      let answer = harness.ask("tomatoclock://" + cells[text: 1].dropFirst().dropLast())
      #expect(answer.first == "\t" + cells[text: 2], "\(line)")
    }
    #expect(count >= 14)
  }
}
