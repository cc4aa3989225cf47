// An interface on the bus as rows of a table. GDBus checks every call against it.

internal import GLibBridge
internal import TomatoWords

/// Arguments are written as in `gdbus introspect`: `i id, s name`.
struct BusInterface {
  var name: String
  var methods: [(name: String, takes: String, returns: String)] = []
  /// All of them are read-only.
  var properties: [(name: String, type: String)] = []
  /// The annotation `EmitsChangedSignal` of a property, where it is not `true`.
  var emitsChanged: [String: String] = [:]
  var signals: [(name: String, arguments: String)] = []

  fileprivate var xml: String {
    let methods = methods.map { name, takes, returns in
      "<method name=\"\(name)\">\(Self.arguments(takes, "in"))\(Self.arguments(returns, "out"))</method>"
    }
    let properties = properties.map { name, type in
      let annotation = emitsChanged[name].map { value in
        "<annotation name=\"org.freedesktop.DBus.Property.EmitsChangedSignal\" value=\"\(value)\"/>"
      }
      return "<property name=\"\(name)\" type=\"\(type)\" access=\"read\">\(annotation ?? "")</property>"
    }
    let signals = signals.map { "<signal name=\"\($0)\">\(Self.arguments($1))</signal>" }
    return "<node><interface name=\"\(name)\">\((methods + properties + signals).joined())</interface></node>"
  }

  private static func arguments(_ list: String, _ direction: String? = nil) -> String {
    list.split(separator: ",").map { argument in
      let words = argument.split(separator: " ")
      let way = direction.map { " direction=\"\($0)\"" } ?? ""
      return "<arg type=\"\(words.first ?? "")\" name=\"\(words.last ?? "")\"\(way)/>"
    }.joined()
  }
}

extension BusConnection {
  /// Puts an object with this interface on the bus until the registration is released.
  /// - Throws: when the path already has such an object.
  func register(
    _ path: String, _ interface: BusInterface, _ handlers: BusHandlers
  ) throws(BridgeError) -> BusRegistration {
    try register(path, interface.name, xml: interface.xml, handlers)
  }

  /// Sends a signal of our object at this path. On a closed connection nobody listens.
  func signal(
    _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = [], to name: String? = nil
  ) {
    try? emit(path, interface, member, arguments, to: name)
  }

  /// Signals new values of properties, and which others are to be read again.
  func propertiesChanged(
    _ path: String, _ interface: String, _ values: [(String, BusValue)], readAgain names: [String] = []
  ) {
    let arguments: [BusValue] = [.string(interface), .vardict(values), .strings(names)]
    signal(path, BusNames.properties, "PropertiesChanged", arguments)
  }
}
