// A time of day as the configuration and options write it: 04:00.

/// Times of day are minutes after midnight, 0 to 1439.
public enum TimeOfDay {
  /// Reads `04:00` and `4:00`; nil for any other text.
  public static func minutes(_ text: some StringProtocol) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let isPlain = text.utf8.allSatisfy { $0 == UInt8(ascii: ":") || $0.isASCIIDigit }
    guard isPlain, parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2, let hours = Int(parts[0]),
      let minutes = Int(parts[1]), hours < 24, minutes < 60
    else { return nil }
    return hours * 60 + minutes
  }

  /// `04:00`.
  public static func text(_ minutes: Int) -> String { "\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))" }
}
