// Prints and reads JSON, through the coders of Foundation, which ArgumentParser brings.
internal import FoundationEssentials
internal import TomatoLink

enum JSONText {
  /// On one line.
  static func text(_ value: JSONValue) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    // The values are ours: whatever can be in them can be written.
    guard let data = try? encoder.encode(Encoded(value)) else { return "null" }
    return String(decoding: data, as: UTF8.self)
  }
}

extension JSONText {
  /// - Throws: 65 for what is not JSON.
  static func value(_ bytes: some Collection<UInt8>) throws(Failure) -> JSONValue {
    do {
      return try JSONDecoder().decode(Decoded.self, from: Data(bytes)).value
    } catch {
      throw Failure(.badValue, "The line is not JSON; expected one JSON object.")
    }
  }
}

/// A value on its way out of the decoder.
private struct Decoded: Decodable {
  let value: JSONValue

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: Key.self) {
      value = .object(
        try members.allKeys.map { .init($0.stringValue, try members.decode(Decoded.self, forKey: $0).value) })
      return
    }
    if var list = try? decoder.unkeyedContainer() {
      var values: [JSONValue] = []
      while !list.isAtEnd { values.append(try list.decode(Decoded.self).value) }
      value = .array(values)
      return
    }
    let one = try decoder.singleValueContainer()
    if one.decodeNil() {
      value = .null
    } else if let it = try? one.decode(Bool.self) {
      value = .bool(it)
    } else if let it = try? one.decode(Double.self) {
      value = .number(it)
    } else {
      value = .string(try one.decode(String.self))
    }
  }
}

/// A value on its way into the encoder.
private struct Encoded: Encodable {
  let value: JSONValue
  init(_ value: JSONValue) { self.value = value }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    switch value {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let it):
      var container = encoder.singleValueContainer()
      try container.encode(it)
    case .number(let it):
      var container = encoder.singleValueContainer()
      if let whole = Int64(exactly: it) { try container.encode(whole) } else { try container.encode(it) }
    case .string(let it):
      var container = encoder.singleValueContainer()
      try container.encode(it)
    case .array(let values):
      var container = encoder.unkeyedContainer()
      for value in values { try container.encode(Encoded(value)) }
    case .object(let members):
      var container = encoder.container(keyedBy: Key.self)
      for member in members { try container.encode(Encoded(member.value), forKey: Key(stringValue: member.name)) }
    }
  }
}
