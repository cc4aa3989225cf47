// Objects of other programs on the bus, and how they are called.

package import GLibBridge
internal import TomatoWords

/// One interface of an object.
package struct BusObject: Hashable {
  var name: String
  var path: String
  var interface: String

  /// - Parameter interface: nil: named as the bus name.
  init(_ name: String, _ path: String, _ interface: String? = nil) {
    (self.name, self.path, self.interface) = (name, path, interface ?? name)
  }

  /// The same object's interface for its properties.
  var properties: BusObject { BusObject(name, path, BusNames.properties) }

  /// The same object of the process with this unique name.
  func of(_ owner: String) -> BusObject { BusObject(owner, path, interface) }

  static let bus = BusObject(BusNames.bus, BusNames.busPath)
  static let notifications = BusObject(BusNames.notifications, BusNames.notificationsPath)
  static let trayWatcher = BusObject(BusNames.trayWatcher, BusNames.trayWatcherPath)
  package static let login1 = BusObject(BusNames.login1, BusNames.login1Path, BusNames.login1Manager)
  static let sessionManager = BusObject(BusNames.sessionManager, BusNames.sessionManagerPath)
}

extension BusConnection {
  /// Waits for the session bus; nil if it does not answer in time.
  package static func session(waitingMs: Int) -> BusConnection? {
    var outcome: Result<BusConnection, BridgeError>?
    connect(.session) { outcome = $0 }
    _ = MainLoop.turn(until: { outcome != nil }, limitMs: waitingMs)
    return try? outcome?.get()
  }

  /// Calls a method; `completion` runs exactly once, in a later turn of the loop.
  func call(
    _ object: BusObject, _ method: String, _ arguments: [BusValue] = [], reply: String? = nil, timeoutMs: Int32 = -1,
    autoStart: Bool = false, completion: @escaping @MainActor (Result<[BusValue], BridgeError>) -> Void
  ) {
    call(
      object.name, object.path, object.interface, method, arguments, reply: reply, timeoutMs: timeoutMs,
      autoStart: autoStart, completion: completion)
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

  package func subscribe(
    _ object: BusObject, _ signal: String, arg0: String? = nil, _ handler: @escaping @MainActor (BusSignal) -> Void
  ) -> BusRegistration {
    subscribe(sender: object.name, interface: object.interface, member: signal, path: object.path, arg0: arg0, handler)
  }
}
