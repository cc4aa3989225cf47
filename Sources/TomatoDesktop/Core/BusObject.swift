// Calls and watches objects of other programs on the bus.

package import GLibBridge
package import TomatoWords

extension BusConnection {
  /// Waits for the session bus; nil if it does not answer in time.
  package static func session(waitingMs: Int) throws(BridgeError) -> BusConnection? {
    var outcome: Result<BusConnection, BridgeError>?
    connect(.session) { outcome = $0 }
    _ = MainLoop.turn(until: { outcome != nil }, limitMs: waitingMs)
    return try outcome?.get()
  }

  /// Calls a method and waits for the answer; nil if there is none in time.
  package func answer(
    _ object: BusObject, _ method: String, _ arguments: [BusValue] = [], reply: String? = nil, limitMs: Int32,
    autoStart: Bool = false
  ) -> Result<[BusValue], BridgeError>? {
    var outcome: Result<[BusValue], BridgeError>?
    call(object, method, arguments, reply: reply, timeoutMs: 2 * limitMs, autoStart: autoStart) { outcome = $0 }
    _ = MainLoop.turn(until: { outcome != nil }, limitMs: Int(limitMs))
    return outcome
  }

  /// Calls a method; `completion` runs exactly once, in a later turn of the loop.
  package func call(
    _ object: BusObject, _ method: String, _ arguments: [BusValue] = [], reply: String? = nil, timeoutMs: Int32 = -1,
    autoStart: Bool = false, descriptors: [Int32] = [],
    completion: @escaping @MainActor (Result<[BusValue], BridgeError>) -> Void
  ) {
    call(
      object.name, object.path, object.interface, method, arguments, reply: reply, timeoutMs: timeoutMs,
      autoStart: autoStart, descriptors: descriptors, completion: completion)
  }

  /// Calls a method that returns one value of this type. `then` gets nil after an error.
  func ask(
    _ object: BusObject, _ method: String, _ arguments: [BusValue] = [], reply: String, timeoutMs: Int32 = -1,
    then: @escaping @MainActor (BusValue?) -> Void
  ) {
    call(object, method, arguments, reply: "(\(reply))", timeoutMs: timeoutMs) { then((try? $0.get())?.first) }
  }

  /// Reads a property. `then` gets nil after an error.
  func read(
    _ property: String, of object: BusObject, timeoutMs: Int32 = -1, then: @escaping @MainActor (BusValue?) -> Void
  ) {
    let arguments: [BusValue] = [.string(object.interface), .string(property)]
    ask(object.properties, "Get", arguments, reply: "v", timeoutMs: timeoutMs, then: then)
  }

  /// Reports changes of a property: its new value, or nil if it has to be read again.
  func watch(
    _ property: String, of object: BusObject, onChange: @escaping @MainActor (BusValue?) -> Void
  ) -> BusRegistration {
    subscribe(object.properties, "PropertiesChanged", arg0: object.interface) { signal in
      guard signal.arguments.count == 3 else { return }
      let value = signal.arguments[1][property]
      if value != nil || signal.arguments[2].elements?.contains(where: { $0.text == property }) == true {
        onChange(value)
      }
    }
  }

  package func subscribe(
    _ object: BusObject, _ signal: String, arg0: String? = nil, _ handler: @escaping @MainActor (BusSignal) -> Void
  ) -> BusRegistration {
    subscribe(sender: object.name, interface: object.interface, member: signal, path: object.path, arg0: arg0, handler)
  }
}
