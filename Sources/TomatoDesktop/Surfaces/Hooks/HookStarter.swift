// Starts the process that runs a hook: `tomato-notifyd hook`, outside our cgroup and our system call filter where there
// is systemd, else as a child. In both cases it keeps to the limits by itself, also when this process has gone.

package import GLibBridge
internal import TomatoEngine
internal import TomatoLink
internal import TomatoSettings
internal import TomatoWords

package final class HookStarter {
  private let bus: BusConnection?
  /// Where the results are kept; nil for nowhere.
  private let folder: () -> String?
  private var count = 0
  /// Those whose answer is awaited.
  private var under: [Int: HelperPipes] = [:]

  /// - Parameter bus: the session bus, over which systemd is asked; nil without one.
  package init(_ bus: BusConnection?, folder: @escaping () -> String? = { HookRecord.folder }) {
    (self.bus, self.folder) = (bus, folder)
  }

  /// Returns at once.
  package func start(_ request: HookRequest, _ onEnd: @escaping (HookResult) -> Void) {
    count += 1
    let number = count
    do throws(BridgeError) {
      under[number] = try HelperPipes()
    } catch {
      return enqueueOnMain { onEnd(HookResult(.lost)) }
    }
    let run = Run(number: number, request: request, onEnd: onEnd)
    // Its file may have been replaced; what is there now takes the same words.
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

  /// The helper is told what to do only after systemd has answered: one that comes later finds that nobody wants it.
  private func startAsUnit(_ run: Run, _ bus: BusConnection, _ program: String) {
    guard let pipes = under[run.number] else { return }
    let words = ([program] + ProgramRequest(.hook).line).map { $0.replacingEach("$", with: "$$") }
    let execution = BusValue.tuple([.string(program), .strings(words), .bool(false)])
    let properties: [(String, BusValue)] = [
      ("Description", .string(HookWords.unit)), ("CollectMode", .string("inactive-or-failed")),
      // What a hook has put into a session of its own lives on.
      ("KillMode", .string("process")), ("ExecStart", .array(element: "(sasb)", [execution])),
      ("StandardInputFileDescriptor", .handle(0)), ("StandardOutputFileDescriptor", .handle(1)),
    ]
    let values = properties.map { BusValue.tuple([.string($0), .variant($1)]) }
    let unit = "tomato-notify-hook-\(ThisProcess.id)-\(run.number).service"
    bus.call(
      BusNames.systemd1, BusNames.systemd1Path, BusNames.systemd1Manager, "StartTransientUnit",
      [.string(unit), .string("fail"), .array(element: "(sv)", values), .array(element: "(sa(sv))", [])],
      timeoutMs: 5000, autoStart: false, descriptors: pipes.ends
    ) { [weak self] answer in
      guard let self else { return }
      if (try? answer.get()) != nil { return tell(run) }
      // New pipes: a unit that starts late must not hear what a child is told.
      guard let fresh = try? HelperPipes() else { return finish(run, "") }
      under[run.number] = fresh
      startAsChild(run)
    }
  }

  private func startAsChild(_ run: Run) {
    do throws(BridgeError) {
      try under[run.number]?.start(ProgramRequest(.hook).line)
      tell(run)
    } catch {
      enqueueOnMain { [weak self] in self?.finish(run, "") }
    }
  }

  private func tell(_ run: Run) {
    let record = folder().map { HookRecord.path(of: run.request.name, in: $0) }
    under[run.number]?.tell(run.request.bytes(record: record)) { [weak self] text in self?.finish(run, text) }
  }

  private func finish(_ run: Run, _ text: String) {
    under[run.number] = nil
    run.onEnd(HookResult(text.prefix { $0 != "\n" }) ?? HookResult(.lost))
  }
}
