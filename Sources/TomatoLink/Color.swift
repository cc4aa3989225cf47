// Colours of the configuration, of icons, bars and the terminal island.

/// A colour without transparency, in sRGB.
public struct Color: Hashable, Sendable {
  public let r: UInt8
  public let g: UInt8
  public let b: UInt8

  public init(r: UInt8, g: UInt8, b: UInt8) { (self.r, self.g, self.b) = (r, g, b) }

  /// `0xrrggbb`; bits above the lowest 24 are ignored.
  public init(_ rgb: UInt32) {
    self.init(
      r: UInt8(truncatingIfNeeded: rgb >> 16), g: UInt8(truncatingIfNeeded: rgb >> 8),
      b: UInt8(truncatingIfNeeded: rgb))
  }

  /// Reads `#rrggbb`, letters in any case; fails for every other form.
  public init?(_ text: String) {
    let digits = Array(text.utf8.dropFirst())
    guard text.hasPrefix("#"), digits.count == 6, digits.allSatisfy({ $0.hexDigit != nil }),
      let rgb = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return nil }
    self.init(rgb)
  }

  /// `#rrggbb`, in lower case.
  public var hex: String { "#" + [r, g, b].map { hexadecimal(UInt64($0), width: 2) }.joined() }
}
