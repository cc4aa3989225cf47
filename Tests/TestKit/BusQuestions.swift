// Questions on a bus that a test waits for.
import GLibBridge
import Testing

extension MainLoop {
  /// Turns the loop until the condition holds; false after the limit of every wait.
  package static func turn(until done: () -> Bool) -> Bool { turn(until: done, limitMs: Patience.milliseconds) }

  /// Runs what is due now; bounded, in case something is always due.
  package static func turnWhatIsDue() {
    for _ in 0..<1000 where !turn(mayBlock: false) { return }
  }
}

extension PrivateBus {
  @MainActor package func connect() throws -> BusConnection { try .open(.address(address)) }
}

extension BusConnection {
  package func answer(
    _ destination: String, _ path: String, _ interface: String, _ method: String, _ arguments: [BusValue] = [],
    autoStart: Bool = false
  ) throws -> Result<[BusValue], BusError> {
    var answer: Result<[BusValue], BusError>?
    call(destination, path, interface, method, arguments, autoStart: autoStart) { answer = $0 }
    _ = MainLoop.turn(until: { answer != nil })
    return try #require(answer, "\(method) was not answered")
  }

  /// Takes the name, and waits until the bus has given it.
  package func own(_ name: String) -> BusRegistration {
    var isOurs = false
    defer { #expect(MainLoop.turn(until: { isOurs }), "\(name) is another's") }
    return ownName(name, acquired: { isOurs = true }, lost: {})
  }

  package func owner(_ name: String) throws -> String? {
    try? askBus("GetNameOwner", [.string(name)]).get().first?.text
  }

  /// Asks the bus for its id: what was sent on this connection before has arrived there when it answers.
  @discardableResult package func turnRound() throws -> String? { try askBus("GetId").get().first?.text }

  private func askBus(_ method: String, _ arguments: [BusValue] = []) throws -> Result<[BusValue], BusError> {
    let bus = "org.freedesktop.DBus"
    return try answer(bus, "/org/freedesktop/DBus", bus, method, arguments)
  }
}
