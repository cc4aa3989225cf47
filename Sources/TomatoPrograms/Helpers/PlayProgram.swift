// `tomato-notifyd play`: the daemon's helper that plays one sound; its exit code, which it prints, is the result.

package import GLibBridge
internal import TomatoDesktop
package import TomatoLink
internal import TomatoWords

package enum PlayProgram {
  /// - Returns: a `SoundOutcome`.
  package static func run(_ request: ProgramRequest, _ output: StandardOutput) throws(Failure) -> Int32 {
    guard let wanted = PlayCommand.reading(request.words) else { throw request.usageError }
    ThisProcess.ignoreBrokenPipes()
    output.print(PlayCommand.greeting)
    guard output.finish() == nil else { return SoundOutcome.failed.rawValue }
    let sound: SoundLibrary.Sound =
      switch wanted.sound {
      case .named(let name): .named(name)
      case .file(let path): .file(path)
      }
    let code = SoundLibrary.play(
      sound, percent: wanted.volume, application: BusNames.application, description: Answers.sound(wanted.occasion),
      limit: PlayCommand.limitSeconds
    ).rawValue
    output.print(String(code))
    return code
  }
}
