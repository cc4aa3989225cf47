// What comes in over the session bus and what goes out, on a private bus.
import CNotify
import GLibBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoWords

@MainActor @Suite(.serialized) struct BusDoorTests {
  static let noData = BusValue.vardict([])

  @Test func `Perform does what the link says and gives the content`() throws {
    let world = try BusWorld()
    let content = try world.perform("tomatoclock://start?task=report")
    #expect(content["contentState"]?["stateIdentifier"]?.text == "running")
    #expect(content["contentState"]?["task"]?.text == "report")
    #expect(content["activity"]?.text == "pomodoro")
    let all = ["IntentPerformed(onStart, dbus)", "ContentChanged(pomodoro)", "PropertiesChanged(Content, Activities?)"]
    #expect(try world.take() == all)
    #expect(world.contents == [content])
    #expect(try world.property("Content") == content)
    #expect(try world.property("Activities") == .array(element: "a{sv}", [content]))
    #expect(try world.property("Version").text == tomatoVersion)
  }

  @Test func `a turn of the loop is short, however many activities a program asks for at once`() throws {
    let world = try BusWorld()
    let toil = Toil()
    world.onRecord = { _ in toil.piece() }
    var answered: [Int] = []
    for number in 0..<100 {
      world.client.call(
        BusWorld.name, BusNames.applicationPath, BusWorld.interface, "RequestActivity",
        [.string("build-\(number)"), Self.noData]
      ) { _ in answered.append(number) }
    }
    #expect(toil.turn { answered.count == 100 })
    #expect(answered == Array(0..<100), "in the order in which they came")
    #expect(toil.most <= Toil.fewPieces, "\(toil.most) of \(toil.done)")
  }

  @Test func `calls are answered when what they change is safe, and others are served meanwhile`() throws {
    let world = try BusWorld()
    let other = try BusConnection.open(.address(world.bus.address))
    world.isDiskSlow = true
    var answered: [String] = []
    func call(_ interface: String, _ method: String, _ arguments: [BusValue]) {
      world.client.call(BusWorld.name, BusNames.applicationPath, interface, method, arguments) { result in
        answered.append((try? result.get()) == nil ? "failed" : method)
      }
    }
    call(BusWorld.interface, "RequestActivity", [.string("build"), Self.noData])
    call(BusWorld.application, "Open", [.strings(["tomatoclock://start", "tomatoclock://pause"]), .vardict([])])
    for answers in [[], ["RequestActivity"], ["RequestActivity"]] {
      let isNext = { !world.commits.isEmpty && answered.count == answers.count }
      #expect(MainLoop.turn(until: isNext, limitMs: Patience.milliseconds))
      let version = try other.answer(
        BusWorld.name, BusNames.applicationPath, "org.freedesktop.DBus.Properties", "Get",
        [.string(BusWorld.interface), .string("Version")])
      #expect((try? version.get()) != nil && answered == answers)
      world.commits.removeFirst()()
    }
    #expect(MainLoop.turn(until: { answered.count == 2 }, limitMs: Patience.milliseconds))
    #expect(answered == ["RequestActivity", "Open"])
    #expect(world.shell.content(.pomodoro).contentState.state == .paused)
  }

  @Test func `a key without a value is absent`() throws {
    let world = try BusWorld()
    let ready = try world.property("Content")
    #expect(ready["activity"] == nil)
    #expect(ready["kind"]?.text == "pomodoro")
    #expect(ready["contentState"]?["task"] == nil)
    #expect(ready["contentState"]?["timerEndDate"] == nil)
    #expect(ready["contentState"]?["remainingSeconds"] == .int64(1500))
  }

  @Test func `time alone sends nothing, and zero does`() throws {
    let world = try BusWorld()
    _ = try world.perform("tomatoclock://start?duration=2m")
    _ = try world.take()
    for _ in 0..<110 { world.pass(.seconds(1)) }
    #expect(try world.take() == [])
    world.pass(.seconds(10))
    #expect(try world.take().first == "IntentPerformed(onComplete, engine)")
    #expect(world.contents.last?["contentState"]?["stateIdentifier"]?.text == "completed")
  }

