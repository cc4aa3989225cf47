// Runs what `tomato-notifyd` was started for: the daemon, or a program that needs no running daemon.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoLink
internal import TomatoPrograms
internal import TomatoSocket
internal import TomatoWords

public enum DaemonProgram {
  /// - Returns: the exit code: 0, 1 when the daemon could not start, 64 for wrong usage; the programs have their own.
  ///   They end with 74 if their output cannot be written, and with 141 if its reader has gone.
  public static func run(_ arguments: [String]) -> Int32 {
    ThisProcess.surviveFileSizeLimit()
    switch DaemonOptions.parse(arguments) {
    case .run(let options): return serve(options)
    case .other(let program, let words):
      // The guard waits for a long time, so it stays small: it loads no catalogue.
      if program != .quietGuard { SentenceLanguage.start() }
      return printing { output in
        do {
          return try run(try ProgramRequest(program, reading: words), output)
        } catch is StandardOutput.Ended {
          return 0
        } catch {
          let failure = Failure(reading: error)
          return StandardStreams.complain(Answers.sentence(failure.said), failure.code.status)
        }
      }
    case .say(let text, let code):
      SentenceLanguage.start()
      guard code == 0 else { return StandardStreams.complain(text(), code) }
      return printing { output in
        output.print(text())
        return code
      }
    }
  }

  private static func serve(_ options: DaemonOptions) -> Int32 {
    // First, while no file of ours is open.
    ThisProcess.keepOnlyStandardStreams(and: options.ready)
    let files = ThisProcess.raiseFileLimit()
    guard files >= Daemon.fewestFiles else {
      SentenceLanguage.start()
      return options.fail(Answers.tooFewFiles(files, fewest: Daemon.fewestFiles))
    }
    IdlePages.keepHeapShort()
    let signals = EndingSignals()
    SentenceLanguage.start()
    let daemon = Daemon(options, signals, files: files)
    return withExtendedLifetime(daemon) { daemon.run() }
  }

  /// A failed write fails the program, whatever it returned.
  private static func printing(_ program: (StandardOutput) -> Int32) -> Int32 {
    SystemCalls.holdStandardStreams()
    let output = StandardOutput()
    let code = program(output)
    switch output.finish() {
    case nil: return code
    case .readerGone: return AnswerCode.brokenPipe.status
    case .unwritable(let reason):
      return StandardStreams.complain(Answers.sentence(.notPrinted(reason)), AnswerCode.inputOutput.status)
    }
  }

  private static func run(_ request: ProgramRequest, _ output: StandardOutput) throws -> Int32 {
    switch request.program {
    case .configuration: return try ConfigurationCommand.run(request, output)
    case .autostart: return try AutostartCommand.run(request, output)
    case .history: return try HistoryProgram.run(request, output)
    case .demo: return try DemoProgram.demo(output)
    case .preview: return try DemoProgram.preview(request, output)
    case .log: return try LogProgram.run(request, output)
    case .doctor: return DoctorProgram.run(request, output)
    case .stats: return try StatisticsProgram.run(request, output)
    case .report: return try ReportProgram.run(request, output)
    case .export: return try ExportProgram.run(request, output)
    case .importing: return try ImportProgram.run(request, output)
    case .repair: return try RepairProgram.run(output)
    case .backup: return BackupProgram.run()
    case .play: return try PlayProgram.run(request, output)
    case .hook: return HookHelper.run(output)
    case .hooks: return try HooksProgram.run(request, output)
    case .notice: return try NoticeProgram.run(request)
    case .quietGuard: return try QuietGuard.run(request, output)
    case .quiet: return try QuietProgram.run(request, output)
    case .views: return ViewsProgram.run(request, output)
    }
  }
}
