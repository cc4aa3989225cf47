// `tomato-notifyd views`: the timer in the desktop's own bar: whether it is there, and switching it on and off.

package import GLibBridge
package import TomatoLink
internal import TomatoRecord
internal import TomatoWords

package enum ViewsProgram {
  /// For one answer of the desktop, in milliseconds.
  private static let limitMs: Int32 = 2000

  /// - Returns: 0; 1 where `on` did not lead to a view, now or after the next login.
  package static func run(_ request: ProgramRequest, _ output: StandardOutput) -> Int32 {
    let change = request.words.first.flatMap(Switch.init) ?? .status
    guard Places.hasSessionBus(), case .success(let questions)? = BusQuestions.here(limitMs: limitMs) else {
      output.print(ViewsWords.noDesktop)
      return change == .on ? 1 : 0
    }
    let found: GNOMEView =
      switch change {
      case .status: .examine(questions)
      case .on: .turn(true, questions)
      case .off: .turn(false, questions)
      }
    output.print(ViewsWords.line(found))
    return change != .on || found == .on || found == .unknown(isOn: true) ? 0 : 1
  }
}
