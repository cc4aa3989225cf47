// What doctor says about the sound of a phase's end.

internal import TomatoDesktop
internal import TomatoEngine
internal import TomatoIsland
internal import TomatoLink
internal import TomatoSettings
internal import TomatoWords

extension Diagnosis {
  static func sound(_ found: Findings) -> [Diagnosis] {
    guard let sound = found.sound else { return [] }
    if let trouble = sound.trouble {
      return [Diagnosis(.limited, .sound, Answers.defaultSoundInstead(trouble), remedy: DoctorWords.setSound)]
    }
    switch plan(sound, found) {
    case .nobody: return [Diagnosis(.ok, .sound, DoctorWords.soundOff)]
    case .byServer: return [Diagnosis(.ok, .sound, DoctorWords.soundByServer)]
    case .byUs:
      guard sound.hasLibrary else {
        return [Diagnosis(.limited, .sound, DoctorWords.noSoundLibrary, remedy: DoctorWords.installSoundLibrary)]
      }
      return [Diagnosis(.ok, .sound, DoctorWords.soundByUs)]
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
