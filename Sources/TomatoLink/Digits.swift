// Digits of numbers in texts, decimal and hexadecimal.

extension UInt8 {
  @inlinable public var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}

extension Character {
  public var isASCIIDigit: Bool { isASCII && isNumber }
}

/// A number below 100, as clocks and dates show it.
public func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

/// In lower case, with zeros in front up to `width` digits.
func hexadecimal(_ number: UInt64, width: Int) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
