// How the daemon is started. A daemon spawned by a command asks the bus to start it instead, so that systemd or the bus
// owns the process, not a terminal. Every wait is bounded; in doubt, this process stays the daemon.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoWords

enum Activation {
  /// A session bus answers within a millisecond or never.
  private static let connectMs = 1000
  /// Half of the command's time limit.
  static let startMs: Int32 = 5000
  /// At login, when everything starts at once and nobody waits for us.
  static let loginMs: Int32 = 20_000
  /// Maximum wait for a starting instance to own the bus name.
  private static let nameMs = 10_000

  /// Asks the bus to start the daemon, with one call. The call fails at once without a service file, and does nothing
  /// when the name has an owner.
  ///
  /// Afterwards `Instance.take` decides whether this process is needed.
  /// - signals: any signal ends the wait.
  /// - Returns: the connection, which this process uses if it stays the daemon; nil if the bus did not answer.
  static func request(timeoutMs: Int32, _ signals: EndingSignals) -> BusConnection? {
    guard let bus = try? BusConnection.session(waitingMs: connectMs) else { return nil }
    var isDone = false
    let arguments: [BusValue] = [.string(BusNames.application), .uint32(0)]
    bus.call(.bus, "StartServiceByName", arguments, timeoutMs: timeoutMs) { _ in isDone = true }
    signals.whenCome { isDone = true }
    _ = MainLoop.turn(until: { isDone }, limitMs: Int(timeoutMs))
    return bus
  }

  /// Waits until another starting instance owns the bus name. The bus started this process too. If this process ends
  /// before the name has an owner, the bus drops the calls that wait for the name.
  /// - signals: any signal ends the wait.
  /// - Returns: false if the bus answers but the name has no owner. This process must then fail, because after a
  ///   success the bus would keep waiting for the name.
  static func waitForOwner(_ signals: EndingSignals) -> Bool {
    guard let bus = try? BusConnection.session(waitingMs: connectMs) else { return true }
    var isOwned = false
    signals.whenCome { isOwned = true }
    let watch = bus.watchName(BusNames.application, appeared: { _ in isOwned = true }, vanished: {})
    _ = MainLoop.turn(until: { isOwned }, limitMs: nameMs)
    watch.cancel()
    return isOwned
  }
}
