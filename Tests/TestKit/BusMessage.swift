// Messages of D-Bus as bytes, by its specification ("Message Protocol"), little-endian.

package struct BusMessage {
  let bytes: [UInt8]
  private enum Field { static let (interface, member, destination): (UInt8, UInt8, UInt8) = (2, 3, 6) }
  /// The texts of the header by their field.
  private var texts: [UInt8: String] = [:]

  var serial: UInt32 { Self.number(bytes, 8) }
  var isCall: Bool { bytes[at: 1] == 1 }
  var wantsReply: Bool { isCall && bytes[at: 2].map { $0 & 1 == 0 } == true }
  var member: String { texts[Field.member, default: ""] }

  /// Whom it asks; nil for everybody else.
  var party: HostileBus.Party? {
    guard isCall else { return nil }
    if texts[Field.destination] == "org.freedesktop.DBus" { return .bus }
    // What is asked for a property is asked by the property's interface, its first argument.
    let isProperty = texts[Field.interface] == "org.freedesktop.DBus.Properties"
    switch isProperty ? firstText : texts[Field.interface, default: ""] {
    case "org.freedesktop.Notifications": return .notifications
    case "org.kde.StatusNotifierWatcher": return .tray
    case "org.gnome.Mutter.IdleMonitor": return .mutter
    default: return nil
    }
  }

  private var headerLength: Int { 16 + (Int(Self.number(bytes, 12)) + 7) / 8 * 8 }
  private var firstText: String {
    let body = bytes.dropFirst(headerLength)
    guard body.count > 4 else { return "" }
    return String(decoding: body.dropFirst(4).prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The first message of these bytes, which are left without it; nil until it is whole.
  static func take(_ rest: inout [UInt8]) -> BusMessage? {
    guard rest.count >= 16 else { return nil }
    let length = 16 + (Int(number(rest, 12)) + 7) / 8 * 8 + Int(number(rest, 4))
    guard rest.count >= length else { return nil }
    defer { rest.removeFirst(length) }
    return BusMessage(Array(rest.prefix(length)))
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var (place, end) = (16, 16 + Int(Self.number(bytes, 12)))
    while place + 8 <= end {
      let (field, type) = (bytes[place], bytes[place + 2])
      place += 4
      switch type {
      case UInt8(ascii: "s"), UInt8(ascii: "o"):
        let length = Int(Self.number(bytes, place))
        texts[field] = String(decoding: bytes[(place + 4)...].prefix(length), as: UTF8.self)
        place += 4 + length + 1
      case UInt8(ascii: "u"): place += 4
      case UInt8(ascii: "g"): place += 2 + Int(bytes[place])
      default: end = 0
      }
      place = (place + 7) / 8 * 8
    }
  }

  private static func number(_ bytes: [UInt8], _ place: Int) -> UInt32 {
    bytes.dropFirst(place).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  // MARK: Messages that nobody has sent

  /// Answers that hardly any question has.
  static let bodies: [(type: String, bytes: [UInt8])] = [
    ("", []), ("s", text("one")), ("i", WireScript.number(.max)), ("u", WireScript.number(4711)),
    ("b", WireScript.number(1)), ("ay", WireScript.number(3) + [1, 2, 3]), ("as", WireScript.number(0)),
    ("v", [1, UInt8(ascii: "u"), 0, 0] + WireScript.number(9)), ("o", text("/a/lie")),
    ("s", text(String(repeating: "lie ", count: 20_000))),
  ]

  static func text(_ text: String) -> [UInt8] { WireScript.number(UInt32(text.utf8.count)) + Array(text.utf8) + [0] }

  static func reply(to call: UInt32, _ type: String, _ body: [UInt8]) -> [UInt8] {
    message(2, [(5, "u", WireScript.number(call))], type, body)
  }

  static func error(to call: UInt32, _ name: String) -> [UInt8] {
    message(3, [(4, "s", text(name)), (5, "u", WireScript.number(call))], "s", text("Not now."))
  }

  /// The bus says that a name has another owner; "" is nobody.
  package static func ownerChanged(_ name: String, _ old: String, _ new: String) -> [UInt8] {
    let bus = "org.freedesktop.DBus"
    return signal(from: bus, "/org/freedesktop/DBus", bus, "NameOwnerChanged", texts: [name, old, new])
  }

  /// - arguments: texts, or numbers as one argument each.
  package static func signal(
    from sender: String, _ path: String, _ interface: String, _ member: String, texts: [String] = [],
    numbers: [UInt32] = []
  ) -> [UInt8] {
    var body: [UInt8] = numbers.flatMap { WireScript.number($0) }
    for argument in texts {
      while body.count % 4 != 0 { body.append(0) }
      body += text(argument)
    }
    let type = String(repeating: "u", count: numbers.count) + String(repeating: "s", count: texts.count)
    return message(
      4, [(1, "o", text(path)), (2, "s", text(interface)), (3, "s", text(member)), (7, "s", text(sender))], type, body)
  }

  private static func message(
    _ kind: UInt8, _ fields: [(code: UInt8, type: String, value: [UInt8])], _ type: String, _ body: [UInt8]
  ) -> [UInt8] {
    var header: [UInt8] = []
    let all = fields + (type.isEmpty ? [] : [(8, "g", [UInt8(type.utf8.count)] + Array(type.utf8) + [0])])
    for field in all {
      while header.count % 8 != 0 { header.append(0) }
      header += [field.code, 1] + Array(field.type.utf8) + [0] + field.value
    }
    let start: [UInt8] = [UInt8(ascii: "l"), kind, 1, 1] + WireScript.number(UInt32(body.count))
    // The number of its own: any but 0.
    var bytes = start + WireScript.number(4_000_000_000) + WireScript.number(UInt32(header.count)) + header
    while bytes.count % 8 != 0 { bytes.append(0) }
    return bytes + body
  }
}
