// The tray item's menu as a host on the bus meets it: every method, property and signal.
import GLibBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop

@MainActor @Suite(.serialized) struct TrayMenuTests {
  private let world: MenuWorld

  init() throws { world = try MenuWorld() }

  nonisolated static let tea = ActivityID(valid: "tea")

  @Test func `the layout is given whole, in part, and without its properties`() throws {
    let ids = TrayMenuItem.all.map(\.id)
    #expect(ids == Array(1...Int32(ids.count)))
    let whole = try world.layout().1.elements ?? []
    #expect(whole[at: 0] == .int32(0))
    #expect(whole[at: 1] == .vardict([("children-display", .string("submenu"))]))
    #expect(whole[at: 2]?.elements?.compactMap { $0.elements?[at: 0]?.integer } == ids.map(Int64.init))
    #expect(try world.layout(depth: 1).1 == world.layout().1)
    #expect(try world.layout(depth: 0).1.elements?[at: 2] == .array(element: "v", []))
    // As GNOME's extension asks, before it asks for the properties of each.
    let bare = try world.layout(0, ["type", "children-display"]).1.elements?[at: 2]?.elements ?? []
    let types = bare.compactMap { $0.elements?[at: 1]?["type"]?.text }
    #expect(types == ["separator", "separator", "separator"])
    #expect(bare.allSatisfy { $0.elements?[at: 1]?["label"] == nil })
    let one = try world.layout(TrayMenuItem.verb(.start).id).1.elements ?? []
    #expect(one[at: 0] == .int32(TrayMenuItem.verb(.start).id))
    #expect(one[at: 1]?["label"]?.text == "Start")
    #expect(one[at: 2] == .array(element: "v", []))
  }

