// `activity pipe` for programs that send many lines, and the commands about the user's permission: `authorization`,
// `deny` and `allow`.
internal import ArgumentParser
internal import TomatoLink

extension TomatoNotify {
  struct PipeActivities: OrderCommand {
    static let configuration = CommandConfiguration(
      commandName: "pipe", abstract: "Take JSON lines from standard input, and print events to standard output.",
      discussion: """
        {"do":"request","id":"build","name":"Build","progress":[41,312]}
        {"do":"update","id":"build","progress":[60,312]}
        {"do":"end","id":"build","text":"312 files"}

        What was requested is over when the input ends.
        Example: ssh ci deploy --json | tomato-notify activity pipe
        """)
    @Flag(help: "Take links of every scheme, and icons that are files of this machine.") var trust = false
    func order(_ clock: TypedClock) throws -> Order { .pipe(isTrusted: trust) }
  }

  struct AuthorizationCommand: OrderCommand {
    static let configuration = CommandConfiguration(
      commandName: "authorization", abstract: "Say whether programs may show activities, and each update at once.")
    @Flag(help: "A line now, and one whenever that changes.") var watch = false
    @OptionGroup var format: FormatOption
    func order(_ clock: TypedClock) throws -> Order {
      .exchange(try Exchange(.query(Query(.authorization, format: format.value, watches: watch))))
    }
  }

  struct DenyProgram: OrderCommand {
    static let configuration = CommandConfiguration(
      commandName: "deny", abstract: "Forbid a program's activities; end those it has.")
    @Argument(help: "Its name, such as make, or its path.", "program") var program: String
    func order(_ clock: TypedClock) throws -> Order { .become(ProgramRequest(.configuration, ["deny", program])) }
  }

  struct AllowProgram: OrderCommand {
    static let configuration = CommandConfiguration(
      commandName: "allow", abstract: "Allow a denied program's activities again.")
    @Argument(help: "As with deny.", "program") var program: String
    func order(_ clock: TypedClock) throws -> Order { .become(ProgramRequest(.configuration, ["allow", program])) }
  }
}
