// Percent-encoding of RFC 3986 §2. Decodes strictly, encodes canonically.

enum Percent {
  /// `+` is a plus, as in RFC 3986.
  /// - Throws: One sentence with `item`, if two hexadecimal digits are missing after a `%`, or the result is not UTF-8.
  static func decode(_ bytes: ArraySlice<UInt8>, item: String) throws(LinkError) -> String {
    guard bytes.contains(UInt8(ascii: "%")) else { return String(decoding: bytes, as: UTF8.self) }
    let parts = bytes.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
    var decoded = Array(parts[0])
    for part in parts.dropFirst() {
      let digits = part.prefix(2).compactMap(\.hexDigit)
      guard digits.count == 2 else {
        let given = String(decoding: bytes[(part.startIndex - 1)...].prefix(3), as: UTF8.self)
        throw LinkError(
          "The value of '{item}' has {given}; expected '%' and two hexadecimal digits, or %25 for '%'.",
          ["item": item, "given": LinkError.quote(given)])
      }
      decoded.append(digits[0] << 4 | digits[1])
      decoded += part.dropFirst(2)
    }
    guard let text = String(utf8: decoded) else {
      throw LinkError(
        "The percent-encoded value of '{item}' is not valid UTF-8; expected text in UTF-8.", ["item": item])
    }
    return text
  }

  /// Encodes all bytes but unreserved characters (RFC 3986 §2.3), with upper-case digits.
  static func encode(_ text: String) -> String {
    text.utf8.map { byte in
      let isUnreserved = byte.isASCIILetter || byte.isASCIIDigit || "-._~".utf8.contains(byte)
      return isUnreserved ? String(Unicode.Scalar(byte)) : "%" + hexadecimal(UInt64(byte), width: 2).uppercased()
    }.joined()
  }
}
