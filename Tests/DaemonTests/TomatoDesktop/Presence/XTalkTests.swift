// What is said to an X server and heard from it, byte by byte; and where it is, and what opens it.
import TestKit
import Testing

@testable import TomatoDesktop

struct XTalkTests {
  typealias Script = XScript

  private func armed(isAway: Bool = false) throws -> XTalk {
    var talk = XTalk(timeout: 300_000, isAway: isAway, cookie: nil)
    for part in [Script.greeting(), Script.extensions(), Script.counters()] { #expect(try talk.take(part[...]) == []) }
    #expect(try talk.take(Script.idle(12)[...]) == [.armed(idle: 12)])
    return talk
  }

  @Test func `the greeting has the byte order, the version and the cookie`() {
    var talk = XTalk(timeout: 1, cookie: [1, 2, 3, 4, 5])
    let order: UInt8 = UInt16(1).littleEndian == 1 ? 0x6c : 0x42
    var wanted: [UInt8] = [order, 0]
    for number: UInt16 in [11, 0, 18, 5, 0] { wanted += WireScript.short(number) }
    wanted += Array("MIT-MAGIC-COOKIE-1".utf8) + [0, 0]
    wanted += [1, 2, 3, 4, 5, 0, 0, 0]
    #expect(talk.takeOutgoing() == wanted)
    var bare = XTalk(timeout: 1, cookie: nil)
    #expect(bare.takeOutgoing().count == 12)
  }

  @Test func `it asks for the counter and sets two alarms, one for away and one for back`() throws {
    var talk = XTalk(timeout: 300_000, cookie: nil)
    _ = talk.takeOutgoing()
    _ = try talk.take(Script.greeting()[...])
    let asked = String(decoding: talk.takeOutgoing().filter { $0 > 64 && $0 < 91 }, as: UTF8.self)
    #expect(asked.contains("SYNC") && asked.contains("XWAYLAND"))
    _ = try talk.take(Script.extensions()[...])
    #expect(talk.takeOutgoing().count == 12)
    _ = try talk.take(Script.counters()[...])
    let alarms = talk.takeOutgoing()
    #expect(alarms.count == 44 + 44 + 8)
    func values(_ start: Int) -> [UInt32] { (1..<11).map { WireScript.word(alarms.dropFirst(start + 4 * $0)) } }
    #expect(values(0) == [0x0200_0001, 0x3f, 41, 0, 0, 300_000, 0, 0, 0, 1])
    #expect(values(44) == [0x0200_0002, 0x3f, 41, 0, 0, 299_999, 1, 0, 0, 1])
    #expect(WireScript.word(alarms.dropFirst(92)) == 41)
  }

  @Test func `away and back come with the idle time, among events that mean nothing, in pieces of any length`() throws {
    var all = Script.greeting()
    for part in [Script.extensions(), Script.counters(), Script.idle(400_000), Script.alarm(2, 3)] { all += part }
    all += [34] + [UInt8](repeating: 1, count: 31)  // MappingNotify
    all += [35, 1, 0, 0] + WireScript.number(2) + [UInt8](repeating: 1, count: 32)  // a long event of 40 bytes
    all += Script.alarm(1, 300_004)
    for length in 1...90 {
      var talk = XTalk(timeout: 300_000, cookie: nil)
      #expect(try talk.hear(all, inPiecesOf: length) == [.armed(idle: 400_000), .resumed, .idled(idle: 300_004)])
    }
  }

  @Test func `where nobody was there before, any touch is news`() throws {
    var talk = XTalk(timeout: 300_000, isAway: true, cookie: nil)
    _ = try talk.hear(Script.greeting() + Script.extensions())
    _ = talk.takeOutgoing()
    _ = try talk.take(Script.counters()[...])
    #expect(WireScript.word(talk.takeOutgoing().dropFirst(44 + 24)) == 1000)
  }

  @Test func `Xwayland and servers without the counter cannot tell`() throws {
    let cases: [[[UInt8]]] = [
      [Script.extensions(isXwayland: true)], [Script.extensions(hasSync: false)],
      [Script.extensions(), Script.counters(["SERVERTIME"])], [Script.extensions(), Script.counters([])],
      [Script.extensions(), Script.reply(3, [2, 0])],
    ]
    for parts in cases {
      var talk = XTalk(timeout: 1, cookie: nil)
      #expect(try talk.hear(Script.greeting() + parts.flatMap(\.self)) == [.unsupported])
    }
  }

  @Test func `what the protocol does not know ends the talk`() throws {
    for status: UInt8 in [0, 2] {
      var talk = XTalk(timeout: 1, cookie: nil)
      #expect(throws: WireFault.refused) { try talk.hear(Script.greeting(status)) }
    }
    let cases: [(String, [UInt8], WireFault)] = [
      ("an error", [0, 10] + [UInt8](repeating: 0, count: 30), .refused),
      ("an answer that nobody asked for", Script.reply(8, []), .unexpected),
      ("an answer of four gigabytes", [1, 0, 8, 0] + [UInt8](repeating: 255, count: 28), .length),
      ("an alarm of another", Script.alarm(9, 1), .unexpected),
      ("an alarm that is gone", Script.alarm(1, 1, state: 2), .refused),
    ]
    for (name, bytes, fault) in cases {
      var talk = try armed()
      #expect(throws: fault, "\(name)") { try talk.take(bytes[...]) }
    }
    var talk = XTalk(timeout: 1, cookie: nil)
    _ = try talk.hear(Script.greeting() + Script.extensions())
    let many = Script.reply(3, [3]) + Script.reply(4, WireScript.number(0xffff_ffff))
    #expect(throws: WireFault.length) { try talk.hear(many) }
  }

  @MainActor @Test func `damaged and random bytes end the talk or are waited for`() {
    var dice = SeededGenerator(state: 15)
    for round in 0..<4000 {
      var bytes = Script.greeting()
      for part in [Script.extensions(), Script.counters(), Script.idle(5), Script.alarm(1, 9)] { bytes += part }
      if round % 3 == 0 { bytes = Script.greeting() + dice.bytes(200) }
      dice.expectLittle(of: XTalk(timeout: 5000, cookie: nil), hearing: dice.damaged(bytes))
    }
  }
}

struct XPlaceTests {
  @Test(arguments: [
    (":0", 0), (":12", 12), (":0.1", 0), ("unix:3", 3), ("", nil), ("0", nil), (":", nil), (":x", nil), (":-1", nil),
    (":70000", nil), ("localhost:10.0", nil), ("host:0", nil), ("::1:0", nil), (":0.1.2", nil),
    (":99999999999999999999", nil),
  ])
  func `only a display of this machine is one`(_ text: String, _ number: Int?) {
    #expect(XDisplay(text)?.number == number)
  }

