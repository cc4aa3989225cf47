// Which characters a person's text may have, and which are safe in a terminal; which bytes are a text.

public enum SafeText {
  /// `text` without control characters and directional formatting characters.
  public static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnfit) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { !isUnfit($0) }))
  }

  /// Control characters, directional formatting characters (Unicode's annex 9), line and paragraph separators.
  public static func isUnfit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: isControl(scalar)
    }
  }

  /// Whether a text has a visible character. Spaces and default-ignorable characters are invisible, and so are two
  /// symbols: U+2800 (Braille without a dot) and U+1D159 (a note without a head).
  public static func isVisible(_ text: some StringProtocol) -> Bool {
    text.unicodeScalars.contains { scalar in
      if scalar.isASCII { return scalar.value > 0x20 && scalar.value < 0x7F }
      let properties = scalar.properties
      return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
        && properties.generalCategory != .format && !isUnfit(scalar) && scalar != "\u{2800}" && scalar != "\u{1D159}"
    }
  }

  /// U+0000 to U+001F and U+007F to U+009F. For some terminals, U+009B begins an escape sequence.
  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }

  /// Whether UTF-8 text has control characters other than tabs.
  static func hasControls(_ bytes: some Collection<UInt8>) -> Bool {
    var last: UInt8 = 0
    for byte in bytes {
      if byte < 0x20 && byte != 0x09 || byte == 0x7F || last == 0xC2 && (0x80...0x9F).contains(byte) { return true }
      last = byte
    }
    return false
  }
}

extension String {
  /// Nil unless these bytes are UTF-8. Faster than `String(validating:as:)`, which is not specialised.
  init?(utf8 bytes: some Collection<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    // Decoding replaces invalid bytes, so the text differs from them.
    guard bytes.allSatisfy({ $0 < 0x80 }) || utf8.elementsEqual(bytes) else { return nil }
  }
}
