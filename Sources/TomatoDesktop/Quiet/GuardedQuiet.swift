// Do-not-disturb on servers that keep it on after we end: a guard process switches it on, and off when its pipe closes.
// The daemon only watches whether somebody else changes it.

internal import GLibBridge
internal import TomatoLink
internal import TomatoWords

/// What starts processes; replaced in tests.
package struct QuietProcesses {
  typealias OnExit = @MainActor (Int32) -> Void
  var guarding:
    @MainActor (_ words: [String], _ onLine: @escaping @MainActor (String) -> Void, _ onExit: @escaping OnExit)
      throws(BridgeError) -> any QuietGuardProcess = { (words, onLine, onExit) throws(BridgeError) in
        try Companion(words, onLine: onLine, onExit: onExit)
      }
  var helping: @MainActor (_ words: [String], _ onExit: @escaping OnExit) throws(BridgeError) -> Void = Spawn.helper
}

/// A guard that runs.
protocol QuietGuardProcess: AnyObject {
  var id: Int32 { get }
  func say(_ line: String)
  func letGo()
}

extension Companion: QuietGuardProcess {}

/// One guard at a time.
final class GuardedQuiet: QuietLever {
  private let bus: BusConnection
  private let how: QuietSwitch
  private let processes: QuietProcesses
  private let tell: (QuietPolicy.Event) -> Void
  private let complain: (String) -> Void
  private var companion: (any QuietGuardProcess)?
  private var watch: QuietWatch?
  private var isLetGo = false
  private var number = 0

  init(
    _ bus: BusConnection, _ how: QuietSwitch, _ processes: QuietProcesses, complain: @escaping (String) -> Void,
    _ tell: @escaping (QuietPolicy.Event) -> Void
  ) {
    (self.bus, self.how, self.processes, self.tell, self.complain) = (bus, how, processes, tell, complain)
  }

  func switchOn() {
    number += 1
    let (this, token) = (number, "\(ThisProcess.id)-\(number)-\(SystemClock.steady().inMilliseconds)")
    isLetGo = false
    do throws(BridgeError) {
      companion = try processes.guarding(
        ProgramRequest(.quietGuard, ["on", how.rawValue, token]).line,
        { [weak self] line in self?.heard(line, this) }, { [weak self] code in self?.ended(code, this) })
    } catch {
      complain(QuietWords.noGuard(error.description))
      return enqueueOnMain { [tell] in tell(.failed) }
    }
    if let id = companion?.id { moveOut(id) }
  }

  private func heard(_ line: String, _ guardNumber: Int) {
    guard guardNumber == number, line == QuietGuard.isOn, !isLetGo else { return }
    watch = QuietWatch(bus, how) { [weak self] in
      guard let self, watch != nil else { return }
      tell(.takenOver)
    }
    tell(.switched)
  }

  private func ended(_ code: Int32, _ guardNumber: Int) {
    guard guardNumber == number, companion != nil else { return }
    (companion, watch) = (nil, nil)
    switch QuietGuard.Ending(rawValue: code) {
    case .done?: settled(.ended)
    case .wasOn?: tell(.wasOn)
    case .failed?, .usage?: tell(.failed)
    case .left?:
      complain(QuietWords.left)
      tell(.ended)
    // The guard was killed, so another one undoes its change.
    case nil: replay()
    }
  }

  /// Reports after a delay on servers that announce the switching off a little later.
  private func settled(_ event: QuietPolicy.Event) {
    guard how.restMilliseconds > 0 else { return tell(event) }
    rest = Timeout(milliseconds: how.restMilliseconds) { [weak self] in self?.tell(event) }
  }
  private var rest: Timeout?

  private func replay() {
    do throws(BridgeError) {
      try processes.helping(ProgramRequest(.quietGuard, ["replay"]).line) { [weak self] _ in self?.settled(.ended) }
    } catch {
      complain(QuietWords.noGuard(error.description))
      tell(.failed)
    }
  }

  /// Makes the guard undo its change.
  func lift() {
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

  /// Moves the guard out of our systemd unit, whose processes all end at once; outside it the guard outlives us and
  /// undoes its change.
  private func moveOut(_ id: Int32) {
    guard TransientUnit.isThisProcess else { return }
    TransientUnit(
      scope: "tomato-notify-quiet-\(id)", QuietWords.reason, process: id,
      adding: [("TimeoutStopUSec", .uint64(5_000_000))]
    ).start(on: bus) { _ in }
  }
}
