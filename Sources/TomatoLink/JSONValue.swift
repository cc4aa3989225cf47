// A JSON value (RFC 8259). `JSONText` prints and reads it.

public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  /// Members in their order. The last member of a name counts.
  case object([Member])

  public struct Member: Hashable, Sendable {
    public var name: String
    public var value: JSONValue
    public init(_ name: String, _ value: JSONValue) { (self.name, self.value) = (name, value) }
  }

  /// The type, for an error.
  public var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }

  /// Nil for another kind of value.
  public var text: String? { if case .string(let text) = self { text } else { nil } }

  /// Nil for another kind of value, and for a number that is not whole or not in the range.
  /// - Parameter range: without it, all whole numbers that a JSON number holds exactly.
  public func integer(in range: ClosedRange<Int> = -(1 << 53)...(1 << 53)) -> Int? {
    // `Int(exactly:)` needs libm, which not every program of ours links.
    guard case .number(let number) = self, (Double(range.lowerBound)...Double(range.upperBound)).contains(number),
      Double(Int(number)) == number
    else { return nil }
    return Int(number)
  }

  /// The last member of this name; nil if there is none, or this is not an object.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }
}
