// Converts BusValue to GVariant and back. Checks types, because GLib only logs a critical message for a mismatch.
import CNotify

/// Owns a reference to a `GVariant`, which is immutable, so that any thread may use it.
final class Variant: @unchecked Sendable {
  private let pointer: OpaquePointer

  /// Takes a floating reference, or one that the caller owns.
  init(taking pointer: OpaquePointer) { self.pointer = g_variant_take_ref(pointer) }

  /// Passes the pointer to `body` and keeps this object alive meanwhile. Otherwise the compiler may release it before C
  /// has read from the pointer.
  func lend<Result>(_ body: (OpaquePointer) -> Result) -> Result { withExtendedLifetime(self) { body(pointer) } }

  deinit { g_variant_unref(pointer) }
}

extension BusValue {
  /// - Throws: one sentence, when a container holds a value of another type, or a type, path or key is not valid.
  func makeVariant() throws(BridgeError) -> Variant {
    try check(depth: 0)
    return Variant(taking: build())
  }

  /// Throws as `makeVariant` does, without making a variant.
  public func check() throws(BridgeError) { try check(depth: 0) }

  private func check(depth: Int) throws(BridgeError) {
    try Self.require(depth < 60, "A value is nested more than 60 deep")
    switch self {
    case .objectPath(let path):
      try Self.require(g_variant_is_object_path(path.forC).isTrue, "\"\(path)\" is not an object path")
    case .signature(let text):
      try Self.require(g_variant_is_signature(text.forC).isTrue, "\"\(text)\" is not a type signature")
    case .array(let element, let values):
      try Self.checkType(element)
      for value in values { try value.check(is: element, in: self, depth: depth) }
    case .dictionary(let type, let entries):
      let (key, value) = try Self.entryTypes(of: type)
      for entry in entries {
        try entry.key.check(is: key, in: self, depth: depth)
        try entry.value.check(is: value, in: self, depth: depth)
      }
    case .tuple(let values):
      for value in values { try value.check(depth: depth + 1) }
    case .variant(let inner): try inner.check(depth: depth + 1)
    default: break
    }
  }

  private func check(is expected: String, in container: BusValue, depth: Int) throws(BridgeError) {
    try Self.require(type == expected, "A value of type \"\(type)\" is in a container of type \"\(container.type)\"")
    try check(depth: depth + 1)
  }

  private static func require(_ holds: Bool, _ otherwise: @autoclosure () -> String) throws(BridgeError) {
    if !holds { throw BridgeError(message: otherwise() + ".") }
  }

  /// Throws unless `type` is one complete type without wildcards.
  private static func checkType(_ type: String) throws(BridgeError) {
    let valid = g_variant_type_string_is_valid(type.forC).isTrue && !type.utf8.contains { "r?*".utf8.contains($0) }
    try require(valid, "\"\(type)\" is not a type")
  }

  /// "a{sv}" → ("s", "v").
  private static func entryTypes(of type: String) throws(BridgeError) -> (key: String, value: String) {
    try checkType(type)
    try require(type.hasPrefix("a{"), "\"\(type)\" is not the type of a dictionary")
    let inner = type.dropFirst(2).dropLast()
    return (String(inner.prefix(1)), String(inner.dropFirst()))
  }

  /// Returns a floating reference. Only for checked values.
  private func build() -> OpaquePointer {
    switch self {
    case .bool(let value): g_variant_new_boolean(value ? gtrue : gfalse)
    case .byte(let value): g_variant_new_byte(value)
    case .int16(let value): g_variant_new_int16(value)
    case .uint16(let value): g_variant_new_uint16(value)
    case .int32(let value): g_variant_new_int32(value)
    case .uint32(let value): g_variant_new_uint32(value)
    case .int64(let value): g_variant_new_int64(gint64(value))
    case .uint64(let value): g_variant_new_uint64(guint64(value))
    case .double(let value): g_variant_new_double(value)
    case .string(let value): g_variant_new_string(value.forC)
    case .objectPath(let value): g_variant_new_object_path(value.forC)
    case .signature(let value): g_variant_new_signature(value.forC)
    case .handle(let value): g_variant_new_handle(value)
    case .bytes(let values):
      withVariantType("y") { type in
        values.withUnsafeBytes { g_variant_new_fixed_array(type, $0.baseAddress, gsize($0.count), 1) }
      }
    case .array(let element, let values): Self.container("a" + element, values.map { $0.build() })
    case .dictionary(let type, let entries):
      Self.container(type, entries.map { g_variant_new_dict_entry($0.key.build(), $0.value.build()) })
    case .tuple(let values): Self.container(type, values.map { $0.build() })
    case .variant(let inner): g_variant_new_variant(inner.build())
    case .null: Self.container(type, [])
    }
  }

