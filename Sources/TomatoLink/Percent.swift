// Percent-encoding of RFC 3986 §2. Decodes strictly, encodes canonically.

enum Percent {
  /// `+` is a plus, as in RFC 3986.
  /// - Throws: One sentence with `item`, if two hexadecimal digits are missing after a `%`, or the result is not UTF-8.
  static func decode(_ bytes: ArraySlice<UInt8>, item: String) throws(LinkError) -> String {
    guard bytes.contains(UInt8(ascii: "%")) else { return String(decoding: bytes, as: UTF8.self) }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      guard bytes[index] == UInt8(ascii: "%") else {
        decoded.append(bytes[index])
        index += 1
        continue
      }
      guard index + 2 < bytes.endIndex, let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2]) else {
        let piece = LinkError.quote(String(decoding: bytes[index...].prefix(3), as: UTF8.self))
        throw LinkError(
          "The value of '{item}' has {given}; expected '%' and two hexadecimal digits, or %25 for '%'.",
          ["item": item, "given": piece])
      }
      decoded.append(high << 4 | low)
      index += 3
    }
    guard let text = String(validating: decoded, as: UTF8.self) else {
      throw LinkError(
        "The percent-encoded value of '{item}' is not valid UTF-8; expected text in UTF-8.", ["item": item])
    }
    return text
  }

  /// Encodes all bytes but unreserved characters, with upper-case digits.
  static func encode(_ text: String) -> String {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if isUnreserved(byte) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), digitText(byte >> 4), digitText(byte & 15)]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// RFC 3986 §2.3.
  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: byte.isASCIIDigit
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? { Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) } }

  private static func digitText(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
