// `tomato-notifyd quiet-guard`: switches do-not-disturb on, and off again when the daemon closes the pipe or ends.

package import GLibBridge
internal import TomatoIsland
package import TomatoLink

package enum QuietGuard {
  /// Sent to the daemon when do-not-disturb is on.
  static let isOn = "on"
  /// Sent to the guard: undo nothing, because somebody else has changed it.
  static let forget = "forget"

  enum ExitCode: Int32 {
    /// Undone, or nothing to undo.
    case done = 0
    /// Could not be undone yet; the journal still has the record.
    case left = 1
    case wasOn = 3
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
    let words = request.words
    guard let file = QuietJournalFile.here() else { return ExitCode.failed.rawValue }
    let code: ExitCode
    switch words.first {
    case "on":
      guard let kind = QuietSwitch(rawValue: words[1]) else { throw request.usageError }
      code = turnOn(kind, words[2], file, output)
    case "wait": code = wait(words[1], file)
    case "replay": code = undo(file, token: nil)
    default: code = undoUnlessServed(file)
    }
    return code.rawValue
  }

  /// Starts a process that undoes what an earlier guard has left on; the log says if it cannot.
  /// - Returns: whether it was started.
  static func replay(onExit: @escaping @MainActor () -> Void) -> Bool {
    do throws(BridgeError) {
      try Spawn.helper(ProgramRequest(.quietGuard, ["replay"]).line) { code in
        if code != 0 { StructuredLog.complain(QuietWords.left) }
        onExit()
      }
      return true
    } catch {
      StructuredLog.complain(QuietWords.noGuard(error.description))
      return false
    }
  }

  /// Undoes a switch left on by a power loss, also if no daemon starts at login.
  package static func afterLogin() -> Int32 {
    if let file = QuietJournalFile.here() { _ = undoUnlessServed(file) }
    return 0
  }

  private static func turnOn(
    _ kind: QuietSwitch, _ token: String, _ file: QuietJournalFile, _ output: StandardOutput
  ) -> ExitCode {
    // This process ends with the daemon's pipe instead.
    ThisProcess.ignoreEndingSignals()
    guard let switches = QuietSwitches(limitMs: limitMs) else { return .failed }
    let code: ExitCode? = file.withLock {
      if let left = file.read() {
        guard switches.undo(left) else { return .failed }
        file.remove()
      }
      guard let journal = switches.journal(kind, token: token) else {
        return switches.isOn(kind) == true ? .wasOn : .failed
      }
      do throws(FileError) { try file.write(journal) } catch { return .failed }
      if switches.turn(kind, on: true) { return nil }
      // The server may have switched it on after the timeout.
      if switches.undo(journal) { file.remove() }
      return .failed
    }
    if let code { return code }
    output.print(isOn)
    // Re-executes to free memory for the wait.
    ThisProcess.become(ProgramRequest(.quietGuard, ["wait", token]).line)
    return wait(token, file)
  }

  private static func wait(_ token: String, _ file: QuietJournalFile) -> ExitCode {
    ThisProcess.ignoreEndingSignals()
    while let line = ThisProcess.waitForLine() {
      guard line == forget else { continue }
      file.withLock { if file.read()?.token == token { file.remove() } }
      return .done
    }
    for attempt in 1...tries {
      if undo(file, token: token) == .done { return .done }
      if attempt < tries { ThisProcess.rest(milliseconds: 1000) }
    }
    return .left
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
      guard let switches = QuietSwitches(limitMs: limitMs), switches.undo(journal) else { return .left }
      file.remove()
      return .done
    }
  }

  /// Does nothing while a daemon runs, because its guard undoes its switch.
  private static func undoUnlessServed(_ file: QuietJournalFile) -> ExitCode {
    guard file.exists else { return .done }
    // A daemon killed a moment ago may still hold the lock.
    if case .heldByAnother = FileLock.acquire(Files.parts(file.path).folder + "lock", waitingMs: 1000) { return .done }
    return undo(file, token: nil)
  }
}
