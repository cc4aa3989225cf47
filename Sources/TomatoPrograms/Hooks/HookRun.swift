// Runs one hook: its program, where it runs, and what it has in its environment. For a process that does nothing else.

package import GLibBridge
internal import TomatoDesktop
internal import TomatoEngine
internal import TomatoSettings

enum HookRun {
  /// Blocks until the hook has ended, and with it what it has left behind.
  /// - Parameters:
  ///   - onOutput: gets what it says; nil: that goes nowhere.
  ///   - onEnd: called once.
  static func run(
    _ request: HookRequest, onOutput: ((ArraySlice<UInt8>) -> Void)? = nil, onEnd: (HookResult) -> Void
  ) {
    ThisProcess.ignoreBrokenPipes()
    guard let path = request.command.program else { return onEnd(HookResult(.missing)) }
    ThisProcess.settle(in: Paths.home, adding: request.variables)
    let words = [path] + request.command.words.dropFirst()
    TimedProgram.run(path, words, input: Array((request.input + "\n").utf8), request.limits, onOutput: onOutput) {
      onEnd(HookResult(of: $0, $1))
    }
  }
}

/// `tomato-notifyd hook`, for the daemon: what it is to do comes on standard input, and the result goes to standard
/// output (docs/hooks.md).
package enum HookHelper {
  /// - Returns: 0; 64 when nothing was asked for.
  package static func run(_ output: StandardOutput) -> Int32 {
    guard let (request, record) = HookRequest.reading(ThisProcess.allInput(limit: HookRequest.byteLimit)) else {
      return 64
    }
    HookRun.run(request) { result in
      if let record {
        HookRecord(time: SystemClock.now().wall, command: request.command.text, result: result).write(to: record)
      }
      output.print(result.text)
      // The daemon goes on, although something that the hook has left behind may still be watched.
      ThisProcess.detach()
    }
    return 0
  }
}
