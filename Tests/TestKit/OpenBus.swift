// Connections to a bus that a test waits for.
import GLibBridge

extension BusConnection {
  public static func open(_ bus: Bus) throws(BusError) -> BusConnection {
    var outcome: Result<BusConnection, BusError>?
    connect(bus) { outcome = $0 }
    _ = MainLoop.turn(until: { outcome != nil }, limitMs: Patience.milliseconds)
    guard let outcome else { throw BusError(message: "The bus does not answer.") }
    return try outcome.get()
  }
}
