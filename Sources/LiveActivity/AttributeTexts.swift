// Encodes attributes as the texts that the daemon stores, one for each property, and decodes them.
internal import Foundation
internal import TomatoLink

enum AttributeTexts {
  /// The key of the type's name, as in ActivityKit's push notifications.
  static let typeKey = "attributes-type"

  /// - Throws: `ActivityAuthorizationError.attributesTooLarge`; errors of the encoding.
  static func members<Attributes: ActivityAttributes>(_ attributes: Attributes) throws -> JSONValue {
    let encoded = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(attributes))
    guard let values = encoded as? [String: Any] else {
      throw ActivityConfigurationError(
        description: "\(Attributes.self) is not an object in JSON; expected a type with properties.")
    }
    let kept = values.filter { !($0.value is NSNull) }.sorted { $0.key < $1.key }
    let texts = [(typeKey, Attributes.activityType)] + (try kept.map { ($0.key, try text($0.value)) })
    guard texts.count <= 16, texts.allSatisfy({ $0.0.count <= 40 && $0.1.count <= 200 }) else {
      throw ActivityAuthorizationError.attributesTooLarge
    }
    return .object(texts.map { Member($0.0, .string($0.1)) })
  }

  /// A string is kept as it is, unless it begins like a JSON string or has forbidden characters.
  private static func text(_ value: Any) throws -> String {
    if let text = value as? String, text.first != "\"", SafeText.printable(text) == text { return text }
    let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .withoutEscapingSlashes, .sortedKeys]
    let data = try JSONSerialization.data(withJSONObject: value, options: options)
    return CodableText.escaped(String(decoding: data, as: UTF8.self))
  }

  static func read<Value: Decodable>(_ type: Value.Type, _ texts: [String: String]) throws -> Value {
    try Value(from: TextDecoder(texts: texts))
  }
}

/// Decodes an object whose properties are texts.
private struct TextDecoder: Decoder {
  let texts: [String: String]
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(TextContainer<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw notAnObject() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw notAnObject() }

  func notAnObject() -> DecodingError {
    .typeMismatch(Any.self, .init(codingPath: [], debugDescription: "attributes are an object with properties"))
  }
}

private struct TextContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: TextDecoder
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { decoder.texts.keys.compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool { decoder.texts[key.stringValue] != nil }
  /// Nil values are not stored.
  func decodeNil(forKey key: Key) throws -> Bool { !contains(key) }

  private func text(_ key: Key) throws -> String {
    if let text = decoder.texts[key.stringValue] { return text }
    throw DecodingError.keyNotFound(key, .init(codingPath: [key], debugDescription: "no such attribute"))
  }

  /// Strings are kept without quotation marks, everything else as JSON.
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let text = try text(key)
    if text.first != "\"" {
      if let text = text as? Value { return text }
      if let value = try? CodableText.read([Value].self, "[\(CodableText.plain(text))]").first { return value }
    }
    guard let value = try CodableText.read([Value].self, "[\(text)]").first else { throw decoder.notAnObject() }
    return value
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { throw decoder.notAnObject() }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw decoder.notAnObject() }
  func superDecoder() throws -> any Decoder { decoder }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw decoder.notAnObject() }
}
