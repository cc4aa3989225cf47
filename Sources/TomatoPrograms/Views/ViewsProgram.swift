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
    let isOn: Bool? = change == .status ? nil : change == .on
    let plasma = isOn.map { PlasmaView.turn($0, questions) } ?? .examine(questions)
    if plasma != .notHere {
      output.print(ViewsWords.line(ViewsWords.finding(plasma), ViewsWords.remedy(plasma)))
      return change != .on || plasma == .on ? 0 : 1
    }
    let gnome = isOn.map { GNOMEView.turn($0, questions) } ?? .examine(questions)
    output.print(ViewsWords.line(ViewsWords.finding(gnome), ViewsWords.remedy(gnome)))
    return change != .on || gnome == .on || gnome == .unknown(isOn: true) ? 0 : 1
  }
}
