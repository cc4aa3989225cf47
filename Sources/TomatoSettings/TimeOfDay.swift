// A time of day as the configuration writes it: 04:00.

internal import TomatoLink

/// Hours and minutes of a clock, 00:00 to 23:59.
package struct TimeOfDay: Hashable, Sendable {
  /// Minutes after midnight, 0 to 1439.
  let minutes: Int

  /// Nil outside that range.
  package init?(minutes: Int) {
    guard (0..<1440).contains(minutes) else { return nil }
    self.minutes = minutes
  }

  /// Reads `04:00` and `4:00`.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let isPlain = text.utf8.allSatisfy { $0 == UInt8(ascii: ":") || $0.isASCIIDigit }
    guard isPlain, parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2, let hours = Int(parts[0]),
      let minutes = Int(parts[1]), hours < 24, minutes < 60
    else { return nil }
    self.minutes = hours * 60 + minutes
  }

  /// `04:00`.
  package var text: String { "\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))" }
}
