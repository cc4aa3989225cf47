// The terminal output of `demo` and `preview`.

internal import TomatoWords

enum DemoWords {
  static let task = tr("write report")

  static let timer = tr("bread")

  static let opening = tr(
    """
    The life of a focus phase on this desktop, in half a minute. Your timer is not touched and nothing is recorded; \
    the buttons work. Enter or Ctrl-C ends it.
    """)
  static let start = tr("Start: a focus phase of 25 minutes begins.")
  static let hurry = tr("Time passes, much faster than it does.")
  static let pause = tr("Pause: the time stands still.")
  static let resume = tr("Resume: it runs on.")
  static let beside = tr("Beside it a timer, on a card of its own.")
  static let lastSeconds = tr("The last seconds, in red.")
  static let completed = tr("Completed: the focus counts, and the break is next.")
  static let startBreak = tr("The break begins.")
  static let closing = tr("That was it.")

  static func pressed(_ verb: String, _ outcome: String) -> String {
    tr("You pressed {verb}: {outcome}", ["verb": verb, "outcome": outcome])
  }

  static let closed = tr("You closed the card; with the timer itself it would stay closed until the next phase.")
  static let suppressed = tr("The notification server did not show the card, as with do-not-disturb.")
  static let seeDoctor = tr("See tomato-notify doctor.")
  static let noBus = tr(
    "There is no session bus here, so there is no desktop to show anything on; see tomato-notify doctor.")

  static func preview(_ name: String, _ status: String, _ seconds: Int?) -> String {
    let end = seconds.map { tr("It closes after {n} s.", ["n": String($0)]) } ?? tr("Enter or Ctrl-C ends it.")
    return tr("Shown: {name} ({status}), on a timer of its own. {end}", ["name": name, "status": status, "end": end])
  }

  static func unknownState(_ name: String, _ states: String) -> String {
    tr("There is no state {name} to show; expected one of {states}.", ["name": name, "states": states])
  }

  static func badSeconds(_ text: String) -> String {
    tr("{text} is not a valid number of seconds; expected 1 to 86400.", ["text": text])
  }
}
