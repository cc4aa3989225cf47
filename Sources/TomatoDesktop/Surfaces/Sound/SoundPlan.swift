// What makes the sound of an alert: the server or we. Pure: settings, server and do-not-disturb are arguments.
//
// Rules:
// - A phase's end, the warning before it and the end of a pause of a length are heard, nothing else is.
// - Once: the server plays it, or we do, never both. A card whose sound is ours, or that has none, asks for silence.
// - The server plays what it can: a sound of the theme at full volume. What it cannot (an own file, another volume)
//   is ours, as is everything where no card comes up.
// - With do-not-disturb on, ours is silent; a server that was given a sound decides by itself.

package import TomatoEngine
package import TomatoIsland
package import TomatoSettings

/// A sound that is ours to play.
package nonisolated struct SoundRequest: Sendable, Hashable {
  package enum Sound: Sendable, Hashable {
    case named(String)
    /// An absolute path.
    case file(String)
  }

  /// Compared by importance: what is more important takes the place of what is being played.
  package enum Occasion: Int, Sendable, Hashable, Comparable {
    case warning, end, pause

    private var importance: Int {
      switch self {
      case .warning: 0
      case .pause: 1
      case .end: 2
      }
    }

    package static func < (a: Occasion, b: Occasion) -> Bool { a.importance < b.importance }
  }

  package var sound: Sound
  /// 1 to 100.
  package var volume: Int
  package var occasion: Occasion
}

package nonisolated enum SoundPlan: Sendable, Equatable {
  /// With this, and it is to be played by us if the server does not take it after all.
  case byServer(Card.Sound, else: SoundRequest)
  case byUs(SoundRequest)
  case nobody

  /// - Parameters:
  ///   - maker: who makes sounds where the card comes up; nil when none comes up.
  ///   - isInhibited: do-not-disturb is on; nil when nobody can say.
  package static func decide(
    _ alert: AlertConfiguration, _ settings: SoundSettings, path: String?, maker: ServerProfile.Sound?,
    isInhibited: Bool?
  ) -> SoundPlan {
    guard let request = request(alert, settings, path) else { return .nobody }
    if request.volume == 100, case .named(let name) = request.sound {
      switch maker {
      case .byName?: return .byServer(.named(name), else: request)
      case .byItself? where settings.sound == .standard: return .byServer(.servers, else: request)
      case .byNameIfCapable?, .byItself?, .ours?, nil: break
      }
    }
    return isInhibited == true ? .nobody : .byUs(request)
  }

  /// What is to be heard of this; nil: nothing.
  private static func request(
    _ alert: AlertConfiguration, _ settings: SoundSettings, _ path: String?
  ) -> SoundRequest? {
    guard settings.sound != .off, settings.volume > 0 else { return nil }
    switch alert {
    case .completed, .nextBegan:
      return SoundRequest(sound: end(settings, path), volume: settings.volume, occasion: .end)
    case .almostOver:
      return SoundRequest(sound: .named(SoundSettings.warning), volume: settings.volume, occasion: .warning)
    case .stillPaused:
      return SoundRequest(sound: end(settings, path), volume: settings.volume, occasion: .pause)
    case .said(_, isHeard: true):
      return SoundRequest(sound: end(settings, path), volume: settings.volume, occasion: .end)
    case .said, .returned, .wasAway: return nil
    }
  }

  private static func end(_ settings: SoundSettings, _ path: String?) -> SoundRequest.Sound {
    switch settings.sound {
    case .named(let name): .named(name)
    case .file: path.map { .file($0) } ?? .named(SoundSettings.end)
    case .standard, .off: .named(SoundSettings.end)
    }
  }
}
