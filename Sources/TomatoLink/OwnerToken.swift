// The token by which the daemon recognizes a leased activity's owner on a new connection.

/// 128 random bits, printed as 32 hexadecimal digits.
public struct OwnerToken: Hashable, Sendable, CustomStringConvertible {
  let high: UInt64
  let low: UInt64

  public init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  /// From the system's random number generator, so that nobody can guess it.
  public static func random() -> OwnerToken {
    OwnerToken(high: UInt64.random(in: .min ... .max), low: UInt64.random(in: .min ... .max))
  }

  /// Reads the form of `description`; fails for anything else.
  public init?(_ text: String) {
    let isHexadecimal = text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    guard isHexadecimal, text.utf8.count == 32, let high = UInt64(text.prefix(16), radix: 16),
      let low = UInt64(text.suffix(16), radix: 16)
    else { return nil }
    self.init(high: high, low: low)
  }

  public var description: String { hexadecimal(high, width: 16) + hexadecimal(low, width: 16) }
}
