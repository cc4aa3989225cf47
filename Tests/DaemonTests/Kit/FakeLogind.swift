// logind on a private bus: one session, which is also the caller's, and its LockedHint.
import GLibBridge
import TestKit

@MainActor final class FakeLogind {
  static let session = "/org/freedesktop/login1/session/_33"
  let bus: BusConnection
  private(set) var isLocked: Bool
  private var objects: [BusRegistration] = []
  private var name: BusRegistration?

  init(_ address: String, isLocked: Bool = false) throws {
    bus = try BusConnection.open(.address(address))
    self.isLocked = isLocked
    let xml = """
      <node><interface name='org.freedesktop.login1.Session'>
      <property name='Id' type='s' access='read'/><property name='LockedHint' type='b' access='read'/>
      </interface></node>
      """
    objects.append(
      try bus.register(
        "/org/freedesktop/login1", "org.freedesktop.login1.Manager",
        xml: """
          <node><interface name='org.freedesktop.login1.Manager'><method name='GetSession'>
          <arg type='s' direction='in'/><arg type='o' direction='out'/></method></interface></node>
          """,
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
          path, "org.freedesktop.login1.Session", xml: xml,
          BusHandlers(
            call: { _ in },
            get: { [weak self] in $0 == "Id" ? .string("3") : .bool(self?.isLocked ?? false) })))
    }
  }

  /// Returns when it has its name: who asks before is told that there is no logind.
  func appear() { name = bus.own("org.freedesktop.login1") }

  func lock(_ isLocked: Bool) throws {
    self.isLocked = isLocked
    try bus.emit(
      Self.session, "org.freedesktop.DBus.Properties", "PropertiesChanged",
      [.string("org.freedesktop.login1.Session"), .vardict([("LockedHint", .bool(isLocked))]), .strings([])])
  }
}
