// The vocabulary of typed words: commands, kinds of phase, and words that only lead to a proposal. All but `-V` are in
// lower case; the callers convert what was typed.

public enum TypedLexicon {
  /// The command of which a first word is a synonym; for a kind of phase, a command with its kind.
  public static func command(_ word: String) -> [String]? {
    if let verb = verbs[word] { return [verb.rawValue] }
    return switch word {
    case "status", "state", "狀態", "状态": ["status"]
    case "list", "ls", "列表": ["list"]
    case "log", "history", "紀錄", "記錄", "记录": ["log"]
    case "wait", "等待": ["wait"]
    case "run", "tui": ["run"]
    case "config", "settings", "設定", "设置": ["config"]
    case "help", "幫助", "帮助": ["help"]
    case "version", "-v", "-V": ["--version"]
    case "-?": ["--help"]
    default: phase(word)
    }
  }

  private static let verbs = Dictionary(
    Verb.allCases.flatMap { verb in verb.typed.map { ($0, verb) } }, uniquingKeysWith: { first, _ in first })

  /// The command for a kind of phase.
  static func phase(_ word: String) -> [String]? {
    switch word {
    case "focus", "pomodoro", "work", "專注", "专注", "番茄", "番茄鐘", "番茄钟": ["focus"]
    case "break", "rest", "休息": ["break"]
    case "short", "short-break", "shortbreak", "short_break", "短休息": ["start", "short-break"]
    case "long", "long-break", "longbreak", "long_break", "長休息", "长休息": ["start", "long-break"]
    default: nil
    }
  }

  /// The command for a kind of phase, a timer or a stopwatch.
  static func kindCommand(_ word: String) -> [String]? {
    command(word).flatMap { $0.count == 2 || ["focus", "break", "timer", "stopwatch"].contains($0[0]) ? $0 : nil }
  }

  static func isBreak(_ word: String) -> Bool { ["break", "rest", "休息"].contains(word) }
  static func isShortOrLong(_ word: String) -> Bool { ["short", "long"].contains(word) }
  /// `short break` in two words.
  static func isBreak(_ word: String, _ next: String?) -> Bool { isShortOrLong(word) && next.map(isBreak) == true }

  /// The command to propose for a word that is neither a command nor similar to one.
  static func hint(_ word: String) -> String? {
    switch word {
    case "restart", "again": "reset"
    case "exit", "kill": "quit"
    case "stats", "report", "today": "log"
    case "how", "what", "when", "left", "remaining", "time": "status"
    case "until", "till", "at": "start --until 14:30"
    case "remind": "remind me in 10m to call"
    case "task", "rename": "start --task TEXT"
    case "open", "link": "open tomatoclock://start"
    default: nil
    }
  }

  static func isMore(_ word: String) -> Bool { ["more", "another", "extra", "additional", "longer"].contains(word) }
  /// Words after a length that make it a time in the future.
  static func isLater(_ word: String) -> Bool { ["later", "後", "后", "之後", "之后", "以後", "以后"].contains(word) }
  static let laterAndAgo = ["之後", "之后", "以後", "以后", "之前", "以前", "後", "后", "前"]
  /// Refers to the running activity.
  static func isPronoun(_ word: String) -> Bool { ["it", "this", "that", "計時", "计时"].contains(word) }
  /// Particles after a Chinese verb, which have no meaning here.
  static func isParticle(_ word: String) -> Bool {
    [
      "一下", "一會", "一会", "一會兒", "一会儿", "一下子", "片刻", "一陣子", "一阵子", "吧", "了", "計時", "计时",
    ].contains(word)
  }

  /// The kind of activity for a name that no activity has: `the timer`.
  public static func kind(named name: String) -> ActivityKind? {
    switch name.lowercased() {
    case "timer", "countdown", "計時器", "计时器": .timer
    case "stopwatch", "碼錶", "馬錶", "秒錶", "秒表": .stopwatch
    default: nil
    }
  }

