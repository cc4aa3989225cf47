// Whether the first card still waits for the tray, and what a tray that comes or goes means for the cards: as a table.

import TestKit
import Testing
import TomatoIsland

@testable import TomatoDesktop

struct TrayStateTests {
  typealias Row = (name: String, state: TrayState, now: Double, verdict: TrayState.Verdict)

  /// - now: seconds after the first card was ready.
  private static func row(
    _ name: String, isAwaited: Bool = false, isShown: Bool = false, hasBegun: Bool = true, missing: Double? = nil,
    now: Double, _ verdict: TrayState.Verdict
  ) -> Row {
    let state = TrayState(
      isAwaited: isAwaited, isShown: isShown, hasBegun: hasBegun, since: start, missing: missing.map(at))
    return (name, state, now, verdict)
  }

  static let start = Duration.seconds(100)

  static func at(_ seconds: Double) -> Duration { start + .seconds(seconds) }

  static let rows = [
    row("no tray has answered yet", isAwaited: true, hasBegun: false, now: 0, .wait(until: at(1))),
    row("it still has not", isAwaited: true, hasBegun: false, now: 0.999, .wait(until: at(1))),
    row("it takes too long", isAwaited: true, hasBegun: false, now: 1, .go(beside: .none, until: nil)),
    row("there is none", hasBegun: false, now: 0, .go(beside: .none, until: nil)),
    row("there is one", isShown: true, hasBegun: false, now: 0, .go(beside: .tray, until: nil)),
    row("a tray is asked while cards come up already", isAwaited: true, now: 0.5, .go(beside: .none, until: nil)),
    row("a tray has come later", isShown: true, now: 600, .go(beside: .tray, until: nil)),
    row("the panel has just gone", missing: 50, now: 50, .go(beside: .tray, until: at(55))),
    row(
      "the panel is being started, and has not answered", isAwaited: true, missing: 50, now: 52,
      .go(beside: .tray, until: at(55))),
    row("the panel is back", isShown: true, now: 53, .go(beside: .tray, until: nil)),
    row("the panel does not come back", missing: 50, now: 55, .lost),
    row("the item was taken away by the person", now: 60, .go(beside: .none, until: nil)),
  ]

  @Test(arguments: rows) func `what follows for the island`(_ row: Row) {
    #expect(row.state.verdict(at: Self.at(row.now)) == row.verdict, "\(row.name)")
  }
}

extension TrayStateTests {
  static func verdict(_ view: TrayState.View, hasBegun: Bool = true, isShown: Bool = false, _ now: Double)
    -> TrayState.Verdict
  {
    TrayState(isAwaited: false, isShown: isShown, hasBegun: hasBegun, since: start, view: view, otherClock: .view)
      .verdict(at: at(now))
  }

  @Test func `a view is what stands beside the island, also while it starts anew`() {
    #expect(Self.verdict(.shown, hasBegun: false, 0) == .go(beside: .view, until: nil))
    #expect(Self.verdict(.missing(since: Self.at(50)), 52) == .go(beside: .view, until: Self.at(55)))
    #expect(Self.verdict(.replaced(until: Self.at(56)), 55) == .go(beside: .view, until: Self.at(56)))
    #expect(Self.verdict(.none, isShown: true, 60) == .go(beside: .tray, until: nil))
  }

  @Test func `the first card waits a second for a view that the last daemon had`() {
    #expect(Self.verdict(.awaited(until: Self.at(1)), hasBegun: false, 0) == .wait(until: Self.at(1)))
    var state = TrayState(since: Self.start, view: .awaited(until: Self.at(1)))
    state.note(view: .none, at: Self.at(0.9))
    #expect(!state.wantsItem)
    state.note(view: .none, at: Self.at(1))
    #expect(state.view == .none && state.wantsItem)
  }

  @Test func `a view that comes back within five seconds changes nothing`() {
    var state = TrayState(isAwaited: false, hasBegun: true, since: Self.start)
    state.note(view: .view, at: Self.at(1))
    state.note(view: .none, at: Self.at(2))
    for moment in [2, 4, 6.9] {
      state.note(view: .none, at: Self.at(moment))
      #expect(!state.wantsItem && state.verdict(at: Self.at(moment)) == .go(beside: .view, until: Self.at(7)))
    }
    state.note(view: .view, at: Self.at(6.95))
    #expect(state.verdict(at: Self.at(6.95)) == .go(beside: .view, until: nil))
  }

  @Test func `a ring in the tray is for the island what our item is, and digits may be away for five seconds`() {
    var state = TrayState(isAwaited: false, hasBegun: true, since: Self.start)
    for (moment, view, clock, until) in [
      (1, .tray, .tray, nil), (2, .view, .view, nil), (3, .tray, .view, 8.0), (4, .view, .view, nil),
      (5, .none, .view, 10), (6, .tray, .view, 11), (11, .tray, .tray, nil), (12, .none, .tray, 17),
    ] as [(Double, OtherClock, OtherClock, Double?)] {
      state.note(view: view, at: Self.at(moment))
      #expect(!state.wantsItem)
      #expect(state.verdict(at: Self.at(moment)) == .go(beside: clock, until: until.map(Self.at)), "at \(moment)")
    }
  }

  @Test func `the item takes over, and where there is no tray the cards do at once`() {
    for isShown in [true, false] {
      var state = TrayState(isAwaited: false, hasBegun: true, since: Self.start)
      state.note(view: .view, at: Self.at(1))
      state.note(view: .none, at: Self.at(2))
      state.note(view: .none, at: Self.at(7))
      #expect(state.wantsItem)
      state.note(isShown: false, isAwaited: true, at: Self.at(7))
      #expect(state.verdict(at: Self.at(7)) == .go(beside: .view, until: Self.at(8)), "the item is on its way")
      state.note(isShown: isShown, isAwaited: false, at: Self.at(7.1))
      #expect(state.verdict(at: Self.at(7.1)) == .go(beside: isShown ? .tray : .none, until: nil))
    }
  }
}
