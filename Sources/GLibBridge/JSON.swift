// JSON out of the same values that travel over D-Bus, and back into them, through json-glib.
import CJSON
import CNotify

public enum JSON {
  /// Reads one JSON text. An object becomes `a{sv}`, a list `av`, null an absent `maybe`; a number without a fraction
  /// is an `int64`.
  /// - Throws: one sentence with the place of what is wrong.
  public static func read(_ text: String) throws(BridgeError) -> BusValue {
    var error: UnsafeMutablePointer<GError>?
    // -1: the text ends with its NUL, and a Swift string for C may hold another one.
    guard !text.utf8.contains(0) else { throw BridgeError(message: "A JSON text has no NUL character.") }
    guard depth(of: text) <= deepest else {
      throw BridgeError(message: "A JSON text has more than \(deepest) values inside each other.")
    }
    guard let variant = json_gvariant_deserialize_data(text, -1, nil, &error) else {
      throw BridgeError(taking: error)
    }
    return Variant(taking: variant).lend { BusValue($0) }
  }

  /// As many values inside each other are read: each takes a piece of the stack.
  static let deepest = 60

  /// How many lists and objects are open at once, at most.
  private static func depth(of text: String) -> Int {
    var (depth, most, isInText, isEscaped) = (0, 0, false, false)
    for byte in text.utf8 {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isInText: isEscaped = true
      case UInt8(ascii: "\""): isInText.toggle()
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        guard !isInText else { break }
        depth += 1
        most = max(most, depth)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): if !isInText { depth -= 1 }
      default: break
      }
    }
    return most
  }

  /// One JSON text without a final line break. Dictionaries keep their order, integers stay integers, variants are
  /// transparent, an absent `maybe` is null. What JSON has no number for (infinities, NaN) is null.
  /// - Parameter pretty: two spaces of indentation, one member per line.
  /// - Throws: when the value's types do not fit together.
  public static func write(_ value: BusValue, pretty: Bool = false) throws(BridgeError) -> String {
    let variant = try value.hasNumberOutsideJSON ? value.forJSON.makeVariant() : value.makeVariant()
    guard let node = variant.lend({ json_gvariant_serialize($0) }) else {
      throw BridgeError(message: "A value of type \"\(value.type)\" has no form in JSON.")
    }
    defer { json_node_unref(node) }
    guard let text = json_to_string(node, pretty ? gtrue : gfalse) else {
      throw BridgeError(message: "A value of type \"\(value.type)\" could not be written as JSON.")
    }
    defer { g_free(text) }
    return String(cString: text)
  }
}

extension BusValue {
  /// json-glib would write `nan`, and a negative number for an integer above 2^63 - 1.
  fileprivate var hasNumberOutsideJSON: Bool {
    switch self {
    case .double(let value): !value.isFinite
    case .uint64(let value): value > UInt64(Int64.max)
    case .array(_, let values), .tuple(let values): values.contains(where: \.hasNumberOutsideJSON)
    case .dictionary(_, let entries): entries.contains { $0.key.hasNumberOutsideJSON || $0.value.hasNumberOutsideJSON }
    case .variant(let inner): inner.hasNumberOutsideJSON
    case .maybe(_, let inner): inner?.hasNumberOutsideJSON ?? false
    default: false
    }
  }

  /// The same JSON from looser types: every element in a variant, so that any of them can be replaced.
  fileprivate var forJSON: BusValue {
    switch self {
    case .double(let value) where !value.isFinite: .null
    case .uint64(let value) where value > UInt64(Int64.max): .double(Double(value))
    case .array(_, let values): .array(element: "v", values.map { .variant($0.forJSON) })
    case .tuple(let values): .tuple(values.map { .variant($0.forJSON) })
    case .dictionary(let type, let entries):
      .dictionary(
        type: "a{\(type.dropFirst(2).prefix(1))v}", entries.map { BusEntry($0.key, .variant($0.value.forJSON)) })
    case .variant(let inner): .variant(inner.forJSON)
    case .maybe(_, .some(let inner)): .maybe(of: "v", .variant(inner.forJSON))
    default: self
    }
  }
}
