// Small programs for one task: `tomato-notifyd backup` and `play` for the daemon, `history` for the uninstaller and for
// completions, `notice` for the command.

package import GLibBridge
internal import TomatoDesktop
internal import TomatoEngine
package import TomatoLink
internal import TomatoRecord
internal import TomatoWords

package enum BackupProgram {
  /// - Returns: 0, or 1 when no copy could be made.
  package static func run() -> Int32 {
    ThisProcess.keepFilesPrivate()
    ThisProcess.setLowestPriority()
    do {
      guard let today = RecordDay.today else { return 1 }
      try DailyCopies.make(of: try Places.find().database, today)
      return 0
    } catch {
      // Not critical: the next day makes the next copy.
      StructuredLog.write(level: .info, message: StoreWords.noCopy(Unreadable.reason(error)))
      return 1
    }
  }
}

extension RecordDay {
  /// By the local date.
  static var today: RecordDay? {
    let date = LocalTime.day(SystemClock.now().wall.milliseconds)
    return RecordDay(year: date.year, month: date.month, day: date.day)
  }
}

package enum HistoryProgram {
  package static func run(_ request: ProgramRequest, _ output: StandardOutput) throws -> Int32 {
    let path = try Places.find().database
    output.print(
      request.words == ["tasks"]
        ? ShellCompletions.text(try Store.tasks(path: path, limit: 50)) : String(try Store.countIntervals(path: path)))
    return 0
  }
}

package enum NoticeProgram {
  /// Enough for the start of a notification server.
  private static let limitMs = 5000

  /// - Parameter request: the exit code to end with, and the sentence.
  /// - Returns: that code, whether anybody could be told or not.
  package static func run(_ request: ProgramRequest) throws(Failure) -> Int32 {
    guard let code = Int32(request.words[0]), (1...255).contains(code) else { throw request.usageError }
    guard Places.hasSessionBus(), let questions = try? BusQuestions.here() else { return code }
    var isOver = false
    let notices = Notices(questions.bus, .shared)
    notices.show(title: Answers.notCarriedOut, request.words[1]) { _ in isOver = true }
    _ = MainLoop.turn(until: { isOver }, limitMs: limitMs)
    return withExtendedLifetime(notices) { code }
  }
}

package enum PlayProgram {
  package static func run(_ request: ProgramRequest, _ output: StandardOutput) throws(Failure) -> Int32 {
    guard let wanted = PlayCommand.reading(request.words) else { throw request.usageError }
    ThisProcess.ignoreBrokenPipes()
    output.print(PlayCommand.greeting)
    guard output.finish() == nil else { return SoundOutcome.failed.rawValue }
    let code = SoundLibrary.play(
      wanted.sound, percent: wanted.volume, application: BusNames.application,
      description: Answers.sound(wanted.occasion), limit: PlayCommand.limitSeconds
    ).rawValue
    output.print(String(code))
    return code
  }
}
