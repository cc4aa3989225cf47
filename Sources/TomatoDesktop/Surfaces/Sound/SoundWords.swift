// The sentences about playing sounds.

internal import GLibBridge
package import TomatoWords

extension Answers {
  /// The description of the player's systemd unit; not translated.
  static let soundUnit = "TomatoClock: a sound"

  /// The sound's name in a mixer.
  package static func sound(_ occasion: SoundRequest.Occasion) -> String {
    switch occasion {
    case .end: tr("A phase is over")
    case .warning: tr("A phase is almost over")
    case .pause: tr("A pause is over")
    }
  }

  /// - Parameter why: a whole sentence.
  static func cannotPlay(_ why: String) -> String { tr("No sound could be played. {why}", ["why": why]) }

  static func why(_ outcome: SoundOutcome, _ request: SoundRequest) -> String {
    switch outcome {
    case .noLibrary: tr("libcanberra (libcanberra.so.0) is not installed.")
    case .notFound: tr("{sound} was not found.", ["sound": name(request)])
    case .unreadable: tr("{sound} is not readable by libcanberra (Ogg Vorbis or WAV).", ["sound": name(request)])
    case .failed, .played: tr("libcanberra has no sound server or device to play it on.")
    }
  }

  private static func name(_ request: SoundRequest) -> String {
    switch request.sound {
    case .file(let path): path
    case .named(let name): tr("The sound {name} of the sound theme", ["name": name])
    }
  }

  static func playerEnded(_ code: Int32) -> String {
    tr("The player process ended with code {code}.", ["code": String(code)])
  }

  static func soundCutOff(_ seconds: UInt32) -> String {
    tr("The sound was cut off after {n} s.", ["n": String(seconds)])
  }
}
