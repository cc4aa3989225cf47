// Reads JSON as a stream, because exported lists may be larger than memory.

/// A parser for one JSON text (RFC 8259). Strict: no comments, no trailing commas, UTF-8 only.
public final class JSONScanner {
  public struct Problem: Error {
    public var line: Int
    /// A part of a sentence, such as `a comma was expected`.
    public var reason: String
  }

  private static let deepest = 60
  /// In bytes.
  private static let longestText = 65_536
  private static let longestNumber = 64

  private var buffer: [UInt8] = []
  private var position = 0
  private let readMore: () throws -> [UInt8]
  /// The current line, from 1.
  public private(set) var line = 1

  /// - Parameter readMore: returns the next bytes; none at the end.
  public init(_ readMore: @escaping () throws -> [UInt8]) { self.readMore = readMore }

  public convenience init(_ bytes: some Collection<UInt8>) {
    var rest: [UInt8]? = Array(bytes)
    self.init {
      defer { rest = nil }
      return rest ?? []
    }
  }

  public func problem(_ reason: String) -> Problem { Problem(line: line, reason: reason) }

  // MARK: Streaming

  public func elements(_ body: (JSONValue) throws -> Void) throws { try elements(0, body) }

  private func elements(_ depth: Int, _ body: (JSONValue) throws -> Void) throws {
    try expect(UInt8(ascii: "["))
    if try skip(UInt8(ascii: "]")) { return }
    repeat { try body(try value(depth)) } while try skip(UInt8(ascii: ","))
    try expect(UInt8(ascii: "]"))
  }

  /// Calls `body` with the name of each member of an object; `body` reads the value.
  public func members(_ body: (String) throws -> Void) throws {
    try expect(UInt8(ascii: "{"))
    if try skip(UInt8(ascii: "}")) { return }
    repeat {
      guard try next() == UInt8(ascii: "\"") else { throw problem("a name was expected") }
      let name = try text()
      try expect(UInt8(ascii: ":"))
      try body(name)
    } while try skip(UInt8(ascii: ","))
    try expect(UInt8(ascii: "}"))
  }

  /// Skips white space, and refuses anything else.
  public func end() throws {
    guard try next() == nil else { throw problem("the end was expected") }
  }

  /// The next byte after white space, not consumed; nil at the end.
  public func next() throws -> UInt8? {
    while let byte = try peek() {
      switch byte {
      case UInt8(ascii: "\n"): line += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
      default: return byte
      }
      position += 1
    }
    return nil
  }

  // MARK: Values

  public func value() throws -> JSONValue { try value(0) }

  private func value(_ depth: Int) throws -> JSONValue {
    guard depth < Self.deepest else { throw problem("at most \(Self.deepest) values inside each other were expected") }
    switch try next() {
    case UInt8(ascii: "{"):
      var found: [JSONValue.Member] = []
      try members { name in found.append(JSONValue.Member(name, try self.value(depth + 1))) }
      return .object(found)
    case UInt8(ascii: "["):
      var found: [JSONValue] = []
      try elements(depth + 1) { element in found.append(element) }
      return .array(found)
    case UInt8(ascii: "\""): return .string(try text())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case let byte? where Self.belongsToNumber(byte): return try number()
    default: throw problem("a value was expected")
    }
  }

  private func word(_ word: String, _ value: JSONValue) throws -> JSONValue {
    try pass(word, "a value was expected")
    return value
  }

  private func number() throws -> JSONValue {
    var digits: [UInt8] = []
    while let byte = try peek(), Self.belongsToNumber(byte) {
      guard digits.count < Self.longestNumber else {
        throw problem("a number has more than \(Self.longestNumber) characters")
      }
      digits.append(byte)
      position += 1
    }
    let text = String(decoding: digits, as: UTF8.self)
    guard Self.isNumber(digits[...]), let number = Double(text), number.isFinite else {
      throw problem("invalid number \(text)")
    }
    return .number(number)
  }

  private static func belongsToNumber(_ byte: UInt8) -> Bool {
    byte.isASCIIDigit || "-+.eE".utf8.contains(byte)
  }

  /// JSON's rules beyond those of `Double`: no `+` in front, no leading zero, digits on both sides of the point.
  private static func isNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
    let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes
    guard let first = digits.first, first.isASCIIDigit else { return false }
    if first == UInt8(ascii: "0"), digits.dropFirst().first?.isASCIIDigit == true { return false }
    guard let point = digits.firstIndex(of: UInt8(ascii: ".")) else { return true }
    return digits[(point + 1)...].first?.isASCIIDigit == true
  }

  // MARK: Texts

  private func text() throws -> String {
    position += 1
    if let whole = unescaped() { return whole }
    var bytes: [UInt8] = []
    while true {
      guard let byte = try peek() else { throw problem("the end of a text was expected") }
      guard byte >= 0x20 else { throw problem("a control character in a text") }
      guard bytes.count <= Self.longestText else { throw problem("a text has more than \(Self.longestText) bytes") }
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        guard let text = String(utf8: bytes) else { throw problem("a text is not UTF-8") }
        return text
      case UInt8(ascii: "\\"):
        position += 1
        bytes.append(contentsOf: try escaped())
      default:
        let plain = plainBytes
        bytes.append(contentsOf: plain.prefix(Self.longestText + 1))
        position += plain.count
      }
    }
  }

  /// The bytes up to the next escape, quotation mark or control character.
  private var plainBytes: ArraySlice<UInt8> {
    buffer[position...].prefix { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
  }

  /// Reads a text without escapes that is in the buffer as a whole, as most are; nil for another or an invalid one.
  private func unescaped() -> String? {
    let plain = plainBytes
    guard plain.endIndex < buffer.count, buffer[plain.endIndex] == UInt8(ascii: "\""), plain.count <= Self.longestText,
      let text = String(utf8: plain)
    else { return nil }
    position = plain.endIndex + 1
    return text
  }

  private func escaped() throws -> [UInt8] {
    guard let byte = try peek() else { throw problem("the end of a text was expected") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [8]
    case UInt8(ascii: "f"): return [12]
    case UInt8(ascii: "n"): return [10]
    case UInt8(ascii: "r"): return [13]
    case UInt8(ascii: "t"): return [9]
    case UInt8(ascii: "u"): return try unicodeEscape()
    default: throw problem("invalid escape in a text")
    }
  }

  /// Four hexadecimal digits, or a surrogate pair.
  private func unicodeEscape() throws -> [UInt8] {
    var units = [try codeUnit()]
    if UTF16.isLeadSurrogate(units[0]) {
      try pass("\\u", "half a character in a text")
      units.append(try codeUnit())
    }
    guard let text = String(validating: units, as: UTF16.self) else { throw problem("half a character in a text") }
    guard units != [0] else { throw problem("the character U+0000 in a text") }
    return Array(text.utf8)
  }

  private func codeUnit() throws -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = try peek()?.hexDigit else { throw problem("invalid escape in a text") }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }

  // MARK: Bytes

  private func expect(_ byte: UInt8) throws {
    guard try skip(byte) else { throw problem("\"\(Character(Unicode.Scalar(byte)))\" was expected") }
  }

  private func skip(_ byte: UInt8) throws -> Bool {
    guard try next() == byte else { return false }
    position += 1
    return true
  }

  private func pass(_ text: String, _ reason: String) throws {
    for byte in text.utf8 {
      guard try peek() == byte else { throw problem(reason) }
      position += 1
    }
  }

  private func peek() throws -> UInt8? {
    if position < buffer.count { return buffer[position] }
    buffer = try readMore()
    position = 0
    return buffer.first
  }
}
