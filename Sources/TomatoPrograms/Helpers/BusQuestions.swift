// Blocking calls to programs on the session bus, each with a timeout. No call starts a program.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoWords

struct BusQuestions {
  let bus: BusConnection
  static let usualLimitMs: Int32 = 2000
  /// Timeout for one reply.
  var limitMs = usualLimitMs

  /// - Throws: also when the bus does not answer in time.
  static func here() throws(BridgeError) -> BusQuestions {
    guard let bus = try BusConnection.session(waitingMs: Int(usualLimitMs)) else {
      throw BridgeError(message: tr("it does not answer"))
    }
    return BusQuestions(bus: bus)
  }

  func hasOwner(_ name: String) -> Bool { value(.bus, "NameHasOwner", [.string(name)]) == .bool(true) }

  /// Nil if the property cannot be read, or not in time.
  func property(_ property: String, of object: BusObject) -> BusValue? {
    value(object.properties, "Get", [.string(object.interface), .string(property)], reply: "(v)")?.unwrapped
  }

  /// The first value of the answer; nil also if there was none in time.
  func value(
    _ object: BusObject, _ method: String, _ arguments: [BusValue] = [], reply: String? = nil
  ) -> BusValue? {
    (try? ask(object, method, arguments, reply: reply)?.get())?.first
  }

  /// Nil if there was no answer in time.
  func ask(
    _ object: BusObject, _ method: String, _ arguments: [BusValue] = [], reply: String? = nil
  ) -> Result<[BusValue], BusError>? {
    bus.answer(object, method, arguments, reply: reply, limitMs: limitMs)
  }
}