  /// An entry of the file: all numbers have their upper byte first.
  private func entry(_ family: Int, _ host: String, _ display: String, _ name: String, _ data: [UInt8]) -> [UInt8] {
    func part(_ bytes: [UInt8]) -> [UInt8] { [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes }
    let head = [UInt8(family >> 8), UInt8(family & 255)] + part(Array(host.utf8)) + part(Array(display.utf8))
    return head + part(Array(name.utf8)) + part(data)
  }

  private func cookie(_ file: [UInt8]) -> [UInt8]? {
    guard let display = XDisplay(":3") else { return nil }
    return XAuthority.cookie(for: display, in: file, host: Array("desk".utf8))
  }

  @Test func `the cookie is that of this host, else of every host, else the first of the display`() {
    let name = XAuthority.cookieName
    let other = entry(256, "old", "3", name, [1])
    let wild = entry(65535, "", "", name, [2])
    let own = entry(256, "desk", "3", name, [3])
    #expect(cookie(other) == [1])
    #expect(cookie(other + wild) == [2])
    #expect(cookie(other + own + wild) == [3])
    #expect(cookie(entry(256, "desk", "4", name, [4])) == nil)
    #expect(cookie(entry(256, "desk", "3", "XDM-AUTHORIZATION-1", [4])) == nil)
    #expect(cookie([]) == nil)
  }

  @Test func `a file that is cut anywhere gives what stands before, and never traps`() {
    let file = entry(256, "desk", "3", XAuthority.cookieName, [7, 8]) + entry(256, "x", "9", "y", [0])
    let whole = entry(256, "desk", "3", XAuthority.cookieName, [7, 8]).count
    for length in 0...file.count { #expect(cookie(Array(file[..<length])) == (length >= whole ? [7, 8] : nil)) }
  }

  @Test @MainActor func `the environment says where the sources would be`() {
    func places(_ variables: [String: String]) -> [String] {
      let found = IdleAddresses { variables[$0] }
      return [found.wayland ?? "-", found.x11?.socket ?? "-"]
    }
    let x0 = "/tmp/.X11-unix/X0"
    #expect(places([:]) == ["-", "-"])
    #expect(places(["XDG_RUNTIME_DIR": "/run/u"]) == ["/run/u/wayland-0", "-"])
    #expect(places(["WAYLAND_DISPLAY": "wayland-1", "XDG_RUNTIME_DIR": "/run/u"]) == ["/run/u/wayland-1", "-"])
    #expect(places(["WAYLAND_DISPLAY": "/srv/w", "DISPLAY": ":0"]) == ["/srv/w", x0])
    #expect(
      places(["DISPLAY": ":0", "XDG_SESSION_TYPE": "wayland", "XDG_RUNTIME_DIR": "/r"]) == ["/r/wayland-0", "-"])
    #expect(places(["DISPLAY": ":0", "XDG_SESSION_TYPE": "x11", "XDG_RUNTIME_DIR": "/r"]) == ["-", x0])
    #expect(places(["DISPLAY": "far:0", "XDG_SESSION_TYPE": "x11"]) == ["-", "-"])
  }
}
