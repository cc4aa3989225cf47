// An alert that nobody has answered, as a cell of the database: written, read, and refused where it cannot be.
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoRecord

@MainActor struct UnansweredAlertTextTests {
  nonisolated static let all: [(UnansweredAlert, String)] = [
    (
      UnansweredAlert(
        alert: .completed(.focus), phase: PhaseToken(12), due: .seconds(5400), repeats: 1,
        moment: .seconds(5520), state: .shown(heldBack: nil)), "completed:focus 12 5400000 1 said 5520000"
    ),
    (
      UnansweredAlert(
        alert: .nextBegan(after: .focus), phase: PhaseToken(13), due: .seconds(5400),
        moment: .seconds(5760), state: .shown(heldBack: HeldBack(length: .minutes(6), by: .microphone))),
      "began:focus 13 5400000 0 said 5760000 microphone 360000"
    ),
    (
      UnansweredAlert(
        alert: .nextBegan(after: .shortBreak), phase: PhaseToken(13), due: .seconds(5400),
        moment: .seconds(-5), state: .held(by: .both)), "began:shortBreak 13 5400000 0 held -5000 both"
    ),
    (
      UnansweredAlert(
        alert: .returned, phase: PhaseToken(1), due: .zero, repeats: 3, moment: .zero, state: .held(by: nil)),
      "returned 1 0 3 held 0"
    ),
    (
      UnansweredAlert(
        alert: .stillPaused, phase: PhaseToken(2), due: .seconds(1), moment: .seconds(1), state: .shown(heldBack: nil)),
      "stillPaused 2 1000 0 said 1000"
    ),
  ]

  @Test(arguments: 0..<all.count) func `what is written is read`(_ number: Int) {
    let (attention, text) = Self.all[number]
    #expect(UnansweredAlertText.print(attention) == text && UnansweredAlertText.parse(text) == attention)
  }

  @Test(
    arguments: [
      "", " ", "returned", "returned 1 0 3 held", "returned 1 0 3 held 0 nobody", "returned 0 0 3 held 0",
      "returned:focus 1 0 3 held 0", "completed 1 0 0 said 0", "completed:tea 1 0 0 said 0", "almostOver 1 0 0 said 0",
      "returned 1 0 3 lost 0", "returned 1 0 x held 0", "returned 1 0 3 held 0 both 5000", "returned 1 0 0 said 0 both",
      "began:focus 1 0 0 said 0 both 999", "began:focus 1 0 0 said 0 both 600001", "began:focus  1 0 0 said 0",
      "returned 1 0 3 held 0 ", "returned 1 99999999999999999999 3 held 0", "\u{0}", "returned 1 0 3 held 0 both 1 1",
    ])
  func `anything else is none`(_ text: String) { #expect(UnansweredAlertText.parse(text) == nil) }

  @Test func `what the engine cannot have written is told from what it can`() throws {
    let said = try #require(Self.all.first).0
    #expect(said.isPlausible(at: .seconds(5520), upTo: PhaseToken(12)))
    #expect(!said.isPlausible(at: .seconds(5519), upTo: PhaseToken(12)))
    #expect(!said.isPlausible(at: .seconds(5520), upTo: PhaseToken(11)))
    var often = said
    often.repeats = 4
    #expect(!often.isPlausible(at: .seconds(5520), upTo: PhaseToken(12)))
    let pointless = UnansweredAlert(
      alert: .almostOver, phase: PhaseToken(1), due: .zero, moment: .zero, state: .shown(heldBack: nil))
    #expect(!pointless.isPlausible(at: .seconds(1), upTo: PhaseToken(1)))
  }
}
