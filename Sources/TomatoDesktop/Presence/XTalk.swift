// The X11 messages for idle time: the counter IDLETIME of the X Synchronization Extension, and two alarms on it. Pure;
// `WireSource` has the socket. Why not libxcb: docs/decisions/0019-idle-in-raw-bytes.md.
//
// Sources: "X Window System Protocol" (Appendix B: encoding), "X Synchronization Extension Library" and syncproto.h.

/// The protocol of one connection.
nonisolated struct XTalk: WireTalk {
  private enum Stage: Equatable {
    case setup, extensions, counters, arming, armed
  }

  /// Maximum length of a reply, in bytes after its first 32. The list of counters takes a few hundred.
  private static let longestReply = 64 * 1024

  private let timeout: Int64
  /// The user is active below this idle time, in milliseconds.
  private let activeBelow: Int64
  var outgoing = WireWriter()
  var incoming: [UInt8] = []
  private var stage = Stage.setup
  /// The sequence number of the awaited reply.
  private var awaited: UInt16 = 1
  private var resourceBase: UInt32 = 0
  private var syncOpcode: UInt8 = 0
  private var syncEvent: UInt8 = 0
  private var counter: UInt32 = 0

  /// The first two resource ids of this client.
  private var idleAlarm: UInt32 { resourceBase | 1 }
  private var activeAlarm: UInt32 { resourceBase | 2 }

  /// - timeout: idle time, in milliseconds.
  /// - isAway: the user was away at the beginning, so any input is reported at once.
  /// - cookie: of MIT-MAGIC-COOKIE-1; nil: connects without one.
  init(timeout: Int64, isAway: Bool = false, cookie: [UInt8]?) {
    self.timeout = timeout
    activeBelow = isAway ? min(timeout - 1, 1000) : timeout - 1
    let name = Array((cookie == nil ? "" : XAuthority.cookieName).utf8)
    outgoing.byte(WireWriter.isLittle ? 0x6c : 0x42, 0)
    outgoing.uint16(11, 0, UInt16(name.count), UInt16(clamping: cookie?.count ?? 0), 0)
    outgoing.raw(name)
    outgoing.pad()
    outgoing.raw(cookie ?? [])
    outgoing.pad()
  }

  func length(of bytes: ArraySlice<UInt8>) throws(WireFault) -> Int? {
    guard bytes.count >= (stage == .setup ? 8 : 32) else { return nil }
    var reader = WireReader(bytes)
    if stage == .setup {
      _ = try reader.bytes(6)
      return 8 + Int(try reader.uint16()) * 4
    }
    let kind = try reader.byte()
    // A reply, or a long event (X Generic Event Extension).
    guard kind == 1 || kind & 127 == 35 else { return 32 }
    _ = try reader.bytes(3)
    let length = Int(try reader.uint32()) * 4
    guard length <= Self.longestReply else { throw .length }
    return 32 + length
  }

  mutating func hear(_ message: ArraySlice<UInt8>) throws(WireFault) -> WireNews? {
    let message = Array(message)
    if stage == .setup {
      try hearSetup(message)
      return nil
    }
    switch message[0] {
    case 0: throw .refused
    case 1: return try hearReply(message)
    // The upper bit marks events sent by other clients, which are ignored.
    case syncEvent where stage == .armed || stage == .arming: return try hearAlarm(message)
    default: return nil
    }
  }

  /// 1: success, 0: failed, 2: more authentication. Then the release, and the base and mask of our resource ids.
  private mutating func hearSetup(_ message: [UInt8]) throws(WireFault) {
    guard message[0] == 1 else { throw .refused }
    var reader = WireReader(message[8...])
    _ = try reader.uint32()
    resourceBase = try reader.uint32()
    guard try reader.uint32() & 3 == 3 else { throw .unexpected }
    stage = .extensions
    for name in ["SYNC", "XWAYLAND"] {
      request(98) {
        $0.uint16(UInt16(name.utf8.count), 0)
        $0.raw(name.utf8)
        $0.pad()
      }
    }
  }

  private mutating func hearReply(_ message: [UInt8]) throws(WireFault) -> WireNews? {
    var reader = WireReader(message[...])
    _ = try reader.byte()
    _ = try reader.byte()
    guard try reader.uint16() == awaited else { throw .unexpected }
    _ = try reader.uint32()
    switch (stage, awaited) {
    case (.extensions, 1):
      let isThere = try reader.byte() != 0
      (syncOpcode, syncEvent) = (try reader.byte(), try reader.byte() &+ 1)
      guard isThere, syncOpcode >= 128, syncEvent > 64, syncEvent < 128 else { return .unsupported }
    case (.extensions, 2):
      guard try reader.byte() == 0 else { return .unsupported }
      askForCounters()
    case (.counters, 3):
      guard try reader.byte() == 3 else { return .unsupported }
    case (.counters, 4):
      guard let found = try idleCounter(reader) else { return .unsupported }
      counter = found
      arm()
    // The fifth and the sixth request create the alarms, without a reply.
    case (.arming, 7):
      stage = .armed
      return .armed(idle: max(0, try reader.syncValue()))
    default: throw .unexpected
    }
    awaited += stage == .arming ? 3 : 1
    return nil
  }

  /// Initialize with the version 3.1, ListSystemCounters.
  private mutating func askForCounters() {
    stage = .counters
    request(syncOpcode, 0) {
      $0.byte(3, 1)
      $0.uint16(0)
    }
    request(syncOpcode, 1) { _ in }
  }

  /// A counter is its id, its resolution and its name, padded to a multiple of four bytes.
  private func idleCounter(_ reader: WireReader) throws(WireFault) -> UInt32? {
    var reader = reader
    let count = try reader.uint32()
    _ = try reader.bytes(20)
    for _ in 0..<count {
      let counter = try reader.uint32()
      _ = try reader.syncValue()
      let length = Int(try reader.uint16())
      let name = try reader.bytes(length)
      _ = try reader.bytes((4 - (14 + length) % 4) % 4)
      if name.elementsEqual("IDLETIME".utf8) { return counter }
    }
    return nil
  }

  /// Creates two alarms, which re-arm themselves because their delta is 0. Then queries the counter, because an alarm
  /// does not fire if the counter is above its value already.
  private mutating func arm() {
    stage = .arming
    createAlarm(idleAlarm, at: timeout, test: 0)  // PositiveTransition
    createAlarm(activeAlarm, at: activeBelow, test: 1)  // NegativeTransition
    request(syncOpcode, 5) { [counter] in $0.uint32(counter) }
  }

  private mutating func createAlarm(_ alarm: UInt32, at value: Int64, test: UInt32) {
    request(syncOpcode, 8) { [counter] in
      // 0x3f: the six values that follow; 0: an absolute value.
      $0.uint32(alarm, 0x3f, counter, 0)
      $0.syncValue(value)
      $0.uint32(test)
      $0.syncValue(0)
      $0.uint32(1)  // events are wanted
    }
  }

  /// AlarmNotify: the alarm, the counter's value, the alarm's value, a time, and the state (0: active).
  private func hearAlarm(_ message: [UInt8]) throws(WireFault) -> WireNews? {
    var reader = WireReader(message[4...])
    let alarm = try reader.uint32()
    let value = try reader.syncValue()
    _ = try reader.bytes(12)
    guard try reader.byte() == 0 else { throw .refused }
    switch alarm {
    case idleAlarm: return .idled(idle: max(0, value))
    case activeAlarm: return .resumed
    default: throw .unexpected
    }
  }

  private mutating func request(_ opcode: UInt8, _ small: UInt8 = 0, _ body: (inout WireWriter) -> Void) {
    var writer = WireWriter()
    body(&writer)
    outgoing.byte(opcode, small)
    outgoing.uint16(UInt16(writer.bytes.count / 4 + 1))
    outgoing.raw(writer.bytes)
  }
}
