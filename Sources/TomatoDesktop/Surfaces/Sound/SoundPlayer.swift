// Plays sounds in a process of its own: the daemon's program starts as `tomato-notifyd play`, which loads libcanberra,
// plays, and ends. What libcanberra and the sound server's library leave behind goes with it (decision 0009).

package import GLibBridge
internal import TomatoSettings
internal import TomatoWords

/// Plays one sound at a time. Meanwhile the newest more important request waits; the others are dropped.
package final class SoundPlayer {
  typealias OnExit = @MainActor (Int32) -> Void
  typealias Start = @MainActor (_ words: [String], _ onExit: @escaping OnExit) throws(BridgeError) -> Void

  private let start: Start
  private let complain: (String) -> Void
  private var playing: SoundRequest?
  private var next: SoundRequest?
  /// Complaints already reported, so that each is reported once.
  private var known: Set<String> = []

  init(start: @escaping Start, complain: @escaping (String) -> Void) {
    (self.start, self.complain) = (start, complain)
  }

  package convenience init(_ starter: SoundStarter, complain: @escaping (String) -> Void) {
    self.init(start: starter.start, complain: complain)
  }

  package func play(_ request: SoundRequest) {
    guard let playing else { return begin(request) }
    // An end during another end's sound is dropped: one sound is enough.
    guard request.occasion > playing.occasion else { return }
    if let next, next.occasion > request.occasion { return }
    next = request
  }

  private func begin(_ request: SoundRequest) {
    do throws(BridgeError) {
      try start(PlayCommand.words(request)) { [weak self] code in self?.ended(request, code) }
      playing = request
    } catch {
      tell(Answers.cannotPlay(error.description))
    }
  }

  private func ended(_ request: SoundRequest, _ code: Int32) {
    playing = nil
    switch SoundOutcome(rawValue: code) {
    case .played?: break
    case let outcome?:
      tell(Answers.cannotPlay(Answers.why(outcome, request)))
      // An invalid file is only detected now; play the default, so that the end is heard.
      if case .file = request.sound, outcome == .unreadable || outcome == .notFound {
        let (volume, occasion) = (request.volume, request.occasion)
        next = next ?? SoundRequest(sound: .named(SoundSettings.end), volume: volume, occasion: occasion)
      }
    case nil where code == 128 + PlayCommand.alarmSignal: tell(Answers.soundCutOff(PlayCommand.limitSeconds))
    case nil: tell(Answers.cannotPlay(Answers.playerEnded(code)))
    }
    guard let next else { return }
    self.next = nil
    begin(next)
  }

  private func tell(_ sentence: String) {
    if known.insert(sentence).inserted { complain(sentence) }
  }
}

/// Starts `tomato-notifyd play`. If the daemon is a unit of systemd, the helper becomes another unit, because a sound
/// server may be on another machine (PULSE_SERVER=tcp:…) and the daemon's unit opens no Internet sockets. Else a child.
package final class SoundStarter {
  private let bus: () -> BusConnection?
  private let isUnit: Bool

  package init(_ bus: @escaping () -> BusConnection?, isUnit: Bool = TransientUnit.isThisProcess) {
    (self.bus, self.isUnit) = (bus, isUnit)
  }

  /// The player's `Start` function. Returns at once.
  func start(_ words: [String], _ onExit: @escaping SoundPlayer.OnExit) throws(BridgeError) {
    guard isUnit, let bus = bus() else {
      try Spawn.helper(words, onExit: onExit)
      return
    }
    let began = SystemClock.steady()
    try TransientUnit.startHelper("sound", Answers.soundUnit, words, on: bus) { pipes in
      if let pipes {
        return pipes.tell([]) { said in
          withExtendedLifetime(pipes) { onExit(PlayCommand.code(said, after: SystemClock.steady() - began)) }
        }
      }
      do throws(BridgeError) { try Spawn.helper(words, onExit: onExit) } catch { onExit(SoundOutcome.failed.rawValue) }
    }
  }
}
