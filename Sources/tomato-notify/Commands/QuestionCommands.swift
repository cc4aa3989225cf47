// The commands that ask the daemon something, and `open`, `run`, `autostart` and `config`.
internal import ArgumentParser
internal import TomatoLink

extension TomatoNotify {
  struct Status: OrderCommand {
    static let configuration = CommandConfiguration(abstract: "Say what runs, the time left, and when it ends.")
    @OptionGroup var format: FormatOption
    @OptionGroup var activity: NameArguments
    func order(_ clock: TypedClock) throws -> Order {
      try query(Query(.status, format: format.value), try activity.value())
    }
  }

  struct Watch: OrderCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print a line for each visible change, until you end it.",
      discussion: BarHelp.discussion)
    @Option(help: ArgumentHelp(BarHelp.formats), ValueKind("format", TypedValue.formats)) var format: String?
    @Flag(help: "The short form of --format json.") var json = false
    @Flag(help: "A line every second.") var seconds = false
    @Flag(help: "Of every activity, each line with its id.") var all = false
    @Option(help: "The activity that is meant; without it, the Pomodoro, for bars the most relevant one.", .activity)
    var activity: String?

    func order(_ clock: TypedClock) throws -> Order {
      guard format == nil || !json else {
        throw Failure(.usage, "--json and --format are both given; expected one of them.")
      }
      let (plain, bar) = try format.map(TypedValue.format) ?? (json ? .json : .text, nil)
      let watch = Query(.watch, format: plain, seconds: seconds, bar: bar, scope: all ? .all : nil)
      return try query(watch, try TypedValue.activity(activity))
    }
  }

  struct Wait: OrderCommand {
    static let configuration = CommandConfiguration(
      abstract: "Wait until this phase ends; the exit code says how.",
      discussion: "0 completed, 1 nothing to wait for, 2 skipped, 3 stopped, 4 replaced, 5 reset.")
    @OptionGroup var activity: NameArguments
    func order(_ clock: TypedClock) throws -> Order { try query(Query(.wait), try activity.value()) }
  }

  struct List: OrderCommand {
    static let configuration = CommandConfiguration(abstract: "List all timers, the most relevant first.")
    @Option(help: "text, json or cards.", ValueKind("format", Query.Format.forPeople.map(\.rawValue)))
    var format: String?
    @Flag(help: "The short form of --format json.") var json = false

    func order(_ clock: TypedClock) throws -> Order {
      guard format == nil || !json else {
        throw Failure(.usage, "--json and --format are both given; expected one of them.")
      }
      return try query(Query(.list, format: try format.map(TypedValue.listFormat) ?? (json ? .json : .text)))
    }
  }

  struct Quit: OrderCommand {
    static let configuration = CommandConfiguration(
      abstract: "End the daemon; the phase is kept as it is.",
      discussion: "If the daemon does not run, there is nothing to do.")
    func order(_ clock: TypedClock) throws -> Order { try query(Query(.quit)) }
  }

  struct Open: OrderCommand {
    static let configuration = CommandConfiguration(
      abstract: "Open a tomatoclock:// link, as a browser or a launcher does.",
      discussion: "Only links that change or show something are taken: such a link may come from a web page.")
    @Flag(help: "Say in a notification too what is wrong; without a link, show the island. For launchers.")
    var desktop = false
    @Argument(help: "The link.", completion: .list(Verb.allCases.map { Link.prefix + $0.rawValue }))
    var link: String?

    func order(_ clock: TypedClock) throws -> Order {
      if desktop {
        // Plasma passes links in a form for people (QUrl's PrettyDecoded), with a space for %20.
        let parts = (link ?? "tomatoclock://show").split(separator: " ", omittingEmptySubsequences: false)
        return .desktop(link: parts.joined(separator: "%20"))
      }
      guard let link else { throw ValidationError("A link is missing; expected for example tomatoclock://pause.") }
      return .exchange(try Exchange(link: link, door: .outside))
    }
  }

  struct Run: OrderCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show the timer in this terminal, with keys.",
      discussion: """
        Keys: p or space pauses, resumes or starts; s skips; r resets; u takes the last change back; + and - change \
        the time by a minute; of several activities, the most relevant one is large, and 1 to 9 and Tab choose another \
        one; ? explains; q leaves, and the phase goes on. If the output is no terminal: the lines of watch.
        """)
    @OptionGroup var activity: NameArguments
    func order(_ clock: TypedClock) throws -> Order { .island(try activity.value()) }
  }

  struct Autostart: OrderCommand {
    static let configuration = CommandConfiguration(
      abstract: "Say or change whether the timer is there after login.",
      discussion: """
        By default: status. At login it starts silently, and no phase begins by itself; with on --arm a focus \
        phase begins too. off stays, whatever is installed later.
        """)
    @Argument(help: "on, off or status.")
    var change = Switch.status
    @Flag(help: "With on: begin a focus phase at login.") var arm = false
    @OptionGroup var format: FormatOption

    func validate() throws {
      if arm && change != .on { throw ValidationError("--arm goes with on: autostart on --arm.") }
      if format.json && change != .status { throw ValidationError("--json goes with status: autostart status --json.") }
    }

    func order(_ clock: TypedClock) throws -> Order {
      .become(ProgramRequest(.autostart, [change.rawValue], flags: [.arm: arm, .json: format.json]))
    }
  }

  struct Config: OrderCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print or change the settings.",
      usage: "tomato-notify config [list | get <key> | set <key> <value> | unset <key> | edit | path | --example]",
      discussion: """
        Examples:
          tomato-notify config                         all settings, and where each comes from
          tomato-notify config get timer.focus
          tomato-notify config set timer.focus 50m     takes effect at once
          tomato-notify config unset timer.focus       as it was
          tomato-notify config edit                    the file in your editor ($VISUAL or $EDITOR)
          tomato-notify config path                    where that file is
          tomato-notify config --example               a commented file with all keys
        """)
    private static func takesKey(_ word: String) -> Bool { ["get", "set", "unset"].contains(word) }

    /// A single word is the value. Several words are a text, or a hook's program with its arguments.
    static func value(of key: String, _ words: ArraySlice<String>) -> String {
      guard words.count > 1, key.hasPrefix("hooks.") || key.hasPrefix("on-") else {
        return words.joined(separator: " ")
      }
      return words.map(quoted).joined(separator: " ")
    }

    /// One word of several, quoted for the key file if needed.
    private static func quoted(_ word: String) -> String {
      let isPlain = !word.isEmpty && !word.utf8.contains { " \t'\"\\#".utf8.contains($0) }
      return isPlain ? word : word.shellQuoted
    }

    @Argument(
      parsing: .captureForPassthrough, help: "list, get KEY, set KEY VALUE, unset KEY, edit, path, or --example.",
      completion: .custom { words, _, _ in DaemonCompletions.configuration(words) })
    var words: [String] = []

    func order(_ clock: TypedClock) throws -> Order {
      .become(ProgramRequest(.configuration, try meaning()))
    }

    private func meaning() throws(Failure) -> [String] {
      switch (words.first, words.count) {
      case (nil, _), ("list", 1): return ["list"]
      case ("--example", 1), ("example", 1): return ["example"]
      case ("get", 2), ("unset", 2), ("edit", 1), ("path", 1): return words
      // A value of several words, such as 50 minutes.
      case ("set", 3...): return ["set", words[1], Self.value(of: words[1], words[2...])]
      // A key alone is read; a key with a value is set.
      case (let key?, 1) where !Self.takesKey(key): return ["get", key]
      case (let key?, 2...) where !Self.takesKey(key): return ["set", key, Self.value(of: key, words[1...])]
      default:
        throw Failure(
          .usage,
          "{given} is not what config takes; expected list, get KEY, set KEY VALUE, unset KEY, edit, path or "
            + "--example.", given: words.joined(separator: " "))
      }
    }
  }
}

private func query(_ query: Query, _ activity: ActivityReference = ActivityReference()) throws(Failure) -> Order {
  var query = query
  (query.activity, query.name) = (activity.id, activity.name)
  return .exchange(try Exchange(.query(query)))
}
