// What a hook gets, and how the process that runs it is told: fields with a NUL between, which none of them can hold.

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
  /// As it is afterwards. - task: empty without one.
  var mode: TimerMode
  var task: String
  package var limits = HookRequest.limits
  /// What led to the event, and when it was, on CLOCK_BOOTTIME.
  var origin = Origin.command
  var at: Duration = .zero

  static let limits = TimedProgram.Limits(run: 10_000, grace: 2000)

  /// What the hook has in its environment beside what the session has.
  package var variables: [(name: String, value: String)] {
    [
      ("TOMATO_EVENT", name.hookKey), ("TOMATO_ACTIVITY", activity), ("TOMATO_MODE", mode.linkName),
      ("TOMATO_TASK", task),
    ]
  }
}

extension HookRequest {
  /// Nil for what has no hook: activities of programs, which can run what they want by themselves.
  package init?(_ happening: Happening, _ scene: Scene, _ command: HookCommand) {
    let id = happening.activity
    let isThere = scene.content(of: id) != nil
    let last = isThere ? nil : scene.endings.first { $0.activity == id }.map { scene.remains(of: $0) }
    let content = last ?? scene.content(after: happening)
    guard content.kind != .job else { return nil }
    let event = StatusJSON.event(happening.name.rawValue, happening.origin, id, isThere ? content : nil)
    let state = content.contentState
    self.init(
      name: happening.name, command: command, input: JSON.line(event), activity: id.description, mode: state.mode,
      task: state.task ?? "", origin: happening.origin, at: scene.now.sinceBoot)
  }

  /// At most 64 KiB: what a program says of its activity has 4 KB, a command as much.
  package static let byteLimit = 64 * 1024

  /// As the process reads it that runs the hook.
  /// - Parameter record: the file for the result.
  func bytes(record: String?) -> [UInt8] {
    let fields = [
      name.rawValue, command.text, record ?? "", String(limits.run), String(limits.grace), activity, mode.rawValue,
      task, input,
    ]
    return Array(fields.joined(separator: "\0").utf8)
  }

  /// Nil for anything else, such as nothing.
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
