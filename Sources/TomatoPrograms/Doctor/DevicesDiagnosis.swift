// Doctor's findings on camera and microphone, for which a break's alert may wait.

internal import GLibBridge
internal import TomatoWords

extension Findings {
  /// The nodes of the devices.
  struct Devices: Equatable {
    /// `[alert] hold-when-busy`.
    var holdsAlerts: Bool
    var folder: String
    var cameras = 0
    var microphones = 0
    /// The number of devices that this user may not watch.
    var unreadable = 0

    static func examine(holdsAlerts: Bool, in folder: String) -> Devices {
      var it = Devices(holdsAlerts: holdsAlerts, folder: folder)
      for node in DeviceWatch.nodes(in: folder) {
        if node.kind == .camera { it.cameras += 1 } else { it.microphones += 1 }
        if !node.isReadable { it.unreadable += 1 }
      }
      return it
    }
  }
}

extension Diagnosis {
  static func devices(_ found: Findings) -> Diagnosis? {
    guard let devices = found.devices else { return nil }
    guard devices.holdsAlerts else {
      return Diagnosis(.ok, .devices, tr("no alert waits for them, as [alert] hold-when-busy says"))
    }
    guard devices.cameras + devices.microphones > 0 else {
      return Diagnosis(.limited, .devices, tr("there is none in {path}, so no alert waits", ["path": devices.folder]))
    }
    guard devices.unreadable == 0 else {
      return Diagnosis(
        .limited, .devices, tr("this user may not see whether they are in use, so no alert waits"),
        remedy: tr("let an administrator add you to the groups video and audio, then log in again"))
    }
    let finding = tr(
      "the alert of a break waits while one is in use; cameras: {cameras}, microphones: {microphones}",
      ["cameras": String(devices.cameras), "microphones": String(devices.microphones)])
    return Diagnosis(.ok, .devices, finding)
  }
}
