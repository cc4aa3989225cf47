// `tomato-notifyd quiet-guard`: switches do-not-disturb on, and off again when the daemon closes the pipe or has ended,
// for whatever reason.

package import GLibBridge
package import TomatoLink

package enum QuietGuard {
  /// The line sent to the daemon when it is on.
  static let isOn = "on"
  /// The line sent to the guard: somebody else has changed it, so undo nothing.
  static let forget = "forget"

  /// A guard's exit codes.
  enum Ending: Int32 {
    /// Undone, or nothing to undo.
    case done = 0
    /// Could not be undone yet; the journal says what is left.
    case left = 1
    /// It was on before.
    case wasOn = 3
    /// It could not be switched on.
    case failed = 4
    case usage = 64
  }

  /// For one answer of a program on the bus, in milliseconds.
  private static let limitMs: Int32 = 3000
  /// Number of tries, one second apart, if the server hangs.
  private static let tries = 60

  /// `on` and `wait`, of the daemon's guard; `replay`, by the daemon at its start; `undo`, when no daemon is there any
  /// more.
  /// - Returns: an `Ending`.
  package static func run(_ request: ProgramRequest, _ output: StandardOutput) throws(Failure) -> Int32 {
    guard let file = QuietJournalFile.here() else { return Ending.failed.rawValue }
    let words = request.words
    switch words.first {
    case "on":
      guard let how = QuietSwitch(rawValue: words[1]) else { throw request.usageError }
      return turnOn(how, words[2], file, output)
    case "wait": return wait(words[1], file)
    case "replay": return undo(file, token: nil).rawValue
    default: return undoUnlessServed(file)
    }
  }

  /// Undoes a switch left on by a power loss, also if no daemon starts at login.
  /// - Returns: the exit code of that login.
  package static func afterLogin() -> Int32 {
    if let file = QuietJournalFile.here() { _ = undoUnlessServed(file) }
    return 0
  }

  private static func turnOn(
    _ how: QuietSwitch, _ token: String, _ file: QuietJournalFile, _ output: StandardOutput
  ) -> Int32 {
    // This process ends with the daemon's pipe instead.
    ThisProcess.ignoreEndingSignals()
    guard let switches = QuietSwitches(limitMs: limitMs) else { return Ending.failed.rawValue }
    let ending: Ending? = file.alone {
      if let left = file.read() {
        guard switches.undo(left) == .done else { return .failed }
        file.remove()
      }
      guard let journal = switches.journal(how, token: token) else {
        return switches.isOn(how) == true ? .wasOn : .failed
      }
      do throws(FileError) { try file.write(journal) } catch { return .failed }
      if switches.turnOn(how) { return nil }
      // It may have been switched on after the timeout.
      if switches.undo(journal) == .done { file.remove() }
      return .failed
    }
    if let ending { return ending.rawValue }
    output.print(isOn)
    // Re-executes to free memory for the wait.
    ThisProcess.become(ProgramRequest(.quietGuard, ["wait", token]).line)
    return wait(token, file)
  }

  private static func wait(_ token: String, _ file: QuietJournalFile) -> Int32 {
    ThisProcess.ignoreEndingSignals()
    while let line = ThisProcess.waitForLine() {
      guard line == forget else { continue }
      file.alone { if file.read()?.token == token { file.remove() } }
      return Ending.done.rawValue
    }
    for attempt in 1...tries {
      if undo(file, token: token) == .done { return Ending.done.rawValue }
      if attempt < tries { ThisProcess.rest(milliseconds: 1000) }
    }
    return Ending.left.rawValue
  }

  /// - token: the journal's required owner; nil accepts any.
  private static func undo(_ file: QuietJournalFile, token: String?) -> Ending {
    guard file.isThere else { return .done }
    return file.alone {
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

  /// Does nothing while a daemon runs, which undoes its own switch.
  private static func undoUnlessServed(_ file: QuietJournalFile) -> Int32 {
    guard file.isThere else { return Ending.done.rawValue }
    let folder = String(file.path[..<(file.path.lastIndex(of: "/") ?? file.path.endIndex)])
    // A daemon killed a moment ago may still hold the lock.
    if case .heldByAnother = FileLock.acquire(folder + "/lock", waitingMs: 1000) { return Ending.done.rawValue }
    return undo(file, token: nil).rawValue
  }
}
