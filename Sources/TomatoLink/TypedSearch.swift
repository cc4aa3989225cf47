// Words typed into a desktop's search, where most of what people type is meant for others: a program, a file, a sum,
// the web. What has one reading here and none there is taken, by the grammar of typed words; anything else is left
// alone. What is no word of ours needs a length with a unit; a text needs one, too, or a time.

public enum TypedSearch {
  /// As many results as GNOME has rows for one program.
  public static let most = 5
  private static let (mostWords, mostBytes) = (16, 240)

  /// The intents that the text may mean, the likeliest first; none for a text that is not meant for this program. The
  /// engine says which of them are possible.
  public static func intents(_ text: String, _ clock: TypedClock) -> [Intent] {
    guard text.utf8.count <= mostBytes, !text.containsText("://") else { return [] }
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard (1...mostWords).contains(words.count), !words.contains(where: isForeign) else { return [] }
    let isMore = TypedWords.withoutMore(words) != nil
    let length = isMore ? nil : SearchedLength.first(in: words)
    let isOwn = isOwn(words[0], words.dropFirst().map { $0.lowercased() })
    guard isOwn || isMore || length != nil else { return [] }
    if let length, length.isOfAnother(words, isOwn: isOwn) { return [] }
    var intents: [Intent] = []
    for line in lines(words, length, isOwn) {
      guard let intent = TypedIntent.read(line, clock), !intents.contains(intent),
        isSaid(intent, hasUnit: length != nil || isMore, isOwn, words)
      else { continue }
      intents.append(intent)
    }
    return intents
  }

  // MARK: What it may mean

  /// What the words are in the form of the command's options; where that is ambiguous, each reading.
  private static func lines(_ words: [String], _ length: SearchedLength?, _ isOwn: Bool) -> [[String]] {
    var lines = readings(words)
    guard let length, !isOwn, TypedLexicon.command(words[0].lowercased()) == nil else { return lines }
    // A text beside a length is what a focus is about, or what a timer is called.
    guard lines.allSatisfy(isOpen) else { return lines }
    let timer = readings(["timer"] + words)
    lines = length.place == 0 ? lines + timer : timer + lines
    return lines
  }

  /// Whether no kind was said.
  private static func isOpen(_ line: [String]) -> Bool {
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

  /// Whether the intent says no more than the words do.
  private static func isSaid(_ intent: Intent, hasUnit: Bool, _ isOwn: Bool, _ words: [String]) -> Bool {
    let hasLength = intent.duration != nil || intent.until != nil || intent.by != nil
    switch intent.verb {
    case .start, .focus, .break, .timer:
      if !hasLength, intent.at != nil { return false }
      let text = intent.task ?? intent.name.flatMap { intent.mustExist ? nil : $0 }
      if text != nil { return hasLength && (hasUnit || hasTime(words)) }
      // `25` is a sum, or the beginning of one, and `timer 555` a chip.
      let isShort = intent.duration.map { $0 <= .minutes(180) } ?? true
      return hasUnit || isOwn && (isShort || hasTime(words))
    case .stopwatch: return intent.name == nil
    case .pause, .resume, .toggle, .lap, .skip, .reset, .stop, .extend, .rewind, .undo: return isOwn || hasUnit
    default: return false
    }
  }

  private static func hasTime(_ words: [String]) -> Bool {
    words.contains { $0.contains(":") || $0.contains("點") || $0.contains("点") || ["am", "pm"].contains($0.suffix(2)) }
  }

  // MARK: Whose words they are

  /// Whether a search can begin with it that is meant for this program and needs no length: most synonyms are ordinary
  /// words elsewhere.
  private static func isOwn(_ word: String, _ rest: [String]) -> Bool {
    let word = word.lowercased()
    if own.contains(word) { return true }
    switch word {
    case "short", "long": return rest.first.map(TypedLexicon.isBreak) ?? false
    case "set": return rest.prefix(2).contains("timer")
    case "remind": return rest.first == "me"
    // The game "Until Dawn".
    case "until": return rest.first?.contains(where: \.isNumber) ?? false
    default: break
    }
    guard let first = word.utf8.first, first >= 0x80 else { return false }
    // 專注45分鐘, 開始專注, 暫停一下; and 加五分鐘, where all of the rest is a length
    if ownBeginnings.contains(where: word.hasPrefix) { return true }
    return ["加", "再", "再加", "再來", "再来", "多", "延長", "延长"].contains { mark in
      guard word.hasPrefix(mark) else { return false }
      return (try? TypedDuration.leading([String(word.dropFirst(mark.count))]))??.hasUnit ?? false
    }
  }

  private static let own: Set<String> = [
    "start", "pause", "resume", "unpause", "toggle", "skip", "reset", "stop", "extend", "rewind", "undo", "lap",
    "focus", "pomodoro", "break", "short-break", "long-break", "timer", "countdown", "stopwatch", "休息", "繼續",
    "继续", "停止", "重置", "延長", "延长", "計圈", "计圈",
  ]
  private static let ownBeginnings = [
    "暫停", "暂停", "跳過", "跳过", "專注", "专注", "番茄鐘", "番茄钟", "短休息", "長休息", "长休息", "休息", "計時", "计时",
    "倒數", "倒计时", "倒計時", "碼錶", "馬錶", "秒錶", "秒表", "開始", "开始", "提醒我", "停止",
  ]

  /// A sum, an option, an address.
  private static func isForeign(_ word: String) -> Bool {
    if ["+", "-", "*", "/", "=", "x", "×", "÷", "多少", "vs"].contains(word.lowercased()) { return true }
    if word.contains(where: { "=*^%$€£~\\@|<>{}\"".contains($0) }) || word.hasPrefix("/") { return true }
    guard word.hasPrefix("-") else { return false }
    return word.utf8.dropFirst().first.map { !(48...57).contains($0) } ?? true
  }
}

/// A length with a unit among the words of a search.
struct SearchedLength {
  var place: Int
  var count: Int
  var length: Duration

