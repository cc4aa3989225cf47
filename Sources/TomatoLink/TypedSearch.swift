// Words typed into a desktop's search. Most searches are for something else: a program, a file, a sum, the web. So a
// search gets results only if it begins with a word of ours or has a length with a unit. A task or a name also needs
// such a length, or a time.

public enum TypedSearch {
  /// The limit of results: GNOME's rows for one program.
  public static let most = 5
  private static let (mostWords, mostBytes) = (16, 240)

  /// The possible meanings of the text, the likeliest first; none for a text that is not meant for this program. Does
  /// not check the engine's state.
  public static func intents(_ text: String, _ clock: TypedClock) -> [Intent] {
    guard text.utf8.count <= mostBytes, !text.containsText("://") else { return [] }
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard (1...mostWords).contains(words.count), !words.contains(where: isForeign) else { return [] }
    let isMore = TypedWords.withoutMore(words) != nil
    let length = isMore ? nil : SearchedLength.first(in: words)
    let isOwn = isOwn(words[0], words.dropFirst().map { $0.lowercased() })
    guard isOwn || isMore || length != nil else { return [] }
    if let length, length.isUnrelated(words, isOwn: isOwn) { return [] }
    var intents: [Intent] = []
    for line in lines(words, length, isOwn) {
      guard let intent = TypedIntent.read(line, clock), !intents.contains(intent),
        isPlausible(intent, hasUnit: length != nil || isMore, isOwn, words)
      else { continue }
      intents.append(intent)
    }
    return intents
  }

  // MARK: Readings

  /// The words in the form of the command's options; each reading of ambiguous words.
  private static func lines(_ words: [String], _ length: SearchedLength?, _ isOwn: Bool) -> [[String]] {
    var lines = readings(words)
    guard let length, !isOwn, TypedLexicon.command(words[0].lowercased()) == nil else { return lines }
    // A text beside a length may be the task of a focus or the name of a timer.
    guard lines.allSatisfy(lacksKind) else { return lines }
    let timer = readings(["timer"] + words)
    lines = length.place == 0 ? lines + timer : timer + lines
    return lines
  }

  private static func lacksKind(_ line: [String]) -> Bool {
    line[0] == "focus" || line[0] == "start" && line.dropFirst().first.flatMap(TimerMode.init(linkName:)) == nil
  }

  private static func readings(_ words: [String]) -> [[String]] {
    do throws(TypedError) {
      return [try canonical(words)]
    } catch {
      return error.proposals.compactMap { try? canonical($0) }
    }
  }

  private static func canonical(_ words: [String]) throws(TypedError) -> [String] {
    try TypedWords.canonical(words) { Verb(rawValue: $0)?.row.speaker == .person }
  }

  /// Whether the words are specific enough to be meant as this intent.
  private static func isPlausible(_ intent: Intent, hasUnit: Bool, _ isOwn: Bool, _ words: [String]) -> Bool {
    let hasLength = intent.duration != nil || intent.until != nil || intent.by != nil
    switch intent.verb {
    case .start, .focus, .break, .timer:
      if !hasLength, intent.at != nil { return false }
      let text = intent.task ?? intent.name.flatMap { intent.mustExist ? nil : $0 }
      if text != nil { return hasLength && (hasUnit || hasTime(words)) }
      // `25` may be the beginning of a sum, and `timer 555` is a chip.
      let isShort = intent.duration.map { $0 <= .minutes(180) } ?? true
      return hasUnit || isOwn && (isShort || hasTime(words))
    case .stopwatch: return intent.name == nil
    default: return intent.verb.isControl && (isOwn || hasUnit)
    }
  }

  private static func hasTime(_ words: [String]) -> Bool {
    words.contains { $0.contains(":") || $0.contains("點") || $0.contains("点") || ["am", "pm"].contains($0.suffix(2)) }
  }

  // MARK: Words of ours

  /// Whether a search that begins with this word is meant for this program, even without a length. Most synonyms are
  /// not enough, because they are ordinary words.
  private static func isOwn(_ word: String, _ rest: [String]) -> Bool {
    let word = word.lowercased()
    if own.contains(word) { return true }
    switch word {
    case "short", "long": return TypedLexicon.isBreak(word, rest.first)
    case "set": return rest.prefix(2).contains("timer")
    case "remind": return rest.first == "me"
    // `until dawn` is a game.
    case "until": return rest.first?.contains(where: \.isNumber) ?? false
    default: break
    }
    guard let first = word.utf8.first, first >= 0x80 else { return false }
    // 專注45分鐘, 開始專注, 暫停一下
    if ownPrefixes.contains(where: word.hasPrefix) { return true }
    // 加五分鐘, but only a length may follow
    guard let length = word.after(["再加", "再來", "再来", "加", "再", "多", "延長", "延长"]) else { return false }
    return (try? TypedDuration.leading([length]))??.hasUnit ?? false
  }

