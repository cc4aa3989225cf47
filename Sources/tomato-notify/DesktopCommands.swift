// The commands that the daemon's program carries out by itself: they show or examine this desktop, and the timer is
// not touched.
internal import ArgumentParser
internal import TomatoLink

extension TomatoNotify {
  struct Demo: Ordering {
    static let configuration = CommandConfiguration(
      abstract: "Show the life of a focus phase on this desktop, in half a minute.",
      discussion: """
        Start, pause, resume, the last seconds, completed, break: on a timer of its own. Your timer is not touched and \
        nothing is recorded. The buttons work. Enter or Ctrl-C ends it. Exit code 1 when nothing can be shown.
        """)
    func order(_ clock: Clock) throws -> Order { .become(["demo"]) }
  }

  struct Preview: Ordering {
    static let configuration = CommandConfiguration(
      abstract: "Show one state of the notification on this desktop.",
      discussion: """
        States: \(PreviewState.names).

        It is a timer of its own: yours is not touched, nothing is recorded, the buttons work and time goes on. Enter \
        or Ctrl-C ends it.
        """)
    @Argument(help: "The state, one of those below.", completion: Complete.previewStates)
    var state: String
    @Option(help: ArgumentHelp("End after so many seconds.", valueName: "number"))
    var seconds: String?

    func order(_ clock: Clock) throws -> Order {
      .become(["preview", state] + (seconds.map { ["--seconds", $0] } ?? []))
    }
  }

  struct Doctor: Ordering {
    static let configuration = CommandConfiguration(
      abstract: "Examine this desktop: what works, what does not, and what to do.",
      discussion: """
        One line for each thing: ok, limited (works, but less well than it could), broken, or untested (nobody has \
        tried it on such a desktop, or it cannot be asked). Exit code 1 when something is broken.
        """)
    @OptionGroup var format: FormatOption
    func order(_ clock: Clock) throws -> Order { .become(["doctor"] + (format.json ? ["--json"] : [])) }
  }
}
