// A link of a program's button, where no portal opens it: what systemd is told to run.
import GLibBridge
import TestKit
import Testing

@testable import TomatoDesktop

@MainActor @Suite(.serialized) struct LinkOpenerTests {
  /// systemd's manager on a private bus, which notes the units that it is to start.
  @MainActor final class Manager {
    let bus: PrivateBus
    private let connection: BusConnection
    private var object: BusRegistration?
    private var name: BusRegistration?
    private(set) var units: [[BusValue]] = []

    init() throws {
      bus = try PrivateBus()
      connection = try bus.connect()
      object = try connection.register(
        "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager",
        xml: Introspection.xml(["org.freedesktop.systemd1.Manager": ["StartTransientUnit s s a(sv) a(sa(sv)) -> o"]]),
        BusHandlers(call: { [unowned self] call in
          units.append(call.arguments)
          call.reply([.objectPath("/job/1")])
        }))
      name = connection.own("org.freedesktop.systemd1")
    }

    isolated deinit {}  // on the main thread (WorldEndTests)

    func property(_ name: String) -> BusValue? {
      let all = units.first?[at: 2]?.elements ?? []
      return all.first { $0.elements?.first?.text == name }?.elements?.last?.unwrapped
    }
  }

  @Test(.enabled(if: Program.exists("gio") || Program.exists("xdg-open")))
  func `a link is opened as it is, although systemd puts variables in the place of a name behind a dollar`() throws {
    let manager = try Manager()
    let client = try manager.bus.connect()
    var complaints: [String] = []
    let opener = LinkOpener(client, complain: { complaints.append($0) })
    opener.open("https://example.org/$HOME/${USER}?price=5$&x=$$", activationToken: "token-1")
    #expect(MainLoop.turn(until: { !manager.units.isEmpty }))
    let execution = manager.property("ExecStart")?.elements?.first?.elements
    let words = execution?[at: 1]?.elements?.compactMap(\.text)
    #expect(words?.last == "https://example.org/$$HOME/$${USER}?price=5$$&x=$$$$")
    #expect(execution?.first?.text == words?.first && words?.first?.hasPrefix("/") == true)
    let environment = manager.property("Environment")?.elements?.compactMap(\.text)
    #expect(environment == ["XDG_ACTIVATION_TOKEN=token-1", "DESKTOP_STARTUP_ID=token-1"] && complaints.isEmpty)
  }
}
