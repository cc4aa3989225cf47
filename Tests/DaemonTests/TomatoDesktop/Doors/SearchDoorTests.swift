// What GNOME's overview and KRunner ask while a person types, on a private bus, called as they call.
import GLibBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoWords

@MainActor @Suite(.serialized) struct SearchDoorTests {
  let world: BusWorld
  let gnome = "org.gnome.Shell.SearchProvider2"
  let krunner = "org.kde.krunner1"

  init() throws { world = try BusWorld() }

  /// What GNOME shows of each result: name, description, icon.
  func shown(_ typed: String) throws -> [String] {
    let terms = BusValue.strings(typed.split(separator: " ").map(String.init))
    let ids = try #require(try world.call(gnome, "GetInitialResultSet", [terms]).first)
    #expect(try world.call(gnome, "GetSubsearchResultSet", [.strings(["old"]), terms]) == [ids])
    let metas = try #require(try world.call(gnome, "GetResultMetas", [ids]).first?.elements)
    #expect(metas.map { $0["id"]?.text } == ids.elements?.map(\.text))
    return metas.map { meta in ["name", "description"].map { meta[$0]?.text ?? "" }.joined(separator: " | ") }
  }

  func choose(_ typed: String, _ place: Int = 0) throws {
    let terms = BusValue.strings(typed.split(separator: " ").map(String.init))
    let ids = try #require(try world.call(gnome, "GetInitialResultSet", [terms]).first?.elements)
    let id = try #require(ids[at: place])
    _ = try world.call(gnome, "ActivateResult", [id, terms, .uint32(0)])
  }

  func end(_ minutes: Int) -> String { LocalTime.clock((world.moment.wall + .minutes(minutes)).milliseconds) }

