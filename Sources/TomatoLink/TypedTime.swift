// Times of day as people type them: `14:30`, `2pm`, `2:30 pm`, `14`, `下午2點半`. What may be the morning or the afternoon
// is not guessed at.

/// Reads a time of day from one word or from two.
public enum TypedTime {
  /// Reads a whole text, as `--until` gets it.
  /// - Returns: nil for what is no time of day.
  /// - Throws: One sentence with both readings, for an hour that may be one of two.
  public static func parse(_ text: some StringProtocol) throws(LinkError) -> (hour: Int32, minute: Int32)? {
    let words = text.split { $0 == " " }.map { String($0) }
    guard let found = try leading(words[...]), found.count == words.count else { return nil }
    return (found.hour, found.minute)
  }

  /// The time of day with which `words` begin, and how many of them it takes; nil when the first one begins none.
  static func leading(
    _ words: ArraySlice<String>
  ) throws(LinkError) -> (hour: Int32, minute: Int32, count: Int)? {
    guard let first = words.first.map(TypedDuration.plain) else { return nil }
    var rest = Substring(first)
    var half = takeHalf(&rest)
    guard let hour = takeNumber(&rest), hour < 24 else { return nil }
    guard let minute = takeMinute(&rest) else { return nil }
    var count = 1
    if half == nil, !rest.isEmpty {
      half = halves[String(rest)]
      guard half != nil else { return nil }
    } else if half == nil, let next = words.dropFirst().first.map(TypedDuration.plain), let found = halves[next] {
      (half, count) = (found, 2)
    } else if !rest.isEmpty {
      return nil
    }
    guard let half else {
      let isClear = hour == 0 || hour > 12 || first.utf8.contains(UInt8(ascii: ":"))
      guard isClear else { throw ambiguous(first, hour, minute) }
      return (hour, minute, count)
    }
    // 下午14點 is said too, 14pm is not.
    guard (1...12).contains(hour) || half == 12 && hour > 12 && count == 1 && !first.hasSuffix("m") else { return nil }
    return (hour > 12 ? hour : hour % 12 + half, minute, count)
  }

  /// How many hours before noon and after it stand for.
  private static let halves: [String: Int32] = ["am": 0, "a.m.": 0, "pm": 12, "p.m.": 12]
  private static let halvesBefore: [(word: String, hours: Int32)] = [
    ("上午", 0), ("早上", 0), ("凌晨", 0), ("下午", 12), ("晚上", 12),
  ]

  static func isHalf(_ word: String) -> Bool { halves[TypedDuration.plain(word)] != nil }

  private static func takeHalf(_ rest: inout Substring) -> Int32? {
    guard let found = halvesBefore.first(where: { rest.hasPrefix($0.word) }) else { return nil }
    rest = rest.dropFirst(found.word.count)
    return found.hours
  }

  /// One digit or two.
  private static func takeNumber(_ rest: inout Substring) -> Int32? {
    let digits = rest.prefix { ("0"..."9").contains($0) }
    guard (1...2).contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count)
    return Int32(digits)
  }

  /// `:30`, `點`, `點半`, `點30分`; nothing is the full hour. Nil for what is no minute.
  private static func takeMinute(_ rest: inout Substring) -> Int32? {
    if rest.first == ":" {
      rest.removeFirst()
      guard rest.prefix(while: { ("0"..."9").contains($0) }).count == 2 else { return nil }
    } else if rest.first == "點" || rest.first == "点" {
      rest.removeFirst()
      if rest.first == "半" {
        rest.removeFirst()
        return 30
      }
      guard !rest.isEmpty else { return 0 }
    } else {
      return 0
    }
    guard let minute = takeNumber(&rest), minute < 60 else { return nil }
    if rest == "分" { rest.removeFirst() }
    return minute
  }

  private static func ambiguous(_ text: String, _ hour: Int32, _ minute: Int32) -> LinkError {
    LinkError(
      "{given} may be {first} or {last}; say one of them.",
      ["given": LinkError.quote(text), "first": print(hour % 12, minute), "last": print(hour % 12 + 12, minute)])
  }

  /// `14:00`, as `--until` takes it.
  static func print(_ hour: Int32, _ minute: Int32) -> String { "\(hour):\(minute < 10 ? "0" : "")\(minute)" }
}
