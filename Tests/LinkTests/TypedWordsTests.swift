// The grammar of typed words beyond Tests/Data/typed.md: durations one by one, and properties of all words.
import TestKit
import Testing
import TomatoLink

struct TypedWordsTests {
  @Test(arguments: [
    ("25MINUTES", 1500), ("1 hour 30 minutes 15 seconds", 5415), ("0.25 hours", 900), ("2.125m", 127),
    ("1小時 30分", 5400), ("90秒", 90), ("0,25 hours", 900), ("24h", 86_400), ("two hours and ten minutes", 7800),
    ("an hour and three quarters", 6300), ("兩個半鐘頭", 9000), ("⅓ h", 1200), ("1/3 hour", 1200), ("1h30 min", 5400),
    ("about 25 minutes", 1500), ("at least an hour", 3600), ("the next half hour", 1800), ("a good hour", 3600),
    ("25 minutes or so", 1500), ("25 minutes max", 1500), ("25 more or less", 1500), ("10 or so minutes", 600),
    ("10 odd minutes", 600), ("25ish minutes", 1500), ("twenty-ish minutes", 1200), ("twentyfive minutes", 1500),
    ("25 min.", 1500), ("25 minutes!", 1500), ("約25分鐘", 1500), ("大约 半小时", 1800), ("25分左右", 1500),
  ])
  func `a duration is read as people type it`(_ text: String, _ seconds: Int) throws {
    #expect(try TypedDuration.parse(text) == .seconds(seconds))
  }

  @Test(arguments: [
    "", "m", "25x", "1.5", "1.5s", "1.2345h", "30m 1h", "1h 1h", "1h30m 5", "25 25", "25 m m", "1,500h", "h 25", "0",
    "25h",
    "25 hours", "1:60", "-5m", "25 report", "half", "one and a half", "1 1/2", "a", "an", "two and", "hour", "and",
    "an hour minutes", "ten twenty minutes", "twenty twenty", "zero minutes", "三個", "一二分鐘", "十分鐘後", "a a minute",
    "half half hour", "1/0 h", "hundred", "one hour one hour",
    "about", "about half", "about page", "or so", "the next", "ish", "約", "左右",
  ])
  func `what is no duration is refused with a sentence`(_ text: String) {
    let error = #expect(throws: LinkError.self) { try TypedDuration.parse(text) }
    #expect(error?.description.hasSuffix(".") == true)
  }

  @Test func `a line of Tests/Data/typed.md that is refused has a sentence, and what that proposes is understood`() {
    var refused = 0
    for row in TypedIntentTests.rows where row.cells[text: 1].hasSuffix(".") {
      let words = row.code(0).split(separator: " ").map(String.init)
      do throws(TypedError) { _ = try TypedWords.canonical(words, isCommand: { _ in false }) } catch {
        #expect(error.error.description.hasSuffix("."), "\(words)")
        for way in error.proposals {
          #expect(throws: Never.self, "\(way)") { try TypedWords.canonical(way, isCommand: { _ in false }) }
        }
        refused += 1
      }
    }
    #expect(refused > 170)
  }

