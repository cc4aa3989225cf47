// The command line of the daemon's sound helper, `tomato-notifyd play`.

internal import GLibBridge
internal import TomatoLink

package enum PlayCommand {
  /// Maximum playing time in seconds; also the time limit for a hanging sound server.
  package static let limitSeconds: UInt32 = 60
  /// SIGALRM, which enforces the limit.
  static let alarmSignal: Int32 = 14

  static func words(_ request: SoundRequest) -> [String] {
    let (kind, text) =
      switch request.sound {
      case .named(let name): ("named", name)
      case .file(let path): ("file", path)
      }
    return ProgramRequest(.play, [kind, text, String(request.volume), String(request.occasion.rawValue)]).line
  }

  /// Printed by the helper before it plays. If nobody reads it, nothing is played.
  package static let greeting = "ready"

  /// The helper's exit code, by what it printed: greeting, then code. Without a code a signal ended it.
  static func code(_ said: String, after duration: Duration) -> Int32 {
    let lines = said.split(separator: "\n")
    if lines.count == 2, lines[0] == greeting, let code = Int32(lines[1]) { return code }
    let kill: Int32 = 9
    return 128 + (duration >= .seconds(Int64(limitSeconds)) ? alarmSignal : kill)
  }

  /// - Parameter words: the four arguments after the program's name.
  /// - Returns: nil if they name no valid sound.
  package static func reading(_ words: [String]) -> SoundRequest? {
    guard let volume = Int(words[2]), (1...100).contains(volume),
      let occasion = Int(words[3]).flatMap(SoundRequest.Occasion.init)
    else { return nil }
    switch words[0] {
    case "named": return SoundRequest(sound: .named(words[1]), volume: volume, occasion: occasion)
    case "file" where words[1].hasPrefix("/"):
      return SoundRequest(sound: .file(words[1]), volume: volume, occasion: occasion)
    default: return nil
    }
  }
}
