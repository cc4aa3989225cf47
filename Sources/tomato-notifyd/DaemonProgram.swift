// What `tomato-notifyd` was started for: the daemon itself, or one of the programs that live beside it.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoLink
internal import TomatoPrograms
internal import TomatoWords

/// The one entry of the executable.
public enum DaemonProgram {
  /// Runs what the command line's words (without the program's name) ask for.
  /// - Returns: the exit code: 0, 1 when the daemon could not start, 64 for wrong usage; the programs have their own.
  ///   They end with 74 when what they print cannot be written, and with 141 when its reader has gone.
  public static func run(_ arguments: [String]) -> Int32 {
    ThisProcess.outliveFileSizeLimits()
    switch DaemonOptions.parse(arguments) {
    case .run(let options): return serve(options)
    // Waits with as little as possible.
    case .other(.quietGuard, let words): return printing { QuietGuard.run(words, $0) }
    case .other(let program, let words):
      Speech.start()
      return printing { run(program, words, $0) }
    case .say(let text, let code):
      Speech.start()
      guard code == 0 else { return StandardStreams.complain(text(), code) }
      return printing { output in
        output.print(text())
        return code
      }
    }
  }

  private static func serve(_ options: DaemonOptions) -> Int32 {
    // Before anything else: nothing of ours is open yet, and from here on a signal is no accident.
    ThisProcess.keepOnlyStandardStreams(and: options.ready)
    let files = ThisProcess.raiseFileLimit()
    guard files >= Daemon.fewestFiles else {
      Speech.start()
      return options.fail(Answers.tooFewFiles(files, fewest: Daemon.fewestFiles))
    }
    IdlePages.keepHeapShort()
    let signals = EndingSignals()
    Speech.start()
    let daemon = Daemon(options, signals, files: files)
    return withExtendedLifetime(daemon) { daemon.run() }
  }

  /// What cannot be printed is no success, whatever the program did.
  private static func printing(_ program: (StandardOutput) -> Int32) -> Int32 {
    ThisProcess.holdStandardStreams()
    let output = StandardOutput()
    let code = program(output)
    switch output.finish() {
    case nil: return code
    case .readerGone: return AnswerCode.brokenPipe.status
    case .unwritable(let reason):
      return StandardStreams.complain(Answers.sentence(.notPrinted(reason)), AnswerCode.inputOutput.status)
    }
  }

  private static func run(
    _ program: DaemonOptions.OtherProgram, _ words: [String], _ output: StandardOutput
  ) -> Int32 {
    switch program {
    case .configuration: print(Paths.configFile.map { runConfigurationCommand(words, path: $0) }, output)
    case .autostart: print(AutostartCommand.here()?.run(words), output)
    case .history: HistoryProgram.run(words, output)
    case .demo: DemoProgram.demo(words, output)
    case .preview: DemoProgram.preview(words, output)
    case .log: LogProgram.run(words, output)
    case .doctor: DoctorProgram.run(words, output)
    case .stats: StatisticsProgram.run(words, output)
    case .report: ReportProgram.run(words, output)
    case .export: ExportProgram.run(words, output)
    case .importing: ImportProgram.run(words, output)
    case .repair: RepairProgram.run(words, output)
    case .backup: BackupProgram.run()
    case .play: PlayProgram.run(words)
    case .hook: HookHelper.run(output)
    case .hooks: HooksProgram.run(words, output)
    case .notice: NoticeProgram.run(words)
    case .quietGuard: QuietGuard.run(words, output)
    case .quiet: QuietProgram.run(words, output)
    }
  }

  /// - answer: nil where there is no home directory.
  private static func print(
    _ answer: (output: String, errors: String, exitCode: Int32)?, _ output: StandardOutput
  ) -> Int32 {
    guard let answer else { return StandardStreams.complain(Answers.noHome, 73) }
    if !answer.output.isEmpty { output.print(answer.output) }
    if !answer.errors.isEmpty { StandardStreams.complain(answer.errors) }
    return answer.exitCode
  }
}
