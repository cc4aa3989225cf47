// Decides whether the server or we play an alert's sound. Pure: settings, server and do-not-disturb are arguments.
//
// Rules:
// - Only a phase's end, the warning before it, the end of a timed pause and a program's audible alert have a sound.
// - Either the server or we play it, never both. A card without a sound, or with ours, requests silence.
// - The server plays theme sounds at full volume. We play own files and other volumes, and all sounds without a card.
// - With do-not-disturb on we play nothing; a server decides by itself about its sounds.

package import GLibBridge
package import TomatoEngine
package import TomatoIsland
package import TomatoSettings

package nonisolated struct SoundRequest: Sendable, Hashable {
  /// Compared by importance: `warning`, `pause`, `end`. A more important sound follows the one being played.
  package enum Occasion: Int, Sendable, Hashable, Comparable {
    case warning, end, pause

    package static func < (a: Occasion, b: Occasion) -> Bool {
      b != .warning && (a == .warning || a == .pause && b == .end)
    }
  }

  package var sound: SoundLibrary.Sound
  /// 1 to 100.
  package var volume: Int
  package var occasion: Occasion
}

package nonisolated enum SoundPlan: Sendable, Equatable {
  /// The server plays this; `else` is for us if the server does not show the card.
  case byServer(Card.Sound, else: SoundRequest)
  case byUs(SoundRequest)
  case nobody

  /// - maker: who plays sounds on the card's server; nil without a card.
  /// - isInhibited: do-not-disturb is on; nil if unknown.
  package static func decide(
    _ alert: AlertConfiguration, _ settings: SoundSettings, path: String?, maker: ServerProfile.Sound?,
    isInhibited: Bool?
  ) -> SoundPlan {
    guard let request = request(alert, settings, path) else { return .nobody }
    if request.volume == 100, case .named(let name) = request.sound {
      switch maker {
      case .byName?: return .byServer(.named(name), else: request)
      case .byItself? where settings.sound == .standard: return .byServer(.serverDefault, else: request)
      case .byNameIfCapable?, .byItself?, .ours?, nil: break
      }
    }
    return isInhibited == true ? .nobody : .byUs(request)
  }

  private static func request(
    _ alert: AlertConfiguration, _ settings: SoundSettings, _ path: String?
  ) -> SoundRequest? {
    guard settings.sound != .off, settings.volume > 0, let occasion = occasion(alert) else { return nil }
    let sound: SoundLibrary.Sound = occasion == .warning ? .named(SoundSettings.warning) : end(settings, path)
    return SoundRequest(sound: sound, volume: settings.volume, occasion: occasion)
  }

  private static func occasion(_ alert: AlertConfiguration) -> SoundRequest.Occasion? {
    switch alert {
    case .completed, .nextBegan, .ofProgram(_, isHeard: true): .end
    case .almostOver: .warning
    case .stillPaused: .pause
    case .ofProgram, .returned, .wasAway: nil
    }
  }

  private static func end(_ settings: SoundSettings, _ path: String?) -> SoundLibrary.Sound {
    switch settings.sound {
    case .named(let name): .named(name)
    case .file: path.map { .file($0) } ?? .named(SoundSettings.end)
    case .standard, .off: .named(SoundSettings.end)
    }
  }
}
