// Durations as people write them, in links, on the command line and in the configuration file.

/// Reads and prints durations of 1 s to 24 h: `90s`, `25m`, `1h30m15s`, `25:00`, `1:30:00`, and `25` for minutes.
public enum DurationText {
  /// Reads whole minutes (`25`); or hours, minutes and seconds in this order, each at most once (`1h30m`); or the clock
  /// forms `m:ss` (minutes may exceed 59) and `h:mm:ss`. Digits are ASCII, units lower case.
  /// - Throws: One sentence that quotes the text, for another form or a duration out of range.
  public static func parse(_ text: some StringProtocol) throws(LinkError) -> Duration {
    guard let seconds = unsignedSeconds(Array(text.utf8)) else { throw notADuration(text) }
    guard range.contains(seconds) else { throw outOfRange(text) }
    return .seconds(seconds)
  }

  /// Whether `parse` reads it; composes no sentence.
  static func isDuration(_ text: String) -> Bool { unsignedSeconds(Array(text.utf8)).map(range.contains) == true }

  static func outOfRange(_ text: some StringProtocol) -> LinkError {
    LinkError("{given} is out of range; expected a duration from 1s to 24h.", given: text)
  }

  /// Reads a duration with an optional leading `+` or `-`.
  /// - Throws: One sentence that quotes the text, as `parse` does.
  public static func parseSigned(_ text: some StringProtocol) throws(LinkError) -> Duration {
    try signed(text) { text throws(LinkError) in try parse(text) }
  }

  /// - Parameter parse: reads the text without the sign.
  static func signed(
    _ text: some StringProtocol, _ parse: (Substring) throws(LinkError) -> Duration
  ) throws(LinkError) -> Duration {
    guard let sign = text.utf8.first, "+-".utf8.contains(sign) else { return try parse(Substring(text)) }
    let rest = Substring(text.dropFirst())
    // `dropFirst` would also drop a combining mark on the sign.
    guard rest.utf8.count == text.utf8.count - 1 else { throw notADuration(text) }
    return sign == UInt8(ascii: "-") ? .zero - (try parse(rest)) : try parse(rest)
  }

  /// The canonical form: hours, minutes and seconds without the parts that are zero (`25m`, `1h30m`, `-5m`). Below two
  /// minutes, seconds alone (`90s`), except for `1m`. Truncates to whole seconds, as links carry no fractions.
  /// - Precondition: The seconds fit 64 bits.
  public static func print(_ duration: Duration) -> String {
    let whole = duration.components.seconds
    let seconds = whole.magnitude
    let sign = whole < 0 ? "-" : ""
    if seconds < 120 && seconds % 60 != 0 || seconds == 0 { return "\(sign)\(seconds)s" }
    let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "m"), (seconds % 60, "s")]
    return sign + parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
  }

  /// The lengths that can be given, in seconds: 1 s to 24 h.
  public static let range: ClosedRange<Int64> = 1...86_400

  static func notADuration(_ text: some StringProtocol) -> LinkError {
    text.utf8.isEmpty
      ? LinkError(
        "The duration is empty; expected for example 90s, 25m, 1h30m, 25:00, 1:30:00 or 25 for minutes, "
          + "from 1s to 24h.")
      : LinkError(
        "{given} is not a duration; expected for example 90s, 25m, 1h30m, 25:00, 1:30:00 or 25 for minutes, "
          + "from 1s to 24h.", given: text)
  }

  /// The duration in seconds, saturated above the range; nil for an invalid form.
  private static func unsignedSeconds(_ text: [UInt8]) -> Int64? {
    let fields = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let numbers = fields.compactMap(number)
    if numbers.count == fields.count {
      if fields.count == 1 { return numbers[0] * 60 }
      let isClock = fields.count <= 3 && fields.dropFirst().allSatisfy { $0.count == 2 }
      return isClock && numbers.dropFirst().allSatisfy { $0 < 60 } ? numbers.reduce(0) { $0 * 60 + $1 } : nil
    }
    var (rest, total) = (text[...], Int64(0))
    for (unit, size) in [(UInt8(ascii: "h"), Int64(3600)), (UInt8(ascii: "m"), 60), (UInt8(ascii: "s"), 1)] {
      guard let end = rest.firstIndex(of: unit) else { continue }
      guard let number = number(rest[..<end]) else { return nil }
      total += number * size
      rest = rest[(end + 1)...]
    }
    return rest.isEmpty && !text.isEmpty ? total : nil
  }

  /// Reads digits alone. Saturates at a million, far above 24 h in seconds, so that no sum of parts overflows.
  static func number(_ digits: some Collection<UInt8>) -> Int64? {
    guard !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) else { return nil }
    return digits.reduce(0) { min($0 * 10 + Int64($1 - UInt8(ascii: "0")), 1_000_000) }
  }
}
