// Whether the first card still waits for the tray, and what a tray that comes or goes means for the cards: as a table.

import Testing

@testable import TomatoDesktop

struct TrayStateTests {
  struct Row: CustomTestStringConvertible {
    var testDescription: String
    var state: TrayState
    /// Seconds after the first card was ready.
    var now: Double
    var verdict: TrayState.Verdict

    init(
      _ name: String, isAwaited: Bool = false, isShown: Bool = false, hasBegun: Bool = true, missing: Double? = nil,
      now: Double, _ verdict: TrayState.Verdict
    ) {
      testDescription = name
      state = TrayState(
        isAwaited: isAwaited, isShown: isShown, hasBegun: hasBegun, since: TrayStateTests.start,
        missing: missing.map { TrayStateTests.start + .seconds($0) })
      (self.now, self.verdict) = (now, verdict)
    }
  }

  static let start = Duration.seconds(100)

  static func at(_ seconds: Double) -> Duration { start + .seconds(seconds) }

  static let rows = [
    Row("no tray has answered yet", isAwaited: true, hasBegun: false, now: 0, .wait(until: at(1))),
    Row("it still has not", isAwaited: true, hasBegun: false, now: 0.999, .wait(until: at(1))),
    Row(
      "it takes too long", isAwaited: true, hasBegun: false, now: 1, .go(besideItem: false, until: nil)),
    Row("there is none", hasBegun: false, now: 0, .go(besideItem: false, until: nil)),
    Row("there is one", isShown: true, hasBegun: false, now: 0, .go(besideItem: true, until: nil)),
    Row(
      "a tray is asked while cards come up already", isAwaited: true, now: 0.5, .go(besideItem: false, until: nil)),
    Row("a tray has come later", isShown: true, now: 600, .go(besideItem: true, until: nil)),
    Row("the panel has just gone", missing: 50, now: 50, .go(besideItem: true, until: at(55))),
    Row(
      "the panel is being started, and has not answered", isAwaited: true, missing: 50, now: 52,
      .go(besideItem: true, until: at(55))),
    Row("the panel is back", isShown: true, now: 53, .go(besideItem: true, until: nil)),
    Row("the panel does not come back", missing: 50, now: 55, .lost),
    Row("the item was taken away by the person", now: 60, .go(besideItem: false, until: nil)),
  ]

  @Test(arguments: rows) func `what follows for the island`(_ row: Row) {
    #expect(row.state.verdict(at: Self.at(row.now)) == row.verdict)
  }
}
