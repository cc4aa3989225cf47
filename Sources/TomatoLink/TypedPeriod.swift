// Reads periods of the record that people type: `yesterday`, `last week`, `since monday`, 昨天, 上週.

public enum TypedPeriod {
  /// The period at the beginning of `words`: options of `log`, and the number of words.
  static func leading(_ words: ArraySlice<String>) -> (options: [String], count: Int)? {
    guard let first = words.first?.lowercased() else { return nil }
    if let option = options[first] {
      return day(words.dropFirst()).map { ([option, $0.name], $0.count + 1) }
    }
    if ["for", "of", "the", "on", "in"].contains(first) {
      return leading(words.dropFirst()).map { ($0.options, $0.count + 1) }
    }
    if let span = spans[first] { return ([span], 1) }
    // `last 7 days`, `7 days` and 最近七天 end now.
    let isLast = first == "last" || first == "past"
    let size = words.dropFirst(isLast ? 1 : 0).prefix(2).map { $0.lowercased() }
    if size.count == 2, let count = LengthPiece.wholeNumber(size[0]), (1...999).contains(count),
      let unit = units[size[1]], words.dropFirst(isLast ? 3 : 2).first?.lowercased() != "ago"
    {
      return (["--since", "\(count)\(unit)"], isLast ? 3 : 2)
    }
    if let since = chineseSpan(first) { return (["--since", since], 1) }
    return day(words).map { (["--since", $0.name, "--until", $0.name], $0.count) }
  }

  private static let options = [
    "since": "--since", "from": "--since", "until": "--until", "till": "--until", "to": "--until", "through": "--until",
  ]
  private static let spans = [
    "week": "--week", "month": "--month", "all": "--all", "everything": "--all", "全部": "--all", "所有": "--all",
  ]

