// `tomato-notifyd hooks`: lists the hooks and how they ended last; `hooks test EVENT` runs one with example data.
// `tomato-notifyd hook`: the daemon's helper, which runs one.

package import GLibBridge
internal import TomatoDesktop
internal import TomatoEngine
package import TomatoLink
internal import TomatoSettings
internal import TomatoWords

package enum HooksProgram {
  /// - Returns: 0; 1 if the tested hook failed.
  /// - Throws: 65 for an unknown event, or one without a hook.
  package static func run(_ request: ProgramRequest, _ output: StandardOutput) throws(Failure) -> Int32 {
    let hooks = ConfigurationWatch().current.hooks
    switch request.words.first {
    case "test": return try test(request, hooks, output)
    case "events": output.print(ShellCompletions.text(HookEvent.all.map(\.name.hookKey)))
    default: output.print(list(hooks, HookRecord.folder, at: SystemClock.now().wall))
    }
    return 0
  }

  static func list(_ hooks: [HappeningName: HookCommand], _ folder: String?, at now: WallTime) -> String {
    let rows = HookEvent.all.compactMap { event in
      hooks[event.name].map { ("\(event.name.hookKey) = \($0.text)", finding(event.name, $0, folder, at: now)) }
    }
    guard !rows.isEmpty else { return HookWords.none }
    return ConfigurationCommand.aligned(rows).joined(separator: "\n")
  }

  /// A hook's last result or problem, as a part of a sentence.
  static func finding(
    _ name: HappeningName, _ command: HookCommand, _ folder: String?, at now: WallTime
  ) -> String {
    if let trouble = command.trouble { return trouble }
    guard let last = HookRecord.read(name, command, in: folder) else { return HookWords.notRun }
    return HookWords.last(HookWords.result(last.result), at: Words.clock(last.time, beside: now))
  }

  private static let mostShown = 64 * 1024

  private static func test(
    _ asked: ProgramRequest, _ hooks: [HappeningName: HookCommand], _ output: StandardOutput
  ) throws(Failure) -> Int32 {
    guard let event = HookEvent.find(asked.words[1]) else {
      throw Failure(.badValue, said: HookWords.unknown(asked.words[1], HookEvent.all.map(\.name.hookKey)))
    }
    guard let command = hooks[event.name] else {
      throw Failure(.badValue, said: HookWords.notSet(event.name.hookKey))
    }
    if let trouble = command.trouble { throw Failure(.refused, said: trouble) }
    guard let request = example(event, command, at: SystemClock.now()) else { throw asked.usageError }
    output.print(HookWords.runs(command.text))
    output.print(HookWords.has(request.variables.map { "\($0)=\($1)" }.joined(separator: " ")))
    output.print(HookWords.reads(request.input))
    var shown: [UInt8] = []
    var left = 0
    var isGood = false
    HookRun.run(request) { bytes in
      let kept = bytes.prefix(mostShown - shown.count)
      shown += kept
      left += bytes.count - kept.count
    } onEnd: { result in
      isGood = result.isGood
      output.print(shown.isEmpty ? HookWords.saysNothing : HookWords.says)
      if !shown.isEmpty { output.print(shownLines(shown)) }
      if left > 0 { output.print(HookWords.more(left)) }
      output.print(HookWords.result(result))
    }
    return isGood ? 0 : 1
  }

  /// The lines without terminal control characters.
  private static func shownLines(_ bytes: [UInt8]) -> String {
    let whole = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
    return whole.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      "  " + SafeText.printable(String(decoding: line, as: UTF8.self).replacingEach("\t", with: "  "))
    }.joined(separator: "\n")
  }

  /// The event with example data, made by an engine of its own; nil if it cannot be produced.
  static func example(_ event: HookEvent, _ command: HookCommand, at now: Moment) -> HookRequest? {
    let name = event.name
    // A fixed uptime, independent of this machine's.
    let end = Moment(sinceBoot: .hours(48), awake: .hours(48), wall: now.wall, boot: now.boot)
    let length: Duration = name == .onStart ? .zero : name == .onComplete ? .minutes(25) : .minutes(10)
    let began = end.later(by: .zero - length)
    var engine = Engine(settings: Settings())
    let focus = Intent(.start, mode: .focus, duration: .minutes(25), task: HookWords.task)
    let intents = event.example.first?.verb.begins == true ? event.example : [focus] + event.example
    var effects: [Effect] = []
    for (place, intent) in intents.enumerated() {
      effects += engine.handle(.intent(intent, .command), at: place == 0 ? began : end)
    }
    effects += engine.handle(.alarm, at: end)
    let happenings = effects.compactMap { if case .announce(let happening) = $0 { happening } else { nil } }
    let happening = happenings.last { $0.name == name } ?? Happening(name, .command, .pomodoro)
    return HookRequest(happening, Scene(engine, at: end), command)
  }
}

extension Moment {
  /// All clocks together, for made-up time.
  func later(by length: Duration) -> Moment {
    Moment(sinceBoot: sinceBoot + length, awake: awake + length, wall: wall + length, boot: boot)
  }
}

/// Runs one hook's program in its folder and environment. For a process that does nothing else.
enum HookRun {
  /// Blocks until the hook and all processes in its group have ended.
  /// - Parameter onOutput: gets its output; nil discards it.
  static func run(
    _ request: HookRequest, onOutput: ((ArraySlice<UInt8>) -> Void)? = nil, onEnd: (HookResult) -> Void
  ) {
    ThisProcess.ignoreBrokenPipes()
    guard let path = request.command.program else { return onEnd(HookResult(.missing)) }
    ThisProcess.settle(in: Paths.home, adding: request.variables)
    let words = [path] + request.command.words.dropFirst()
    TimedProgram.run(path, words, input: Array((request.input + "\n").utf8), request.limits, onOutput: onOutput) {
      onEnd(HookResult(.ran($0), $1))
    }
  }
}

/// `tomato-notifyd hook`, the daemon's helper: reads the request from standard input, and writes the result to standard
/// output (docs/hooks.md).
package enum HookHelper {
  /// - Returns: 0; 64 for invalid input.
  package static func run(_ output: StandardOutput) -> Int32 {
    guard let (request, record) = HookRequest.reading(ThisProcess.allInput(limit: HookRequest.byteLimit)) else {
      return 64
    }
    HookRun.run(request) { result in
      if let record {
        HookRecord(time: SystemClock.now().wall, command: request.command.text, result: result).write(to: record)
      }
      output.print(result.text)
      // Lets the daemon go on, although processes left by the hook may still be watched.
      ThisProcess.detach()
    }
    return 0
  }
}
