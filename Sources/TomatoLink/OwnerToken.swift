// The token by which the daemon recognizes a leased activity's owner on a new connection.

/// 128 random bits, printed as 32 hexadecimal digits.
public struct OwnerToken: Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(high: UInt64, low: UInt64) { description = hexadecimal(high, width: 16) + hexadecimal(low, width: 16) }

  /// From the system's random number generator, so that nobody can guess it.
  public static func random() -> OwnerToken {
    OwnerToken(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
  }

  /// Reads the form of `description`; fails for anything else.
  public init?(_ text: String) {
    let isHexadecimal = text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    guard isHexadecimal, text.utf8.count == 32 else { return nil }
    description = text
  }
}
