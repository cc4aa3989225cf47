// Doctor's findings on the sound of a phase's end.

internal import TomatoDesktop
internal import TomatoEngine
internal import TomatoIsland
internal import TomatoLink
internal import TomatoSettings
internal import TomatoWords

extension Diagnosis {
  static func sound(_ found: Findings) -> Diagnosis? {
    guard let sound = found.sound else { return nil }
    if let trouble = sound.trouble {
      return Diagnosis(
        .limited, .sound, Answers.defaultSoundInstead(trouble),
        remedy: "\"tomato-notify config set alert.sound default\"")
    }
    switch plan(sound, found) {
    case .nobody: return Diagnosis(.ok, .sound, tr("nothing is heard, as [alert] sound and volume say"))
    case .byServer: return Diagnosis(.ok, .sound, tr("the end of a phase is played by the notification server"))
    case .byUs:
      guard sound.hasLibrary else {
        return Diagnosis(
          .limited, .sound, tr("nothing is heard: libcanberra (libcanberra.so.0) is not installed"),
          remedy: tr("install it (libcanberra0, libcanberra or libcanberra-pulse)"))
      }
      return Diagnosis(.ok, .sound, tr("the end of a phase is played with libcanberra"))
    }
  }

  /// The plan for a phase's end, without do-not-disturb, which has its own line.
  private static func plan(_ sound: Findings.Sound, _ found: Findings) -> SoundPlan {
    var maker: ServerProfile.Sound?
    if case .found(let server) = found.notifications, found.mode != .off {
      let profile = ServerProfile.profile(name: server.name, vendor: server.vendor, version: server.version)
      maker = profile.soundMaker(server.capabilities)
    }
    return SoundPlan.decide(
      .completed(.focus), sound.settings, path: sound.settings.path, maker: maker, isInhibited: nil)
  }
}
