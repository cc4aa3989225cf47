// Durations as people write them, in links, on the command line and in the configuration file.

/// Reads and prints durations of 1 s to 24 h: `90s`, `25m`, `1h30m15s`, `25:00`, `1:30:00`, and `25` for minutes.
public enum DurationText {
  /// Reads whole minutes (`25`); or hours, minutes and seconds in this order, each at most once (`1h30m`); or the clock
  /// forms `m:ss` (minutes may exceed 59) and `h:mm:ss`. Digits are ASCII, units lower case.
  /// - Throws: One sentence that quotes the text, for another form or a duration out of range.
  public static func parse(_ text: some StringProtocol) throws(LinkError) -> Duration {
    guard let seconds = unsignedSeconds(text.utf8[...]) else { throw notADuration(text) }
    guard longest.contains(seconds) else { throw outOfRange(text) }
    return .seconds(seconds)
  }

  static func outOfRange(_ text: some StringProtocol) -> LinkError {
    LinkError("{given} is out of range; expected a duration from 1s to 24h.", ["given": LinkError.quote(text)])
  }

  /// Reads a duration with an optional leading `+` or `-`.
  /// - Throws: One sentence that quotes the text, as `parse` does.
  public static func parseSigned(_ text: some StringProtocol) throws(LinkError) -> Duration {
    switch text.utf8.first {
    case UInt8(ascii: "-"): .zero - (try parseAfterSign(text))
    case UInt8(ascii: "+"): try parseAfterSign(text)
    default: try parse(text)
    }
  }

  /// The canonical form: hours, minutes and seconds without the parts that are zero, but seconds alone below two
  /// minutes (`25m`, `90s`, `1h30m`, `-5m`). Truncates to whole seconds, as links carry no fractions.
  /// - Precondition: The seconds fit 64 bits.
  public static func print(_ duration: Duration) -> String {
    let whole = duration.components.seconds
    let seconds = whole.magnitude
    let sign = whole < 0 ? "-" : ""
    if seconds < 120 && seconds % 60 != 0 || seconds == 0 { return "\(sign)\(seconds)s" }
    let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "m"), (seconds % 60, "s")]
    return parts.reduce(into: sign) { text, part in
      if part.0 > 0 { text += "\(part.0)\(part.1)" }
    }
  }

  private static let longest: ClosedRange<Int64> = 1...86_400

  private static func parseAfterSign(_ text: some StringProtocol) throws(LinkError) -> Duration {
    let rest = text.dropFirst()
    // `dropFirst` would also drop a combining mark on the sign.
    guard rest.utf8.count == text.utf8.count - 1 else { throw notADuration(text) }
    return try parse(rest)
  }

  static func notADuration(_ text: some StringProtocol) -> LinkError {
    guard !text.utf8.isEmpty else {
      return LinkError(
        "The duration is empty; expected for example 90s, 25m, 1h30m, 25:00, 1:30:00 or 25 for minutes, "
          + "from 1s to 24h.")
    }
    return LinkError(
      "{given} is not a duration; expected for example 90s, 25m, 1h30m, 25:00, 1:30:00 or 25 for minutes, "
        + "from 1s to 24h.", ["given": LinkError.quote(text)])
  }

  /// The duration in seconds, saturated above the range; nil for an invalid form.
  private static func unsignedSeconds(_ text: some Collection<UInt8>) -> Int64? {
    var rest = text[...]
    guard let first = takeNumber(&rest) else { return nil }
    guard let mark = rest.first else { return first.value * 60 }
    return mark == UInt8(ascii: ":") ? clockSeconds(first.value, rest) : unitSeconds(first.value, rest)
  }

  /// `number` is the one before the first colon, `text` begins with that colon.
  private static func clockSeconds(_ number: Int64, _ text: some Collection<UInt8>) -> Int64? {
    var rest = text[...]
    var fields: [Int64] = []
    while let mark = rest.popFirst() {
      guard mark == UInt8(ascii: ":"), fields.count < 2, let field = takeNumber(&rest) else { return nil }
      guard field.digits == 2, field.value < 60 else { return nil }
      fields.append(field.value)
    }
    return fields.reduce(number) { $0 * 60 + $1 }
  }

  /// `number` is the one before the first unit, `text` begins with that unit.
  private static func unitSeconds(_ number: Int64, _ text: some Collection<UInt8>) -> Int64? {
    var (rest, number, total) = (text[...], number, Int64(0))
    var previous = Int64.max
    while let unit = rest.popFirst() {
      guard let size = unitSize(unit), size < previous else { return nil }
      previous = size
      total += number * size
      if rest.isEmpty { return total }
      guard let next = takeNumber(&rest) else { return nil }
      number = next.value
    }
    return nil
  }

  private static func unitSize(_ unit: UInt8) -> Int64? {
    switch unit {
    case UInt8(ascii: "h"): 3600
    case UInt8(ascii: "m"): 60
    case UInt8(ascii: "s"): 1
    default: nil
    }
  }

  /// Consumes the digits at the front. The value saturates at a million, far above 24 h in seconds, so that no sum of
  /// parts overflows.
  private static func takeNumber<Text: Collection<UInt8>>(_ text: inout Text) -> (value: Int64, digits: Int)?
  where Text.SubSequence == Text {
    var (value, digits) = (Int64(0), 0)
    while let digit = text.first, digit.isASCIIDigit {
      value = min(value * 10 + Int64(digit - UInt8(ascii: "0")), 1_000_000)
      digits += 1
      text.removeFirst()
    }
    return digits > 0 ? (value, digits) : nil
  }
}
