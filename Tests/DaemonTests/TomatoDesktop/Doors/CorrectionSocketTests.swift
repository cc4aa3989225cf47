// Corrections over the control socket, in sentences.

import GLibBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoRecord

@MainActor struct CorrectionSocketTests {
  let harness = SocketHarness()

  private func link(_ correction: Correction) -> String { Link.print(.correction(correction)) }
  private func at(_ minutes: Int) -> WallTime { ShellHarness.afternoon + .minutes(minutes) }

  @Test func `an interval is added, changed, deleted and brought back`() {
    let add = Correction(.add, task: "report #work", from: at(-60), to: at(-35))
    #expect(
      harness.ask(link(add)) == [
        "\tAdded 2: 13:10–13:35, Focus, 25:00, completed, report #work. Undo within 60 s: tomato-notify undo", "0",
      ])
    let edit = Correction(.edit, rows: [PhaseToken(2)], task: "", duration: .minutes(20))
    #expect(
      harness.ask(link(edit)) == [
        "\tChanged to 2: 13:10–13:30, Focus, 20:00, completed. Undo within 60 s: tomato-notify undo", "0",
      ])
    #expect(harness.ask(link(edit)) == ["\tNothing to change: 2: 13:10–13:30, Focus, 20:00, completed", "0"])
    #expect(
      harness.ask("tomatoclock://undo")
        == ["\tChanged back to 2: 13:10–13:35, Focus, 25:00, completed, report #work.", "0"])
    #expect(harness.ask(link(Correction(.delete, rows: [PhaseToken(2)]))).last == "0")
    #expect(harness.desk.rows == [])
    #expect(
      harness.ask("tomatoclock://undo")
        == ["\tBack in the record: 2: 13:10–13:35, Focus, 25:00, completed, report #work.", "0"])
    #expect(harness.desk.rows.map(\.token) == [PhaseToken(2)])
  }

  static let refused: [(Correction, String)] = [
    (Correction(.delete, rows: [PhaseToken(9)]), "There is no interval 9; \"tomato-notify log\" shows those of today."),
    (
      Correction(.add, from: ShellHarness.afternoon, duration: .minutes(5)),
      "It would end in the future; expected an interval that is over."
    ),
    (
      Correction(.add, from: ShellHarness.afternoon - .minutes(9), to: ShellHarness.afternoon, duration: .minutes(10)),
      "10 min do not fit into the 9 min between its beginning and its end; expected a shorter --duration."
    ),
  ]

  @Test func `what cannot be is refused with one sentence`() {
    for (correction, sentence) in Self.refused { #expect(harness.ask(link(correction)) == ["\t" + sentence, "1"]) }
    #expect(harness.desk.rows == [] && harness.desk.records.contains { $0.event == .failed })
  }

  @Test func `a history that cannot be read is corrected by nothing, and one that cannot be written says so`() {
    harness.desk.groundFails = "it is damaged"
    #expect(
      harness.ask(link(Correction(.delete, rows: [PhaseToken(1)])))
        == ["\tThe history cannot be read: it is damaged.", "1"])
    harness.desk.groundFails = nil
    harness.desk.commitFails = "the disk is full"
    let lines = harness.ask(link(Correction(.add, duration: .minutes(5))))
    #expect(lines.count == 3 && lines[at: 1] == "\t" + StoreWords.notSaved("the disk is full") && lines.last == "0")
  }

  @Test(arguments: [false, true])
  func `what the end of the daemon overtakes is left to the next daemon`(hasHistoryChanged: Bool) {
    let line = link(Correction(.add, from: at(-60), to: at(-35)))
    harness.leave(beforeAnswerTo: line, hasHistoryChanged: hasHistoryChanged)
  }

  @Test func `an interval that ends while it is being added is told as it was added`() {
    harness.desk.tick = .milliseconds(100)
    for looks in 1...9 {
      harness.desk.moment.wall = at(1) - .milliseconds(100 * looks)
      let lines = harness.ask(link(Correction(.add, to: at(1), duration: .minutes(5))))
      let isRefused = lines == ["\tIt would end in the future; expected an interval that is over.", "1"]
      #expect(isRefused || lines[text: 0].contains(": 14:06–14:11, Focus, 5:00, completed."), "\(lines)")
    }
    #expect(!harness.desk.rows.isEmpty)
  }
}
