// Has each alert's sound played once: by the notification server with its card, or by us.

internal import TomatoEngine
package import TomatoIsland
internal import TomatoLink
package import TomatoSettings
internal import TomatoWords

package final class Sounds: Observer {
  private let settings: () -> SoundSettings
  private let plan: (IslandUpdate, SoundSettings) -> SoundPlan?
  private let play: (SoundRequest) -> Void
  /// The last sound passed to the server; played by us if the server fails.
  private var given: SoundRequest?
  /// The newest alert, while it is unknown who plays its sound.
  private var held: IslandUpdate?
  /// The last end whose sound was played, and its time on CLOCK_BOOTTIME.
  private var lastEnd: (activity: ActivityID, phase: PhaseToken, at: Duration)?
  /// Ends that share that sound.
  private var joined: [(activity: ActivityID, phase: PhaseToken)] = []
  private var told: SoundSettings?

  /// - plan: who plays an alert's sound; nil while the island waits and this is unknown.
  package init(
    settings: @escaping () -> SoundSettings, plan: @escaping (IslandUpdate, SoundSettings) -> SoundPlan?,
    play: @escaping (SoundRequest) -> Void
  ) {
    (self.settings, self.plan, self.play) = (settings, plan, play)
  }

  package func observe(_ scene: Scene) {
    for update in scene.updates {
      guard let content = scene.content(of: update.activity) else { continue }
      let update = IslandUpdate(content: content, presentation: update.presentation, begins: update.begins)
      if update.isAlert, !isHeardWithAnother(update, scene.now) { hear(update) }
    }
  }

  package func close() { held = nil }

  /// Two ends within this time share one sound.
  private static let oneSound = Duration.seconds(2)

  private func isHeardWithAnother(_ update: IslandUpdate, _ now: Moment) -> Bool {
    switch update.presentation {
    case .alert(.completed), .alert(.nextBegan), .alert(.stillPaused): break
    default: return false
    }
    let (activity, phase) = (update.content.id, update.content.phase)
    guard let last = lastEnd, last.activity != activity, now.sinceBoot - last.at < Self.oneSound else {
      (lastEnd, joined) = ((activity, phase, now.sinceBoot), [])
      return false
    }
    joined.append((activity, phase))
    return true
  }

  private func hear(_ update: IslandUpdate) {
    switch plan(update, settings().usable) {
    case .byServer(_, let request): given = request
    case .byUs(let request): play(request)
    case .nobody: break
    case nil: held = update
    }
  }

  /// The sound that the server gets with this update's card.
  package func cardSound(for update: IslandUpdate) -> Card.Sound? {
    let end = (update.content.id, update.content.phase)
    guard update.isAlert, !joined.contains(where: { $0 == end }) else { return nil }
    guard case .byServer(let sound, _)? = plan(update, settings().usable) else { return nil }
    return sound
  }

  /// The island is open: plays the waiting alert.
  package func playHeld() {
    guard let held else { return }
    self.held = nil
    hear(held)
  }

  /// The server has not played its sound, so we do.
  package func serverDidNotPlay(isInhibited: Bool?) {
    defer { given = nil }
    guard let given, isInhibited != true else { return }
    play(given)
  }

  /// The settings' problem, if not reported yet.
  package func newTrouble() -> String? {
    let settings = settings()
    guard settings != told else { return nil }
    told = settings
    return settings.trouble.map { Answers.defaultSoundInstead($0) }
  }
}

extension SoundPlan {
  /// Decides who plays this update's sound on an island.
  package static func decide(
    _ update: IslandUpdate, _ settings: SoundSettings, on presenter: IslandPresenter, isInhibited: Bool?
  ) -> SoundPlan {
    guard case .alert(let alert) = update.presentation else { return .nobody }
    let maker = presenter.comesUp(update) ? presenter.soundMaker : nil
    return decide(alert, settings, path: settings.path, maker: maker, isInhibited: isInhibited)
  }
}
