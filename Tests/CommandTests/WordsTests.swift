// What the person types -> the one link that is sent. Most lines are in Tests/Data/typed.md.
import ArgumentParser
import Testing
import TomatoLink
import TomatoSocket

@testable import tomato_notify

extension TypedClock {
  /// Local time is UTC, and the date is that of `noon`.
  static func utc(_ now: Int64) -> TypedClock {
    TypedClock(now: now) { days, _, hour, minute in
      noon - 43_200 + Int64(days) * 86_400 + Int64(hour) * 3600 + Int64(minute) * 60
    }
  }
}

/// 2026-11-21 12:00:00 UTC.
let noon: Int64 = 1_795_262_400
private let clock = TypedClock.utc(noon)

struct WordsCase: CustomTestStringConvertible, Sendable {
  var typed: [String]
  var link: String
  var reception: Reception = .whole
  var testDescription: String { typed.joined(separator: " ") }

  init(_ typed: String..., to link: String, _ reception: Reception = .whole) {
    (self.typed, self.link, self.reception) = (typed, "tomatoclock://" + link, reception)
  }
}

struct WordsTests {
  @Test(arguments: [
    WordsCase("pause", "tea", to: "pause?activity=tea"),
    WordsCase("start", "--task", "写报告 & ü", to: "start?task=%E5%86%99%E6%8A%A5%E5%91%8A%20%26%20%C3%BC"),
    WordsCase("timer", "4m", "tea", "--wait", to: "timer?name=tea&duration=4m&wait=1", .wait),
    WordsCase("wait", "泡茶", to: "wait?activity=%E6%B3%A1%E8%8C%B6", .wait),
    WordsCase("watch", "--json", "--seconds", to: "watch?format=json&seconds=1", .stream),
    WordsCase("watch", "--seconds", to: "watch?seconds=1", .stream),
    WordsCase("wait", "--activity", "tea", to: "wait?activity=tea", .wait),
    WordsCase("TOMATOCLOCK://watch?format=json", to: "watch?format=json", .stream),
    WordsCase("tomatoclock://quit", to: "quit", .quit),
  ])
  func `words mean one link, and how its answer is received`(_ given: WordsCase) throws {
    let exchange = Exchange(link: given.link, reception: given.reception)
    #expect(try CommandWords.order(given.typed, clock: clock) == .exchange(exchange))
  }

