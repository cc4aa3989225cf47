// Times and durations in the exchange formats. Uses arithmetic only, because a million rows have two million times.

internal import TomatoLink

/// Times in UTC, from year 1 to 9999.
enum UTCTime {
  /// The year, month, day, hour, minute, second and millisecond of a moment.
  struct Parts: Hashable {
    var year: Int
    var month: Int
    var day: Int
    var hour = 0
    var minute = 0
    var second = 0
    var millisecond = 0
  }

  /// As `2026-11-20T08:00:00.250Z`; without the fraction where there is none.
  static func extended(_ time: WallTime) -> String {
    let it = parts(time)
    let fraction = it.millisecond == 0 ? "" : "." + padded(it.millisecond, 3)
    let date = padded(it.year, 4) + "-" + twoDigits(it.month) + "-" + twoDigits(it.day)
    let clock = twoDigits(it.hour) + ":" + twoDigits(it.minute) + ":" + twoDigits(it.second)
    return date + "T" + clock + fraction + "Z"
  }

  /// As `20261120T080000Z`, which iCalendar and Timewarrior take: whole seconds, rounded down.
  static func basic(_ time: WallTime) -> String {
    let it = parts(time)
    let date = padded(it.year, 4) + twoDigits(it.month) + twoDigits(it.day)
    return date + "T" + twoDigits(it.hour) + twoDigits(it.minute) + twoDigits(it.second) + "Z"
  }

  /// Reads both forms, with `Z` or with an offset such as `+0000` or `+01:00` behind. A fraction has at most nine
  /// digits, of which three count. Nil for everything else.
  static func parse(_ text: some StringProtocol) -> WallTime? {
    let bytes = Array(text.utf8)
    guard bytes.count > 15, bytes.count < 40 else { return nil }
    let isZone = { (byte: UInt8) in [UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-")].contains(byte) }
    // Skips the date's hyphens.
    guard let zone = bytes[11...].firstIndex(where: isZone), let offset = offset(bytes[zone...]) else { return nil }
    let parts = bytes[..<zone].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard let digits = digits(parts[0]), parts.count <= 2 else { return nil }
    var fraction: [Int] = []
    if parts.count == 2 {
      fraction = parts[1].map(digit)
      guard (1...9).contains(fraction.count), !fraction.contains(-1) else { return nil }
    }
    guard let moment = moment(digits, (fraction + [0, 0, 0]).prefix(3).reduce(0) { $0 * 10 + $1 }) else { return nil }
    let time = moment - offset
    return Schema.wallRange.contains(time.milliseconds) ? time : nil
  }

  private static func digit(_ byte: UInt8) -> Int {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte - UInt8(ascii: "0")) : -1
  }

  /// The 14 digits of a date and time; nil if the separators are wrong.
  private static func digits(_ bytes: ArraySlice<UInt8>) -> [Int]? {
    let form = bytes.count == 19 ? "0000-00-00T00:00:00" : bytes.count == 15 ? "00000000T000000" : ""
    guard form.utf8.count == bytes.count else { return nil }
    var digits: [Int] = []
    for (expected, byte) in zip(form.utf8, bytes) {
      if expected == UInt8(ascii: "0") {
        guard digit(byte) >= 0 else { return nil }
        digits.append(digit(byte))
      } else if byte != expected {
        return nil
      }
    }
    return digits
  }

  private static func offset(_ bytes: ArraySlice<UInt8>) -> Duration? {
    if bytes.elementsEqual("Z".utf8) { return .zero }
    let numbers = bytes.dropFirst().filter { $0 != UInt8(ascii: ":") }.map(digit)
    guard numbers.count == 4, !numbers.contains(-1), bytes.count <= 6 else { return nil }
    let minutes = (numbers[0] * 10 + numbers[1]) * 60 + numbers[2] * 10 + numbers[3]
    guard minutes <= 18 * 60 else { return nil }
    return .minutes(bytes.first == UInt8(ascii: "-") ? -minutes : minutes)
  }

  private static func moment(_ digits: [Int], _ millisecond: Int) -> WallTime? {
    func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
    return moment(
      Parts(
        year: number(0..<4), month: number(4..<6), day: number(6..<8), hour: number(8..<10), minute: number(10..<12),
        second: number(12..<14), millisecond: millisecond))
  }

  /// Nil for an invalid date or time. A leap second counts as the following second.
  static func moment(_ it: Parts) -> WallTime? {
    guard let day = RecordDay(year: it.year, month: it.month, day: it.day), (0...23).contains(it.hour),
      (0...59).contains(it.minute), (0...60).contains(it.second)
    else { return nil }
    let seconds = (day.number * 24 + it.hour) * 3600 + it.minute * 60 + it.second
    return WallTime(milliseconds: Int64(seconds * 1000 + it.millisecond))
  }

  static func parts(_ time: WallTime) -> Parts {
    let milliseconds = Int(time.milliseconds)
    let day = (milliseconds >= 0 ? milliseconds : milliseconds - 86_399_999) / 86_400_000
    let rest = milliseconds - day * 86_400_000
    let (year, month, date) = RecordDay(number: day).date
    return Parts(
      year: year, month: month, day: date, hour: rest / 3_600_000, minute: rest / 60_000 % 60,
      second: rest / 1000 % 60, millisecond: rest % 1000)
  }

  private static func padded(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return text.utf8.count >= count ? text : String(repeating: "0", count: count - text.utf8.count) + text
  }
}

/// Lengths as seconds with at most three decimals: `1500`, `1500.25`.
enum SecondsText {
  static func print(_ length: Duration) -> String {
    let milliseconds = length.inMilliseconds
    let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000)
    if rest == 0 { return String(seconds) }
    var fraction = String(rest)
    fraction = String(repeating: "0", count: 3 - fraction.count) + fraction
    while fraction.last == "0" { fraction.removeLast() }
    return "\(seconds).\(fraction)"
  }

  /// Nil for any other text.
  static func parse(_ text: some StringProtocol) -> Duration? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), isNumber(parts[0]), let seconds = Int64(parts[0]), seconds < 1 << 53 else {
      return nil
    }
    guard parts.count == 2 else { return .seconds(seconds) }
    guard (1...3).contains(parts[1].count), isNumber(parts[1]) else { return nil }
    let digits = String(parts[1]) + String(repeating: "0", count: 3 - parts[1].count)
    return .milliseconds(seconds * 1000 + (Int64(digits) ?? 0))
  }

  /// Converts a JSON number exactly, because our durations have fewer digits than a double.
  static func length(_ seconds: Double) -> Duration? {
    guard seconds >= 0, let milliseconds = Int64(exactly: (seconds * 1000).rounded()) else { return nil }
    return .milliseconds(milliseconds)
  }

  private static func isNumber(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
