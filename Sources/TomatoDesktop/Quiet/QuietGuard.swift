// `tomato-notifyd quiet-guard`: switches do-not-disturb on, and off again when the daemon closes the pipe or ends.

package import GLibBridge
package import TomatoLink

package enum QuietGuard {
  /// Sent to the daemon when do-not-disturb is on.
  static let isOn = "on"
  /// Sent to the guard: undo nothing, because somebody else has changed it.
  static let forget = "forget"

  enum ExitCode: Int32 {
    /// Undone, or nothing to undo.
    case done = 0
    /// Could not be undone yet; the journal has the rest.
    case left = 1
    /// It was on before.
    case wasOn = 3
    /// It could not be switched on.
    case failed = 4
    case usage = 64
  }

  /// Time for one reply on the bus, in milliseconds.
  private static let limitMs: Int32 = 3000
  /// Number of tries, one second apart, if the server hangs.
  private static let tries = 60

  /// `on` and `wait`: the daemon's guard; `replay`: at the daemon's start; `undo`: without a daemon.
  /// - Returns: An `ExitCode`.
  package static func run(_ request: ProgramRequest, _ output: StandardOutput) throws(Failure) -> Int32 {
    guard let file = QuietJournalFile.here() else { return ExitCode.failed.rawValue }
    let words = request.words
    switch words.first {
    case "on":
      guard let kind = QuietSwitch(rawValue: words[1]) else { throw request.usageError }
      return turnOn(kind, words[2], file, output)
    case "wait": return wait(words[1], file)
    case "replay": return undo(file, token: nil).rawValue
    default: return undoUnlessServed(file)
    }
  }

  /// Undoes a switch left on by a power loss, also if no daemon starts at login.
  /// - Returns: The exit code.
  package static func afterLogin() -> Int32 {
    if let file = QuietJournalFile.here() { _ = undoUnlessServed(file) }
    return 0
  }

  private static func turnOn(
    _ kind: QuietSwitch, _ token: String, _ file: QuietJournalFile, _ output: StandardOutput
  ) -> Int32 {
    // This process ends with the daemon's pipe instead.
    ThisProcess.ignoreEndingSignals()
    guard let switches = QuietSwitches(limitMs: limitMs) else { return ExitCode.failed.rawValue }
    let code: ExitCode? = file.withLock {
      if let left = file.read() {
        guard switches.undo(left) == .done else { return .failed }
        file.remove()
      }
      guard let journal = switches.journal(kind, token: token) else {
        return switches.isOn(kind) == true ? .wasOn : .failed
      }
      do throws(FileError) { try file.write(journal) } catch { return .failed }
      if switches.turnOn(kind) { return nil }
      // The server may have switched it on after the timeout.
      if switches.undo(journal) == .done { file.remove() }
      return .failed
    }
    if let code { return code.rawValue }
    output.print(isOn)
    // Re-executes to free memory for the wait.
    ThisProcess.become(ProgramRequest(.quietGuard, ["wait", token]).line)
    return wait(token, file)
  }

  private static func wait(_ token: String, _ file: QuietJournalFile) -> Int32 {
    ThisProcess.ignoreEndingSignals()
    while let line = ThisProcess.waitForLine() {
      guard line == forget else { continue }
      file.withLock { if file.read()?.token == token { file.remove() } }
      return ExitCode.done.rawValue
    }
    for attempt in 1...tries {
      if undo(file, token: token) == .done { return ExitCode.done.rawValue }
      if attempt < tries { ThisProcess.rest(milliseconds: 1000) }
    }
    return ExitCode.left.rawValue
  }

  /// - token: the journal's required token; nil accepts any.
  private static func undo(_ file: QuietJournalFile, token: String?) -> ExitCode {
    guard file.exists else { return .done }
    return file.withLock {
      guard let journal = file.read() else {
        // An incomplete file is not ours, because ours are written atomically.
        if token == nil { file.remove() }
        return .done
      }
      guard token == nil || journal.token == token else { return .done }
      guard let switches = QuietSwitches(limitMs: limitMs), switches.undo(journal) == .done else { return .left }
      file.remove()
      return .done
    }
  }

  /// Does nothing while a daemon runs, because its guard undoes its switch.
  private static func undoUnlessServed(_ file: QuietJournalFile) -> Int32 {
    guard file.exists else { return ExitCode.done.rawValue }
    let folder = String(file.path[..<(file.path.lastIndex(of: "/") ?? file.path.endIndex)])
    // A daemon killed a moment ago may still hold the lock.
    if case .heldByAnother = FileLock.acquire(folder + "/lock", waitingMs: 1000) { return ExitCode.done.rawValue }
    return undo(file, token: nil).rawValue
  }
}
