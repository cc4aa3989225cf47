// The Wayland messages for idle notifications, as raw bytes: six objects of the protocol. Pure; `WireSource` has the
// socket. Why not libwayland-client: docs/decisions/0019-idle-in-raw-bytes.md.
//
// Sources: wayland.xml (the wire format: "Wire Format" of the Wayland book; wl_display, wl_registry, wl_callback),
// ext-idle-notify-v1.xml of wayland-protocols, idle.xml of plasma-wayland-protocols (org_kde_kwin_idle).

/// The protocol of one connection.
nonisolated struct WaylandTalk: WireTalk {
  /// ext-idle-notify of wayland-protocols, or its predecessor, which sway has until 1.8 (Debian 12).
  enum Notifier: String, CaseIterable {
    case ext = "ext_idle_notifier_v1"
    case kde = "org_kde_kwin_idle"
  }

  private struct Global {
    var name: UInt32
    var version: UInt32
  }

  /// Our object ids, counted from 1, the display.
  private enum ID {
    static let display: UInt32 = 1
    static let registry: UInt32 = 2
    static let syncCallback: UInt32 = 3
    static let seat: UInt32 = 4
    static let notifier: UInt32 = 5
    static let notification: UInt32 = 6
  }

  /// libwayland's own limit for one message, in bytes.
  private static let longestMessage = 4096
  /// Maximum number of globals; compositors announce about fifty.
  private static let mostGlobals = 4096

  /// Idle time, in milliseconds.
  private let timeout: UInt32
  var outgoing = WireWriter()
  var incoming: [UInt8] = []
  private var globals = 0
  private var seat: Global?
  private var found: [Notifier: Global] = [:]
  private var isListed = false
  private var isIdle = false
  /// The chosen protocol; nil until known.
  private(set) var notifier: Notifier?

  init(timeout: UInt32) {
    self.timeout = timeout
    request(ID.display, 1) { $0.uint32(ID.registry) }  // get_registry
    request(ID.display, 0) { $0.uint32(ID.syncCallback) }  // sync: done after all globals
  }

  /// A message begins with the object, the length and the event.
  func length(of bytes: ArraySlice<UInt8>) throws(WireFault) -> Int? {
    guard bytes.count >= 8 else { return nil }
    var reader = WireReader(bytes.dropFirst(4))
    let length = Int(try reader.uint32() >> 16)
    guard length >= 8, length % 4 == 0, length <= Self.longestMessage else { throw .length }
    return length
  }

  mutating func hear(_ message: ArraySlice<UInt8>) throws(WireFault) -> WireNews? {
    var body = WireReader(message)
    switch (try body.uint32(), try body.uint32() & 0xffff) {
    case (ID.display, 0): throw .refused  // error
    case (ID.display, 1):  // delete_id: the callback is used up
      _ = try body.onlyUInt32()
      return nil
    case (ID.registry, 0):
      try addGlobal(&body)
      return nil
    case (ID.registry, 1):
      return isUsed(try body.onlyUInt32()) ? .gone : nil
    case (ID.syncCallback, 0) where !isListed:
      _ = try body.onlyUInt32()
      isListed = true
      return arm()
    case (ID.seat, 0) where notifier != nil:  // capabilities
      _ = try body.onlyUInt32()
      return nil
    case (ID.notification, 0) where notifier != nil && !isIdle: return try setIdle(true, body)
    case (ID.notification, 1) where notifier != nil && isIdle: return try setIdle(false, body)
    default: throw .unexpected
    }
  }

  private mutating func setIdle(_ isIdle: Bool, _ body: WireReader) throws(WireFault) -> WireNews {
    try body.end()
    self.isIdle = isIdle
    return isIdle ? .idled(idle: Int64(timeout)) : .resumed
  }

  /// `wl_registry.global`: a number, an interface's name, a version.
  private mutating func addGlobal(_ body: inout WireReader) throws(WireFault) {
    globals += 1
    guard globals <= Self.mostGlobals else { throw .length }
    let name = try body.uint32()
    let interface = try text(&body)
    let global = Global(name: name, version: try body.uint32())
    try body.end()
    // Uses the first of each.
    guard !isListed else { return }
    if interface == "wl_seat", seat == nil { seat = global }
    if let notifier = Notifier(rawValue: interface), found[notifier] == nil { found[notifier] = global }
  }

  /// The length with the final NUL, the text, the NUL, and zeros up to a multiple of four bytes.
  private func text(_ body: inout WireReader) throws(WireFault) -> String {
    let length = Int(try body.uint32())
    guard length >= 1, length <= Self.longestMessage else { throw .length }
    let bytes = try body.bytes(length)
    _ = try body.bytes((4 - length % 4) % 4)
    guard bytes.last == 0 else { throw .unexpected }
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }

  private func isUsed(_ name: UInt32) -> Bool {
    guard let notifier else { return false }
    return seat?.name == name || found[notifier]?.name == name
  }

  private mutating func arm() -> WireNews {
    let best = Notifier.allCases.first { found[$0] != nil }
    guard let seat, let best, let global = found[best] else { return .unsupported }
    notifier = best
    bind(seat, "wl_seat", version: 1, as: ID.seat)
    let version = min(global.version, best == .ext ? 2 : 1)
    bind(global, best.rawValue, version: version, as: ID.notifier)
    switch best {
    case .ext:
      // Version 2's get_input_idle_notification ignores inhibitors, such as films and calls.
      request(ID.notifier, version >= 2 ? 2 : 1) { [timeout] in $0.uint32(ID.notification, timeout, ID.seat) }
    case .kde: request(ID.notifier, 0) { [timeout] in $0.uint32(ID.notification, ID.seat, timeout) }
    }
    return .armed(idle: 0)
  }

  private mutating func bind(_ global: Global, _ interface: String, version: UInt32, as id: UInt32) {
    request(ID.registry, 0) {
      $0.uint32(global.name, UInt32(interface.utf8.count + 1))
      $0.raw(interface.utf8)
      $0.byte(0)
      $0.pad()
      $0.uint32(version, id)
    }
  }

  private mutating func request(_ object: UInt32, _ opcode: UInt32, _ body: (inout WireWriter) -> Void) {
    var writer = WireWriter()
    body(&writer)
    outgoing.uint32(object, UInt32(writer.bytes.count + 8) << 16 | opcode)
    outgoing.raw(writer.bytes)
  }
}