  @Test func `setting the clock tells the new end once`() throws {
    let world = try BusWorld()
    _ = try world.perform("tomatoclock://start")
    _ = try world.take()
    let moment = world.moment
    world.moment = Moment(
      sinceBoot: moment.sinceBoot, awake: moment.awake, wall: moment.wall + .seconds(3600), boot: moment.boot)
    world.shell.timePassed()
    for _ in 0..<2 { world.telling.clockWasSet() }
    #expect(try world.take() == ["ContentChanged(pomodoro)", "PropertiesChanged(Content, Activities?)"])
  }

  @Test func `what changes nothing tells nothing about content`() throws {
    let world = try BusWorld()
    _ = try world.perform("tomatoclock://start")
    _ = try world.take()
    _ = try world.perform("tomatoclock://resume")
    #expect(try world.take() == [])
    _ = try world.perform("tomatoclock://show")
    #expect(try world.take() == ["IntentPerformed(onShow, dbus)"])
  }

  @Test func `an activity that is over is an empty dictionary`() throws {
    let world = try BusWorld()
    _ = try world.perform("tomatoclock://start?activity=tea&duration=4m")
    #expect(try world.property("Activities").elements?.count == 2)
    _ = try world.take()
    #expect(try world.perform("tomatoclock://stop?activity=tea") == .vardict([]))
    #expect(try world.take().contains("ContentChanged(tea)"))
    #expect(world.contents.last == .vardict([]))
    #expect(try world.property("Activities").elements?.count == 1)
  }

  @Test func `Activate always shows something`() throws {
    let world = try BusWorld()
    #expect(try world.call(BusWorld.application, "Activate", [Self.noData]) == [])
    #expect(world.shown.last == "ready show")
    _ = try world.perform("tomatoclock://start?activity=tea&duration=4m")
    _ = try world.call(BusWorld.application, "Activate", [Self.noData])
    #expect(world.shown.last == "running show")
  }

  @Test(arguments: Verb.allCases) func `every verb is an action`(verb: Verb) throws {
    let world = try BusWorld()
    _ = try world.perform("tomatoclock://start")
    let arguments: [BusValue] = [.string(verb.rawValue), .array(element: "v", []), Self.noData]
    // What needs more than its name is a bad link, or refused; nothing to undo, and no break during a focus.
    let failing: [Verb: String] = [
      .extend: BusErrorName.badLink, .rewind: BusErrorName.badLink, .undo: BusErrorName.refused,
      .break: BusErrorName.refused, .timer: BusErrorName.refused, .lap: BusErrorName.refused,
      .request: BusErrorName.badLink, .update: BusErrorName.badLink, .end: BusErrorName.badLink,
      .button: BusErrorName.badLink, .away: BusErrorName.badLink, .back: BusErrorName.badLink,
      .keep: BusErrorName.refused, .takeoff: BusErrorName.refused,
    ]
    let outcome = Result { try world.call(BusWorld.application, "ActivateAction", arguments) }
    switch outcome {
    case .success: #expect(failing[verb] == nil)
    case .failure(let error): #expect((error as? BusError)?.busName == failing[verb], "\(error)")
    }
  }