  @Test(
    arguments: [
      ("focus five minute break", ["break --duration 5m", "focus --task break --duration 5m"]),
      (
        "focus watch 10 minutes of video",
        ["focus --duration 10m --task=watch of video", "focus --task watch 10 minutes of video"]
      ),
      ("專注 看10分鐘影片", ["focus --duration 10m --task=看影片", "focus --task 看10分鐘影片"]),
      ("focus 5 more minutes", ["extend -- 5m", "focus --task 5 more minutes"]),
      ("focus in 10 minutes", ["timer --duration 10m", "focus --duration 10m"]),
      ("10分鐘後打電話", ["timer --duration 10m -- 打電話", "focus --duration 10m --task=打電話"]),
      ("focus standup 9:30", ["focus --until 9:30 --task=standup", "focus --duration 9m30s --task=standup"]),
      ("focus 2pm meeting", ["focus --until 14:00 --task=meeting", "focus --task 2pm meeting"]),
      ("timer stop", ["stop -- timer", "timer -- stop"]), ("focus done", ["skip", "focus --task done"]),
      ("timer boil 10 minute eggs", ["timer --duration 10m -- boil eggs", "timer -- boil 10 minute eggs"]),
      ("focus -5m", ["focus --duration 5m", "extend -- -5m"]), ("stop 5m", ["stop", "extend -- -5m"]),
      ("tea 4m", ["timer --duration 4m -- tea", "focus --duration 4m --task=tea"]), ("take 5", nil),
      ("lunch break", ["break"]), ("remind me", ["timer --duration 10m -- call", "timer --until 14:30 -- call"]),
      ("yesterday", ["log --since yesterday --until yesterday"]),
      ("pause in 5 minutes", ["timer --duration 5m", "pause --duration 5m"]),
      ("stop in 5 minutes", ["stop", "extend -- -5m"]),
      ("timer stop 5m", ["stop -- 5m", "timer -- stop 5m"]),
      ("in 10 minutes 30", ["timer --duration 10m -- 30", "focus --task 30 --duration 10m"]),
      ("10分鐘後30", ["timer --duration 10m -- 30", "focus --task 30 --duration 10m"]),
      ("25分stopwatch", ["start --task stopwatch --duration 25m", "start --task 25分stopwatch"]),
      ("25分休息", ["break --duration 25m", "start --task 25分休息"]),
      ("focus 25分休息", ["focus --task 休息 --duration 25m", "focus --task 25分休息"]),
      ("focus 25m break now", ["break --duration 25m", "focus --task break now --duration 25m"]),
      ("timer stop all", ["stop --all", "timer -- stop all"]), ("timer pause it", ["pause", "timer -- pause it"]),
      ("25分寫 報告", ["start --duration 25m --task=寫 報告", "start --task 25分寫 報告"]),
      ("tea 25m green", ["timer --duration 25m -- tea green", "focus --duration 25m --task=tea green"]),
      ("25 rest api docs", ["break --duration 25m --task=api docs", "start --task rest api docs --duration 25m"]),
    ] as [(String, [String]?)]
  )
  func `what a refusal proposes does what it says`(_ typed: String, _ meanings: [String]?) throws {
    let words = typed.split(separator: " ").map(String.init)
    let error = #expect(throws: TypedError.self) { try TypedWords.canonical(words, isCommand: { _ in false }) }
    let understood = try (error?.proposals ?? []).map { way in
      try TypedWords.canonical(way, isCommand: { _ in false }).joined(separator: " ")
    }
    #expect(understood == meanings ?? ["break --duration 5m", "focus --duration 5m"])
  }

  /// A person pastes what is proposed.
  @Test(arguments: [
    "it's $(id)", "it's `id`", "it's \"$HOME\"", "it's \\", "\u{D4E}'; id; '", "$(id)", "a'b'c", "=ls", "~", "🍅",
  ])
  func `a shell gives the command the words that are proposed`(_ text: String) throws {
    let error = #expect(throws: TypedError.self) {
      try TypedWords.canonical(["25", "rest", text], isCommand: { _ in false })
    }
    let (places, proposals) = (try #require(error).error.places, try #require(error).proposals)
    for (name, words) in zip(["first", "second"], proposals) {
      guard case .text(let shown)? = places[name] else { throw LinkError("no place \(name)") }
      let shell = try #require(RunningProgram(["/bin/sh", "-c", "printf '%s\\n' \(shown)"]))
      #expect(shell.finish() == 0 && shell.output == words.joined(separator: "\n") + "\n", "\(shown)")
    }
    #expect(proposals.count == 2)
  }

  /// Times of day, of which the page says only that they are more than 12 hours ahead.
  @Test(arguments: [
    ("until 9am", "start --until 9:00"), ("到中午", "start --until 12:00"), ("到正午", "start --until 12:00"),
    ("focus until noon", "focus --until 12:00"), ("專注到中午", "focus --until 12:00"),
    ("timer until noon tea", "timer --until 12:00 -- tea"),
  ])
  func `what is unambiguous is understood`(_ typed: String, _ meaning: String) throws {
    let words = typed.split(separator: " ").map(String.init)
    #expect(try TypedWords.canonical(words, isCommand: { _ in false }).joined(separator: " ") == meaning)
  }

