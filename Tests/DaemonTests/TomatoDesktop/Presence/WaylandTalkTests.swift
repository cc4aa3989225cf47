// What is said to a compositor and heard from it, byte by byte.
import TestKit
import Testing

@testable import TomatoDesktop

struct WaylandTalkTests {
  typealias Script = WaylandScript

  private func armed(_ greeting: [UInt8] = Script.greeting()) throws -> (talk: WaylandTalk, said: [String]) {
    var talk = WaylandTalk(timeout: 5000)
    let first = Script.requests(talk.takeOutgoing())
    #expect(try talk.take(greeting[...]) == [.armed(idle: 0)])
    return (talk, first + Script.requests(talk.takeOutgoing()))
  }

  @Test func `it asks what there is, binds two things, and asks for the input's idle time`() throws {
    let (talk, said) = try armed()
    #expect(talk.notifier == .ext)
    #expect(said == ["1.1 2", "1.0 3", "2.0 2 wl_seat", "2.0 20 ext_idle_notifier_v1", "5.2 6 5000 4"])
  }

  @Test func `version 1 and the forerunner are asked in their own way`() throws {
    #expect(try armed(Script.greeting(version: 1)).said.last == "5.1 6 5000 4")
    let (talk, said) = try armed(Script.greeting(notifier: "org_kde_kwin_idle", version: 1))
    #expect(talk.notifier == .kde && said.suffix(2) == ["2.0 20 org_kde_kwin_idle", "5.0 6 4 5000"])
  }

  @Test func `the standard protocol is preferred`() throws {
    var bytes = Script.global(9, "org_kde_kwin_idle", 1)
    bytes += Script.greeting()
    #expect(try armed(bytes).talk.notifier == .ext)
  }

  @Test func `away and back come as often as they happen, in pieces of any length`() throws {
    var all = Script.greeting()
    for part in [Script.capabilities, Script.idled, Script.resumed, Script.idled] { all += part }
    for length in 1...40 {
      var talk = WaylandTalk(timeout: 1)
      var news: [WireNews] = []
      for start in stride(from: 0, to: all.count, by: length) {
        news += try talk.take(all[start..<min(start + length, all.count)])
      }
      #expect(news == [.armed(idle: 0), .idled(idle: 1), .resumed, .idled(idle: 1)])
    }
  }

  @Test func `a compositor without a seat or a notifier cannot tell`() throws {
    for name in ["wl_seat", "ext_idle_notifier_v1"] {
      var talk = WaylandTalk(timeout: 1)
      let bytes = Script.global(3, name, 1) + Script.listed
      #expect(try talk.take(bytes[...]) == [.unsupported])
      // Also where the same piece goes on with what makes no sense then.
      var other = WaylandTalk(timeout: 1)
      let more = bytes + Script.idled
      #expect(try other.take(more[...]) == [.unsupported])
    }
  }

  @Test func `what is used may be taken away, and what is not may too`() throws {
    for (name, news) in [(20, [WireNews.gone]), (2, [.gone]), (1, [])] {
      var (talk, _) = try armed()
      #expect(try talk.take(Script.event(2, 1, WireScript.number(UInt32(name)))[...]) == news)
    }
  }

  nonisolated static let faults: [(name: String, bytes: [UInt8], fault: WireFault)] = [
    (
      "an error", WaylandScript.event(1, 0, WireScript.number(1) + WireScript.number(0) + WaylandScript.text("no")),
      .refused
    ),
    ("an object that nobody made", WaylandScript.event(99, 0), .unexpected),
    ("a server's object", WaylandScript.event(0xff00_0001, 0), .unexpected),
    ("an event of the notifier, which has none", WaylandScript.event(5, 0), .unexpected),
    ("back before away", WaylandScript.resumed, .unexpected),
    ("away twice", WaylandScript.idled + WaylandScript.idled, .unexpected),
    ("a second list's end", WaylandScript.event(3, 0, WireScript.number(1)), .unexpected),
    ("an away with a body", WaylandScript.event(6, 0, WireScript.number(1)), .length),
    ("a length of nothing", WireScript.number(6) + WireScript.number(0), .length),
    ("a length below its own head", WireScript.number(6) + WireScript.number(4 << 16), .length),
    ("an odd length", WireScript.number(6) + WireScript.number(9 << 16), .length),
    ("a huge length", WireScript.number(6) + WireScript.number(0xfffc << 16), .length),
    (
      "a name that is longer than its message",
      WaylandScript.event(2, 0, WireScript.number(1) + WireScript.number(400) + WireScript.number(1)), .length
    ),
    (
      "a name of four gigabytes",
      WaylandScript.event(2, 0, WireScript.number(1) + WireScript.number(0xffff_ffff) + WireScript.number(1)), .length
    ),
    (
      "a name without its end",
      WaylandScript.event(2, 0, WireScript.number(1) + WireScript.number(4) + [97, 97, 97, 97] + WireScript.number(1)),
      .unexpected
    ),
    (
      "a name of no length",
      WaylandScript.event(2, 0, WireScript.number(1) + WireScript.number(0) + WireScript.number(1)), .length
    ),
    (
      "something behind a version",
      WaylandScript.event(
        2, 0, WireScript.number(1) + WaylandScript.text("a") + WireScript.number(1) + WireScript.number(1)), .length
    ),
  ]

  @Test func `what the protocol does not know ends the talk`() throws {
    for it in Self.faults {
      var (talk, _) = try armed()
      #expect(throws: it.fault, "\(it.name)") { try talk.take(it.bytes[...]) }
    }
  }

  @Test func `a list without an end ends the talk`() {
    var talk = WaylandTalk(timeout: 1)
    let global = Script.global(1, "wl_output", 4)
    #expect(throws: WireFault.length) {
      for _ in 0..<5000 { _ = try talk.take(global[...]) }
    }
  }

  @MainActor @Test func `damaged and random bytes end the talk or are waited for`() {
    var dice = SeededGenerator(state: 14)
    for round in 0..<4000 {
      var bytes = Script.greeting()
      for part in [Script.capabilities, Script.idled, Script.resumed] { bytes += part }
      if round % 3 == 0 { bytes = dice.bytes(200) }
      dice.expectLittle(of: WaylandTalk(timeout: 5000), hearing: dice.damaged(bytes))
    }
  }
}
