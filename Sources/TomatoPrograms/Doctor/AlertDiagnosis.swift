// Doctor's findings on quiet, on sound, on camera and microphone (alerts may wait until they are free), and on how the
// desktop reports the user's absence.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoEngine
internal import TomatoIsland
internal import TomatoLink
internal import TomatoSettings
internal import TomatoWords

extension Findings {
  /// What the server offers for quiet; nil without a server.
  var quietOffer: QuietOffer? { server.map { $0.profile.quietOffer(hasMakoMode: hasMakoMode) } }
}

extension Diagnosis {
  static func quiet(_ found: Findings) -> Judgement? {
    switch found.quietOffer {
    case nil: nil
    case .yes? where found.isQuiet: .ok(tr("on: messages are held back while a focus runs"))
    case .yes?: .ok(tr("off; possible with this server (tomato-notify quiet on)"))
    case .no(let refusal)?:
      Judgement(
        found.isQuiet ? .limited : .ok, tr("not possible here: {clause}", ["clause": QuietWords.why(refusal)]),
        QuietWords.remedy(refusal))
    }
  }

  static func sound(_ found: Findings) -> Judgement? {
    guard let sound = found.sound else { return nil }
    if let trouble = sound.trouble {
      return .limited(Answers.defaultSoundInstead(trouble), "\"tomato-notify config set alert.sound default\"")
    }
    return switch plan(sound, found) {
    case .nobody: .ok(tr("nothing is heard, as [alert] sound and volume say"))
    case .byServer: .ok(tr("the end of a phase is played by the notification server"))
    case .byUs where sound.hasLibrary: .ok(tr("the end of a phase is played with libcanberra"))
    case .byUs:
      .limited(
        tr("nothing is heard: libcanberra (libcanberra.so.0) is not installed"),
        tr("install it (libcanberra0, libcanberra or libcanberra-pulse)"))
    }
  }

  /// The plan for a phase's end, without do-not-disturb, which has its own line.
  private static func plan(_ sound: Findings.Sound, _ found: Findings) -> SoundPlan {
    let server = found.mode == .off ? nil : found.server
    return SoundPlan.decide(
      .completed(.focus), sound.settings, path: sound.settings.path,
      maker: server.flatMap { $0.profile.soundMaker($0.capabilities) }, isInhibited: nil)
  }

  static func devices(_ found: Findings) -> Judgement? {
    guard let devices = found.devices else { return nil }
    guard devices.holdsAlerts else { return .ok(tr("no alert waits for them, as [alert] hold-when-busy says")) }
    guard devices.cameras + devices.microphones > 0 else {
      return .limited(tr("there is none in {path}, so no alert waits", ["path": devices.folder]))
    }
    guard devices.unreadable == 0 else {
      return .limited(
        tr("this user may not see whether they are in use, so no alert waits"),
        tr("let an administrator add you to the groups video and audio, then log in again"))
    }
    return .ok(
      tr(
        "the alert of a break waits while one is in use; cameras: {cameras}, microphones: {microphones}",
        ["cameras": String(devices.cameras), "microphones": String(devices.microphones)]))
  }

  static func presence(_ found: Findings) -> Judgement? {
    switch found.presence {
    case .notLooked: nil
    case .source(let kind): .ok(kind.finding)
    case .none:
      .limited(
        tr("only a locked screen is noticed: this desktop does not report idle time"),
        tr("swayidle can call \"tomato-notify away\" and \"tomato-notify back\""))
    }
  }
}

extension Findings {
  /// The device files of cameras and microphones.
  struct Devices: Equatable {
    /// `[alert] hold-when-busy`.
    var holdsAlerts: Bool
    var folder: String
    var cameras = 0
    var microphones = 0
    /// The number of devices that this user may not watch.
    var unreadable = 0

    static func examine(holdsAlerts: Bool, in folder: String) -> Devices {
      let nodes = DeviceWatch.nodes(in: folder)
      return Devices(
        holdsAlerts: holdsAlerts, folder: folder, cameras: nodes.count { $0.kind == .camera },
        microphones: nodes.count { $0.kind != .camera }, unreadable: nodes.count { !$0.isReadable })
    }
  }
}

extension Findings.PresenceFound {
  /// Searches like the daemon in a focus. The source watches only for a moment, so it never reports.
  static func examine(_ bus: BusConnection?) -> Self {
    let search = IdleSearch(bus, .here, now: { SystemClock.now().sinceBoot }, report: { _ in })
    defer { search.disarm() }
    search.arm(after: .seconds(24 * 3600))
    _ = MainLoop.turn(until: { search.isSettled }, limitMs: Int(BusQuestions.usualLimitMs))
    return search.activeSource.map { .source($0) } ?? .none
  }
}