  @Test
  func `what the desktop opens is judged later, so that a person hears of it; without a link the island is shown`()
    throws
  {
    #expect(try CommandWords.order(["open", "--desktop"], clock: clock) == .desktop(link: "tomatoclock://show"))
    for link in ["tomatoclock://pause", "https://example.org"] {
      #expect(try CommandWords.order(["open", "--desktop", link], clock: clock) == .desktop(link: link))
    }
    #expect(
      try CommandWords.order(["open", "--desktop", "tomatoclock://focus?task=a  b "], clock: clock)
        == .desktop(link: "tomatoclock://focus?task=a%20%20b%20"))
  }

  @Test(arguments: [
    ["start", "99h"], ["start", "--duration", "0"], ["start", "--duration", "25x"], ["start", "--until", "24:00"],
    ["start", "--until", "1430"], ["start", "--until", "12:5"], ["start", "--until", "12:60"],
    ["start", "--until", "0:00", "--ago", "12h1m"], ["start", "--ago", "25h"], ["start", "--task", "a\nb"],
    ["start", "--task", String(repeating: "x", count: 121)], ["start", "--activity", "a\u{202E}b"],
    ["25x"], ["99h", "x"], ["25", "a\u{202E}b"], ["extend", "x"], ["extend", "0"],
    ["rewind", "-5m"], ["open", "tomatoclock://status"], ["open", "tomatoclock://pause?format=json"],
    ["open", "https://example.org"], ["open", "pause"], ["tomatoclock://paus"], ["tomatoclock:pause"],
    ["tomatoclock://pause?x=1"], ["tomatoclock://run"], ["timer", "99h"], ["timer", "--until", "25:00"],
    ["timer", "4m", String(repeating: "x", count: 81)],
  ])
  func `bad values are 65, with a sentence`(_ typed: [String]) {
    #expect(failure(typed)?.code == .badValue, "\(typed)")
  }

  @Test(arguments: [
    (0, ["timer", "--until", "9:05", "tea"], "for 9:05 tomorrow, say --duration 21h5m."),
    (30, ["timer", "--until", "9:05"], "for 9:05 tomorrow, say --duration 21h5m."),
    (0, ["timer", "--until", "12:00"], "for 12:00 tomorrow, say --duration 24h."),
    (0, ["start", "--until", "0:01"], "for 0:01 tomorrow, say --duration 12h1m."),
    (0, ["start", "--until", "0:01", "--ago", "10m"], "for 0:01 tomorrow, say --duration 12h11m."),
    (-36_000, ["focus", "--until", "23:30"], "for 23:30 today, say --duration 21h30m."),
  ])
  func `a time of day more than 12 hours ahead is not guessed at, and the sentence ends with what would do`(
    _ later: Int64, _ typed: [String], _ end: String
  ) throws {
    let now = noon + later
    let clock = TypedClock.utc(now)
    let failed = #expect(throws: Failure.self) { try CommandWords.order(typed, clock: clock) }
    #expect(failed?.code == .badValue && failed?.sentence.hasSuffix(end) == true, "\(failed?.sentence ?? "")")
    // What it says is taken, and ends then.
    let length = end.split(separator: " ").last?.dropLast() ?? ""
    let words = [try #require(typed.first), "--duration", String(length)] + typed.dropFirst(3)
    #expect(throws: Never.self) { try CommandWords.order(words, clock: clock) }
  }

  @Test(arguments: [
    ["strat"], ["start", "focus", "stop"], ["start", "--duration", "25m", "--until", "14:30"], ["pause", "--jsn"],
    ["extend"], ["extend", "5m", "6m"], ["extend", "-x5"], ["status", "--seconds"], ["open"], ["config", "get"],
    ["config", "set", "timer.focus"], ["config", "unset"], ["tomatoclock://pause", "now"], ["--json"],
    ["undo", "--ago", "1m"], ["25", "write", "--task", "report"], ["stop", "tea", "--all"],
    ["pause", "tea", "--activity", "run"], ["timer", "--duration", "4m", "--until", "14:30"],
  ])
  func `wrong usage is 64`(_ typed: [String]) {
    do {
      _ = try CommandWords.order(typed, clock: clock)
      Issue.record("\(typed) was taken")
    } catch let failure as Failure {
      #expect(failure.code == .usage)
    } catch {
      #expect(TomatoNotify.exitCode(for: error).rawValue == 64, "\(typed)")
    }
  }

  @Test(arguments: [
    (["config"], ["list"]), (["config", "list"], ["list"]), (["config", "--example"], ["example"]),
    (["config", "get", "timer.focus"], ["get", "timer.focus"]),
    (["config", "set", "timer.focus", "-5"], ["set", "timer.focus", "-5"]),
    (["config", "timer.focus", "50", "minutes"], ["set", "timer.focus", "50 minutes"]),
    // What the shell has divided stays divided; one word is the line as the file has it.
    (
      ["config", "set", "hooks.on-start", "say", "it's  time", "", "x\\y", "a=$b"],
      ["set", "hooks.on-start", "say 'it'\\''s  time' '' 'x\\y' a=$b"]
    ),
    (["config", "set", "hooks.on-start", "say 'Go on'"], ["set", "hooks.on-start", "say 'Go on'"]),
    (["config", "focus"], ["get", "focus"]), (["config", "unset", "timer.focus"], ["unset", "timer.focus"]),
  ])
  func `configuration words go to the daemon's program`(_ typed: [String], _ words: [String]) throws {
    #expect(try CommandWords.order(typed, clock: clock) == .become(ProgramRequest(.configuration, words)))
  }

  @Test func `run is the terminal island, of the activity that is named`() throws {
    #expect(try CommandWords.order(["run"], clock: clock) == .island(ActivityReference()))
    #expect(try CommandWords.order(["run", "泡茶"], clock: clock) == .island(ActivityReference(name: "泡茶")))
    #expect(
      try CommandWords.order(["run", "--activity", "tea"], clock: clock)
        == .island(ActivityReference(id: ActivityID("tea"))))
  }

  @Test func `the fast path sends what the long way sends, for every list of words that it takes`() throws {
    var taken: [[String]] = []
    let firsts = Verb.allCases.map(\.rawValue) + Query.Verb.allCases.map(\.rawValue) + ["run", "open", "config", "x"]
    for first in firsts {
      for rest in [[], ["--json"], ["--seconds"], ["--json", "--seconds"], ["x"]] {
        let words = [first] + rest
        guard let fast = FastPath.exchange(count: words.count, { words[$0] }) else { continue }
        taken.append(words)
        #expect(try CommandWords.order(words, clock: clock) == .exchange(fast), "\(words)")
      }
    }
    let whole = Verb.allCases.filter { $0.row.speaker != .program && ![.timer, .extend, .rewind].contains($0) }
    let questions = ["status", "list", "watch", "wait", "quit"]
    let withJSON = ["status", "list", "watch"].map { [$0, "--json"] }
    #expect(Set(taken) == Set((whole.map(\.rawValue) + questions).map { [$0] } + withJSON))
    #expect(FastPath.exchange(count: 0, { _ in "status" }) == nil)
    #expect(FastPath.exchange(count: 2, { $0 == 0 ? "status" : nil }) == nil, "a word that is not valid")
  }

  @Test(arguments: [23, 24, 25] as [Int64])
  func `since a time of day is when clocks last showed it, however long a day was`(_ hours: Int64) throws {
    let midnight = noon - 43_200
    let clock = TypedClock(now: noon) { days, _, hour, minute in
      midnight + Int64(days) * hours * 3600 + Int64(hour) * 3600 + Int64(minute) * 60
    }
    for (typed, moment) in [("14:05", midnight - hours * 3600 + 50_700), ("9:00", midnight + 32_400)] {
      let order = try CommandWords.order(["activity", "update", "build", "--since", typed], clock: clock)
      let link = if case .exchange(let exchange) = order { exchange.link } else { "" }
      #expect(link.hasSuffix("\t{\"since\":\(moment)}"), "\(link)")
    }
  }

  @Test func `the next local time is today or tomorrow, never now`() {
    let now: Int64 = 1_795_262_400
    for hour in Int32(0)..<24 {
      let found = TypedClock.system(now: now).nextLocalTime(hour, 0)
      #expect(found > now && found <= now + 90_000)
      #expect(found % 3600 == 0 || found % 900 == 0)
    }
  }

  @Test(arguments: [
    (["--help"], "write report"), (["--version"], tomatoVersion), (["start", "--help"], "--until"),
    (["config", "--help"], "--example"), (["help", "run"], "Tab"),
  ])
  func `help teaches and the version is the package's`(_ typed: [String], _ text: String) {
    do {
      _ = try CommandWords.order(typed, clock: clock)
      Issue.record("no help")
    } catch {
      #expect(TomatoNotify.exitCode(for: error).rawValue == 0)
      #expect(TomatoNotify.fullMessage(for: error).contains(text))
    }
  }

  @Test func `help for what is no command says so`() {
    let found = failure(["help", "nosuch"])
    #expect(found?.code == .usage && found?.sentence.contains("'nosuch' is not a command") == true)
    #expect(failure(["help", "start", "nosuch"]) == nil)
  }

  private func failure(_ typed: [String]) -> Failure? {
    do {
      _ = try CommandWords.order(typed, clock: clock)
    } catch let failure as Failure {
      return failure
    } catch {}
    return nil
  }
}
