// Times and durations in the exchange formats. Uses arithmetic only, because a million rows have two million times.

internal import TomatoLink

/// Times in UTC, from year 1 to 9999.
enum UTCTime {
  private struct Parts {
    var year, month, day, hour, minute, second, millisecond: Int
  }

  /// Adds `2026-11-20T08:00:00.250Z`; omits a fraction of 0.
  static func add(_ time: WallTime, to text: inout ByteText) {
    let it = parts(time)
    add(it, between: "T", to: &text)
    if it.millisecond != 0 {
      text.add(ascii: ".")
      text.add(it.millisecond, digits: 3)
    }
    text.add(ascii: "Z")
  }

  /// Adds `2026-11-20 08:00:00`, as spreadsheets read it.
  /// - Parameter offset: of the local time, in milliseconds.
  static func addLocal(_ time: WallTime, offset: Int64, to text: inout ByteText) {
    add(parts(WallTime(milliseconds: time.milliseconds + offset)), between: " ", to: &text)
  }

  private static func add(_ it: Parts, between: Unicode.Scalar, isBasic: Bool = false, to text: inout ByteText) {
    text.add(it.year, digits: 4)
    if !isBasic { text.add(ascii: "-") }
    text.add(it.month, digits: 2)
    if !isBasic { text.add(ascii: "-") }
    text.add(it.day, digits: 2)
    text.add(ascii: between)
    text.add(it.hour, digits: 2)
    if !isBasic { text.add(ascii: ":") }
    text.add(it.minute, digits: 2)
    if !isBasic { text.add(ascii: ":") }
    text.add(it.second, digits: 2)
  }

  /// As `20261120T080000Z`, which iCalendar and Timewarrior take: whole seconds, rounded down.
  static func basic(_ time: WallTime) -> String {
    var text = ByteText(room: 16)
    add(parts(time), between: "T", isBasic: true, to: &text)
    text.add(ascii: "Z")
    return text.text
  }

  /// Parses both forms, followed by `Z` or an offset such as `+0000` or `+01:00`. A fraction may have up to nine
  /// digits, and is cut to three. Nil for any other text.
  static func parse(_ text: some StringProtocol) -> WallTime? {
    let bytes = Array(text.utf8)
    guard bytes.count > 15, bytes.count < 40 else { return nil }
    let isZone = { $0 == UInt8(ascii: "Z") || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
    // Skips the date's hyphens.
    guard let zone = bytes[11...].firstIndex(where: isZone), let offset = offset(bytes[zone...]) else { return nil }
    let dot = bytes[..<zone].firstIndex(of: UInt8(ascii: ".")) ?? zone
    var millisecond = 0
    if dot < zone {
      let fraction = bytes[(dot + 1)..<zone]
      guard (1...9).contains(fraction.count), number(fraction) >= 0 else { return nil }
      millisecond = number(fraction.prefix(3)) * [100, 10, 1][min(fraction.count, 3) - 1]
    }
    guard let moment = moment(bytes[..<dot], millisecond) else { return nil }
    let time = moment - offset
    return Schema.wallRange.contains(time.milliseconds) ? time : nil
  }

  /// Parses digits; -1 for any other character.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    var number = 0
    for digit in digits {
      guard digit.isASCIIDigit else { return -1 }
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return number
  }

  private static func offset(_ bytes: ArraySlice<UInt8>) -> Duration? {
    if bytes.elementsEqual("Z".utf8) { return .zero }
    let digits = bytes.dropFirst().filter { $0 != UInt8(ascii: ":") }
    guard digits.count == 4, number(digits[...]) >= 0, bytes.count <= 6 else { return nil }
    let minutes = number(digits[..<2]) * 60 + number(digits[2...])
    guard minutes <= 18 * 60 else { return nil }
    return .minutes(bytes.first == UInt8(ascii: "-") ? -minutes : minutes)
  }

  /// - Parameter bytes: as `2026-11-20T08:00:00` or `20261120T080000`.
  private static func moment(_ bytes: ArraySlice<UInt8>, _ millisecond: Int) -> WallTime? {
    let isLong = bytes.count == 19
    guard isLong || bytes.count == 15, bytes[isLong ? 10 : 8] == UInt8(ascii: "T") else { return nil }
    let (hyphen, colon) = (UInt8(ascii: "-"), UInt8(ascii: ":"))
    if isLong { guard (bytes[4], bytes[7], bytes[13], bytes[16]) == (hyphen, hyphen, colon, colon) else { return nil } }
    // All others are digits, then.
    guard bytes.lazy.filter(\.isASCIIDigit).count == 14 else { return nil }
    /// - Parameter separators: how many the long form has in front of it.
    func two(_ place: Int, after separators: Int) -> Int {
      let place = isLong ? place + separators : place
      return number(bytes[place..<place + 2])
    }
    let (month, date) = (two(4, after: 1), two(6, after: 2))
    let (hour, minute, second) = (two(9, after: 2), two(11, after: 3), two(13, after: 4))
    // A leap second counts as the following second.
    guard let day = RecordDay(year: number(bytes[..<4]), month: month, day: date), hour < 24, minute < 60,
      second <= 60
    else { return nil }
    return WallTime(milliseconds: Int64(((day.number * 24 + hour) * 3600 + minute * 60 + second) * 1000 + millisecond))
  }

  private static func parts(_ time: WallTime) -> Parts {
    let milliseconds = Int(time.milliseconds)
    let day = (milliseconds >= 0 ? milliseconds : milliseconds - 86_399_999) / 86_400_000
    let rest = milliseconds - day * 86_400_000
    let (year, month, date) = RecordDay(number: day).date
    return Parts(
      year: year, month: month, day: date, hour: rest / 3_600_000, minute: rest / 60_000 % 60,
      second: rest / 1000 % 60, millisecond: rest % 1000)
  }
}

/// Lengths as seconds with at most three decimals: `1500`, `1500.25`.
enum SecondsText {
  static func add(_ length: Duration, to text: inout ByteText) {
    let milliseconds = length.inMilliseconds
    var (fraction, digits) = (milliseconds % 1000, 3)
    text.add(milliseconds / 1000)
    guard fraction != 0 else { return }
    while fraction % 10 == 0 { (fraction, digits) = (fraction / 10, digits - 1) }
    text.add(ascii: ".")
    text.add(fraction, digits: digits)
  }

  static func parse(_ text: some StringProtocol) -> Duration? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? String(parts[1]) : "0"
    guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isASCIIDigit) }),
      let seconds = Int64(parts[0]), seconds < 1 << 53, fraction.count <= 3,
      let milliseconds = Int64((fraction + "00").prefix(3))
    else { return nil }
    return .milliseconds(seconds * 1000 + milliseconds)
  }

  /// Converts a JSON number exactly, because our durations have fewer digits than a double.
  static func length(_ seconds: Double) -> Duration? {
    guard seconds >= 0, let milliseconds = Int64(exactly: (seconds * 1000).rounded()) else { return nil }
    return .milliseconds(milliseconds)
  }
}
