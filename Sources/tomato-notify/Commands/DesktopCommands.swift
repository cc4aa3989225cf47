// Commands that the daemon's program runs by itself, without the daemon: they show, examine or configure the desktop.
internal import ArgumentParser
internal import TomatoLink

extension TomatoNotify {
  struct Demo: OrderCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show the life of a focus phase on this desktop, in half a minute.",
      discussion: """
        Start, pause, resume, the last seconds, completed, break: on a timer of its own. Your timer is not touched and \
        nothing is recorded. The buttons work. Enter or Ctrl-C ends it. Exit code 1 when nothing can be shown.
        """)
    func order(_ clock: TypedClock) throws -> Order { .become(ProgramRequest(.demo)) }
  }

  struct Preview: OrderCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show one state of the notification on this desktop.",
      discussion: """
        States: \(PreviewState.names).

        It is a timer of its own: yours is not touched, nothing is recorded, the buttons work and time goes on. Enter \
        or Ctrl-C ends it.
        """)
    @Argument(help: "The state, one of those below.", completion: .list(PreviewState.allCases.map(\.rawValue)))
    var state: String
    @Option(help: "End after this many seconds.", "number") var seconds: String?

    func order(_ clock: TypedClock) throws -> Order {
      .become(ProgramRequest(.preview, [state], values: [.seconds: seconds]))
    }
  }

  struct QuietCommand: OrderCommand {
    static let configuration = CommandConfiguration(
      commandName: "quiet", abstract: "Say or change whether messages are held back while a focus runs.",
      discussion: """
        By default: status, with what this desktop can do. on and off take effect at once, also in the focus that \
        runs; it is the setting focus.quiet. A pause lets messages through, and the end of the focus is shown.
        """)
    @Argument(help: "on, off or status.")
    var change = Switch.status
    @OptionGroup var format: FormatOption

    func validate() throws {
      if format.json && change != .status { throw ValidationError("--json goes with status: quiet status --json.") }
    }

    func order(_ clock: TypedClock) throws -> Order {
      .become(ProgramRequest(.quiet, [change.rawValue], flags: [.json: format.json]))
    }
  }

  struct ViewsCommand: OrderCommand {
    static let configuration = CommandConfiguration(
      commandName: "views", abstract: "Say or change whether the desktop's own bar shows the timer.",
      discussion: """
        Without a word: status. On GNOME it is an extension of the shell: on and off take effect at once, or at the \
        next login if it was installed since the last one. While the bar shows the time there is no tray item, and \
        notifications come for beginnings and ends only. on exits with 1 if the bar cannot show the timer.
        """)
    @Argument(help: "on, off or status.")
    var change = Switch.status

    func order(_ clock: TypedClock) throws -> Order { .become(ProgramRequest(.views, [change.rawValue])) }
  }

  struct Hooks: OrderCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the programs of yours that run when something happens, or try one.",
      usage: "tomato-notify hooks [test <event>]",
      discussion: """
        Examples:
          tomato-notify config set hooks.on-start "notify-send Go"
          tomato-notify hooks                  each one, and how it ended last
          tomato-notify hooks test on-start    run it now, with example data, and show what it does

        A hook gets a line of JSON on standard input, and TOMATO_EVENT, TOMATO_ACTIVITY, TOMATO_MODE and TOMATO_TASK \
        in its environment. It has 10 seconds. Exit code of test: 1 when the hook did not end with 0.
        """)
    @Argument(
      help: "test, and an event such as on-start.",
      completion: .custom { words, _, _ in DaemonCompletions.hooks(words) })
    var words: [String] = []

    func order(_ clock: TypedClock) throws -> Order {
      guard let request = try? ProgramRequest(.hooks, reading: words) else {
        throw Failure(.usage, "Expected hooks, or hooks test EVENT, for example hooks test on-start.")
      }
      return .become(request)
    }
  }

  struct Doctor: OrderCommand {
    static let configuration = CommandConfiguration(
      abstract: "Examine this desktop: what works, what does not, and what to do.",
      discussion: """
        One line for each thing: ok, limited (works, but less well than it could), broken, or untested (nobody has \
        tried it on such a desktop, or it cannot be asked). Exit code 1 when something is broken.
        """)
    @OptionGroup var format: FormatOption
    func order(_ clock: TypedClock) throws -> Order { .become(ProgramRequest(.doctor, flags: [.json: format.json])) }
  }
}