  private static func container(_ type: String, _ children: [OpaquePointer]) -> OpaquePointer {
    withVariantType(type) { type in
      let builder = g_variant_builder_new(type)
      defer { g_variant_builder_unref(builder) }
      for child in children { g_variant_builder_add_value(builder, child) }
      return g_variant_builder_end(builder)
    }
  }
}

/// `type` must be a valid type.
func withVariantType<Result>(_ type: String, _ body: (OpaquePointer) -> Result) -> Result {
  guard let pointer = g_variant_type_new(type) else { fatalError("GLib made no type of the checked text \(type)") }
  defer { g_variant_type_free(pointer) }
  return body(pointer)
}

extension BusValue {
  /// Copies a variant. GLib has already checked values from a bus.
  init(_ variant: OpaquePointer) {
    let type = String(cString: g_variant_get_type_string(variant))
    switch type.utf8.first ?? 0 {
    case UInt8(ascii: "a"): self = Self.readArray(variant, type)
    case UInt8(ascii: "("): self = .tuple(Self.children(variant))
    case UInt8(ascii: "v"): self = .variant(Self.children(variant)[0])
    case UInt8(ascii: "m"): self = Self.children(variant).first ?? .null
    default: self = Self.readBasic(variant, type)
    }
  }

  /// The arguments of a message: the members of its tuple.
  static func arguments(of variant: OpaquePointer?) -> [BusValue] { variant.map(children) ?? [] }

  private static func children(_ variant: OpaquePointer) -> [BusValue] {
    (0..<g_variant_n_children(variant)).map { index in
      Variant(taking: g_variant_get_child_value(variant, index)).lend { BusValue($0) }
    }
  }

  private static func readArray(_ variant: OpaquePointer, _ type: String) -> BusValue {
    if type == "ay" {
      var count: gsize = 0
      let start = g_variant_get_fixed_array(variant, &count, 1)
      return .bytes(Array(UnsafeRawBufferPointer(start: start, count: Int(count))))
    }
    guard type.hasPrefix("a{") else { return .array(element: String(type.dropFirst()), children(variant)) }
    let entries = (0..<g_variant_n_children(variant)).map { index in
      let parts = Variant(taking: g_variant_get_child_value(variant, index)).lend(children)
      return BusEntry(parts[0], parts[1])
    }
    return .dictionary(type: type, entries)
  }

  private static func readBasic(_ variant: OpaquePointer, _ type: String) -> BusValue {
    switch type {
    case "b": return .bool(g_variant_get_boolean(variant).isTrue)
    case "y": return .byte(g_variant_get_byte(variant))
    case "n": return .int16(g_variant_get_int16(variant))
    case "q": return .uint16(g_variant_get_uint16(variant))
    case "i": return .int32(g_variant_get_int32(variant))
    case "u": return .uint32(g_variant_get_uint32(variant))
    case "x": return .int64(Int64(g_variant_get_int64(variant)))
    case "t": return .uint64(UInt64(g_variant_get_uint64(variant)))
    case "d": return .double(g_variant_get_double(variant))
    case "h": return .handle(g_variant_get_handle(variant))
    default:
      let text = String(cString: g_variant_get_string(variant, nil))
      return type == "o" ? .objectPath(text) : type == "g" ? .signature(text) : .string(text)
    }
  }
}
