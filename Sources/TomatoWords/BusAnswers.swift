// Sentences about the session bus and the calls that come over it.

internal import TomatoLink

extension Answers {
  package static func unknownAction(_ name: String) -> String {
    tr("There is no action {name}; expected a verb such as start, pause, skip or stop.", ["name": name])
  }
  package static func noParameter(_ name: String) -> String {
    tr("The action {name} takes no parameter; use Perform with a link for more.", ["name": name])
  }
  package static var noLink: String {
    tr("Open was called without a link; expected at least one, for example tomatoclock://start.")
  }
  package static func tooManyLinks(_ count: Int, most: Int) -> String {
    tr("Open was called with {n} links; expected at most {m}.", ["n": String(count), "m": String(most)])
  }
  /// Title of a notification; its body gives the reason.
  package static var notCarriedOut: String { tr("Nothing was changed") }
  package static func notAKindOfView(_ given: String) -> String {
    tr(
      "{given} is no kind of view; expected 1 to 32 characters of a-z, 0-9 and '-'.",
      ["given": LinkError.quote(shown(given))])
  }
  package static func tooManyViews(_ most: Int) -> String {
    tr("There are {n} views already, which is as many as there may be.", ["n": String(most)])
  }
  /// Shown by a view when the daemon does not answer a press.
  package static var unanswered: String { tr("The timer does not answer.") }
  package static func nameTaken(_ name: String) -> String {
    tr(
      "Another program has the name {name} on the session bus; links and launchers reach that one. The timer goes on.",
      ["name": name])
  }
  package static func busUnreachable(_ reason: String) -> String {
    tr("The session bus cannot be reached: {reason} The timer goes on without it.", ["reason": reason])
  }
  package static func notOpened(_ link: String, _ reason: String) -> String {
    tr("{given} cannot be opened: {reason}", ["given": LinkError.quote(link), "reason": reason])
  }
  /// Description of a systemd unit; all of these are in English.
  package static let opensLink = "TomatoClock opens a link"
  package static var noOpener: String { tr("There is neither gio nor xdg-open on this machine.") }
  package static func busUnusable(_ reason: String) -> String {
    tr("The timer cannot be reached over the session bus: {reason}", ["reason": reason])
  }
  package static func trayUnusable(_ reason: String) -> String {
    tr("The timer cannot be put in the tray: {reason}", ["reason": reason])
  }
  package static func dockUnusable(_ reason: String) -> String {
    tr("The timer cannot be shown in the dock: {reason}", ["reason": reason])
  }
  package static func badOrientation(_ given: String) -> String {
    tr("\"{given}\" is no orientation; expected vertical or horizontal.", ["given": given])
  }
}
