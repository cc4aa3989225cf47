// Objects on the bus, with interfaces described by XML. GDBus delivers all waiting calls in one turn of the main loop;
// a queue answers them in later turns, property reads like any other call.
import CNotify

/// One incoming method call. Answer it once, now or later; if released unanswered, the caller gets an error.
public final class BusMethodCall: @unchecked Sendable {
  // Lazy, so that a flood of waiting calls costs little.
  public private(set) lazy var sender = String(orEmpty: g_dbus_method_invocation_get_sender(details))
  public private(set) lazy var path = String(orEmpty: g_dbus_method_invocation_get_object_path(details))
  public private(set) lazy var interface = String(orEmpty: g_dbus_method_invocation_get_interface_name(details))
  public private(set) lazy var method = String(orEmpty: g_dbus_method_invocation_get_method_name(details))
  public private(set) lazy var arguments = BusValue.arguments(of: g_dbus_method_invocation_get_parameters(details))
  /// Our own reference, for reading the call's fields.
  private let details: OpaquePointer
  /// The reference that the answer consumes; nil once answered.
  private var invocation: OpaquePointer?
  /// The next step of an unfinished call; returns whether there is another one.
  @MainActor fileprivate var nextStep: (@MainActor () -> Bool)?
  @MainActor fileprivate var queue: WorkQueue<String>?

  /// Maximum size of the arguments in bytes. The longest useful calls have 32 links of 4 KiB.
  static let longest = 192 * 1024

  /// Takes over the reference that GDBus hands out with each call.
  init(_ invocation: OpaquePointer) {
    self.invocation = invocation
    details = OpaquePointer(g_object_ref(gpointer(invocation)))
  }

  /// Runs a long task in steps, the first one now and each other one in a later turn. Other callers are served in
  /// between; this caller's next call waits.
  /// - step: returns whether to call it again.
  @MainActor public func inSteps(_ step: @escaping @MainActor () -> Bool) {
    if step() { nextStep = step }
  }

  /// Postpones the answer: this caller's next calls wait until `resume`, other callers are served.
  @MainActor public func pause() {
    nextStep = { true }
    queue?.hold(sender)
  }

  /// Runs the last step in a later turn.
  @MainActor public func resume(_ last: @escaping @MainActor () -> Void) {
    nextStep = {
      last()
      return false
    }
    queue?.release(sender)
  }

  @MainActor fileprivate func runNextStep() {
    let step = nextStep
    nextStep = nil
    // The step may have called `pause`, which sets the next one.
    if step?() == true, nextStep == nil { nextStep = step }
  }

  /// Drops the remaining steps, and answers with an error.
  @MainActor fileprivate func abort() {
    nextStep = nil
    fail("org.freedesktop.DBus.Error.UnknownMethod", "The object is gone.")
  }

  fileprivate var length: Int { Int(g_variant_get_size(g_dbus_method_invocation_get_parameters(details))) }

  /// Answers with values of the types in the XML. For other types, the caller gets an error; GDBus would not answer.
  @MainActor public func reply(_ values: [BusValue] = []) {
    let body = BusValue.tuple(values)
    let outType = Self.outType(method, g_dbus_method_invocation_get_method_info(details))
    guard body.type == outType, let variant = try? body.makeVariant() else {
      let sentence = "\(method) returned type \(body.type); type \(outType) was expected."
      return fail("org.freedesktop.DBus.Error.Failed", sentence)
    }
    guard let invocation = take() else { return }
    variant.lend { g_dbus_method_invocation_return_value(invocation, $0) }
  }

  /// Answers with an error. - name: such as `org.freedesktop.DBus.Error.InvalidArgs`.
  public func fail(_ name: String, _ message: String) {
    guard let invocation = take() else { return }
    let valid = g_dbus_is_interface_name(name.forC).isTrue  // error names have the same form
    let name = valid ? name : "org.freedesktop.DBus.Error.Failed"
    g_dbus_method_invocation_return_dbus_error(invocation, name.forC, message.forC)
  }

  private func take() -> OpaquePointer? {
    defer { invocation = nil }
    return invocation
  }

  deinit {
    if invocation != nil { fail("org.freedesktop.DBus.Error.NoReply", "\(method) was not answered.") }
    g_object_unref(gpointer(details))
  }

  private static func outType(_ method: String, _ info: UnsafePointer<GDBusMethodInfo>?) -> String {
    guard let info else { return ["Get": "(v)", "GetAll": "(a{sv})"][method] ?? "()" }
    return "(" + elements(of: info.pointee.out_args).map { String(cString: $0.signature) }.joined() + ")"
  }
}

/// The elements of a C array that ends with a null pointer.
private func elements<Element>(of list: UnsafeMutablePointer<UnsafeMutablePointer<Element>?>?) -> [Element] {
  guard let list else { return [] }
  return Array((0...).lazy.prefix { list[$0] != nil }.compactMap { list[$0]?.pointee })
}

