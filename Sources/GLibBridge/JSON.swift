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
    try check(text)
    guard let variant = json_gvariant_deserialize_data(text, -1, nil, &error) else {
      throw BridgeError(taking: error)
    }
    return Variant(taking: variant).lend { BusValue($0) }
  }

  /// As many values inside each other are read: each takes a piece of the stack.
  static let deepest = 60

  /// Refuses what json-glib would not: it goes down with each list and object, cuts a text at `\u0000`, and fails
  /// without a reason at one half of a surrogate pair.
  private static func check(_ text: String) throws(BridgeError) {
    var (depth, isInText) = (0, false)
    var rest = text.utf8.makeIterator()
    // The first half of a pair, whose second half has to follow at once.
    var half: UInt16?
    while let byte = rest.next() {
      if isInText, byte == UInt8(ascii: "\\") {
        half = try next(of: half, escape(&rest))
        continue
      }
      guard half == nil else { throw halfCharacter }
      switch byte {
      case UInt8(ascii: "\""): isInText.toggle()
      case _ where isInText: break
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        guard depth <= deepest else {
          throw BridgeError(message: "A JSON text has more than \(deepest) values inside each other.")
        }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
  }

  private static let halfCharacter = BridgeError(
    message: "A text has half a character: one \\u escape of a pair without the other.")

  /// What stands behind a backslash: the unit of a `\u` escape. Nil for another escape, and where json-glib refuses it.
  private static func escape(_ rest: inout String.UTF8View.Iterator) -> UInt16? {
    guard rest.next() == UInt8(ascii: "u") else { return nil }
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = rest.next().flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  /// - Returns: The first half of a pair, if `unit` is one.
  private static func next(of half: UInt16?, _ unit: UInt16?) throws(BridgeError) -> UInt16? {
    switch unit {
    case 0?: throw BridgeError(message: "A text has the escape \\u0000, which no text may hold.")
    case .some(0xD800...0xDBFF) where half == nil: return unit
    case .some(0xDC00...0xDFFF) where half != nil: return nil
    case .some(0xD800...0xDFFF): throw halfCharacter
    default:
      guard half == nil else { throw halfCharacter }
      return nil
    }
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
