// The crowd on the bus: programs, panels and search boxes that call the daemon many times at once, wrongly too, by
// seed. Some leave before they are answered.
import GLibBridge
import TestKit

@MainActor final class BusCrowd {
  private typealias Call = (path: String, interface: String, method: String, arguments: [BusValue])

  private static let (name, path) = ("org.tomatoclock.TomatoNotify", "/org/tomatoclock/TomatoNotify")
  private static let (own, menu) = (name + "1", "com.canonical.dbusmenu")
  private static let (application, properties) = ("org.freedesktop.Application", "org.freedesktop.DBus.Properties")
  private static let (gnome, krunner) = ("org.gnome.Shell.SearchProvider2", "org.kde.krunner1")
  private static let noData = BusValue.vardict([])

  private let bus: PrivateBus
  private let tray: FakeTray
  private let server: FakeNotificationServer
  /// Those that wait for nothing and stay.
  private var callers: [BusConnection] = []

  var address: String { bus.address }

  init() throws {
    bus = try PrivateBus()
    tray = try FakeTray(bus.address)
    server = FakeNotificationServer(address: bus.address, now: { Int(Patience.now()) })
    server.become(.dunst)
    server.appear()
    tray.appear()
  }

  isolated deinit {}  // on the main thread (WorldEndTests)

  /// Does what there is to do for tray, panels and programs.
  func turn() { MainLoop.turnWhatIsDue() }

  /// Whether the daemon's item comes to the tray.
  func hasItem() -> Bool { MainLoop.turn(until: { tray.hasItem }) }

  func leave() { callers = [] }

  /// One caller with many calls of one kind; says how many, and of which.
  func come(_ link: String, _ numbers: inout SeededGenerator) throws -> (count: Int, story: String) {
    let calls = calls(link, &numbers)
    guard let call = calls.randomElement(using: &numbers) else { return (0, "") }
    // What changes something waits for the disk.
    let most = call.method.hasPrefix("Get") ? 300 : call.method == "Open" ? 3 : 30
    let count = Int.random(in: 1...most, using: &numbers)
    let caller = try bus.connect()
    var answers = 0
    let asked = call.path == "/StatusNotifierItem" ? tray.registered.last ?? "" : Self.name
    for _ in 0..<count {
      caller.call(
        asked, call.path, call.interface, call.method, call.arguments, timeoutMs: BusConnection.noLimitMs,
        autoStart: false
      ) { _ in answers += 1 }
    }
    let story = "\(count) times \(call.method)(\("\(call.arguments)".prefix(60)))"
    if Bool.random(using: &numbers) {
      var hasLeft = false
      caller.flush { hasLeft = true }
      guard MainLoop.turn(until: { hasLeft }) else { throw Wrong(description: "\(story) cannot be sent") }
      return (count, story + ", not waited for")
    }
    guard MainLoop.turn(until: { answers == count }) else {
      throw Wrong(description: "\(story): \(answers) answers")
    }
    if Bool.random(using: &numbers) { callers.append(caller) }
    return (count, story)
  }

  private func calls(_ link: String, _ numbers: inout SeededGenerator) -> [Call] {
    let links = Array(repeating: link, count: Int.random(in: 1...33, using: &numbers))
    let action = ["start", "pause", "toggle", "skip", "stop", "undo", "dance"].randomElement(using: &numbers) ?? ""
    let words = ["tea 4m", "pause", "写", "25 focus", "", link].randomElement(using: &numbers) ?? ""
    // The lines for an activity and one that is not there; not those that forbid a program, or quit.
    let line = BusValue.int32(Int32.random(in: 0...14, using: &numbers) * (Bool.random(using: &numbers) ? 1 : 99))
    return application(links, action) + shells(words, link) + panels(line) + [
      (Self.path, Self.own, "Perform", [.string(link)]), (Self.path, Self.own, "Perform", [.int32(1)]),
      (Self.path, Self.own, "RequestActivity", [.string("copy"), .vardict([("text", .string(words))])]),
      (Self.path, Self.own, "EndActivity", [.string("copy"), Self.noData]),
      (Self.path, Self.own, "Dance", []), (Self.path, Self.properties, "GetAll", [.string(Self.own)]),
    ]
  }

  private func application(_ links: [String], _ action: String) -> [Call] {
    [
      (Self.path, Self.application, "Open", [.strings(links), Self.noData]),
      (Self.path, Self.application, "ActivateAction", [.string(action), .array(element: "v", []), Self.noData]),
      (Self.path, Self.application, "Activate", [Self.noData]), (Self.path, Self.application, "Activate", []),
    ]
  }

  private func shells(_ words: String, _ link: String) -> [Call] {
    [
      (Self.path, Self.gnome, "GetInitialResultSet", [.strings([words])]),
      (Self.path, Self.gnome, "GetResultMetas", [.strings([link, words])]),
      (Self.path, Self.gnome, "ActivateResult", [.string(link), .strings([]), .uint32(0)]),
      (Self.path, Self.krunner, "Match", [.string(words)]),
    ]
  }

  private func panels(_ line: BusValue) -> [Call] {
    let (menu, item) = (Self.path + "/Menu", "/StatusNotifierItem")
    return [
      (menu, Self.menu, "GetLayout", [line, .int32(-1), .strings([])]),
      (menu, Self.menu, "GetLayout", [.int32(0), .int32(-1), .strings([])]),
      (menu, Self.menu, "Event", [line, .string("clicked"), .variant(.int32(0)), .uint32(0)]),
      (menu, Self.menu, "AboutToShow", [line]),
      (item, Self.properties, "GetAll", [.string(FakeTray.item)]),
      (item, FakeTray.item, "SecondaryActivate", [.int32(0), .int32(0)]),
      (item, FakeTray.item, "Scroll", [.int32(120), .string("vertical")]),
    ]
  }
}
