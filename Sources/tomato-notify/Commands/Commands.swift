// The commands, as `--help`, the completions and the manual page show them.
internal import ArgumentParser
internal import TomatoLink

extension TomatoNotify {
  static let configuration = CommandConfiguration(
    commandName: "tomato-notify",
    abstract: "Live Activities, and a Pomodoro timer, in the notifications of this desktop.",
    usage: """
      tomato-notify <subcommand>
      tomato-notify <duration> [<task> ...]
      tomato-notify <link>
      """,
    discussion: """
      Durations: 25, 25m, 25 minutes, 90s, 1h 30m, 25:00 (minutes and seconds), 1:30:00; 1 s to 24 h.

      A focus of 25 minutes, a break of 5, after four of them a break of 15: tomato-notify config changes that.

      Exit codes: 0 done; 1 refused now (the reason is on stderr); 64 wrong usage; 65 a bad link or value; \
      69 the daemon cannot be reached or started; 74 the output cannot be written. Those of wait say \
      how the phase ended.
      """,
    version: tomatoVersion,
    groupedSubcommands: [
      CommandGroup(name: "Timer", subcommands: VerbRows.pomodoro.commands),
      CommandGroup(name: "Timers and stopwatches beside it", subcommands: VerbRows.otherTimers.commands),
      CommandGroup(name: "Activities of programs", subcommands: [Track.self, ActivityCommand.self]),
      CommandGroup(name: "Display", subcommands: VerbRows.shown.commands + [Run.self, Demo.self, Preview.self]),
      CommandGroup(name: "Question", subcommands: [Status.self, Watch.self, Wait.self, List.self]),
      CommandGroup(
        name: "Record",
        subcommands: [Log.self, Stats.self, Report.self, Export.self, Import.self, Repair.self]),
      CommandGroup(
        name: "Other",
        subcommands: [
          Open.self, Config.self, QuietCommand.self, ViewsCommand.self, Autostart.self, Hooks.self, Doctor.self,
          Quit.self,
        ]),
    ])

  static var commands: [any ParsableCommand.Type] {
    configuration.subcommands + configuration.groupedSubcommands.flatMap(\.subcommands)
  }
}
