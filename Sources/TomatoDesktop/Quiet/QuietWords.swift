// The sentences about quiet.

package import TomatoIsland
internal import TomatoWords

package enum QuietWords {
  /// Plasma shows it as the reason of its do-not-disturb.
  static var reason: String { tr("A focus runs") }

  /// Why it is not offered, as a clause.
  package static func why(_ refusal: QuietRefusal) -> String {
    switch refusal {
    case .losesUrgent: tr("with its do-not-disturb urgent messages would be lost")
    case .late: tr("it hears of do-not-disturb too late")
    case .toggleOnly: tr("its do-not-disturb can only be toggled, so it might stay on")
    case .none: tr("it has no do-not-disturb")
    case .needsMode: tr("mako's configuration has no mode do-not-disturb that hides messages")
    case .unknown: tr("its do-not-disturb is untested")
    }
  }

  /// What the user can do about it.
  package static func remedy(_ refusal: QuietRefusal) -> String? {
    refusal == .needsMode
      ? tr("add the two lines \"[mode=do-not-disturb]\" and \"invisible=1\" to ~/.config/mako/config") : nil
  }

  package static func isOn(_ server: String) -> String {
    tr("Quiet is on: {server} holds messages back while a focus runs.", ["server": server])
  }

  package static func isOnInVain(_ server: String, _ why: QuietRefusal) -> String {
    tr("Quiet is on, but not possible with {server}: {clause}.", ["server": server, "clause": self.why(why)])
  }

  package static var isOnSomewhere: String { tr("Quiet is on; no notification server answered.") }

  package static func isOff(_ server: String) -> String {
    tr("Quiet is off. {server} could hold messages back while a focus runs: tomato-notify quiet on", ["server": server])
  }

  package static func isOffAndCannot(_ server: String, _ why: QuietRefusal) -> String {
    tr("Quiet is off, and not possible with {server}: {clause}.", ["server": server, "clause": self.why(why)])
  }

  package static var isOffSomewhere: String { tr("Quiet is off; no notification server answered.") }

  static func noGuard(_ why: String) -> String {
    tr("It cannot be quiet: its guard could not be started. {why}", ["why": why])
  }

  static var left: String {
    tr(
      "Do-not-disturb was switched on for a focus and could not be switched off: nobody answers. It is tried again at "
        + "the next start.")
  }
}