  @Test func `properties come for a group, for all, and one by one`() throws {
    let (start, quit) = (TrayMenuItem.verb(.start).id, TrayMenuItem.quit.id)
    func group(_ ids: [Int32], _ names: [String]) throws -> [BusValue] {
      try world.call("GetGroupProperties", [.array(element: "i", ids.map { .int32($0) }), .strings(names)])[at: 0]?
        .elements
        ?? []
    }
    let two = try group([quit, 999, start], ["label"])
    #expect(
      two == [
        .tuple([.int32(quit), .vardict([("label", .string("Quit"))])]),
        .tuple([.int32(start), .vardict([("label", .string("Start"))])]),
      ])
    #expect(try group([quit, start, quit, start], ["label"]) == two)
    #expect(try group([], []).count == TrayMenuItem.all.count + 1)
    #expect(try group([0], []) == [.tuple([.int32(0), .vardict([("children-display", .string("submenu"))])])])
    func one(_ id: Int32, _ name: String) throws -> BusValue? {
      try world.call("GetProperty", [.int32(id), .string(name)]).first?.unwrapped
    }
    #expect(try one(start, "label") == .string("Start"))
    #expect(try one(start, "type") == .string("standard"))
    #expect(try one(start, "toggle-state") == .int32(-1))
    #expect(try one(TrayMenuItem.separator(0).id, "type") == .string("separator"))
    #expect(try one(0, "children-display") == .string("submenu"))
  }

  @Test func `the properties of the menu, and its status while a phase waits`() throws {
    let world = try MenuWorld(settings: Settings(autoStartBreaks: false))
    #expect(try world.property("Version") == .uint32(3))
    #expect(try world.property("TextDirection") == .string("ltr"))
    #expect(try world.property("IconThemePath") == .strings([]))
    #expect(try world.property("Status") == .string("normal"))
    world.desk.do(.start)
    _ = try world.take()
    while world.desk.content.contentState.state == .running, world.desk.ring() {}
    #expect(try world.take().contains("PropertiesChanged"))
    #expect(try world.property("Status") == .string("notice"))
    world.desk.do(.start)
    #expect(try world.property("Status") == .string("normal"))
  }

  nonisolated static let bad: [(method: String, arguments: [BusValue])] = [
    ("GetLayout", [.int32(99), .int32(-1), .strings([])]),
    ("GetLayout", [.int32(-1), .int32(-1), .strings([])]),
    ("GetLayout", [.string("0"), .int32(-1), .strings([])]),
    ("GetLayout", []),
    ("GetGroupProperties", [.strings(["1"]), .strings([])]),
    ("GetProperty", [.int32(99), .string("label")]),
    ("GetProperty", [.int32(1), .string("colour")]),
    ("GetProperty", [.uint32(1), .string("label")]),
    ("Event", [.int32(99), .string("clicked"), .variant(.int32(0)), .uint32(0)]),
    ("Event", [.int32(.min), .string("clicked"), .variant(.int32(0)), .uint32(0)]),
    ("Event", [.int32(1), .string("clicked"), .int32(0), .uint32(0)]),
    (
      "EventGroup",
      [.array(element: "(isvu)", [.tuple([.int32(99), .string("clicked"), .variant(.int32(0)), .uint32(0)])])]
    ),
    ("EventGroup", [.strings([])]),
    ("AboutToShow", [.int32(99)]),
    ("AboutToShow", [.bool(true)]),
    ("AboutToShowGroup", [.array(element: "i", [.int32(98), .int32(99)])]),
  ]

  @Test(arguments: bad.indices) func `a wrong argument is an error and changes nothing`(index: Int) throws {
    let (method, arguments) = Self.bad[index]
    let error = #expect(throws: BusError.self) { try world.call(method, arguments) }
    #expect(error?.busName == "org.freedesktop.DBus.Error.InvalidArgs")
    #expect(try world.take() == [])
    #expect(world.intents.isEmpty && world.quits == 0)
  }

  @Test func `a method that does not exist is an error`() throws {
    let error = #expect(throws: BusError.self) { try world.call("GetChildren", [.int32(0)]) }
    #expect(error?.busName == "org.freedesktop.DBus.Error.UnknownMethod")
  }

  @Test func `groups name the ids that no line has, and do the rest`() throws {
    func event(_ id: Int32) -> BusValue { .tuple([.int32(id), .string("clicked"), .variant(.string("")), .uint32(0)]) }
    let events = [event(99), event(TrayMenuItem.verb(.start).id)]
    #expect(try world.call("EventGroup", [.array(element: "(isvu)", events)]) == [.array(element: "i", [.int32(99)])])
    #expect(world.desk.content.contentState.state == .running)
    #expect(try world.call("EventGroup", [.array(element: "(isvu)", [])]) == [.array(element: "i", [])])
    let none = BusValue.array(element: "i", [])
    let ids = BusValue.array(element: "i", [.int32(0), .int32(99)])
    #expect(try world.call("AboutToShowGroup", [ids]) == [none, .array(element: "i", [.int32(99)])])
    #expect(try world.call("AboutToShow", [.int32(0)]) == [.bool(false)])
    #expect(try world.call("AboutToShow", [.int32(1)]) == [.bool(false)])
  }

  @Test(arguments: ["opened", "closed", "hovered", "x-vendor-thing", "", "Clicked"])
  func `events that are no click lead to nothing`(kind: String) throws {
    for id in [0, TrayMenuItem.verb(.start).id, TrayMenuItem.quit.id] { try world.event(kind, id) }
    try world.event("clicked", 0)
    for item in [TrayMenuItem.heading, .separator(0), .verb(.undo), .verb(.pause), .activity(0)] {
      try world.click(item)
    }
    #expect(try world.take() == [])
    #expect(world.intents.isEmpty && world.quits == 0)
  }

  @Test func `before anything is shown there is only Quit, and it quits`() throws {
    let world = try MenuWorld(showing: false)
    try world.read()
    #expect(world.seen == ["Quit"])
    try world.click(.quit)
    try world.click(.quit, inGroup: true)
    #expect(world.quits == 2 && world.intents.isEmpty)
  }

  @Test func `a host that follows the signals has what it would read, and every change is one signal`() throws {
    let world = try MenuWorld(settings: Settings(autoStartBreaks: false))
    let steps: [(String, @MainActor (ShellHarness) -> Void)] = [
      ("start", { $0.do(.start, task: "a_b __c") }), ("pause", { $0.do(.pause) }), ("resume", { $0.do(.resume) }),
      ("tea", { $0.shell.take(.intent(Intent(.start, duration: .minutes(4), activity: Self.tea), .command)) }),
      ("skip", { $0.do(.skip) }), ("undo", { $0.do(.undo) }),
      ("tea is over", { while $0.shell.content(Self.tea).contentState.state == .running, $0.ring() {} }),
      ("tea stops", { $0.shell.take(.intent(Intent(.stop, activity: Self.tea), .command)) }),
      ("stop", { $0.do(.stop) }),
    ]
    for (name, step) in steps {
      step(world.desk)
      let signals = try world.take().filter { $0.hasPrefix("ItemsPropertiesUpdated") }
      #expect(signals.count >= 1, "\(name)")
      if world.desk.moment.sinceBoot == .seconds(1000) { #expect(signals.count == 1, "\(name)") }
      #expect(try world.layoutLines() == world.copy, "\(name)")
      world.desk.shell.timePassed()
      #expect(try world.take() == [], "\(name): what looks the same is not sent again")
    }
  }

  @Test func `ten minutes pass in an open menu, and only words change`() throws {
    world.desk.do(.start, task: "report")
    world.desk.shell.take(.intent(Intent(.start, activity: ActivityID("run")), .command))
    _ = try world.call("AboutToShow", [.int32(0)])
    try world.event("opened")
    let (before, revision) = (world.seen, try world.layout().revision)
    _ = try world.take()
    let start = world.desk.moment.sinceBoot
    var changes: [String] = []
    while world.desk.moment.sinceBoot < start + .minutes(10) {
      world.desk.look(after: .seconds(1))
      changes += try world.take()
    }
    let words: Set = [
      "ItemsPropertiesUpdated(\(TrayMenuItem.detail.id).label)",
      "ItemsPropertiesUpdated(\(TrayMenuItem.activity(0).id).label)",
      "ItemsPropertiesUpdated(\(TrayMenuItem.detail.id).label, \(TrayMenuItem.activity(0).id).label)",
    ]
    #expect(Set(changes).isSubset(of: words), "\(changes)")
    #expect((10...11).contains(changes.count), "\(changes.count)")
    #expect(try world.layout().revision == revision)
    #expect(before.count == world.seen.count && before[at: 0] == world.seen[at: 0])
    #expect(world.seen[at: 1] == "(15 min left · session 1 of 4 · report)")
    #expect(world.seen.contains("run · 10 min"))
  }

  @Test func `an undo whose minute is over turns grey, and goes when the menu is closed`() throws {
    world.desk.do(.start)
    world.desk.do(.skip)
    _ = try world.take()
    #expect(world.seen.contains("Undo"))
    for _ in 0..<70 {
      world.desk.look(after: .seconds(1))
    }
    _ = try world.take()
    #expect(world.seen.contains("(Undo)"))
    try world.click(.verb(.undo))
    #expect(world.journal.map(\.event) == [.refused])
    try world.event("closed")
    _ = try world.take()
    #expect(!world.seen.joined().contains("Undo"))
  }

  @Test func `eight other activities have a line each and keep it, and the rest are counted`() throws {
    world.desk.do(.start)
    for number in 1...10 {
      let id = ActivityID("a_\(number)")
      world.desk.shell.take(.intent(Intent(.start, duration: .minutes(60 + number), activity: id), .command))
    }
    _ = try world.take()
    #expect(world.seen.contains("(and 2 more)"))
    func line(_ place: Int) -> String? { world.copy[TrayMenuItem.activity(place).id]?["label"]?.text }
    let places = (0..<8).map(line)
    #expect(places[2]?.hasPrefix("a__3 · ends ") == true)
    world.desk.shell.take(.intent(Intent(.stop, activity: ActivityID("a_3")), .command))
    _ = try world.take()
    #expect(line(2)?.hasPrefix("a__9 · ends ") == true)
    #expect((0..<8).filter { $0 != 2 }.map(line) == places.enumerated().filter { $0.offset != 2 }.map(\.element))
    #expect(world.seen.contains("(and 1 more)"))
    try world.click(.activity(2))
    #expect(world.intents == [Intent(.show, activity: ActivityID("a_9"))])
    #expect(world.desk.take().contains("island running show"))
  }

  @Test func `a menu that is closed is gone from the bus`() throws {
    world.menu.close()
    let error = #expect(throws: BusError.self) { try world.call("AboutToShow", [.int32(0)]) }
    #expect(error?.busName == "org.freedesktop.DBus.Error.UnknownMethod")
  }
}
