// What `tomato-notifyd` was started for: the daemon itself, or one of the programs that live beside it.

internal import GLibBridge

/// The one entry of the executable.
public enum DaemonProgram {
  /// Runs what the command line's words (without the program's name) ask for.
  /// - Returns: the exit code: 0, 1 when the daemon could not start, 64 for wrong usage; the programs have their own.
  public static func run(_ arguments: [String]) -> Int32 {
    let parsed = DaemonOptions.parse(arguments)
    var signals: EndingSignals?
    if case .run(let options) = parsed {
      // Before anything else: nothing of ours is open yet, and from here on a signal is no accident.
      ThisProcess.keepOnlyStandardStreams(and: options.ready)
      signals = EndingSignals()
    }
    // Waits with as little as possible.
    if case .other(.quietGuard, let words) = parsed { return QuietGuard.run(words) }
    Translation.start(domain: BusNames.gettextDomain)
    switch parsed {
    case .run(let options):
      let daemon = Daemon(options, signals ?? EndingSignals())
      return withExtendedLifetime(daemon) { daemon.run() }
    case .configuration(let words): return print(Paths.configFile.map { runConfigurationCommand(words, path: $0) })
    case .autostart(let words): return print(AutostartCommand.here()?.run(words))
    case .history(let words): return HistoryProgram.run(words)
    case .other(.demo, let words): return DemoProgram.demo(words)
    case .other(.preview, let words): return DemoProgram.preview(words)
    case .other(.log, let words): return LogProgram.run(words)
    case .other(.doctor, let words): return DoctorProgram.run(words)
    case .other(.stats, let words): return StatisticsProgram.run(words)
    case .other(.report, let words): return ReportProgram.run(words)
    case .other(.export, let words): return ExportProgram.run(words)
    case .other(.importing, let words): return ImportProgram.run(words)
    case .other(.repair, let words): return RepairProgram.run(words)
    case .other(.backup, _): return BackupProgram.run()
    case .other(.play, let words): return PlayProgram.run(words)
    case .other(.hook, _): return HookHelper.run()
    case .other(.hooks, let words): return HooksProgram.run(words)
    case .other(.notice, let words): return NoticeProgram.run(words)
    case .other(.quietGuard, let words): return QuietGuard.run(words)
    case .other(.quiet, let words): return QuietProgram.run(words)
    case .say(let text, let code):
      StandardStreams.write(text(), toErrors: code != 0)
      return code
    }
  }

  /// - answer: nil where there is no home directory.
  private static func print(_ answer: (output: String, errors: String, exitCode: Int32)?) -> Int32 {
    guard let answer else {
      StandardStreams.write(Answers.noHome, toErrors: true)
      return 73
    }
    if !answer.output.isEmpty { StandardStreams.write(answer.output, toErrors: false) }
    if !answer.errors.isEmpty { StandardStreams.write(answer.errors, toErrors: true) }
    return answer.exitCode
  }
}