/// An object's handlers, called on the main loop.
public struct BusHandlers: Sendable {
  public var call: @MainActor (BusMethodCall) -> Void
  /// Returns a property's value, of the type in the XML; nil if it has none now: the caller gets an error.
  public var get: @MainActor (_ property: String) -> BusValue?
  /// Sets a property; returns nil, or one sentence why it failed.
  public var set: @MainActor (_ property: String, _ value: BusValue) -> String?

  public init(
    call: @escaping @MainActor (BusMethodCall) -> Void,
    get: @escaping @MainActor (_ property: String) -> BusValue? = { _ in nil },
    set: @escaping @MainActor (_ property: String, _ value: BusValue) -> String? = { _, _ in "It cannot be changed." }
  ) {
    (self.call, self.get, self.set) = (call, get, set)
  }
}

extension BusConnection {
  /// Puts an object on the bus until the registration is released.
  /// - interface: an interface in the XML.
  /// - Throws: when the XML is not valid, has no such interface, or the path already has it.
  public func register(
    _ path: String, _ interface: String, xml: String, _ handlers: BusHandlers
  ) throws(BusError) -> BusRegistration {
    guard g_variant_is_object_path(path.forC).isTrue else {
      throw BusError(message: "\"\(path)\" is not an object path.")
    }
    let node = try throwing { g_dbus_node_info_new_for_xml(xml.forC, &$0) }
    defer { g_dbus_node_info_unref(node) }
    guard let info = g_dbus_node_info_lookup_interface(node, interface.forC) else {
      throw BusError(message: "The description has no interface \(interface).")
    }
    var table = GDBusInterfaceVTable()
    // Without property functions, GDBus delivers reads and writes as ordinary calls.
    table.method_call = { _, _, _, _, _, _, invocation, data in
      guard let invocation else { return }
      let call = BusMethodCall(invocation)
      Box<ServedObject>.at(data)?.enqueue(call)
    }
    let object = ServedObject(handlers, info, calls)
    let id = try throwing { error in
      let id = g_dbus_connection_register_object(
        link.pointer, path.forC, info, &table, Box(object).retained(), releaseBox, &error)
      return id == 0 ? nil : id
    }
    return BusRegistration { [link] in
      object.ended.raise()
      _ = g_dbus_connection_unregister_object(link.pointer, id)
    }
  }
}

/// A registered object: its handlers and the description of its interface.
private final class ServedObject: @unchecked Sendable {
  private let handlers: BusHandlers
  private let info: UnsafeMutablePointer<GDBusInterfaceInfo>
  private let calls: WorkQueue<String>
  /// Once raised, waiting calls get an error.
  let ended = Flag()

  init(_ handlers: BusHandlers, _ info: UnsafeMutablePointer<GDBusInterfaceInfo>, _ calls: WorkQueue<String>) {
    (self.handlers, self.calls) = (handlers, calls)
    self.info = g_dbus_interface_info_ref(info)
  }

  @MainActor func enqueue(_ call: BusMethodCall) {
    guard call.length <= BusMethodCall.longest else {
      return call.fail(
        "org.freedesktop.DBus.Error.LimitsExceeded",
        "The call has \(call.length) bytes of arguments; expected at most \(BusMethodCall.longest).")
    }
    call.queue = calls
    var isNew = true
    calls.add(of: call.sender) { [self] in
      if ended.isRaised {
        call.abort()
      } else if isNew {
        answer(call)
      } else {
        call.runNextStep()
      }
      isNew = false
      return call.nextStep != nil
    }
  }

  @MainActor private func answer(_ call: BusMethodCall) {
    guard call.interface == "org.freedesktop.DBus.Properties" else { return handlers.call(call) }
    // GDBus has checked names and types against the XML.
    guard call.method != "GetAll" else {
      return call.reply([.vardict(properties.compactMap { name in value(of: name).map { (name, $0) } })])
    }
    let property = call.arguments[1].text ?? ""
    if call.method == "Set" {
      guard let refusal = handlers.set(property, call.arguments[2].unwrapped) else { return call.reply() }
      call.fail("org.freedesktop.DBus.Error.InvalidArgs", refusal)
    } else if let value = value(of: property) {
      call.reply([.variant(value)])
    } else {
      call.fail("org.freedesktop.DBus.Error.Failed", "\(property) has no value now.")
    }
  }

  /// Nil if the property has no value now, or its type is not that of the XML.
  @MainActor private func value(of property: String) -> BusValue? {
    let type = g_dbus_interface_info_lookup_property(info, property.forC).map { String(cString: $0.pointee.signature) }
    return handlers.get(property).flatMap { $0.type == type ? $0 : nil }
  }

  private var properties: [String] { elements(of: info.pointee.properties).map { String(cString: $0.name) } }

  deinit { g_dbus_interface_info_unref(info) }
}
