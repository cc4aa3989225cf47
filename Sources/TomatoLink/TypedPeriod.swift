// Stretches of the record as people type them: `yesterday`, `last week`, `since monday`, 昨天, 上週.

/// Reads which days of the record are meant.
public enum TypedPeriod {
  /// The period with which `words` begin, as options of `log`, and how many words it takes.
  static func leading(_ words: ArraySlice<String>) -> (options: [String], count: Int)? {
    guard let first = words.first?.lowercased() else { return nil }
    if let option = ["since": "--since", "from": "--since", "until": "--until", "till": "--until"][first] {
      return day(words.dropFirst()).map { ([option, $0.name], $0.count + 1) }
    }
    if ["for", "of", "the", "on", "in"].contains(first) {
      return leading(words.dropFirst()).map { ($0.options, $0.count + 1) }
    }
    switch first {
    case "week": return (["--week"], 1)
    case "month": return (["--month"], 1)
    case "all", "everything", "全部", "所有": return (["--all"], 1)
    default: break
    }
    // `last 7 days` goes on until now.
    if words.count > 2, first == "last" || first == "past", let count = Int(words[words.startIndex + 1]),
      (1...999).contains(count),
      let unit = units[words[words.startIndex + 2].lowercased()]
    {
      return (["--since", "\(count)\(unit)"], 3)
    }
    return day(words).map { (["--since", $0.name, "--until", $0.name], $0.count) }
  }

  /// The words for days, each with what `--since` calls it.
  private static let names = [
    "today": "today", "今天": "today", "今日": "today", "yesterday": "yesterday", "昨天": "yesterday", "昨日": "yesterday",
    "前天": "2d", "year": "this year", "今年": "this year", "去年": "last year",
  ]
  private static let before: [(word: String, name: String)] = [
    ("這個", "this"), ("这个", "this"), ("這", "this"), ("这", "this"), ("本", "this"), ("上個", "last"), ("上个", "last"),
    ("上", "last"),
  ]
  private static let stretches = [
    "週": "week", "周": "week", "星期": "week", "禮拜": "week", "礼拜": "week", "月": "month",
  ]
  private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
  private static let weekdayNumerals: [Character: Int] = [
    "一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6,
  ]

  /// What `--since` calls a day or a stretch of days: its English name, in lower case.
  public static func name(_ text: String) -> String? {
    let words = text.split { $0 == " " }.map { String($0) }
    guard let found = day(words[...]), found.count == words.count else { return nil }
    return found.name
  }

  private static func day(_ words: ArraySlice<String>) -> (name: String, count: Int)? {
    guard let first = words.first?.lowercased() else { return nil }
    if let name = names[first] { return (name, 1) }
    if weekdays.contains(first) { return (first, 1) }
    for word in ["週", "周", "星期", "禮拜", "礼拜"] where first.hasPrefix(word) && first.count == word.count + 1 {
      if let place = first.last.flatMap({ weekdayNumerals[$0] }) { return (weekdays[place], 1) }
    }
    if ["this", "last", "past"].contains(first), words.count > 1 {
      let unit = words[words.startIndex + 1].lowercased()
      guard ["week", "month", "year"].contains(unit) else { return nil }
      return ("\(first == "this" ? first : "last") \(unit)", 2)
    }
    for (word, name) in before where first.hasPrefix(word) {
      if let unit = stretches[String(first.dropFirst(word.count))] { return ("\(name) \(unit)", 1) }
    }
    return isDate(first) ? (first, 1) : ago(words)
  }

  /// `3 days ago`, `a week ago`, `day before yesterday`, 三天前.
  private static func ago(_ words: ArraySlice<String>) -> (name: String, count: Int)? {
    let lowered = words.prefix(3).map { $0.lowercased() }
    if lowered == ["day", "before", "yesterday"] { return ("2d", 3) }
    if lowered.count == 3, lowered[2] == "ago", let unit = units[lowered[1]],
      let count = lowered[0] == "a" ? 1 : LengthPiece.hourOrMinute(lowered[0]), count > 0
    {
      return ("\(count)\(unit)", 3)
    }
    guard var rest = lowered.first.map({ $0[...] }), let first = rest.first else { return nil }
    let digits = rest.prefix(while: LengthPiece.isDigit)
    if LengthPiece.isDigit(first) { rest = rest.dropFirst(digits.count) }
    guard let count = Int64(digits) ?? LengthPiece.takeNumerals(&rest), (1...999).contains(count) else { return nil }
    return ["天前": "d", "週前": "w", "周前": "w"][String(rest)].map { ("\(count)\($0)", 1) }
  }

  private static let units = ["day": "d", "days": "d", "week": "w", "weeks": "w"]

  /// `2026-11-20`, `2026-11`, `2026`, `7d`, `2w`.
  private static func isDate(_ word: String) -> Bool {
    let isNumbers = word.utf8.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: "-") }
    if isNumbers {
      return word.utf8.contains(UInt8(ascii: "-"))
        ? [7, 10].contains(word.utf8.count) : word.utf8.count == 4 && ["19", "20"].contains(word.prefix(2))
    }
    guard let unit = word.last, unit == "d" || unit == "w" else { return false }
    return word.count > 1 && word.dropLast().allSatisfy(LengthPiece.isDigit)
  }
}
