// logind on a private bus: one session, which is also the caller's, its LockedHint, and the machine's sleep.
import GLibBridge
import TestKit

@testable import TomatoWords

@MainActor final class FakeLogind {
  static let session = "/org/freedesktop/login1/session/_33"
  let bus: BusConnection
  private(set) var isLocked: Bool
  private var objects: [BusRegistration] = []
  private var name: BusRegistration?

  init(_ address: String, isLocked: Bool = false) throws {
    bus = try BusConnection.open(.address(address))
    self.isLocked = isLocked
    objects.append(
      try bus.register(
        BusObject.login1.path, BusObject.login1.interface,
        xml: Introspection.xml([BusObject.login1.interface: ["GetSession s -> o"]]),
        BusHandlers(call: { call in
          guard call.arguments == [.string("3")] else {
            return call.fail("org.freedesktop.login1.NoSuchSession", "No.")
          }
          call.reply([.objectPath(Self.session)])
        })))
    // The object that stands for the caller's tells of no changes.
    for path in ["/org/freedesktop/login1/session/auto", Self.session] {
      objects.append(
        try bus.register(
          path, "org.freedesktop.login1.Session",
          xml: Introspection.xml(["org.freedesktop.login1.Session": ["Id: s", "LockedHint: b"]]),
          BusHandlers(
            call: { _ in },
            get: { [weak self] in $0 == "Id" ? .string("3") : .bool(self?.isLocked ?? false) })))
    }
  }

  /// Returns when it has its name: who asks before is told that there is no logind.
  func appear() { name = bus.own(BusObject.login1.name) }

  func lock(_ isLocked: Bool) throws {
    self.isLocked = isLocked
    try bus.emit(
      Self.session, "org.freedesktop.DBus.Properties", "PropertiesChanged",
      [.string("org.freedesktop.login1.Session"), .vardict([("LockedHint", .bool(isLocked))]), .strings([])])
  }

  /// As `PrepareForSleep` is said; when this returns, the bus has it.
  func sleep(_ arguments: [BusValue], path: String = BusObject.login1.path) throws {
    try bus.emit(path, BusObject.login1.interface, "PrepareForSleep", arguments)
    try bus.turnRound()
  }
}
