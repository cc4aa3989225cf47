// Between the shell and the island: an alert on its way to the card gets its sound, or is heard by us.

internal import TomatoEngine
internal import TomatoIsland

/// Sees to it that each alert is heard once.
final class Sounder {
  /// What is known of the desktop at the time of an alert.
  struct Surroundings {
    /// Nil when the alert brings up no card, or no server is known.
    var maker: ServerProfile.Sound?
    var isInhibited: Bool?
  }

  private let settings: () -> SoundSettings
  private let play: (SoundRequest) -> Void
  /// What the server was given last, and has not failed to play yet.
  private var given: SoundRequest?
  /// The settings about whose trouble the person has been told.
  private var told: SoundSettings?

  /// - Parameters:
  ///   - settings: as they are now.
  ///   - play: plays a sound; returns at once.
  init(settings: @escaping () -> SoundSettings, play: @escaping (SoundRequest) -> Void) {
    (self.settings, self.play) = (settings, play)
  }

  /// One that plays with libcanberra, in a process of its own.
  /// - Parameter complain: takes one sentence on what cannot be played.
  static func live(
    settings: @escaping () -> SoundSettings, complain: @escaping (String) -> Void
  ) -> Sounder {
    let player = SoundPlayer(complain: complain)
    return Sounder(settings: settings, play: player.play)
  }

  /// An update on its way to the island: with the sound that the server is to make, or played by us.
  func take(_ update: IslandUpdate, _ surroundings: Surroundings) -> IslandUpdate {
    guard case .alert(let alert) = update.presentation else { return update }
    let settings = settings().usable
    let plan = SoundPlan.decide(
      alert, settings, path: settings.path, maker: surroundings.maker, isInhibited: surroundings.isInhibited)
    var update = update
    switch plan {
    case .byServer(let sound, let request): (update.sound, given) = (sound, request)
    case .byUs(let request): play(request)
    case .nobody: break
    }
    return update
  }

  /// The server has not played what it was given.
  func wasUnheard(isInhibited: Bool?) {
    defer { given = nil }
    guard let given, isInhibited != true else { return }
    play(given)
  }

  /// What is wrong with the settings, if it has not been told yet.
  func newTrouble() -> String? {
    let settings = settings()
    guard settings != told else { return nil }
    told = settings
    return settings.trouble.map { Answers.defaultSoundInstead($0) }
  }
}

extension IslandPresenter {
  /// Who makes the sound of this update's alert.
  func soundMaker(of update: IslandUpdate) -> ServerProfile.Sound? { comesUp(update) ? soundMaker : nil }
}