  static func first(in words: [String]) -> SearchedLength? {
    for place in words.indices {
      // `under 30 minutes` is how others say a limit.
      if LengthPiece.pieces(words[place]) != nil, let found = (try? TypedDuration.leading(words[place...])) ?? nil,
        found.hasUnit, !words[place].contains(":")
      {
        return SearchedLength(place: place, count: found.count, length: found.length)
      }
      // 45分鐘寫報告, 專注45分鐘
      guard let inside = joined(words[place]) else { continue }
      return SearchedLength(place: place, count: 0, length: inside)
    }
    return nil
  }

  /// A length inside a word without spaces.
  private static func joined(_ word: String) -> Duration? {
    guard word.utf8.contains(where: { $0 >= 0x80 }), word.contains(where: { "分秒時时".contains($0) }) else { return nil }
    var rest = Substring(word)
    while !rest.isEmpty {
      for end in rest.indices.reversed() {
        let part = String(rest[...end])
        guard let found = (try? TypedDuration.leading([part])) ?? nil, found.hasUnit else { continue }
        return found.length
      }
      rest.removeFirst()
    }
    return nil
  }

  /// Whether the length belongs to something else: a conversion, a decade, a distance, a title.
  func isOfAnother(_ words: [String], isOwn: Bool) -> Bool {
    let said = words.dropFirst(place).prefix(max(count, 1)).map { $0.lowercased() }
    let (before, after) = (words[..<place].map { $0.lowercased() }, words.dropFirst(place + max(count, 1)))
    // 3M is a company.
    if said.count == 1, words[place].last == "M" { return true }
    let next = after.first?.lowercased() ?? ""
    if ["to", "as", "into", "in", "old", "ago"].contains(next) { return true }
    if ["是", "等於", "等于", "換算", "换算"].contains(where: next.hasPrefix) { return true }
    if words[place].contains(where: { "+/".contains($0) }) { return true }
    if isOwn || before.isEmpty && after.isEmpty && count > 0 { return false }
    let isSplit = count == 0
    // `one hour photo`, 半小時漫畫: titles.
    if !said.contains(where: { $0.unicodeScalars.contains { $0.properties.generalCategory == .decimalNumber } }) {
      return true
    }
    // Of rain, or of news.
    if length > .seconds(8 * 3600) { return true }
    if let last = before.last, Self.beforeOthers.contains(last) || before.count > 3 { return true }
    if (after.map { $0.lowercased() } + before).contains(where: Self.measured.contains) { return true }
    return !isSplit && (isGluedSecond(said) || isAdjective(said, Array(after)))
  }

  /// `90s music`, `iphone 5s`.
  private func isGluedSecond(_ said: [String]) -> Bool {
    guard said.count == 1, let word = said.first, word.last == "s" else { return false }
    return word.dropLast().allSatisfy(\.isNumber)
  }

  /// `10 minute workout`, `24-hour clock`: what is meant for this program has the plural, or ends with a kind.
  private func isAdjective(_ said: [String], _ after: [String]) -> Bool {
    guard let unit = said.last, ["minute", "hour", "second"].contains(where: unit.hasSuffix),
      let last = after.last?.lowercased()
    else { return false }
    return TypedLexicon.phase(last) == nil && TypedLexicon.kind(named: last) == nil
  }

  private static let beforeOthers: Set<String> = [
    "in", "last", "past", "next", "every", "under", "within", "first", "of", "the", "per", "for", "how", "what",
  ]
  /// Things that have a length in metres.
  private static let measured: Set<String> = [
    "cable", "cables", "cord", "rope", "hose", "tape", "sprint", "pool", "ribbon", "hdmi", "usb", "線", "线", "電線", "电线",
  ]
}
