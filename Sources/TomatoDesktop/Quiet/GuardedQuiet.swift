// Do-not-disturb on servers that keep it on after we end: a guard process switches it on, and off when its pipe closes.
// The daemon only watches for changes by others.

internal import GLibBridge
internal import TomatoIsland
internal import TomatoLink
internal import TomatoWords

/// One guard at a time.
final class GuardedQuiet: QuietSwitcher {
  private let bus: BusConnection
  private let kind: QuietSwitch
  private let tell: (QuietPolicy.Event) -> Void
  private var companion: Companion?
  private var watch: QuietWatch?
  private var isLetGo = false
  private var number = 0
  private var delay: Timeout?

  init(_ bus: BusConnection, _ kind: QuietSwitch, _ tell: @escaping (QuietPolicy.Event) -> Void) {
    (self.bus, self.kind, self.tell) = (bus, kind, tell)
  }

  func switchOn() {
    number += 1
    let (this, token) = (number, "\(ThisProcess.id)-\(number)-\(SystemClock.steady().inMilliseconds)")
    isLetGo = false
    do throws(BridgeError) {
      companion = try Companion(
        ProgramRequest(.quietGuard, ["on", kind.rawValue, token]).line,
        onLine: { [weak self] in self?.heard($0, this) }, onExit: { [weak self] in self?.ended($0, this) })
    } catch {
      StructuredLog.complain(QuietWords.noGuard(error.description))
      return enqueueOnMain { [tell] in tell(.failed) }
    }
    if let id = companion?.id { moveToScope(id) }
  }

  private func heard(_ line: String, _ guardNumber: Int) {
    guard guardNumber == number, line == QuietGuard.isOn, !isLetGo else { return }
    watch = QuietWatch(bus, kind) { [weak self] in
      guard let self, watch != nil else { return }
      tell(.takenOver)
    }
    tell(.switched)
  }

  private func ended(_ code: Int32, _ guardNumber: Int) {
    guard guardNumber == number, companion != nil else { return }
    (companion, watch) = (nil, nil)
    switch QuietGuard.ExitCode(rawValue: code) {
    case .done?: tellAfterDelay(.ended)
    case .wasOn?: tell(.wasOn)
    case .failed?, .usage?: tell(.failed)
    case .left?:
      StructuredLog.complain(QuietWords.left)
      tell(.ended)
    case nil:
      // The guard was killed; another one undoes its change.
      let hasBegun = QuietGuard.replay { [weak self] in self?.tellAfterDelay(.ended) }
      if !hasBegun { tell(.failed) }
    }
  }

  private func tellAfterDelay(_ event: QuietPolicy.Event) {
    guard kind.cardDelayMilliseconds > 0 else { return tell(event) }
    delay = Timeout(milliseconds: kind.cardDelayMilliseconds) { [weak self] in self?.tell(event) }
  }

  /// Makes the guard undo its change.
  func switchOff() {
    watch = nil
    guard let companion else { return enqueueOnMain { [tell] in tell(.ended) } }
    isLetGo = true
    companion.letGo()
  }

  /// Makes the guard end without undoing its change.
  func forget() {
    watch = nil
    companion?.say(QuietGuard.forget)
    companion?.letGo()
    companion = nil
  }

  /// Moves the guard out of our systemd unit, whose processes all end at once, so that it can undo its change.
  private func moveToScope(_ id: Int32) {
    guard TransientUnit.isThisProcess else { return }
    TransientUnit(
      scope: "tomato-notify-quiet-\(id)", QuietWords.reason, process: id,
      adding: [("TimeoutStopUSec", .uint64(5_000_000))]
    ).start(on: bus) { _ in }
  }
}