  @Test func `each result says what it will do, and does nothing before it is chosen`() throws {
    #expect(
      try shown("25m write report") == [
        "Focus, 25 min, write report | Focus · ends \(end(25))",
        "Timer, 25 min, write report | write report · ends \(end(25))",
      ])
    #expect(try world.take() == [], "only asked")
    #expect(world.journal.isEmpty)
    #expect(world.shell.contents().map(\.contentState.state) == [.ready])
    try choose("25m write report")
    #expect(world.shell.content(.pomodoro).contentState.task == "write report")
    #expect(world.shell.content(.pomodoro).contentState.state == .running)
  }

  @Test func `a verb has a result where it is possible`() throws {
    for typed in ["pause", "resume", "stop tea", "undo", "暫停"] { #expect(try shown(typed) == []) }
    _ = try world.perform("tomatoclock://focus?task=report")
    _ = try world.perform("tomatoclock://timer?name=tea&duration=4m")
    for (typed, result) in [
      ("pause", "Pause, Focus | PAUSED · Focus, 25:00 left"), ("暫停", "Pause, Focus | PAUSED · Focus, 25:00 left"),
      ("stop tea", "Stop, tea | tea · ends \(end(4))"), ("stop t", "Stop, tea | tea · ends \(end(4))"),
      ("stop all", "Stop everything | "), ("5 more minutes", "+5 min, Focus | Focus · ends \(end(30))"),
    ] {
      #expect(try shown(typed) == [result], "\(typed)")
    }
    #expect(try shown("pause 5m").first?.hasPrefix("Pause, Focus, 5 min | ") == true)
    try choose("stop tea")
    #expect(world.shell.contents().map(\.id) == [.pomodoro])
    #expect(try shown("undo") == ["Undo, tea | tea · ends \(end(4))"])
  }

  @Test func `what is under way is left only by a result that says so`() throws {
    _ = try world.perform("tomatoclock://focus?task=report")
    #expect(try shown("50m read paper").first == "Focus, 50 min, read paper | In place of: Focus · ends \(end(25))")
    try choose("50m read paper")
    #expect(world.shell.content(.pomodoro).contentState.task == "read paper")
  }

  @Test func `a length without a kind offers focus and break when a break is due`() throws {
    _ = try world.perform("tomatoclock://focus?duration=1m")
    world.pass(.minutes(1))
    let found = try shown("7m")
    #expect(
      found == [
        "Focus, 7 min | Focus · ends \(end(7))", "Short Break, 7 min | Short Break · ends \(end(7))",
        "Timer, 7 min | Timer · ends \(end(7))",
      ])
  }

  @Test func `several that may be meant are at most five results`() throws {
    for name in ["t1", "t2", "t3", "t4", "t5", "t6"] {
      _ = try world.perform("tomatoclock://timer?name=\(name)&duration=4m")
    }
    let results = try shown("pause")
    #expect(results.map { $0.prefix(9) } == ["Pause, t1", "Pause, t2", "Pause, t3", "Pause, t4", "Pause, t5"])
  }

  @Test func `a result that has become impossible changes nothing, and a person hears why`() throws {
    _ = try world.perform("tomatoclock://focus?duration=1m")
    let ids = try #require(try world.call(gnome, "GetInitialResultSet", [.strings(["pause"])]).first)
    world.pass(.minutes(1))
    _ = try world.take()
    let id = try #require(ids.elements?.first)
    _ = try world.call(gnome, "ActivateResult", [id, .strings(["pause"]), .uint32(0)])
    #expect(try world.take() == [])
    #expect(world.journal.map(\.event) == [.refused])
    #expect(try world.call(gnome, "GetResultMetas", [ids]).first?.elements == [], "and it is not shown any more")
  }

  @Test func `what is chosen while the daemon ends is refused`() throws {
    _ = try world.perform("tomatoclock://start")
    world.isDiskSlow = true
    world.shell.leave()
    _ = try world.call(gnome, "ActivateResult", [.string("tomatoclock://pause"), .strings([]), .uint32(0)])
    _ = try world.call(gnome, "LaunchSearch", [.strings([]), .uint32(0)])
    #expect(world.journal.map(\.event) == [.refused, .refused])
  }

  @Test func `KRunner gets the same results, and runs one`() throws {
    let matches = try #require(try world.call(krunner, "Match", [.string("tea 4m")]).first?.elements)
    let first = try #require(matches.first?.elements)
    #expect(matches.count == 2)
    #expect(first[at: 0]?.text == "tomatoclock://timer?name=tea&duration=4m")
    #expect(first[at: 1]?.text == "Timer, 4 min, tea")
    #expect(first[at: 2]?.text == "org.tomatoclock.TomatoNotify-focus")
    #expect(first[at: 5]?["subtext"]?.text == "tea · ends \(end(4))")
    #expect(try world.call(krunner, "Actions", []).first?.elements == [])
    _ = try world.call(krunner, "Run", [try #require(first[at: 0]), .string("")])
    #expect(world.shell.contents().first?.attributes?.name == "tea")
    for (method, arguments) in [("Teardown", []), ("SetActivationToken", [BusValue.string("x")])] {
      #expect(try world.call(krunner, method, arguments) == [])
    }
  }

  @Test func `an id that is no link of ours does nothing and has no result`() throws {
    for id in ["", "tomatoclock://quit", "tomatoclock://request?activity=x", "https://example.com", "old"] {
      #expect(try world.call(gnome, "GetResultMetas", [.strings([id])]).first?.elements == [])
      _ = try world.call(gnome, "ActivateResult", [.string(id), .strings([]), .uint32(0)])
    }
    #expect(try world.take() == [])
  }

  @Test func `a click on the program beside its results shows what there is`() throws {
    _ = try world.call(gnome, "LaunchSearch", [.strings(["25m"]), .uint32(0)])
    #expect(world.shown == ["ready show"])
  }

  @Test(arguments: [
    [], ["focus?task=report", "timer?name=tea&duration=4m", "stopwatch?name=run", "pause?activity=tea"],
  ])
  func `ordinary searches have no result, whatever runs`(_ links: [String]) throws {
    for link in links { _ = try world.perform("tomatoclock://" + link) }
    let searches = Repository.text("Tests/Data/searches.txt").split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(searches.count >= 500)
    let clock = TypedClock(at: world.moment.wall)
    for search in searches {
      let found = world.shell.dryRun(TypedSearch.intents(String(search), clock), most: TypedSearch.most)
      #expect(found.isEmpty, "\(search): \(found.map { Link.print($0.intent) })")
    }
  }

  @Test func `local times are those of the zone, over a change of its clocks`() {
    // 2026-03-28 20:00 in Berlin; at 2 in the night clocks go to 3.
    let clock = TypedClock(at: WallTime(seconds: 1_774_724_400), zone: "Europe/Berlin")
    #expect(clock.nextLocalTime(21, 0) == 1_774_728_000)
    #expect(clock.nextLocalTime(19, 0) == 1_774_803_600)
    #expect(clock.localTime(-1, nil, 9, 30) == 1_774_600_200)
    #expect(clock.localTime(0, RecordDay("2026-01-02"), 9, 30) == 1_767_342_600)
  }
}
