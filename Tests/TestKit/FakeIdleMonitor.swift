// Mutter's idle monitor on a private bus, and what of GNOME's session manager belongs to it. As measured on GNOME 43
// and 51: an idle watch fires each time, and at once when that much has passed; an active watch fires once.
import GLibBridge

@MainActor package final class FakeIdleMonitor {
  package let bus: BusConnection
  /// What was called, as `AddIdleWatch 5000`.
  package private(set) var log: [String] = []
  /// In milliseconds; it stands still between the test's words.
  package private(set) var idle: UInt64 = 0
  /// A film runs: idle watches do not fire.
  private var isInhibited = false
  package var refuses = false
  private var idleWatches: [UInt32: (after: UInt64, owner: String)] = [:]
  private var activeWatches: [UInt32: String] = [:]
  private var count: UInt32 = 0
  private var object: BusRegistration?
  private var names: [BusRegistration] = []
  private let interface: String
  private let path: String

  package var watches: Int { idleWatches.count + activeWatches.count }

  package init(_ address: String, interface: String = "org.gnome.Mutter.IdleMonitor") throws {
    bus = try BusConnection.open(.address(address))
    self.interface = interface
    path = "/" + interface.replacing(".", with: "/") + "/Core"
    object = try bus.register(
      path, interface,
      xml: Introspection.xml([
        interface: [
          "GetIdletime -> t", "AddIdleWatch t -> u", "AddUserActiveWatch -> u", "RemoveWatch u", "!WatchFired u",
        ]
      ]),
      BusHandlers(call: { [weak self] in self?.answer($0) }))
  }

  package func appear() {
    names = [interface, "org.gnome.SessionManager"].map { bus.ownName($0, acquired: {}, lost: {}) }
  }
  package func disappear() {
    names = []
    (idleWatches, activeWatches) = ([:], [:])
  }

  private func answer(_ call: BusMethodCall) {
    let argument = call.arguments.first?.integer
    log.append(call.method + (argument.map { " \($0)" } ?? ""))
    if refuses { return call.fail("org.freedesktop.DBus.Error.Failed", "No.") }
    switch call.method {
    case "GetIdletime": call.reply([.uint64(idle)])
    case "AddIdleWatch":
      count += 1
      idleWatches[count] = (UInt64(argument ?? 0), call.sender)
      // The shell sends this before its answer, when that much has passed.
      if idle >= UInt64(argument ?? 0) { fire(count, call.sender) }
      call.reply([.uint32(count)])
    case "AddUserActiveWatch":
      count += 1
      activeWatches[count] = call.sender
      call.reply([.uint32(count)])
    default:
      idleWatches[UInt32(argument ?? 0)] = nil
      activeWatches[UInt32(argument ?? 0)] = nil
      call.reply()
    }
  }

  private func fire(_ watch: UInt32, _ owner: String) {
    try? bus.emit(path, interface, "WatchFired", [.uint32(watch)], to: owner)
  }

  /// No input comes for so long more.
  package func pass(_ milliseconds: UInt64) {
    let before = idle
    idle += milliseconds
    for (watch, request) in idleWatches where before < request.after && idle >= request.after && !isInhibited {
      fire(watch, request.owner)
    }
  }

  package func touch() {
    idle = 0
    for (watch, owner) in activeWatches { fire(watch, owner) }
    activeWatches = [:]
  }

  /// A film begins or ends; the session manager says so.
  package func inhibit(_ isInhibited: Bool) throws {
    self.isInhibited = isInhibited
    try bus.emit(
      "/org/gnome/SessionManager", "org.freedesktop.DBus.Properties", "PropertiesChanged",
      [
        .string("org.gnome.SessionManager"), .vardict([("InhibitedActions", .uint32(isInhibited ? 8 : 0))]),
        .strings([]),
      ])
  }
}
