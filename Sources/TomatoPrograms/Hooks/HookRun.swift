// Runs one hook's program in its folder and environment. For a process that does nothing else.

package import GLibBridge
internal import TomatoDesktop
internal import TomatoEngine
internal import TomatoSettings

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
