// Blocking calls to programs on the session bus, each with a timeout. No call starts a program.

internal import GLibBridge
internal import TomatoWords

struct BusQuestions {
  let bus: BusConnection
  static let usualLimitMs: Int32 = 2000
  /// Timeout for one reply.
  var limitMs = usualLimitMs

  /// - Throws: also when the bus does not answer in time.
  static func here() throws(BridgeError) -> BusQuestions {
    var outcome: Result<BusConnection, BridgeError>?
    BusConnection.connect(.session) { outcome = $0 }
    _ = MainLoop.turn(until: { outcome != nil }, limitMs: Int(usualLimitMs))
    guard let outcome else { throw BridgeError(message: tr("it does not answer")) }
    return BusQuestions(bus: try outcome.get())
  }

  func hasOwner(_ name: String) -> Bool {
    guard case .bool(let isOwned)? = askBus("NameHasOwner", [.string(name)])?.first else { return false }
    return isOwned
  }

  func askBus(_ method: String, _ arguments: [BusValue]) -> [BusValue]? {
    try? ask(BusNames.bus, BusNames.busPath, BusNames.bus, method, arguments)?.get()
  }

  /// Nil if the property cannot be read, or not in time.
  func property(_ name: String, _ path: String, _ interface: String, _ property: String) -> BusValue? {
    let arguments = [BusValue.string(interface), .string(property)]
    let answer = ask(name, path, BusNames.properties, "Get", arguments, reply: "(v)")
    return (try? answer?.get())?.first?.unwrapped
  }

  /// Nil if there was no answer in time.
  func ask(
    _ name: String, _ path: String, _ interface: String, _ method: String, _ arguments: [BusValue] = [],
    reply: String? = nil
  ) -> Result<[BusValue], BusError>? {
    var outcome: Result<[BusValue], BusError>?
    bus.call(
      name, path, interface, method, arguments, reply: reply, timeoutMs: 2 * limitMs, autoStart: false
    ) { outcome = $0 }
    _ = MainLoop.turn(until: { outcome != nil }, limitMs: Int(limitMs))
    return outcome
  }
}
