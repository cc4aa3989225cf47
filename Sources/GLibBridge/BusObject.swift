// Being called over the bus: an object with the interface that its XML describes.
import CNotify

/// One method call that came in. Answer it once, now or later; one that is let go without an answer gets an error.
public final class BusMethodCall: @unchecked Sendable {
  public let sender: String
  public let path: String
  public let interface: String
  public let method: String
  public let arguments: [BusValue]
  private let outType: String
  private var invocation: OpaquePointer?

  /// Takes over the reference that GDBus hands out with each call.
  init(_ invocation: OpaquePointer) {
    func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
    self.invocation = invocation
    sender = text(g_dbus_method_invocation_get_sender(invocation))
    path = text(g_dbus_method_invocation_get_object_path(invocation))
    interface = text(g_dbus_method_invocation_get_interface_name(invocation))
    method = text(g_dbus_method_invocation_get_method_name(invocation))
    arguments = BusValue.arguments(of: g_dbus_method_invocation_get_parameters(invocation))
    outType = Self.outType(g_dbus_method_invocation_get_method_info(invocation))
  }

  /// Answers with values of the types that the XML promises. Others would never arrive: the caller gets an error
  /// instead.
  @MainActor public func reply(_ values: [BusValue] = []) {
    let body = BusValue.tuple(values)
    guard body.type == outType, let variant = try? body.makeVariant() else {
      return fail("org.freedesktop.DBus.Error.Failed", "\(method) made an answer of type \(body.type), not \(outType).")
    }
    guard let invocation = take() else { return }
    variant.lend { g_dbus_method_invocation_return_value(invocation, $0) }
  }

  /// Answers with an error. - name: such as `org.freedesktop.DBus.Error.InvalidArgs`.
  @MainActor public func fail(_ name: String, _ message: String) { refuse(name, message) }

  deinit { refuse("org.freedesktop.DBus.Error.NoReply", "\(method) was not answered.") }

  private func refuse(_ name: String, _ message: String) {
    guard let invocation = take() else { return }
    let valid = g_dbus_is_interface_name(name.forC).isTrue  // error names have the same form
    let name = valid ? name : "org.freedesktop.DBus.Error.Failed"
    g_dbus_method_invocation_return_dbus_error(invocation, name.forC, message.forC)
  }

  private func take() -> OpaquePointer? {
    defer { invocation = nil }
    return invocation
  }

  private static func outType(_ info: UnsafePointer<GDBusMethodInfo>?) -> String {
    var type = ""
    var next = info?.pointee.out_args
    while let argument = next?.pointee {
      type += String(cString: argument.pointee.signature)
      next = next?.advanced(by: 1)
    }
    return "(" + type + ")"
  }
}

/// What an object does. All run on the main loop.
public struct BusHandlers: Sendable {
  /// A method was called.
  public var call: @MainActor (BusMethodCall) -> Void
  /// A property is read: its value, of the type in the XML. nil: there is none now, which is an error to the reader.
  public var get: @MainActor (_ property: String) -> BusValue?
  /// A property is written: nil if done, else one sentence why not.
  public var set: @MainActor (_ property: String, _ value: BusValue) -> String?

  public init(
    call: @escaping @MainActor (BusMethodCall) -> Void,
    get: @escaping @MainActor (_ property: String) -> BusValue? = { _ in nil },
    set: @escaping @MainActor (_ property: String, _ value: BusValue) -> String? = { _, _ in "It cannot be changed." }
  ) {
    self.call = call
    self.get = get
    self.set = set
  }
}

extension BusConnection {
  /// Puts an object on the bus until the registration is released.
  /// - interface: which interface of the XML this is.
  /// - Throws: when the XML is not valid, has no such interface, or the path already has it.
  public func register(
    _ path: String, _ interface: String, xml: String, _ handlers: BusHandlers
  ) throws(BusError) -> BusRegistration {
    guard g_variant_is_object_path(path.forC).isTrue else {
      throw BusError(message: "\"\(path)\" is not an object path.")
    }
    var error: UnsafeMutablePointer<GError>?
    guard let node = g_dbus_node_info_new_for_xml(xml.forC, &error) else { throw BusError(taking: error) }
    defer { g_dbus_node_info_unref(node) }
    guard let info = g_dbus_node_info_lookup_interface(node, interface.forC) else {
      throw BusError(message: "The description has no interface \(interface).")
    }
    var table = GDBusInterfaceVTable()
    (table.method_call, table.get_property, table.set_property) = (methodCalled, propertyRead, propertyWritten)
    let object = ServedObject(handlers, info)
    let id = g_dbus_connection_register_object(
      link.pointer, path.forC, info, &table, Box<ServedObject>(object).retained(), releaseBox, &error)
    if id == 0 { throw BusError(taking: error) }
    return BusRegistration { [link] in _ = g_dbus_connection_unregister_object(link.pointer, id) }
  }
}

/// The handlers, with what the XML says about the properties.
private final class ServedObject: @unchecked Sendable {
  let handlers: BusHandlers
  let info: UnsafeMutablePointer<GDBusInterfaceInfo>

  init(_ handlers: BusHandlers, _ info: UnsafeMutablePointer<GDBusInterfaceInfo>) {
    self.handlers = handlers
    self.info = g_dbus_interface_info_ref(info)
  }

  func type(of property: String) -> String {
    g_dbus_interface_info_lookup_property(info, property.forC).map { String(cString: $0.pointee.signature) } ?? ""
  }

  deinit { g_dbus_interface_info_unref(info) }
}

private func methodCalled(
  _ connection: OpaquePointer?, _ sender: UnsafePointer<CChar>?, _ path: UnsafePointer<CChar>?,
  _ interface: UnsafePointer<CChar>?, _ method: UnsafePointer<CChar>?, _ arguments: OpaquePointer?,
  _ invocation: OpaquePointer?, _ data: gpointer?
) {
  guard let invocation else { return }
  let call = BusMethodCall(invocation)
  guard let object = Box<ServedObject>.at(data) else { return }
  MainActor.assumeIsolated { object.handlers.call(call) }
}

private func propertyRead(
  _ connection: OpaquePointer?, _ sender: UnsafePointer<CChar>?, _ path: UnsafePointer<CChar>?,
  _ interface: UnsafePointer<CChar>?, _ property: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?, _ data: gpointer?
) -> OpaquePointer? {
  guard let object = Box<ServedObject>.at(data), let property else { return nil }
  let name = String(cString: property)
  let value = MainActor.assumeIsolated { object.handlers.get(name) }
  if let value, value.type == object.type(of: name), let variant = try? value.makeVariant() {
    return variant.lend { g_variant_ref($0) }
  }
  g_set_error_literal(error, g_dbus_error_quark(), Int32(G_DBUS_ERROR_FAILED.rawValue), "\(name) has no value now.")
  return nil
}

private func propertyWritten(
  _ connection: OpaquePointer?, _ sender: UnsafePointer<CChar>?, _ path: UnsafePointer<CChar>?,
  _ interface: UnsafePointer<CChar>?, _ property: UnsafePointer<CChar>?, _ value: OpaquePointer?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?, _ data: gpointer?
) -> gboolean {
  guard let object = Box<ServedObject>.at(data), let property, let value else { return gfalse }
  let name = String(cString: property)
  let given = BusValue(value)
  guard let refusal = MainActor.assumeIsolated({ object.handlers.set(name, given) }) else { return gtrue }
  g_set_error_literal(error, g_dbus_error_quark(), Int32(G_DBUS_ERROR_INVALID_ARGS.rawValue), refusal.forC)
  return gfalse
}
