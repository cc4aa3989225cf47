// How the daemon is started. A daemon that a command spawned asks the bus to start it instead, where it can, so that
// systemd or the bus owns the process and not somebody's terminal. Bounded: when in doubt, this process stays.

internal import GLibBridge
internal import TomatoWords

enum Activation {
  /// A session bus answers within a millisecond or never.
  private static let connectMs = 1000
  /// Half of the time that the command gives us.
  static let startMs: Int32 = 5000
  /// At login, when everything starts at once and nobody waits for us.
  static let loginMs: Int32 = 20_000
  /// How long the name may take to come to an instance that is starting.
  private static let nameMs = 10_000

  /// Asks the bus to start the daemon. The bus knows best whether it can: one call, which fails at once where no
  /// service file is installed, and does nothing where the name has an owner.
  ///
  /// Whatever comes of it, `Instance.take` says afterwards whether this process is needed.
  /// - patienceMs: the longest that the bus may take to start it.
  /// - signals: one that comes ends the wait.
  /// - Returns: the connection, for this process if it stays; nil if the bus did not answer.
  static func request(patienceMs: Int32, _ signals: EndingSignals) -> BusConnection? {
    guard let bus = connect() else { return nil }
    var isDone = false
    bus.call(
      BusNames.bus, BusNames.busPath, BusNames.bus, "StartServiceByName",
      [.string(BusNames.application), .uint32(0)], timeoutMs: patienceMs
    ) { _ in isDone = true }
    signals.whenCome { isDone = true }
    _ = MainLoop.turn(until: { isDone }, limitMs: Int(patienceMs))
    return bus
  }

  /// For a process that the bus started while another one was starting too: the bus gives up on the calls that wait
  /// for the name if this process ends before the other one has it.
  /// - signals: one that comes ends the wait.
  /// - Returns: false if nobody has the name on a bus that answers. Then this process must not end well: the bus would
  ///   wait on for a name that does not come.
  static func waitForOwner(_ signals: EndingSignals) -> Bool {
    guard let bus = connect() else { return true }
    var isOwned = false
    signals.whenCome { isOwned = true }
    let watch = bus.watchName(BusNames.application, appeared: { _ in isOwned = true }, vanished: {})
    _ = MainLoop.turn(until: { isOwned }, limitMs: nameMs)
    watch.cancel()
    return isOwned
  }

  private static func connect() -> BusConnection? {
    var outcome: Result<BusConnection, BridgeError>?
    BusConnection.connect(.session) { outcome = $0 }
    _ = MainLoop.turn(until: { outcome != nil }, limitMs: connectMs)
    return try? outcome?.get()
  }
}
