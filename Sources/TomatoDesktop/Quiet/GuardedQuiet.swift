// Do-not-disturb on servers that keep it on after we end: a guard process switches it on, and off when its pipe closes.
// The daemon only watches for changes by others.

internal import GLibBridge
internal import TomatoLink
internal import TomatoWords

/// Starts processes; replaced in tests.
package struct QuietProcesses {
  typealias OnExit = @MainActor (Int32) -> Void
  var guarding:
    @MainActor (_ words: [String], _ onLine: @escaping @MainActor (String) -> Void, _ onExit: @escaping OnExit)
      throws(BridgeError) -> any QuietGuardProcess = { (words, onLine, onExit) throws(BridgeError) in
        try Companion(words, onLine: onLine, onExit: onExit)
      }
  var helping: @MainActor (_ words: [String], _ onExit: @escaping OnExit) throws(BridgeError) -> Void = {
    (words, onExit) throws(BridgeError) in try Spawn.helper(words, onExit: onExit)
  }
}

/// A running guard.
protocol QuietGuardProcess: AnyObject {
  var id: Int32 { get }
  func say(_ line: String)
  func letGo()
}

extension Companion: QuietGuardProcess {}

/// One guard at a time.
final class GuardedQuiet: QuietSwitcher {
  private let bus: BusConnection
  private let kind: QuietSwitch
  private let processes: QuietProcesses
  private let tell: (QuietPolicy.Event) -> Void
  private let complain: (String) -> Void
  private var companion: (any QuietGuardProcess)?
  private var watch: QuietWatch?
  private var isLetGo = false
  private var number = 0
  private var delay: Timeout?

  init(
    _ bus: BusConnection, _ kind: QuietSwitch, _ processes: QuietProcesses, complain: @escaping (String) -> Void,
    _ tell: @escaping (QuietPolicy.Event) -> Void
  ) {
    (self.bus, self.kind, self.processes, self.tell, self.complain) = (bus, kind, processes, tell, complain)
  }

  func switchOn() {
    number += 1
    let (this, token) = (number, "\(ThisProcess.id)-\(number)-\(SystemClock.steady().inMilliseconds)")
    isLetGo = false
    do throws(BridgeError) {
      companion = try processes.guarding(
        ProgramRequest(.quietGuard, ["on", kind.rawValue, token]).line,
        { [weak self] line in self?.heard(line, this) }, { [weak self] code in self?.ended(code, this) })
    } catch {
      complain(QuietWords.noGuard(error.description))
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
      complain(QuietWords.left)
      tell(.ended)
    // The guard was killed; another one undoes its change.
    case nil: replay()
    }
  }

  private func tellAfterDelay(_ event: QuietPolicy.Event) {
    guard kind.cardDelayMilliseconds > 0 else { return tell(event) }
    delay = Timeout(milliseconds: kind.cardDelayMilliseconds) { [weak self] in self?.tell(event) }
  }

  private func replay() {
    do throws(BridgeError) {
      let words = ProgramRequest(.quietGuard, ["replay"]).line
      try processes.helping(words) { [weak self] _ in self?.tellAfterDelay(.ended) }
    } catch {
      complain(QuietWords.noGuard(error.description))
      tell(.failed)
    }
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

  /// Moves the guard from our systemd unit, whose processes all end at once, to its own scope, so that it can undo its
  /// change.
  private func moveToScope(_ id: Int32) {
    guard TransientUnit.isThisProcess else { return }
    TransientUnit(
      scope: "tomato-notify-quiet-\(id)", QuietWords.reason, process: id,
      adding: [("TimeoutStopUSec", .uint64(5_000_000))]
    ).start(on: bus) { _ in }
  }
}
