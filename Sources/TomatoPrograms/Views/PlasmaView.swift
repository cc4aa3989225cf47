// The timer in Plasma's panel: our widget, found, added and removed by scripts that the shell runs, as its desktop
// scripting console does. The ring in the system tray appears by itself; the tray's settings control it.

internal import GLibBridge
internal import TomatoWords

package enum PlasmaView: Equatable {
  case notHere
  case silent
  case outdated
  case notInstalled
  /// No panel and no desktop has the widget.
  case off
  case on

  private static let widget = BusNames.plasmaWidget
  private static let shown =
    "[...panels(), ...desktops()].reduce((all, each) => [...all, ...each.widgets('\(widget)')], [])"

  static func examine(_ questions: BusQuestions) -> PlasmaView {
    guard questions.hasOwner(BusObject.plasmaShell.name) else { return .notHere }
    let isNew = "(([major, minor]) => major * 100 + +minor >= 604)(applicationVersion.split('.'))"
    let answer = run("print([\(isNew), knownWidgetTypes.includes('\(widget)'), \(shown).length])", questions)
    let said = answer?.split { ",\n".contains($0) } ?? []
    guard said.count == 3 else { return .silent }
    guard said[0] == "true" else { return .outdated }
    guard said[1] == "true" else { return .notInstalled }
    return said[2] == "0" ? .off : .on
  }

  /// Adds the widget to the panel with the system tray, or removes it everywhere.
  /// - Returns: the new state.
  static func turn(_ isOn: Bool, _ questions: BusQuestions) -> PlasmaView {
    let found = examine(questions)
    guard found == (isOn ? .off : .on) else { return found }
    guard isOn else { return run("\(shown).forEach(it => it.remove())", questions) == nil ? .silent : .off }
    let panel = "panels().find(each => each.widgets('org.kde.plasma.systemtray').length) ?? panels()[0]"
    _ = run("(\(panel))?.addWidget('\(widget)')", questions)
    return examine(questions)
  }

  /// What the script prints; nil if the shell does not answer.
  private static func run(_ script: String, _ questions: BusQuestions) -> String? {
    questions.value(.plasmaShell, "evaluateScript", [.string(script)], reply: "(s)")?.text
  }
}
