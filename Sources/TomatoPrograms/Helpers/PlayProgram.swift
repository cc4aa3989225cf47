// `tomato-notifyd play`: the daemon's helper that plays one sound; its exit code is the result.

internal import GLibBridge
internal import TomatoDesktop
package import TomatoLink
internal import TomatoWords

package enum PlayProgram {
  /// - Returns: a `SoundOutcome`.
  package static func run(_ request: ProgramRequest) throws(Failure) -> Int32 {
    guard let wanted = PlayCommand.reading(request.words) else { throw request.usageError }
    let sound: SoundLibrary.Sound =
      switch wanted.sound {
      case .named(let name): .named(name)
      case .file(let path): .file(path)
      }
    return SoundLibrary.play(
      sound, percent: wanted.volume, application: BusNames.application, description: Answers.sound(wanted.occasion),
      limit: PlayCommand.limitSeconds
    ).rawValue
  }
}
