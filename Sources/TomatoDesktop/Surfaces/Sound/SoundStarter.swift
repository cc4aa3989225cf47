// Starts `tomato-notifyd play`. If the daemon is a unit of systemd, the helper becomes another unit, because a sound
// server may be on another machine (PULSE_SERVER=tcp:…) and the daemon's unit opens no Internet sockets. Else a child.

package import GLibBridge
internal import TomatoWords

package final class SoundStarter {
  private let bus: () -> BusConnection?
  private let isUnit: Bool
  private var count = 0

  /// - Parameters:
  ///   - bus: the session bus, over which systemd is asked; nil without one.
  ///   - isUnit: whether the daemon is a unit of systemd.
  package init(_ bus: @escaping () -> BusConnection?, isUnit: Bool = TransientUnit.isThisProcess) {
    (self.bus, self.isUnit) = (bus, isUnit)
  }

  /// Returns at once; `SoundPlayer.Start`.
  func start(_ words: [String], _ onExit: @escaping SoundPlayer.OnExit) throws(BridgeError) {
    guard isUnit, let bus = bus(), let program = ThisProcess.program(ofProcess: Int(ThisProcess.id)) else {
      try Spawn.helper(words, onExit: onExit)
      return
    }
    let pipes = try HelperPipes()
    count += 1
    let began = SystemClock.steady()
    TransientUnit(
      service: "tomato-notify-sound-\(ThisProcess.id)-\(count)", Answers.soundUnit, [program] + words, streams: true
    ).start(on: bus, descriptors: pipes.ends) { hasBegun in
      if hasBegun {
        return pipes.tell([]) { said in
          onExit(PlayCommand.code(said, after: SystemClock.steady() - began))
          withExtendedLifetime(pipes) {}
        }
      }
      // The pipes close here, so a unit that starts late plays nothing.
      do throws(BridgeError) { try Spawn.helper(words, onExit: onExit) } catch { onExit(SoundOutcome.failed.rawValue) }
    }
  }
}
