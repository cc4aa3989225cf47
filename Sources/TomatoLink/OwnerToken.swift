// The token by which the daemon recognizes a leased activity's owner on a new connection.

/// 128 random bits, printed as 32 hexadecimal digits.
public struct OwnerToken: Hashable, Sendable, CustomStringConvertible {
  let high: UInt64
  let low: UInt64

  public init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  /// One that nobody can guess.
  public static func random() -> OwnerToken {
    OwnerToken(high: UInt64.random(in: .min ... .max), low: UInt64.random(in: .min ... .max))
  }

  /// - Parameter text: as `description` gives it; nil for anything else.
  public init?(_ text: String) {
    guard text.utf8.count == 32, let high = Self.half(text.utf8.prefix(16)),
      let low = Self.half(text.utf8.dropFirst(16))
    else { return nil }
    self.init(high: high, low: low)
  }

  public var description: String { Self.text(high) + Self.text(low) }

  private static func half(_ digits: some Sequence<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for digit in digits {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt64(digit - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    return value
  }

  private static func text(_ half: UInt64) -> String {
    let digits = String(half, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
