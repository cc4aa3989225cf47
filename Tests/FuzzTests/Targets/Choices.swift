// Bytes as choices, for laws of what has no text: the engine's events, cells of a database.

struct Choices {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isOver: Bool { rest.isEmpty }

  /// 0 behind the end.
  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating func below(_ limit: Int) -> Int { limit < 2 ? 0 : Int(byte()) % limit }

  mutating func yes() -> Bool { byte() & 1 == 1 }

  /// Of each size alike, of both signs.
  mutating func number() -> Int64 {
    let count = below(9)
    var number: UInt64 = 0
    for _ in 0..<count { number = number << 8 | UInt64(byte()) }
    return yes() ? Int64(truncatingIfNeeded: number) : -Int64(truncatingIfNeeded: number >> 1)
  }

  mutating func text() -> String {
    let count = below(40)
    defer { rest = rest.dropFirst(count) }
    return String(decoding: rest.prefix(count), as: UTF8.self)
  }

  mutating func one<Value>(_ values: [Value]) -> Value? { values.isEmpty ? nil : values[below(values.count)] }
}