  @Test func `clicks that lead to nothing are told by notifications, the first four of them`() throws {
    let world = try BusWorld()
    let server = try BusConnection.open(.address(world.bus.address))
    var told: [[BusValue]] = []
    let xml = """
      <node><interface name="org.freedesktop.Notifications">
        <method name="GetCapabilities"><arg type="as" direction="out"/></method>
        <method name="Notify">
          <arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
          <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
          <arg type="a{sv}" direction="in"/><arg type="i" direction="in"/><arg type="u" direction="out"/>
        </method>
      </interface></node>
      """
    let handlers = BusHandlers { call in
      if call.method == "Notify" { told.append(call.arguments) }
      call.reply([call.method == "Notify" ? .uint32(7) : .strings(["body", "body-markup"])])
    }
    let object = try server.register(BusObject.notifications.path, BusObject.notifications.name, xml: xml, handlers)
    defer { object.cancel() }
    let name = server.own(BusObject.notifications.name)
    defer { name.cancel() }
    for bad in ["tomatoclock://a&b<c>"] + Array(repeating: "nonsense", count: 5) {
      #expect(throws: BusError.self) {
        try world.call(BusWorld.application, "Open", [.strings([bad]), Self.noData])
      }
    }
    #expect(MainLoop.turn(until: { told.count >= 4 }, limitMs: Patience.milliseconds))
    _ = try world.take()
    #expect(told.count == 4)
    #expect(told[at: 0]?[at: 3]?.text == "Nothing was changed")
    let body = told[at: 0]?[at: 4]?.text ?? ""
    #expect(body.contains("&lt;") && body.hasSuffix(".") && !body.contains("<"), "\(body)")
    #expect(world.journal.count == 6)
  }

  @Test func `Open carries out every link, and none when one is bad`() throws {
    let world = try BusWorld()
    func open(_ links: [String]) throws {
      _ = try world.call(BusWorld.application, "Open", [.strings(links), Self.noData])
    }
    try open(["tomatoclock://start?task=a", "TOMATOCLOCK://pause/"])
    let intents = try world.take().filter { $0.hasPrefix("Intent") }
    #expect(intents == ["IntentPerformed(onStart, link)", "IntentPerformed(onPause, link)"])
    let before = try world.property("Content")
    for bad in [["tomatoclock://resume", "tomatoclock://dance"], ["notauri"], [""], [], ["tomatoclock://status"]] {
      let error = #expect(throws: BusError.self, "\(bad)") { try open(bad) }
      #expect(error?.busName == BusErrorName.badLink)
      #expect(error?.message.hasSuffix(".") == true)
    }
    #expect(try world.property("Content") == before)
    #expect(try world.take() == [])
    #expect(world.journal.count == 4)
  }

  @Test func `Open takes 32 links, between which others are served, and no more`() throws {
    let world = try BusWorld()
    _ = try world.perform("tomatoclock://start")
    let before = try world.property("Content")
    let links = Array(repeating: "tomatoclock://extend?by=1s", count: 33)
    let error = #expect(throws: BusError.self) {
      try world.call(BusWorld.application, "Open", [.strings(links), Self.noData])
    }
    #expect(error?.busName == BusErrorName.invalidArguments)
    #expect(error?.message == "Open was called with 33 links; expected at most 32.")
    #expect(try world.property("Content") == before)
    let toil = Toil()
    world.onRecord = { _ in toil.piece() }
    var outcome: Result<[BusValue], BusError>?
    world.client.call(
      BusWorld.name, BusNames.applicationPath, BusWorld.application, "Open",
      [.strings(Array(links.dropLast())), Self.noData]
    ) { outcome = $0 }
    #expect(toil.turn { outcome != nil })
    #expect(try outcome?.get() == [])
    #expect(toil.done == 32 && toil.most <= Toil.fewPieces)
    #expect(try world.property("Content")["contentState"]?["totalDuration"] == .int64(1532))
  }

  struct BadCall: Sendable, CustomTestStringConvertible {
    var interface: String
    var method: String
    var arguments: [BusValue]
    var error: String
    var testDescription: String { "\(method)\(arguments)" }
    init(_ interface: String, _ method: String, _ arguments: [BusValue], _ error: String) {
      (self.interface, self.method, self.arguments, self.error) = (interface, method, arguments, error)
    }
  }

  static let badCalls = [
    BadCall(BusWorld.interface, "Perform", [], BusErrorName.invalidArguments),
    BadCall(BusWorld.interface, "Perform", [.int32(1)], BusErrorName.invalidArguments),
    BadCall(BusWorld.interface, "Perform", [.strings(["tomatoclock://pause"])], BusErrorName.invalidArguments),
    BadCall(
      BusWorld.interface, "Perform", [.string("tomatoclock://pause"), .bool(true)], BusErrorName.invalidArguments),
    BadCall(BusWorld.interface, "Perform", [.string("pause")], BusErrorName.badLink),
    BadCall(BusWorld.interface, "Perform", [.string("tomatoclock://quit")], BusErrorName.badLink),
    BadCall(BusWorld.interface, "Perform", [.string("tomatoclock://pause?format=json")], BusErrorName.badLink),
    BadCall(BusWorld.interface, "Perform", [.string(String(repeating: "x", count: 100_000))], BusErrorName.badLink),
    BadCall(BusWorld.interface, "Perform", [.string("tomatoclock://pause?phase=77")], BusErrorName.refused),
    BadCall(BusWorld.interface, "Perform", [.string("tomatoclock://pause?activity=tea")], BusErrorName.refused),
    BadCall(BusWorld.interface, "Dance", [], "org.freedesktop.DBus.Error.UnknownMethod"),
    BadCall(BusWorld.application, "Activate", [], BusErrorName.invalidArguments),
    BadCall(BusWorld.application, "Open", [.string("tomatoclock://pause")], BusErrorName.invalidArguments),
    BadCall(
      BusWorld.application, "ActivateAction", [.string("dance"), .array(element: "v", []), noData],
      BusErrorName.unknownAction),
    BadCall(
      BusWorld.application, "ActivateAction", [.string("pause?x=\u{202E}"), .array(element: "v", []), noData],
      BusErrorName.unknownAction),
    BadCall(
      BusWorld.application, "ActivateAction",
      [.string("pause"), .array(element: "v", [.variant(.string("now"))]), noData], BusErrorName.invalidArguments),
    BadCall(
      "org.freedesktop.DBus.Properties", "Set",
      [.string(BusWorld.interface), .string("Version"), .variant(.string("9"))], BusErrorName.invalidArguments),
  ]

  @Test func `bad calls get a D-Bus error with a sentence and change nothing`() throws {
    let world = try BusWorld()
    _ = try world.perform("tomatoclock://start")
    _ = try world.take()
    let before = try world.property("Content")
    for bad in Self.badCalls {
      let error = #expect(throws: BusError.self, "\(bad)") { try world.call(bad.interface, bad.method, bad.arguments) }
      #expect(error?.busName == bad.error, "\(bad.testDescription.prefix(80)): \(error?.message ?? "")")
      #expect(error?.message.utf8.count ?? 9999 < 400)
      #expect(error?.message.unicodeScalars.contains { $0.value == 0x202E } == false)
    }
    #expect(try world.take() == [])
    #expect(try world.property("Content") == before)
  }

  @Test func `a name that another program has is told, and comes to us when that one goes`() throws {
    let world = try BusWorld()
    var second: BusConnection? = try BusConnection.open(.address(world.bus.address))
    var sentences: [String] = []
    world.onRecord = { if $0.event == .failed { sentences.append($0.reason) } }
    let other = try BusDoor(try #require(second), world.shell, Leases(world.shell), NoticeLimit(folder: nil))
    #expect(MainLoop.turn(until: { sentences.count == 1 }, limitMs: Patience.milliseconds))
    #expect(sentences[text: 0].contains(BusWorld.name) && sentences[text: 0].contains("The timer goes on."))
    world.door.close()
    let owner = second?.uniqueName
    var found: String?
    let watch = world.client.watchName(BusWorld.name, appeared: { found = $0 }, vanished: {})
    #expect(MainLoop.turn(until: { found == owner }, limitMs: Patience.milliseconds))
    watch.cancel()
    other.close()
    second = nil
  }
}
