// Prints and reads one line of JSON (RFC 8259).

public enum JSONText {
  /// Prints members in their order. A number that is not finite becomes null.
  public static func text(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let it): it ? "true" : "false"
    case .number(let it): number(it)
    case .string(let it): quoted(it)
    case .array(let values): "[\(values.map(text).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\(quoted($0.name)):\(text($0.value))" }.joined(separator: ","))}"
    }
  }

  /// `5`, not `5.0`. Uses no function of libm, because not every program of ours links it.
  private static func number(_ number: Double) -> String {
    guard number.isFinite else { return "null" }
    let isSmall = number.magnitude < 9_007_199_254_740_992
    return isSmall && Double(Int64(number)) == number ? String(Int64(number)) : "\(number)"
  }

  /// Nil for invalid JSON.
  public static func value(_ bytes: some Collection<UInt8>) -> JSONValue? { try? read(bytes) }

  /// - Throws: `JSONScanner.Problem`.
  public static func read(_ bytes: some Collection<UInt8>) throws -> JSONValue {
    let scanner = JSONScanner(bytes)
    let value = try scanner.value()
    try scanner.end()
    return value
  }

  /// Whether the text needs no escapes.
  public static func isPlain(_ text: String) -> Bool {
    !text.utf8.contains { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
  }

  public static func quoted(_ text: String) -> String {
    guard !isPlain(text) else { return "\"\(text)\"" }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\r": quoted += "\\r"
      case _ where scalar.value < 0x20:
        quoted += "\\u" + hexadecimal(UInt64(scalar.value), width: 4)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
