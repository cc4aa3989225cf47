// Which words typed into a desktop's search are meant for this program, and what they mean.
import TestKit
import Testing

@testable import TomatoLink

struct TypedSearchTests {
  /// 2026-11-21 12:00:00 UTC, and local time is UTC.
  static let clock = TypedClock(now: 1_795_262_400) { days, _, hour, minute in
    1_795_219_200 + Int64(days) * 86_400 + Int64(hour) * 3600 + Int64(minute) * 60
  }

  static let searches: [(typed: String, links: [String])] = [
    ("25m write report", ["start?duration=25m&task=write%20report", "timer?name=write%20report&duration=25m"]),
    ("25 min write report", ["start?duration=25m&task=write%20report", "timer?name=write%20report&duration=25m"]),
    ("4m tea", ["start?duration=4m&task=tea", "timer?name=tea&duration=4m"]),
    ("tea 4m", ["timer?name=tea&duration=4m", "focus?duration=4m&task=tea"]),
    ("green tea 4m", ["timer?name=green%20tea&duration=4m", "focus?duration=4m&task=green%20tea"]),
    ("timer 4m tea", ["timer?name=tea&duration=4m"]),
    ("set a timer for 5 minutes", ["timer?duration=5m"]),
    ("5 minute timer", ["timer?duration=5m"]),
    ("10 minute break", ["break?duration=10m"]),
    ("25m", ["start?duration=25m", "timer?duration=25m"]), ("1h30", ["start?duration=1h30m", "timer?duration=1h30m"]),
    ("an hour", ["start?duration=1h", "timer?duration=1h"]), ("25m focus", ["start/focus?duration=25m"]),
    ("focus", ["focus"]), ("focus 45", ["focus?duration=45m"]),
    ("focus 45m report", ["focus?duration=45m&task=report"]),
    ("work 45m", ["focus?duration=45m"]), ("short break", ["start/short-break"]),
    ("focus until 14:30", ["focus?duration=2h30m"]), ("until 3 pm", ["start?duration=3h"]),
    ("remind me to call Ana in 10 minutes", ["timer?name=call%20Ana&duration=10m"]),
    ("pause", ["pause"]), ("Pause 5m", ["pause?duration=5m"]), ("stop tea", ["stop?activity=tea"]),
    ("5 more minutes", ["extend?by=5m"]), ("extend -5m", ["extend?by=-5m"]), ("add 5m", ["extend?by=5m"]),
    ("stop all", ["stop?activity=all"]), ("undo", ["undo"]), ("resume", ["resume"]), ("lap", ["lap"]),
    ("暫停", ["pause"]), ("暂停", ["pause"]), ("專注45分鐘", ["focus?duration=45m"]), ("专注 25分钟", ["focus?duration=25m"]),
    (
      "45分鐘寫報告",
      ["start?duration=45m&task=%E5%AF%AB%E5%A0%B1%E5%91%8A", "timer?name=%E5%AF%AB%E5%A0%B1%E5%91%8A&duration=45m"]
    ),
    ("休息", ["break"]), ("停止 泡茶", ["stop?activity=%E6%B3%A1%E8%8C%B6"]), ("加五分鐘", ["extend?by=5m"]),
  ]

  @Test(arguments: searches)
  func `a search for this program has its readings, the likeliest first`(_ typed: String, _ links: [String]) {
    let found = TypedSearch.intents(typed, Self.clock).map { String(Link.print($0).dropFirst(Link.prefix.count)) }
    #expect(found == links)
  }

  /// KRunner starts the daemon for no text that its pattern does not take.
  @Test func `KRunner's pattern takes each search for this program, and few others`() throws {
    let entry = Repository.text("desktop/org.tomatoclock.TomatoNotify.krunner.desktop")
    let key = "X-Plasma-Runner-Match-Regex="
    let line = try #require(entry.split(separator: "\n").first { $0.hasPrefix(key) })
    #expect(!line.contains("\\"))
    let pattern = try Regex(String(line.dropFirst(key.count)))
    for (typed, _) in Self.searches { #expect(typed.firstMatch(of: pattern) != nil, "\(typed)") }
    let others = Repository.text("Tests/Data/searches.txt").split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(others.count >= 500)
    let taken = others.filter { $0.firstMatch(of: pattern) != nil }
    // Most of these were chosen because they look like ours.
    #expect(taken.count * 5 < others.count, "\(taken.count): \(taken)")
  }

  @Test(arguments: [
    "--json", "start --json", "status", "log today", "doctor", "5m\u{7}", String(repeating: "25m ", count: 200),
  ])
  func `options, questions and what no link takes have no reading`(_ typed: String) {
    #expect(TypedSearch.intents(typed, Self.clock).isEmpty)
  }
}
