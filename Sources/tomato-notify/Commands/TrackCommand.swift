// `tomato-notify track`: its options and arguments.
internal import ArgumentParser
internal import TomatoLink
internal import TomatoSocket

extension TomatoNotify {
  struct Track: OrderCommand {
    static let configuration = CommandConfiguration(
      abstract: "Run a command, and show it when it takes long: track -- make -j8.",
      usage: """
        tomato-notify track [--after <duration>] [--name <text>] [--icon <icon>] [--] <command> [<argument> ...]
        … | tomato-notify track --stdin <text> [--after <duration>] [--icon <icon>] | …
        eval "$(tomato-notify track --shell <shell>)" [--after <duration>]
        """,
      discussion: """
        Examples:
          tomato-notify track -- make -j8
          tomato-notify track --name Backup --icon drive-harddisk -- borg create ::today /home
          pv -f image.iso 2>&1 >/dev/sdb | tomato-notify track --stdin Copy
          eval "$(tomato-notify track --shell bash)"

        The command has the terminal as without this, and its exit code or signal is that of track; 127: it is not \
        found, 126: it cannot be run. What is shown says since when it runs, has a button that stops it (SIGTERM), and \
        says at the end how it went. Without a running daemon it runs all the same, and nothing is shown.

        With --stdin, what comes is passed on unchanged; 45%, 41/312, lines that end with a carriage return and the \
        sequence OSC 9;4 say how far it is.

        With --shell, commands of that shell that took longer than 30 s are announced when they have ended, except \
        those in the setting track.ignore.
        """)
    @Option(help: "Show only what takes longer: 10s; with --shell 30s. 0 for at once.", .duration) var after: String?
    @Option(help: "What it is called; without it, the command.", "text") var name: String?
    @Option(help: "An icon of the theme, or the path of a picture.", "icon") var icon: String?
    @Option(help: "Follow what comes through standard input, under this name.", "text") var stdin: String?
    @Option(
      help: "Print what a shell evaluates: bash, zsh or fish.",
      ValueKind("shell", ShellHook.allCases.map(\.rawValue)))
    var shell: String?
    @OptionGroup(visibility: .hidden) var ended: EndedOptions
    @Argument(parsing: .captureForPassthrough, help: "The command with its arguments.", "command")
    var words: [String] = []

    func order(_ clock: TypedClock) throws -> Order {
      let command = words.first == "--" ? Array(words.dropFirst()) : words
      if words.first == "--help" || words.first == "-h" { throw CleanExit.helpRequest(Self.self) }
      if words.first == "--version" { throw CleanExit.message(tomatoVersion) }
      if let seconds = ended.ended { return .announce(try ended.announcement(seconds, command)) }
      try checkUsage(command)
      if let shell {
        guard let hook = ShellHook(rawValue: shell) else {
          throw Failure(.badValue, "{given} is not a shell; expected bash, zsh or fish.", given: shell)
        }
        return .print(hook.text(after: try milliseconds(or: 30_000) / 1000))
      }
      let after = try milliseconds(or: 10_000)
      if let stdin { return .trackStream(try appearance(stdin, after)) }
      let own = TrackAppearance.name(command[0].split(separator: "/").last.map(String.init) ?? "") ?? "track"
      let script = ScriptName.script(of: command[0], Array(command.dropFirst())) {
        SystemCalls.status(of: $0)?.isFolder == false ? "" : nil
      }
      return .track(command, try appearance(name ?? own, after, heading: script ?? own))
    }

    private func checkUsage(_ command: [String]) throws {
      let kinds = [shell != nil, stdin != nil, !command.isEmpty].count { $0 }
      guard kinds > 0 else { throw ValidationError("A command is missing; expected for example track -- make -j8.") }
      guard kinds == 1 else { throw ValidationError("Expected one of a command, --stdin and --shell.") }
      if words.first != "--", let first = command.first, first.hasPrefix("-") {
        throw ValidationError(
          tr("Unknown option {given}; a command of that name needs -- before it.", ["given": LinkError.quote(first)]))
      }
      guard name == nil || !command.isEmpty else { throw ValidationError("--name goes with a command.") }
      guard icon == nil || shell == nil else { throw ValidationError("--icon does not go with --shell.") }
    }

    /// The value of `--after`, which may be 0, unlike a timer's duration.
    private func milliseconds(or usual: Int64) throws(Failure) -> Int64 {
      guard let after else { return usual }
      if ["0", "0s"].contains(after) { return 0 }
      return try TypedValue.duration(after).components.seconds * 1000
    }

    /// - Throws: 65 for what the daemon would refuse, before the command is started.
    private func appearance(_ name: String, _ after: Int64, heading: String? = nil) throws(Failure) -> TrackAppearance {
      let appearance = TrackAppearance(name: try TypedValue.name(name), icon: icon, heading: heading, after: after)
      _ = try Failure.wrapping { () throws(LinkError) in try ContentUpdate(appearance.members, .request) }
      return appearance
    }
  }
}

/// Options that the script of `--shell` passes for a finished command.
struct EndedOptions: ParsableArguments {
  @Option var ended: Int64?
  @Option var status: Int32 = 0
  @Option var pid: Int32 = 0
  @Option var ignore: String = ""

  func announcement(_ seconds: Int64, _ command: [String]) throws -> Announcement {
    guard command.count == 1, seconds >= 0, (0...255).contains(status), pid > 0 else {
      throw ValidationError("--ended is for what track --shell prints.")
    }
    return Announcement(
      line: command[0], seconds: seconds, status: status, shell: pid,
      ignored: ignore.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}
