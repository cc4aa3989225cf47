// `tomato-notifyd views`: reports the timer's view in the desktop's own bar, and switches it on and off.

package import GLibBridge
package import TomatoLink
internal import TomatoRecord

package enum ViewsProgram {
  /// - Returns: 0; 1 if `on` failed.
  package static func run(_ request: ProgramRequest, _ output: StandardOutput) -> Int32 {
    let change = request.words.first.flatMap(Switch.init) ?? .status
    guard Places.hasSessionBus(), let questions = try? BusQuestions.here() else {
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
