// Values for D-Bus and JSON, with the types of GVariant.

/// A D-Bus value with its type, so that empty containers keep their type.
public indirect enum BusValue: Hashable, Sendable {
  case bool(Bool)
  case byte(UInt8)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  /// Must be a valid object path: "/" or "/a/b".
  case objectPath(String)
  /// Must be a valid sequence of types.
  case signature(String)
  /// The index of a file descriptor that came with the message.
  case handle(Int32)
  /// `ay`; byte arrays are always read as this case.
  case bytes([UInt8])
  /// - element: the type of each element, for example `s` or `(iiay)`.
  case array(element: String, [BusValue])
  /// In order. - type: the whole type, for example `a{sv}`.
  case dictionary(type: String, [BusEntry])
  case tuple([BusValue])
  case variant(BusValue)
  /// JSON's null, for use inside a variant. D-Bus has none.
  case null

  /// `a{sv}` in the order given.
  public static func vardict(_ entries: [(String, BusValue)]) -> BusValue {
    .dictionary(type: "a{sv}", entries.map { BusEntry(.string($0.0), .variant($0.1)) })
  }

  public static func strings(_ values: [String]) -> BusValue { .array(element: "s", values.map { .string($0) }) }

  public var type: String {
    switch self {
    case .bool: "b"
    case .byte: "y"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .objectPath: "o"
    case .signature: "g"
    case .handle: "h"
    case .bytes: "ay"
    case .array(let element, _): "a" + element
    case .dictionary(let type, _): type
    case .tuple(let values): "(" + values.map(\.type).joined() + ")"
    case .variant: "v"
    case .null: "ms"
    }
  }
}

/// One entry of a dictionary. The key is of a basic type.
public struct BusEntry: Hashable, Sendable {
  public let key: BusValue
  public let value: BusValue
  public init(_ key: BusValue, _ value: BusValue) { (self.key, self.value) = (key, value) }
}

// Readers for another program's values, also inside variants: nil if the type does not match.
extension BusValue {
  /// Of a string, object path or signature.
  public var text: String? {
    switch unwrapped {
    case .string(let text), .objectPath(let text), .signature(let text): text
    default: nil
    }
  }

  /// Any integer (or byte) that fits.
  public var integer: Int64? {
    switch unwrapped {
    case .byte(let value): Int64(value)
    case .int16(let value): Int64(value)
    case .uint16(let value): Int64(value)
    case .int32(let value): Int64(value)
    case .uint32(let value): Int64(value)
    case .int64(let value): value
    case .uint64(let value): Int64(exactly: value)
    default: nil
    }
  }

  public var flag: Bool? {
    if case .bool(let value) = unwrapped { value } else { nil }
  }

  public var elements: [BusValue]? {
    switch unwrapped {
    case .array(_, let values), .tuple(let values): values
    case .bytes(let values): values.map { .byte($0) }
    default: nil
    }
  }

  /// The value of a key in a dictionary, without its variant.
  public subscript(key: String) -> BusValue? {
    guard case .dictionary(_, let entries) = unwrapped else { return nil }
    return entries.first { $0.key.text == key }?.value.unwrapped
  }

  /// This value without the variants around it.
  public var unwrapped: BusValue {
    if case .variant(let inner) = self { inner.unwrapped } else { self }
  }
}
