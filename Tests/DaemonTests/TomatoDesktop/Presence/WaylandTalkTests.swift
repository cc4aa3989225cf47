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
    let all = [Script.greeting(), Script.capabilities, Script.idled, Script.resumed, Script.idled].flatMap(\.self)
    for length in 1...40 {
      var talk = WaylandTalk(timeout: 1)
      #expect(try talk.hear(all, inPiecesOf: length) == [.armed(idle: 0), .idled(idle: 1), .resumed, .idled(idle: 1)])
    }
  }

  @Test func `a compositor without a seat or a notifier cannot tell`() throws {
    for name in ["wl_seat", "ext_idle_notifier_v1"] {
      // Also where the same piece goes on with what makes no sense then.
      for more in [[], Script.idled] {
        var talk = WaylandTalk(timeout: 1)
        #expect(try talk.hear(Script.global(3, name, 1) + Script.listed + more) == [.unsupported])
      }
    }
  }

  @Test func `what is used may be taken away, and what is not may too`() throws {
    for (name, news) in [(20, [WireNews.gone]), (2, [.gone]), (1, [])] {
      var (talk, _) = try armed()
      #expect(try talk.take(Script.event(2, 1, WireScript.number(UInt32(name)))[...]) == news)
    }
  }

  /// A global without its end, whose name says that it has so many bytes.
  private static func global(nameOf length: UInt32, _ name: [UInt8] = []) -> [UInt8] {
    Script.event(2, 0, WireScript.number(1) + WireScript.number(length) + name + WireScript.number(1))
  }

  private static func idled(lengthOf length: UInt32) -> [UInt8] {
    WireScript.number(6) + WireScript.number(length << 16)
  }

  nonisolated static let faults: [(name: String, bytes: [UInt8], fault: WireFault)] = [
    ("an error", Script.event(1, 0, WireScript.number(1) + WireScript.number(0) + Script.text("no")), .refused),
    ("an object that nobody made", Script.event(99, 0), .unexpected),
    ("a server's object", Script.event(0xff00_0001, 0), .unexpected),
    ("an event of the notifier, which has none", Script.event(5, 0), .unexpected),
    ("back before away", Script.resumed, .unexpected), ("away twice", Script.idled + Script.idled, .unexpected),
    ("a second list's end", Script.event(3, 0, WireScript.number(1)), .unexpected),
    ("an away with a body", Script.event(6, 0, WireScript.number(1)), .length),
    ("a length of nothing", idled(lengthOf: 0), .length), ("a length below its own head", idled(lengthOf: 4), .length),
    ("an odd length", idled(lengthOf: 9), .length), ("a huge length", idled(lengthOf: 0xfffc), .length),
    ("a name that is longer than its message", global(nameOf: 400), .length),
    ("a name of four gigabytes", global(nameOf: 0xffff_ffff), .length),
    ("a name of no length", global(nameOf: 0), .length),
    ("a name without its end", global(nameOf: 4, [97, 97, 97, 97]), .unexpected),
    (
      "something behind a version",
      Script.event(2, 0, WireScript.number(1) + Script.text("a") + WireScript.number(1) + WireScript.number(1)), .length
    ),
  ]

  @Test func `what the protocol does not know ends the talk`() throws {
    for it in Self.faults {
      var (talk, _) = try armed()
      #expect(throws: it.fault, "\(it.name)") { try talk.hear(it.bytes) }
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
    let parts = [Script.greeting(), Script.capabilities, Script.idled, Script.resumed]
    for round in 0..<4000 {
      let bytes = round % 3 == 0 ? dice.bytes(200) : parts.flatMap(\.self)
      dice.expectLittle(of: WaylandTalk(timeout: 5000), hearing: dice.damaged(bytes))
    }
  }
}
