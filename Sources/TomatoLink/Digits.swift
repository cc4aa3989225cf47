// ASCII bytes, and numbers and times as texts.

extension UInt8 {
  @inlinable public var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  var isASCIILowercase: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
  /// In either case: bit 5 makes a letter lower case, and turns no other byte into a letter.
  package var isASCIILetter: Bool { (self | 0x20).isASCIILowercase }
  var hexDigit: UInt8? { Character(Unicode.Scalar(self)).hexDigitValue.map { UInt8($0) } }
}

extension Character {
  public var isASCIIDigit: Bool { isASCII && isNumber }
}

/// A number below 100, as clocks and dates show it.
public func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

/// `m:ss` below an hour, `h:mm:ss` from one hour on.
public func displayTimeText(seconds: Int) -> String {
  let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
  return hours > 0 ? "\(hours):\(twoDigits(minutes)):\(twoDigits(rest))" : "\(minutes):\(twoDigits(rest))"
}

/// In lower case, with zeros in front up to `width` digits.
func hexadecimal(_ number: UInt64, width: Int) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
