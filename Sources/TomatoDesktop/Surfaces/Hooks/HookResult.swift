// A hook's result, as sent from the helper process to the daemon, and as stored for `hooks` and `doctor`.

package import GLibBridge
internal import TomatoEngine
package import TomatoLink
internal import TomatoRecord
package import TomatoSettings

/// How one run of a hook ended.
package struct HookResult: Hashable {
  package enum Ending: Hashable {
    case ran(TimedProgram.Ending)
    case missing
    /// The helper process ended without a result.
    case lost
    /// It was not started: it had started too often (`HookLimit`).
    case leftOut
  }

  package var ending: Ending
  var milliseconds = 0

  package var isGood: Bool { ending == .ran(.exited(0)) }

  package init(_ ending: Ending, _ milliseconds: Int = 0) { (self.ending, self.milliseconds) = (ending, milliseconds) }

  /// The endings by their words in `text`.
  private static func endings(_ number: Int32) -> KeyValuePairs<String, Ending> {
    [
      "exited": .ran(.exited(number)), "signalled": .ran(.signalled(number)), "late": .ran(.late(isKilled: false)),
      "killed": .ran(.late(isKilled: true)), "ended": .ran(.ended), "missing": .missing,
      "failed": .ran(.notStarted(number)), "lost": .lost, "left-out": .leftOut,
    ]
  }

  /// As `exited 0 120`.
  package var text: String {
    let number: Int32 =
      switch ending {
      case .ran(.exited(let number)), .ran(.signalled(let number)), .ran(.notStarted(let number)): number
      case .ran, .missing, .lost, .leftOut: 0
      }
    let word = Self.endings(number).first { $0.value == ending }?.key ?? ""
    return "\(word) \(number) \(milliseconds)"
  }

  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: " ")
    guard parts.count == 3, let number = Int32(parts[1]), let milliseconds = Int(parts[2]),
      let ending = Self.endings(number).first(where: { $0.key == parts[0] })?.value
    else { return nil }
    self.init(ending, milliseconds)
  }
}

/// The last result of a hook: a file of one line for each event, in a folder beside the database.
package struct HookRecord: Hashable {
  package var time: WallTime
  package var command: String
  package var result: HookResult

  package init(time: WallTime, command: String, result: HookResult) {
    (self.time, self.command, self.result) = (time, command, result)
  }

  package static var folder: String? {
    SocketPlaces.here.folder.map { $0 + "/hooks" }
  }

  /// Keeps the result of a hook that was not started.
  package static func keep(_ result: HookResult, of request: HookRequest) {
    guard let folder else { return }
    HookRecord(time: SystemClock.now().wall, command: request.command.text, result: result)
      .write(to: path(of: request.name, in: folder))
  }

  static func path(of name: HappeningName, in folder: String) -> String { "\(folder)/\(name.hookKey)" }

  /// Rewritten at each run, so it need not survive a power loss. After a failed write, `hooks` has the earlier result.
  package func write(to path: String) {
    let line = "\(time.milliseconds)\t\(result.text)\t\(command)\n"
    try? Files.replace(path, with: Array(line.utf8), isDurable: false)
  }

  /// The last result of this command; nil when it has not run yet.
  package static func read(_ name: HappeningName, _ command: HookCommand, in folder: String?) -> HookRecord? {
    guard let folder, let bytes = try? Files.read(path(of: name, in: folder), limit: 2 * HookCommand.longest) else {
      return nil
    }
    let line = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" }
    let parts = line.split(separator: "\t", maxSplits: 2)
    guard parts.count == 3, let time = Int64(parts[0]), let result = HookResult(parts[1]), parts[2] == command.text
    else { return nil }
    return HookRecord(time: WallTime(milliseconds: time), command: command.text, result: result)
  }
}
