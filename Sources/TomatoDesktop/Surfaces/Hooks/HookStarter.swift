// Starts `tomato-notifyd hook`, the helper process that runs a hook: as a unit of systemd, outside our cgroup and
// system call filter, or else as a child. The helper enforces the limits, even after this process has ended.

package import GLibBridge
internal import TomatoLink

package final class HookStarter {
  private let bus: BusConnection?
  /// The folder for results; nil for none.
  private let folder: () -> String?

  package init(_ bus: BusConnection?, folder: @escaping () -> String? = { HookRecord.folder }) {
    (self.bus, self.folder) = (bus, folder)
  }

  private static let words = ProgramRequest(.hook).line

  package func start(_ request: HookRequest, _ onEnd: @escaping (HookResult) -> Void) {
    guard let bus else { return startAsChild(request, onEnd) }
    do throws(BridgeError) {
      // Processes that a hook has moved into their own session live on.
      let options: [(String, BusValue)] = [("KillMode", .string("process"))]
      try TransientUnit.startHelper("hook", HookWords.unit, Self.words, on: bus, adding: options) { [self] pipes in
        if let pipes { tell(pipes, request, onEnd) } else { startAsChild(request, onEnd) }
      }
    } catch {
      enqueueOnMain { onEnd(HookResult(.lost)) }
    }
  }

  private func startAsChild(_ request: HookRequest, _ onEnd: @escaping (HookResult) -> Void) {
    do throws(BridgeError) {
      let pipes = try HelperPipes()
      try pipes.start(Self.words)
      tell(pipes, request, onEnd)
    } catch {
      enqueueOnMain { onEnd(HookResult(.lost)) }
    }
  }

  private func tell(_ pipes: HelperPipes, _ request: HookRequest, _ onEnd: @escaping (HookResult) -> Void) {
    let record = folder().map { HookRecord.path(of: request.name, in: $0) }
    pipes.tell(request.bytes(record: record)) { text in
      withExtendedLifetime(pipes) { onEnd(HookResult(text.prefix { $0 != "\n" }) ?? HookResult(.lost)) }
    }
  }
}
