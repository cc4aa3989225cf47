// The commands that exchange the record with other programs.
internal import ArgumentParser
internal import TomatoLink

extension TomatoNotify {
  struct Export: OrderCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write the record for other programs, or to keep it.",
      discussion: """
        Examples:
          tomato-notify export --output record.json
          tomato-notify export --format csv --since 2026-11-01 --output november.csv
          tomato-notify export --format ical --output focus.ics
          tomato-notify export --format timewarrior | timew import

        json has everything, and import takes it back as it was; so does csv, for spreadsheets. ical has no breaks, \
        timewarrior only the focuses.
        """)
    @Option(help: "json, csv, ical or timewarrior.", ValueKind("format", ExportFormat.allCases.map(\.rawValue)))
    var format = ExportFormat.json
    @Option(help: "What began then or later, for example 2026-11-20, monday, 7d.", .exportedMoment) var since: String?
    @Option(help: "What began until then, that day included.", .exportedMoment) var until: String?
    @OptionGroup var only: TaskFilter
    @Option(help: "The file to write; without it, the standard output.", .file) var output: String?
    @Flag(help: "Replace the file if it is there already.") var force = false

    func order(_ clock: TypedClock) throws -> Order {
      .become(
        ProgramRequest(
          .export, flags: [.force: force],
          values: [
            .format: format.rawValue, .since: since, .until: until, .task: only.task, .tag: only.tag, .output: output,
          ]))
    }
  }

  struct Import: OrderCommand {
    static let configuration = CommandConfiguration(
      abstract: "Import what other programs recorded.",
      discussion: """
        Files: the database of gnome-pomodoro or Focus Timer, a data file or an export of Timewarrior, and what export \
        wrote as json or csv. What is there already is left out, so a file can be imported again.
        Example: tomato-notify import --dry-run ~/.local/share/focus-timer/database.sqlite
        """)
    @Flag(help: "Only say what is in the file and what would be new.") var dryRun = false
    @Argument(help: "The file to read.", .file) var file: String

    func order(_ clock: TypedClock) throws -> Order {
      .become(ProgramRequest(.importing, [file], flags: [.dryRun: dryRun]), besideDaemon: !dryRun)
    }
  }

  struct Repair: OrderCommand {
    static let configuration = CommandConfiguration(
      abstract: "Save what can be read of a damaged record.",
      discussion: """
        What cannot be read comes from the newest copy; a copy is made on each day on which something is recorded. The \
        damaged file is kept. The daemon ends meanwhile; the next command starts it.
        """)
    func order(_ clock: TypedClock) throws -> Order { .become(ProgramRequest(.repair)) }
  }
}
