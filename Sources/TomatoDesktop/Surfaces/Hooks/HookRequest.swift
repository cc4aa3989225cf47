// A hook's input, and its encoding for the helper process: fields separated by NUL, which no field can contain.

package import GLibBridge
package import TomatoEngine
internal import TomatoLink
package import TomatoSettings
internal import TomatoWords

/// One run of a hook.
package struct HookRequest: Equatable {
  var name: HappeningName
  package var command: HookCommand
  /// What the hook reads on its standard input: a line of `watch --all --json`.
  package var input: String
  var activity: String
  /// The mode after the event.
  var mode: TimerMode
  /// Empty without a task.
  var task: String
  package var limits = HookRequest.limits
  /// The event's origin, and its time on CLOCK_BOOTTIME.
  var origin = Origin.command
  var at: Duration = .zero

  static let limits = TimedProgram.Limits(run: 10_000, grace: 2000)

  /// The hook's environment variables in addition to the session's.
  package var variables: [(name: String, value: String)] {
    [
      ("TOMATO_EVENT", name.hookKey), ("TOMATO_ACTIVITY", activity), ("TOMATO_MODE", mode.linkName),
      ("TOMATO_TASK", task),
    ]
  }
}

extension HookRequest {
  /// Nil for a program's activity: a program can run commands itself.
  package init?(_ happening: Happening, _ scene: Scene, _ command: HookCommand) {
    let id = happening.activity
    let isThere = scene.content(of: id) != nil
    let last = isThere ? nil : scene.endings.first { $0.activity == id }.map { scene.lastContent(of: $0) }
    let content = last ?? scene.content(after: happening)
    guard content.kind != .job else { return nil }
    let event = StatusJSON.event(happening.name.rawValue, happening.origin, id, isThere ? content : nil)
    let state = content.contentState
    self.init(
      name: happening.name, command: command, input: JSON.line(event), activity: id.description, mode: state.mode,
      task: state.task ?? "", origin: happening.origin, at: scene.now.sinceBoot)
  }

  /// Maximum length in bytes. A command has at most 4 KB; the input is one line of JSON.
  package static let byteLimit = 64 * 1024

  func bytes(record: String?) -> [UInt8] {
    let fields = [
      name.rawValue, command.text, record ?? "", String(limits.run), String(limits.grace), activity, mode.rawValue,
      task, input,
    ]
    return Array(fields.joined(separator: "\0").utf8)
  }

  package static func reading(_ bytes: [UInt8]) -> (request: HookRequest, record: String?)? {
    let fields = String(decoding: bytes, as: UTF8.self).utf8.split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard fields.count == 9, let name = HappeningName(rawValue: fields[0]), let command = HookCommand(fields[1]),
      let run = Int(fields[3]), let grace = Int(fields[4]), let mode = TimerMode(rawValue: fields[6])
    else { return nil }
    let request = HookRequest(
      name: name, command: command, input: fields[8], activity: fields[5], mode: mode, task: fields[7],
      limits: TimedProgram.Limits(run: run, grace: grace))
    return (request, fields[2].isEmpty ? nil : fields[2])
  }
}