  /// The modes for a name that no activity has: `stop the break`.
  public static func modes(named name: String) -> [TimerMode] {
    let kind = phase(name.lowercased().split(separator: " ").joined(separator: "-"))?.last ?? ""
    return kind == "break" ? [.shortBreak, .longBreak] : TimerMode(linkName: kind).map { [$0] } ?? []
  }

  static func isUntil(_ word: String) -> Bool { ["until", "till", "til", "at", "到", "直到"].contains(word) }
  /// Words for now.
  static func isNow(_ text: String) -> Bool {
    ["now", "right now", "for now", "immediately", "please", "現在", "现在", "馬上", "马上"].contains(text)
  }
  /// Words for defaults: for now, or for the usual length.
  static func isDefault(_ text: String) -> Bool {
    let text = text.hasPrefix("for ") ? text.dropFirst(4) : text[...]
    let vague = ["a bit", "a little", "a while", "a little while", "awhile", "a moment", "some time", "again"]
    return isNow(String(text)) || isParticle(String(text)) || vague.contains { $0 == text }
  }
  /// Redundant words after a kind.
  static func isSession(_ word: String) -> Bool { ["session", "block", "time", "timer"].contains(word) }
  /// Words for a number of focuses.
  static func isRounds(_ word: String) -> Bool {
    isPomodoro(word) || ["pomodoros", "pomos", "session", "sessions", "rounds", "cycles"].contains(word)
  }
  /// Words for an endless time, or one above 24 h.
  static func isEndless(_ text: String) -> Bool {
    let words = text.split(separator: " ").drop { $0 == "for" }
    if ["day", "days", "morning", "afternoon", "evening", "night", "week", "time"].contains(words.last ?? "") {
      let sizes: Set<Substring> = ["all", "the", "a", "half", "whole", "entire", "couple", "of", "few", "several"]
      return words.count > 1 && words.dropLast().allSatisfy(sizes.contains)
    }
    return [
      "forever", "ever", "overnight", "indefinitely", "as long as possible", "all day long", "a few", "整天", "一整天",
      "整晚", "一直", "永遠", "永远", "半天", "一天", "兩天", "两天", "幾天", "几天",
    ].contains(words.joined(separator: " "))
  }
  /// Words before a length that make it an interval or a part, rather than a length from now.
  static func isRepeated(_ word: String) -> Bool { ["every", "each", "per", "of", "每", "每隔"].contains(word) }
  /// Words after a length that make it a distance from an event.
  static func isDistance(_ word: String) -> Bool { ["before", "after", "prior"].contains(word) }
  /// Words for another day or a vague time, which alone are no task.
  static func isVagueTime(_ text: String) -> Bool {
    [
      "today", "tomorrow", "tonight", "later", "soon", "in a bit", "in a while", "in a moment", "this morning",
      "this afternoon", "this evening", "tomorrow morning", "今天", "今晚", "明天", "後天", "后天", "待會", "待会", "晚點",
      "晚点", "早上", "下午", "晚上", "今天下午", "下班",
    ].contains(text)
  }
  static func isEverything(_ word: String) -> Bool { ["all", "everything", "全部"].contains(word) }
  static func isPomodoro(_ word: String) -> Bool { ["pomodoro", "番茄", "番茄鐘", "番茄钟"].contains(word) }

  /// Commands for a running activity. One alone after a kind is not a text: `focus stop` means stop.
  static func isControl(_ word: String) -> Bool { verbs[word]?.isControl == true }

  /// The candidates for a misspelt command.
  static let spellings =
    Verb.allCases.compactMap(\.typed.first) + [
      "focus", "break", "next", "run", "status", "watch", "wait", "list", "log", "config", "autostart", "doctor",
      "stats", "report", "demo", "preview", "quit", "help", "version", "short-break", "long-break", "hooks",
    ]
}