  static let vocabulary = [
    "start", "Focus", "break", "short", "long", "timer", "stopwatch", "pause", "stop", "all", "extend", "rewind", "by",
    "to",
    "for", "until", "14:30", "25", "25m", "1h", "30", "minutes", "-5m", "+5m", "0", "99h", "tea", "call Ana", "泡茶",
    "暫停", "25分鐘", "--", "--json", "--task", "--task=x", "--duration", "--until", "--replace", "--activity", "now",
    "next", "write", "report", "", " ", "25x", "5 pages", "-v", "status", "45mn", "1,5h", "45分鐘寫報告", "4５分", "2pm",
    "14", "2", "days", "到14點", "休息5分鐘", "half", "an", "hour", "and", "a", "of", "quarter", "twenty", "five", "½", "1/2",
    "more", "another", "ago", "since", "9:30", "in", "remind", "me", "提醒我", "下午三點", "noon", "past", "the", "it",
    "一個半小時",
    "十分鐘後", "十分鐘前", "寫報告25分鐘", "開始專注", "休息一下", "take", "set", "please", "on", "at", "done", "pomodoro",
    "about", "or", "so", "max", "odd", "bit", "every", "約25分鐘", "左右", "log", "november", "last", "days", "monday",
  ]

  @Test(arguments: UInt64(1)...40)
  func `the form that words are brought into stays as it is, whatever was typed`(_ seed: UInt64) {
    var random = SeededGenerator(state: seed)
    for _ in 0..<300 {
      let count = Int.random(in: 1...6, using: &random)
      let typed = (0..<count).compactMap { _ in Self.vocabulary.randomElement(using: &random) }
      let isCommand = { (word: String) in word == "status" }
      guard let once = try? TypedWords.canonical(typed, isCommand: isCommand) else { continue }
      #expect((try? TypedWords.canonical(once, isCommand: isCommand)) == once, "\(typed) became \(once)")
    }
  }

  /// Words of length and of time, each of which says one thing, and of control, which are texts beside other words.
  static let moments = [
    "5 minutes", "half an hour", "one and a half hours", "twenty five minutes", "1½ h", "90s", "1h30m", "2pm", "14:30",
    "half past two pm", "until 14:30", "since 9:30", "in 10 minutes", "ten minutes ago", "5 more minutes",
    "five more minutes", "一個半小時", "二十分鐘", "一刻鐘", "兩小時", "十分鐘後", "下午三點", "到14點", "25分鐘寫信", "一个半小时",
    "二十分钟", "两小时", "下午三点", "10分钟后", "a few minutes", "25-30 min", "幾分鐘", "几个小时", "25到30分鐘",
    "about 25 minutes", "next 25 minutes", "25 minutes or so", "10 odd minutes", "25ish minutes", "25'", "約25分鐘",
    "大约25分钟", "25分鐘左右", "25 minutes from now",
  ]
  static let controls = ["stop", "pause", "resume", "skip", "cancel", "undo", "done", "停止", "暫停", "暂停", "取消", "完成"]
  static let others = ["report", "mail", "the", "notes", "Ana", "報告", "笔记", "paint"]

  @Test(arguments: UInt64(1)...40)
  func `no word of length, of time or of control becomes a part of a text silently`(_ seed: UInt64) {
    var random = SeededGenerator(state: seed)
    func one(_ words: [String]) -> String { words[Int.random(in: 0..<words.count, using: &random)] }
    for number in 0..<300 {
      var line = (0..<Int.random(in: 0...3, using: &random)).map { _ in one(Self.others) }
      let said = (number % 10 == 0 ? one(Self.controls) : one(Self.moments)).split(separator: " ").map(String.init)
      if number % 10 == 0 { line = [] }
      line.insert(contentsOf: said, at: Int.random(in: 0...line.count, using: &random))
      let verb = one(["focus", "start", "break", "timer", "專注", "专注", "休息", "work on"]).split(separator: " ")
      let typed = verb.map(String.init) + line
      guard let meant = try? TypedWords.canonical(typed, isCommand: { _ in false }) else { continue }
      let task = meant.first { $0.hasPrefix("--task=") }.map { String($0.dropFirst(7)) } ?? ""
      let text = (meant.drop { $0 != "--" } + [task]).joined(separator: " ").split(separator: " ").map(String.init)
      let kept = said.filter { text.contains($0) }
      #expect(kept.isEmpty, "\(typed.joined(separator: " ")) became \(meant)")
    }
  }

  @Test func `a word that the command knows is the command's, whatever it means here`() throws {
    #expect(try TypedWords.canonical(["end", "build"], isCommand: { _ in false }) == ["stop", "--", "build"])
    #expect(try TypedWords.canonical(["End", "build"], isCommand: { $0 == "end" }) == ["end", "build"])
    #expect(try TypedWords.canonical(["STATUS"], isCommand: { $0 == "status" }) == ["status"])
  }
}
