// The two byte protocols from the server's side, written down by their specifications and not by our code.

/// Numbers in the machine's byte order.
package enum WireScript {
  package static func number(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }
  package static func short(_ value: UInt16) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }
  package static func word(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.prefix(4).enumerated().reduce(0) { $0 | UInt32($1.element) << (8 * UInt32($1.offset)) }
  }
}

extension SeededGenerator {
  package mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
  }

  /// With some bytes changed, taken out and said again.
  package mutating func damaged(_ whole: [UInt8]) -> [UInt8] {
    var bytes = whole
    for _ in 0..<Int.random(in: 1...6, using: &self) {
      let place = Int.random(in: 0..<bytes.count, using: &self)
      switch Int.random(in: 0..<3, using: &self) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &self)
      case 1: bytes.remove(at: place)
      default: bytes.insert(contentsOf: bytes.prefix(place).suffix(9), at: place)
      }
    }
    return bytes
  }
}

/// A Wayland compositor's messages.
package enum WaylandScript {
  /// One event: object, opcode, body.
  package static func event(_ object: UInt32, _ opcode: UInt32, _ body: [UInt8] = []) -> [UInt8] {
    WireScript.number(object) + WireScript.number(UInt32(body.count + 8) << 16 | opcode) + body
  }

  package static func global(_ name: UInt32, _ interface: String, _ version: UInt32) -> [UInt8] {
    event(2, 0, WireScript.number(name) + text(interface) + WireScript.number(version))
  }

  package static func text(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8) + [0]
    return WireScript.number(UInt32(bytes.count)) + bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
  }

  package static let listed = event(3, 0, WireScript.number(7)) + event(1, 1, WireScript.number(3))
  package static let capabilities = event(4, 0, WireScript.number(3))
  package static let idled = event(6, 0)
  package static let resumed = event(6, 1)

  /// What sway 1.12 begins with, as far as it matters.
  package static func greeting(notifier: String = "ext_idle_notifier_v1", version: UInt32 = 2) -> [UInt8] {
    var bytes = global(1, "wl_shm", 1)
    bytes += global(2, "wl_seat", 8)
    bytes += global(20, notifier, version)
    bytes += listed
    return bytes
  }

  /// The requests in these bytes, as `object.opcode words…`; a text is one of its words.
  package static func requests(_ bytes: [UInt8]) -> [String] {
    var rest = bytes[...]
    var requests: [String] = []
    while rest.count >= 8 {
      let (object, word) = (WireScript.word(rest), WireScript.word(rest.dropFirst(4)))
      let body = rest.prefix(Int(word >> 16)).dropFirst(8)
      let words = stride(from: 0, to: body.count, by: 4).map { String(WireScript.word(body.dropFirst($0))) }
      let letters = body.filter { ("a"..."z").contains(Character(UnicodeScalar($0))) || $0 == 95 }
      let name = letters.count > 5 ? " " + String(decoding: body.filter { $0 >= 48 && $0 < 123 }, as: UTF8.self) : ""
      let text = name.isEmpty ? words.joined(separator: " ") : words[text: 0] + name
      requests.append("\(object).\(word & 0xffff) " + text)
      rest = rest.dropFirst(Int(word >> 16))
    }
    return requests
  }
}

/// An X server's messages.
package enum XScript {
  package static let (opcode, firstEvent): (UInt8, UInt8) = (134, 83)

  /// Success, with the base 0x0200_0000 and a mask, and so many bytes of screens behind it.
  package static func greeting(_ status: UInt8 = 1, extra: Int = 40) -> [UInt8] {
    var body = WireScript.number(12_101_007) + WireScript.number(0x0200_0000) + WireScript.number(0x001f_ffff)
    body += [UInt8](repeating: 7, count: extra)
    return [status, 0] + WireScript.short(11) + WireScript.short(0) + WireScript.short(UInt16(body.count / 4)) + body
  }

  /// An answer to the request of this number; the body begins at the ninth byte.
  package static func reply(_ number: UInt16, _ body: [UInt8]) -> [UInt8] {
    let filled = body + [UInt8](repeating: 0, count: max(0, 24 - body.count))
    let padded = filled + [UInt8](repeating: 0, count: (4 - filled.count % 4) % 4)
    return [1, 0] + WireScript.short(number) + WireScript.number(UInt32((padded.count - 24) / 4)) + padded
  }

  package static func extensions(hasSync: Bool = true, isXwayland: Bool = false) -> [UInt8] {
    reply(1, [hasSync ? 1 : 0, opcode, firstEvent, 134]) + reply(2, [isXwayland ? 1 : 0, 140, 0, 0])
  }

  package static func counters(_ names: [String] = ["SERVERTIME", "IDLETIME", "DEVICEIDLETIME 3"]) -> [UInt8] {
    var body = WireScript.number(UInt32(names.count)) + [UInt8](repeating: 0, count: 20)
    for (index, name) in names.enumerated() {
      var counter = WireScript.number(UInt32(40 + index)) + value(4) + WireScript.short(UInt16(name.utf8.count))
      counter += Array(name.utf8)
      body += counter + [UInt8](repeating: 0, count: (4 - counter.count % 4) % 4)
    }
    return reply(3, [3, 1]) + reply(4, body)
  }

  package static func idle(_ milliseconds: Int64) -> [UInt8] { reply(7, value(milliseconds)) }

  package static func value(_ value: Int64) -> [UInt8] {
    WireScript.number(UInt32(truncatingIfNeeded: value >> 32)) + WireScript.number(UInt32(truncatingIfNeeded: value))
  }

  /// AlarmNotify: our first alarm tells of idle time, our second of its end.
  package static func alarm(_ number: UInt32, _ counter: Int64, state: UInt8 = 0) -> [UInt8] {
    var event: [UInt8] = [firstEvent + 1, 0] + WireScript.short(9) + WireScript.number(0x0200_0000 | number)
    event += value(counter) + value(0) + WireScript.number(1)
    return event + [state, 0, 0, 0]
  }
}
