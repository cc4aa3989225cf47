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
    guard let outcome = BusConnection.session(waitingMs: Int(usualLimitMs)) else {
      throw BridgeError(message: tr("it does not answer"))
    }
    return BusQuestions(bus: try outcome.get())
  }

  func hasOwner(_ name: String) -> Bool {
    (try? ask(.bus, "NameHasOwner", [.string(name)])?.get())?.first?.flag == true
  }

  /// Nil if the property cannot be read, or not in time.
  func property(_ property: String, of object: BusObject) -> BusValue? {
    let answer = ask(object.properties, "Get", [.string(object.interface), .string(property)], reply: "(v)")
    return (try? answer?.get())?.first?.unwrapped
  }

  /// Nil if there was no answer in time.
  func ask(
    _ object: BusObject, _ method: String, _ arguments: [BusValue] = [], reply: String? = nil
  ) -> Result<[BusValue], BusError>? {
    bus.answer(object, method, arguments, reply: reply, limitMs: limitMs)
  }
}
