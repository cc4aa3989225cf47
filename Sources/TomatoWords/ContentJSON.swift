// Converts the content that programs send between D-Bus values, JSON, and the types of TomatoLink.

package import GLibBridge
package import TomatoLink

extension JSONValue {
  /// - Throws: one sentence, for a type that JSON lacks.
  package init(_ value: BusValue) throws(LinkError) {
    switch value {
    case .bool(let it): self = .bool(it)
    case .byte, .int16, .uint16, .int32, .uint32, .int64: self = .number(Double(value.integer ?? 0))
    case .uint64(let it): self = .number(Double(it))
    case .double(let it): self = .number(it)
    case .string(let it): self = .string(it)
    case .variant(let inner): self = try JSONValue(inner)
    case .maybe(_, let inner): self = try inner.map { inner throws(LinkError) in try JSONValue(inner) } ?? .null
    case .array(_, let values), .tuple(let values):
      self = .array(try values.map { value throws(LinkError) in try JSONValue(value) })
    case .dictionary(_, let entries):
      self = .object(
        try entries.map { entry throws(LinkError) in
          guard case .string(let name) = entry.key else { throw Self.unfit(entry.key) }
          return Member(name, try JSONValue(entry.value))
        })
    case .objectPath, .signature, .handle, .bytes: throw Self.unfit(value)
    }
  }

  private static func unfit(_ value: BusValue) -> LinkError { .contentOfType(value.type) }

  var busValue: BusValue {
    switch self {
    case .null: .null
    case .bool(let it): .bool(it)
    case .number(let it): Int64(exactly: it).map(BusValue.int64) ?? .double(it)
    case .string(let it): .string(it)
    case .array(let values): .array(element: "v", values.map { .variant($0.busValue) })
    case .object(let members): .vardict(members.map { ($0.name, $0.value.busValue) })
    }
  }
}

package enum ContentJSON {
  package static func members(_ text: String) throws(LinkError) -> [JSONValue.Member] {
    let value: JSONValue
    do {
      value = try JSONText.read(text.utf8)
    } catch {
      throw .contentNotJSON((error as? JSONScanner.Problem)?.reason ?? "\(error)")
    }
    guard case .object(let members) = value else { throw .contentNotObject }
    return members
  }
}

package enum JSON {
  /// One line of JSON; `null` for a value with a type that JSON lacks, which our values do not have.
  package static func line(_ value: BusValue) -> String { (try? JSONValue(value)).map(JSONText.text) ?? "null" }
}
