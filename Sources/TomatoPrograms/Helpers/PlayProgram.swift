// `tomato-notifyd play`: plays one sound and ends. The daemon's helper; the exit code says what became of it.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoWords

package enum PlayProgram {
  /// - Parameter words: after `play`.
  /// - Returns: a `SoundOutcome`, or 64 for wrong usage.
  package static func run(_ words: [String]) -> Int32 {
    guard words.count == 4, let volume = Int(words[2]), (1...100).contains(volume),
      let occasion = Int(words[3]).flatMap(SoundRequest.Occasion.init)
    else { return wrongUsage() }
    let sound: SoundLibrary.Sound
    switch words[0] {
    case "named": sound = .named(words[1])
    case "file" where words[1].hasPrefix("/"): sound = .file(words[1])
    default: return wrongUsage()
    }
    return SoundLibrary.play(
      sound, percent: volume, application: BusNames.application, description: Answers.sound(occasion),
      limit: PlayCommand.limitSeconds
    ).rawValue
  }

  private static func wrongUsage() -> Int32 { StandardStreams.complain(Answers.playUsage, 64) }
}