  /// Words for days, and their names for `--since`.
  private static let names = [
    "today": "today", "今天": "today", "今日": "today", "yesterday": "yesterday", "昨天": "yesterday", "昨日": "yesterday",
    "前天": "2d", "year": "this year", "今年": "this year", "去年": "last year",
  ]
  private static let chinesePrefixes: KeyValuePairs<String, String> = [
    "這個": "this", "这个": "this", "這": "this", "这": "this", "本": "this", "上個": "last", "上个": "last", "上": "last",
  ]
  private static let chineseUnits = [
    "週": "week", "周": "week", "星期": "week", "禮拜": "week", "礼拜": "week", "月": "month",
  ]
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]
  private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
  private static let weekdayNumerals: [Character: Int] = [
    "一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6,
  ]

  /// The name of a day or period for `--since`: in English, in lower case.
  public static func name(_ text: String) -> String? {
    let words = text.split { $0 == " " }.map { String($0) }
    guard let found = day(words[...]), found.count == words.count else { return nil }
    return found.name
  }

  private static func day(_ words: ArraySlice<String>) -> (name: String, count: Int)? {
    guard let first = words.first?.lowercased() else { return nil }
    if let name = names[first] { return (name, 1) }
    if let weekday = named(first, weekdays) { return (weekday, 1) }
    if let date = date(words) { return date }
    if chineseUnits[String(first.dropLast())] == "week", let place = first.last.flatMap({ weekdayNumerals[$0] }) {
      return (weekdays[place], 1)
    }
    if ["this", "last", "past", "previous"].contains(first), words.count > 1 {
      let unit = words[words.startIndex + 1].lowercased()
      if let weekday = named(unit, weekdays) { return (first == "this" ? weekday : "last \(weekday)", 2) }
      guard ["week", "month", "year"].contains(unit) else { return nil }
      return ("\(first == "this" ? first : "last") \(unit)", 2)
    }
    var rest = first[...]
    if let name = rest.take(chinesePrefixes), let unit = chineseUnits[String(rest)] { return ("\(name) \(unit)", 1) }
    return isDate(first) ? (first, 1) : ago(words)
  }

  /// Completes a word of at least three letters: `nov`, `mon`.
  private static func named(_ word: String, _ names: [String]) -> String? {
    word.count > 2 ? names.first { $0.hasPrefix(word) } : nil
  }

  /// 1 for January.
  public static func month(_ name: String) -> Int? { months.firstIndex(of: name).map { $0 + 1 } }

  /// 0 for Monday.
  public static func weekday(_ name: String) -> Int? { weekdays.firstIndex(of: name) }

  /// `november`, `nov 3`, `3 november 2026`, 十一月, 11月3日.
  private static func date(_ words: ArraySlice<String>) -> (name: String, count: Int)? {
    let words = words.prefix(3).map { $0.lowercased() }
    if let found = chineseDate(words[0]) { return (found, 1) }
    let isDayFirst = words.count > 1 && monthDay(words[0]) != nil
    guard let month = named(words[isDayFirst ? 1 : 0], months) else { return nil }
    var rest = words.dropFirst(isDayFirst ? 2 : 1)
    let day = isDayFirst ? monthDay(words[0]) : rest.first.flatMap(monthDay)
    if !isDayFirst, day != nil { rest.removeFirst() }
    guard let year = rest.first, isDate(year), year.utf8.count == 4, let place = Self.month(month) else {
      return (day.map { "\(month) \($0)" } ?? month, words.count - rest.count)
    }
    let numbers = day.map { [place, $0] } ?? [place]
    return (numbers.reduce(year) { "\($0)-\(twoDigits($1))" }, words.count - rest.count + 1)
  }

  /// `3` or `3rd`.
  private static func monthDay(_ word: String) -> Int? {
    let digits = word.prefix(while: \.isASCIIDigit)
    guard let day = Int(digits), ["", "st", "nd", "rd", "th"].contains(word.dropFirst(digits.count)) else { return nil }
    return (1...31).contains(day) ? day : nil
  }

  private static func chineseDate(_ word: String) -> String? {
    var rest = word[...]
    guard let month = LengthPiece.takeNumber(&rest), (1...12).contains(month), rest.popFirst() == "月" else {
      return nil
    }
    guard !rest.isEmpty else { return months[Int(month) - 1] }
    guard let day = LengthPiece.takeNumber(&rest), ["日", "號", "号"].contains(rest) else { return nil }
    return "\(months[Int(month) - 1]) \(day)"
  }

  /// 最近三天, 過去7天.
  private static func chineseSpan(_ word: String) -> String? {
    chineseDays(word.after(["最近", "過去", "过去", "近"]) ?? word)
  }

  /// `3d` for 三天.
  private static func chineseDays(_ word: some StringProtocol) -> String? {
    var rest = Substring(word)
    guard let count = LengthPiece.takeNumber(&rest), (1...999).contains(count) else { return nil }
    return ["天": "d", "週": "w", "周": "w"][String(rest)].map { "\(count)\($0)" }
  }

  /// Whether the words look like a period that we do not read: `last night`, `11/3`, 上週一.
  /// - Parameter besidePeriod: a valid period was found beside them.
  static func isMeant(_ words: ArraySlice<String>, besidePeriod: Bool = false) -> Bool {
    let words = words.map { $0.lowercased() }
    guard let first = words.first, let last = words.last, words.count < 5 else { return false }
    if words.count == 1 {
      let isNumbers = first.allSatisfy { $0.isASCIIDigit || "/.-".contains($0) } && first.contains("/")
      var rest = first[...]
      return isNumbers || others.contains(first)
        || rest.take(chinesePrefixes) != nil && rest.first.map(isChineseUnit) == true
    }
    if besidePeriod, others.contains(first) || others.contains(last) { return true }
    let isDeterminer = ["last", "past", "this", "next", "few", "a", "the"].contains(first)
    return unitWords.contains(last) && (isDeterminer || LengthPiece.wholeNumber(first) != nil)
  }

  private static func isChineseUnit(_ character: Character) -> Bool { "週周星禮礼".contains(character) }
  /// Words of periods that we do not read, alone or beside a period: `next week`, `between monday and friday`.
  private static let others: Set<String> = [
    "weekend", "tonight", "tomorrow", "昨晚", "今晚", "next", "since", "between", "and", "morning", "afternoon", "evening",
    "night",
  ]
  private static let unitWords: Set<String> = [
    "day", "days", "week", "weeks", "weekend", "month", "months", "year", "years", "hour", "hours", "minutes",
    "morning", "afternoon", "evening", "night", "quarter", "ago",
  ]

  /// `3 days ago`, `a week ago`, `day before yesterday`, 三天前.
  private static func ago(_ words: ArraySlice<String>) -> (name: String, count: Int)? {
    let lowered = words.prefix(3).map { $0.lowercased() }
    if lowered == ["day", "before", "yesterday"] { return ("2d", 3) }
    if lowered.count == 3, lowered[2] == "ago", let unit = units[lowered[1]],
      let count = lowered[0] == "a" ? 1 : LengthPiece.wholeNumber(lowered[0]), count > 0
    {
      return ("\(count)\(unit)", 3)
    }
    guard let word = lowered.first, word.hasSuffix("前") else { return nil }
    return chineseDays(word.dropLast()).map { ($0, 1) }
  }

  private static let units = ["day": "d", "days": "d", "week": "w", "weeks": "w"]

  /// `2026-11-20`, `2026-11`, `2026`, `7d`, `2w`.
  private static func isDate(_ word: String) -> Bool {
    let isNumbers = word.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
    if isNumbers {
      return word.utf8.contains(UInt8(ascii: "-"))
        ? [7, 10].contains(word.utf8.count) : word.utf8.count == 4 && ["19", "20"].contains(word.prefix(2))
    }
    guard let unit = word.last, unit == "d" || unit == "w" else { return false }
    return word.count > 1 && word.dropLast().allSatisfy(\.isASCIIDigit)
  }
}