  private static let own: Set<String> = [
    "start", "pause", "resume", "unpause", "toggle", "skip", "reset", "stop", "extend", "rewind", "undo", "lap",
    "focus", "pomodoro", "break", "short-break", "long-break", "timer", "countdown", "stopwatch", "休息", "繼續",
    "继续", "停止", "重置", "延長", "延长", "計圈", "计圈",
  ]
  private static let ownPrefixes = [
    "暫停", "暂停", "跳過", "跳过", "專注", "专注", "番茄鐘", "番茄钟", "短休息", "長休息", "长休息", "休息", "計時", "计时",
    "倒數", "倒计时", "倒計時", "碼錶", "馬錶", "秒錶", "秒表", "開始", "开始", "提醒我", "停止",
  ]

  /// Whether it is part of a sum, an option or an address.
  private static func isForeign(_ word: String) -> Bool {
    if ["+", "-", "*", "/", "=", "x", "×", "÷", "多少", "vs"].contains(word.lowercased()) { return true }
    if word.contains(where: { "=*^%$€£~\\@|<>{}\"".contains($0) }) || word.hasPrefix("/") { return true }
    guard word.hasPrefix("-") else { return false }
    return word.utf8.dropFirst().first?.isASCIIDigit != true
  }
}

/// A length with a unit among the words of a search.
struct SearchedLength {
  /// The index of its first word.
  var place: Int
  /// Number of words; 0 for a length inside a word.
  var count: Int
  var length: Duration

  static func first(in words: [String]) -> SearchedLength? {
    for place in words.indices {
      // A hedge, as in `under 30 minutes`, means a limit in other searches.
      if LengthPiece.pieces(words[place]) != nil, let found = try? TypedDuration.leading(words[place...]),
        found.hasUnit, !words[place].contains(":")
      {
        return SearchedLength(place: place, count: found.count, length: found.length)
      }
      // 45分鐘寫報告, 專注45分鐘
      if let inside = embedded(in: words[place]) { return SearchedLength(place: place, count: 0, length: inside) }
    }
    return nil
  }

  private static func embedded(in word: String) -> Duration? {
    guard word.utf8.contains(where: { $0 >= 0x80 }), word.contains(where: { "分秒時时".contains($0) }) else { return nil }
    for start in word.indices {
      for end in word[start...].indices.reversed() {
        if let found = try? TypedDuration.leading([String(word[start...end])]), found.hasUnit { return found.length }
      }
    }
    return nil
  }

  /// Whether the length is part of another search: a conversion, a decade, a distance, a title.
  func isUnrelated(_ words: [String], isOwn: Bool) -> Bool {
    let said = words.dropFirst(place).prefix(max(count, 1)).map { $0.lowercased() }
    let (before, after) = (words[..<place].map { $0.lowercased() }, words.dropFirst(place + max(count, 1)))
    // 3M is a company.
    if said.count == 1, words[place].last == "M" { return true }
    let next = after.first?.lowercased() ?? ""
    if ["to", "as", "into", "in", "old", "ago"].contains(next) { return true }
    if ["是", "等於", "等于", "換算", "换算"].contains(where: next.hasPrefix) { return true }
    if words[place].contains(where: { "+/".contains($0) }) { return true }
    if isOwn || before.isEmpty && after.isEmpty && count > 0 { return false }
    // Titles: `one hour photo`, 半小時漫畫.
    if !said.contains(where: { $0.unicodeScalars.contains { $0.properties.generalCategory == .decimalNumber } }) {
      return true
    }
    // `24 hours of rain`
    if length > .seconds(8 * 3600) { return true }
    if let last = before.last, Self.unrelatedBefore.contains(last) || before.count > 3 { return true }
    if (after.map { $0.lowercased() } + before).contains(where: Self.measuredInMetres.contains) { return true }
    return count > 0 && (isGluedSecond(said) || isAdjective(said, Array(after)))
  }

  /// `90s music`, `iphone 5s`.
  private func isGluedSecond(_ said: [String]) -> Bool {
    guard said.count == 1, let word = said.first, word.last == "s" else { return false }
    return word.dropLast().allSatisfy(\.isNumber)
  }

  /// `10 minute workout`, `24-hour clock`. A search for this program has the plural, or ends with a kind.
  private func isAdjective(_ said: [String], _ after: [String]) -> Bool {
    guard let unit = said.last, ["minute", "hour", "second"].contains(where: unit.hasSuffix),
      let last = after.last?.lowercased()
    else { return false }
    return TypedLexicon.phase(last) == nil && TypedLexicon.kind(named: last) == nil
  }

  private static let unrelatedBefore: Set<String> = [
    "in", "last", "past", "next", "every", "under", "within", "first", "of", "the", "per", "for", "how", "what",
  ]
  private static let measuredInMetres: Set<String> = [
    "cable", "cables", "cord", "rope", "hose", "tape", "sprint", "pool", "ribbon", "hdmi", "usb", "線", "线", "電線", "电线",
  ]
}
