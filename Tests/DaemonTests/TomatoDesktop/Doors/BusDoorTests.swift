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
  private let world: BusWorld

  init() throws { world = try BusWorld() }

  static let noData = BusValue.vardict([])

  @Test func `Perform does what the link says and gives the content`() throws {
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

  @Test func `a turn of the loop is short, however many activities a program asks for at once`() {
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
    let other = try world.bus.connect()
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
      #expect(MainLoop.turn(until: isNext))
      let version = try other.answer(
        BusWorld.name, BusNames.applicationPath, "org.freedesktop.DBus.Properties", "Get",
        [.string(BusWorld.interface), .string("Version")])
      #expect((try? version.get()) != nil && answered == answers)
      world.commits.removeFirst()()
    }
    #expect(MainLoop.turn(until: { answered.count == 2 }))
    #expect(answered == ["RequestActivity", "Open"])
    #expect(world.shell.content(.pomodoro).contentState.state == .paused)
  }

  @Test func `a daemon that ends refuses every change`() throws {
    _ = try world.perform("tomatoclock://start")
    world.isDiskSlow = true
    world.shell.leave()
    for (interface, method, arguments) in [
      (BusWorld.interface, "Perform", [BusValue.string("tomatoclock://pause")]),
      (BusWorld.interface, "RequestActivity", [.string("build"), Self.noData]),
      (BusWorld.application, "Activate", [Self.noData]),
      (BusWorld.application, "Open", [.strings(["tomatoclock://pause"]), Self.noData]),
      (BusWorld.application, "ActivateAction", [.string("pause"), .array(element: "v", []), Self.noData]),
    ] {
      let error = #expect(throws: BusError.self) { try world.call(interface, method, arguments) }
      #expect(error?.busName == "org.tomatoclock.TomatoNotify1.Error.Ending", "\(method)")
    }
    #expect(world.commits.count == 1, "that of the end")
  }

  @Test func `a key without a value is absent`() throws {
    let ready = try world.property("Content")
    #expect(ready["activity"] == nil)
    #expect(ready["kind"]?.text == "pomodoro")
    #expect(ready["contentState"]?["task"] == nil)
    #expect(ready["contentState"]?["timerEndDate"] == nil)
    #expect(ready["contentState"]?["remainingSeconds"] == .int64(1500))
  }

  @Test func `time alone sends nothing, and zero does`() throws {
    _ = try world.perform("tomatoclock://start?duration=2m")
    _ = try world.take()
    for _ in 0..<110 { world.pass(.seconds(1)) }
    #expect(try world.take() == [])
    world.pass(.seconds(10))
    #expect(try world.take().first == "IntentPerformed(onComplete, engine)")
    #expect(world.contents.last?["contentState"]?["stateIdentifier"]?.text == "completed")
  }

  @Test func `setting the clock tells the new end once`() throws {
    _ = try world.perform("tomatoclock://start")
    _ = try world.take()
    world.moment.wall = world.moment.wall + .seconds(3600)
    world.shell.timePassed()
    for _ in 0..<2 { world.telling.clockWasSet() }
    #expect(try world.take() == ["ContentChanged(pomodoro)", "PropertiesChanged(Content, Activities?)"])
  }

  @Test func `what changes nothing tells nothing about content`() throws {
    _ = try world.perform("tomatoclock://start")
    _ = try world.take()
    _ = try world.perform("tomatoclock://resume")
    #expect(try world.take() == [])
    _ = try world.perform("tomatoclock://show")
    #expect(try world.take() == ["IntentPerformed(onShow, dbus)"])
  }

  @Test func `an activity that is over is an empty dictionary`() throws {
    _ = try world.perform("tomatoclock://start?activity=tea&duration=4m")
    #expect(try world.property("Activities").elements?.count == 2)
    _ = try world.take()
    #expect(try world.perform("tomatoclock://stop?activity=tea") == .vardict([]))
    #expect(try world.take().contains("ContentChanged(tea)"))
    #expect(world.contents.last == .vardict([]))
    #expect(try world.property("Activities").elements?.count == 1)
  }

  @Test func `Activate always shows something`() throws {
    #expect(try world.call(BusWorld.application, "Activate", [Self.noData]) == [])
    #expect(world.shown.last == "ready show")
    _ = try world.perform("tomatoclock://start?activity=tea&duration=4m")
    _ = try world.call(BusWorld.application, "Activate", [Self.noData])
    #expect(world.shown.last == "running show")
  }

  @Test(arguments: Verb.allCases) func `every verb is an action`(verb: Verb) throws {
    _ = try world.perform("tomatoclock://start")
    let arguments: [BusValue] = [.string(verb.rawValue), .array(element: "v", []), Self.noData]
    // What needs more than its name is a bad link, or refused; nothing to undo, and no break during a focus.
    let failing: [String: [Verb]] = [
      BusErrorName.badLink: [.extend, .rewind, .request, .update, .end, .button, .away, .back],
      BusErrorName.refused: [.undo, .break, .timer, .lap, .keep, .takeoff],
    ]
    let outcome = Result { try world.call(BusWorld.application, "ActivateAction", arguments) }
    let expected = failing.first { $0.value.contains(verb) }?.key
    if case .failure(let error) = outcome {
      #expect((error as? BusError)?.busName == expected, "\(error)")
    } else {
      #expect(expected == nil)
    }
  }

  @Test func `clicks that lead to nothing are told by notifications, the first four of them`() throws {
    let server = try world.bus.connect()
    var told: [[BusValue]] = []
    let xml = Introspection.xml([
      BusObject.notifications.name: ["GetCapabilities -> as", "Notify s u s s s as a{sv} i -> u"]
    ])
    let handlers = BusHandlers { call in
      if call.method == "Notify" { told.append(call.arguments) }
      call.reply([call.method == "Notify" ? .uint32(7) : .strings(["body", "body-markup"])])
    }
    let object = try server.register(BusObject.notifications.path, BusObject.notifications.name, xml: xml, handlers)
    defer { object.cancel() }
    let name = server.own(BusObject.notifications.name)
    defer { name.cancel() }
    for bad in ["tomatoclock://a&b<c>"] + Array(repeating: "nonsense", count: 5) {
      #expect(throws: BusError.self) { try world.call(BusWorld.application, "Open", [.strings([bad]), Self.noData]) }
    }
    #expect(MainLoop.turn(until: { told.count >= 4 }))
    _ = try world.take()
    #expect(told.count == 4)
    #expect(told[at: 0]?[at: 3]?.text == "Nothing was changed")
    let body = told[at: 0]?[at: 4]?.text ?? ""
    #expect(body.contains("&lt;") && body.hasSuffix(".") && !body.contains("<"), "\(body)")
    #expect(world.journal.count == 6)
  }

  @Test func `Open carries out every link, and none when one is bad`() throws {
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

  typealias BadCall = (interface: String, method: String, arguments: [BusValue], error: String)

  private static func perform(_ argument: BusValue..., error: String = BusErrorName.badLink) -> BadCall {
    (BusWorld.interface, "Perform", argument, error)
  }

  private static func act(_ name: String, _ parameters: [BusValue], error: String) -> BadCall {
    let arguments: [BusValue] = [.string(name), .array(element: "v", parameters), noData]
    return (BusWorld.application, "ActivateAction", arguments, error)
  }

  private static let badCalls: [BadCall] = [
    perform(error: BusErrorName.invalidArguments), perform(.int32(1), error: BusErrorName.invalidArguments),
    perform(.strings(["tomatoclock://pause"]), error: BusErrorName.invalidArguments),
    perform(.string("tomatoclock://pause"), .bool(true), error: BusErrorName.invalidArguments),
    perform(.string("pause")), perform(.string("tomatoclock://quit")),
    perform(.string("tomatoclock://pause?format=json")), perform(.string(String(repeating: "x", count: 100_000))),
    perform(.string("tomatoclock://pause?phase=77"), error: BusErrorName.refused),
    perform(.string("tomatoclock://pause?activity=tea"), error: BusErrorName.refused),
    (BusWorld.interface, "Dance", [], "org.freedesktop.DBus.Error.UnknownMethod"),
    (BusWorld.application, "Activate", [], BusErrorName.invalidArguments),
    (BusWorld.application, "Open", [.string("tomatoclock://pause")], BusErrorName.invalidArguments),
    act("dance", [], error: BusErrorName.unknownAction), act("pause?x=\u{202E}", [], error: BusErrorName.unknownAction),
    act("pause", [.variant(.string("now"))], error: BusErrorName.invalidArguments),
    (
      "org.freedesktop.DBus.Properties", "Set",
      [.string(BusWorld.interface), .string("Version"), .variant(.string("9"))], BusErrorName.invalidArguments
    ),
  ]

  @Test func `bad calls get a D-Bus error with a sentence and change nothing`() throws {
    _ = try world.perform("tomatoclock://start")
    _ = try world.take()
    let before = try world.property("Content")
    for bad in Self.badCalls {
      let error = #expect(throws: BusError.self, "\(bad)") { try world.call(bad.interface, bad.method, bad.arguments) }
      #expect(error?.busName == bad.error, "\("\(bad)".prefix(80)): \(error?.message ?? "")")
      #expect(error?.message.utf8.count ?? 9999 < 400)
      #expect(error?.message.unicodeScalars.contains { $0.value == 0x202E } == false)
    }
    #expect(try world.take() == [])
    #expect(try world.property("Content") == before)
  }

  @Test func `a name that another program has is told, and comes to us when that one goes`() throws {
    var second: BusConnection? = try world.bus.connect()
    var sentences: [String] = []
    world.onRecord = { if $0.event == .failed { sentences.append($0.reason) } }
    let other = try BusDoor(try #require(second), world.shell, Leases(world.shell), NoticeLimit(folder: nil))
    #expect(MainLoop.turn(until: { sentences.count == 1 }))
    #expect(sentences[text: 0].contains(BusWorld.name) && sentences[text: 0].contains("The timer goes on."))
    world.door.close()
    let owner = second?.uniqueName
    var found: String?
    let watch = world.client.watchName(BusWorld.name, appeared: { found = $0 }, vanished: {})
    #expect(MainLoop.turn(until: { found == owner }))
    watch.cancel()
    other.close()
    second = nil
  }
}
