// An alert that nobody has answered, as a cell of the database: written, read, and refused where it cannot be.
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoRecord

@MainActor struct UnansweredAlertTextTests {
  private static func alert(
    _ alert: AlertConfiguration, _ phase: UInt64, due: Int, repeats: Int = 0, moment: Int,
    _ state: UnansweredAlert.State
  ) -> UnansweredAlert {
    UnansweredAlert(
      alert: alert, phase: PhaseToken(phase), due: .seconds(due), repeats: repeats, moment: .seconds(moment),
      state: state)
  }

  private static let held = HeldBack(length: .minutes(6), by: .microphone)
  private static let said = alert(.completed(.focus), 12, due: 5400, repeats: 1, moment: 5520, .shown(heldBack: nil))
  private static let all: [(UnansweredAlert, String)] = [
    (said, "completed:focus 12 5400000 1 said 5520000"),
    (
      alert(.nextBegan(after: .focus), 13, due: 5400, moment: 5760, .shown(heldBack: held)),
      "began:focus 13 5400000 0 said 5760000 microphone 360000"
    ),
    (
      alert(.nextBegan(after: .shortBreak), 13, due: 5400, moment: -5, .held(by: .both)),
      "began:shortBreak 13 5400000 0 held -5000 both"
    ),
    (alert(.returned, 1, due: 0, repeats: 3, moment: 0, .held(by: nil)), "returned 1 0 3 held 0"),
    (alert(.stillPaused, 2, due: 1, moment: 1, .shown(heldBack: nil)), "stillPaused 2 1000 0 said 1000"),
  ]

  @Test func `what is written is read`() {
    for (alert, text) in Self.all {
      #expect(UnansweredAlertText.print(alert) == text && UnansweredAlertText.parse(text) == alert)
    }
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

  @Test func `what the engine cannot have written is told from what it can`() {
    let said = Self.said
    #expect(said.isPlausible(at: .seconds(5520), upTo: PhaseToken(12)))
    #expect(!said.isPlausible(at: .seconds(5519), upTo: PhaseToken(12)))
    #expect(!said.isPlausible(at: .seconds(5520), upTo: PhaseToken(11)))
    var often = said
    often.repeats = 4
    #expect(!often.isPlausible(at: .seconds(5520), upTo: PhaseToken(12)))
    let pointless = Self.alert(.almostOver, 1, due: 0, moment: 0, .shown(heldBack: nil))
    #expect(!pointless.isPlausible(at: .seconds(1), upTo: PhaseToken(1)))
  }
}
