// Starts `tomato-notifyd hook`, the helper process that runs a hook: as a unit of systemd, outside our cgroup and
// system call filter, or else as a child. The helper enforces the limits, even after this process has ended.

package import GLibBridge
internal import TomatoEngine
internal import TomatoLink
internal import TomatoSettings
internal import TomatoWords

package final class HookStarter {
  private let bus: BusConnection?
  /// The folder for results; nil for none.
  private let folder: () -> String?
  private var count = 0
  /// The pipes of helpers whose result is pending.
  private var pending: [Int: HelperPipes] = [:]

  /// - Parameter bus: the session bus, over which systemd is asked; nil without one.
  package init(_ bus: BusConnection?, folder: @escaping () -> String? = { HookRecord.folder }) {
    (self.bus, self.folder) = (bus, folder)
  }

  /// Returns at once.
  package func start(_ request: HookRequest, _ onEnd: @escaping (HookResult) -> Void) {
    count += 1
    let number = count
    do throws(BridgeError) {
      pending[number] = try HelperPipes()
    } catch {
      return enqueueOnMain { onEnd(HookResult(.lost)) }
    }
    let run = Run(number: number, request: request, onEnd: onEnd)
    // Our executable may have been replaced; the new one takes the same arguments.
    guard let bus, let program = ThisProcess.program(ofProcess: Int(ThisProcess.id)) else {
      return startAsChild(run)
    }
    startAsUnit(run, bus, program)
  }

  private struct Run {
    var number: Int
    var request: HookRequest
    var onEnd: (HookResult) -> Void
  }

  /// Sends the helper its task only after systemd has answered, so that a unit which starts later does nothing.
  private func startAsUnit(_ run: Run, _ bus: BusConnection, _ program: String) {
    guard let pipes = pending[run.number] else { return }
    // Processes that a hook has moved into their own session live on.
    TransientUnit(
      service: "tomato-notify-hook-\(ThisProcess.id)-\(run.number)", HookWords.unit,
      [program] + ProgramRequest(.hook).line, streams: true, adding: [("KillMode", .string("process"))]
    ).start(on: bus, descriptors: pipes.ends) { [weak self] hasBegun in
      guard let self else { return }
      if hasBegun { return tell(run) }
      // New pipes, so that a unit which starts late does not get the child's task.
      guard let fresh = try? HelperPipes() else { return finish(run, "") }
      pending[run.number] = fresh
      startAsChild(run)
    }
  }

  private func startAsChild(_ run: Run) {
    do throws(BridgeError) {
      try pending[run.number]?.start(ProgramRequest(.hook).line)
      tell(run)
    } catch {
      enqueueOnMain { [weak self] in self?.finish(run, "") }
    }
  }

  private func tell(_ run: Run) {
    let record = folder().map { HookRecord.path(of: run.request.name, in: $0) }
    pending[run.number]?.tell(run.request.bytes(record: record)) { [weak self] text in self?.finish(run, text) }
  }

  private func finish(_ run: Run, _ text: String) {
    pending[run.number] = nil
    run.onEnd(HookResult(text.prefix { $0 != "\n" }) ?? HookResult(.lost))
  }
}
