// Reads and writes numbers of Wayland and X11 in the machine's byte order, which Wayland requires and X11 allows.

/// A violation of the protocol by the server.
nonisolated enum WireFault: Error, Equatable {
  /// A message that is too short, too long, or ends in the middle of a value.
  case length
  /// An unexpected object, request or message.
  case unexpected
  /// The server reports an invalid request, or refuses access.
  case refused
}

/// Reads bytes from the front, never past the end.
nonisolated struct WireReader {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func bytes(_ count: Int) throws(WireFault) -> ArraySlice<UInt8> {
    guard count >= 0, count <= rest.count else { throw .length }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func byte() throws(WireFault) -> UInt8 { try bytes(1).first ?? 0 }
  mutating func uint16() throws(WireFault) -> UInt16 { try number() }
  mutating func uint32() throws(WireFault) -> UInt32 { try number() }
  mutating func int32() throws(WireFault) -> Int32 { try number() }

  /// INT64 of the X Synchronization Extension: the upper half comes first, whatever the byte order.
  mutating func syncValue() throws(WireFault) -> Int64 {
    let high = try int32()
    return Int64(high) << 32 | Int64(try uint32())
  }

  /// The only value of a message.
  mutating func onlyUInt32() throws(WireFault) -> UInt32 {
    let value = try uint32()
    try end()
    return value
  }

  func end() throws(WireFault) {
    if !rest.isEmpty { throw .length }
  }

  private mutating func number<Value: FixedWidthInteger>() throws(WireFault) -> Value {
    let part = try bytes(Value.bitWidth / 8)
    return Value(littleEndian: part.reversed().reduce(0) { $0 << 8 | Value(truncatingIfNeeded: $1) })
  }
}

nonisolated struct WireWriter {
  static let isLittle = UInt16(1).littleEndian == 1

  private(set) var bytes: [UInt8] = []

  mutating func byte(_ values: UInt8...) { bytes += values }
  mutating func uint16(_ values: UInt16...) { for value in values { add(value) } }
  mutating func uint32(_ values: UInt32...) { for value in values { add(value) } }

  mutating func syncValue(_ value: Int64) {
    uint32(UInt32(truncatingIfNeeded: value >> 32), UInt32(truncatingIfNeeded: value))
  }

  mutating func raw(_ value: some Sequence<UInt8>) { bytes += value }

  /// Adds zeros up to a multiple of four bytes.
  mutating func pad() { while bytes.count % 4 != 0 { bytes.append(0) } }

  private mutating func add<Value: FixedWidthInteger>(_ value: Value) {
    for shift in stride(from: 0, to: Value.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value.littleEndian >> shift))
    }
  }
}
