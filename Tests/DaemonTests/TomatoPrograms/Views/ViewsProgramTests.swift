// `tomato-notify views` and doctor's line, beside a GNOME Shell in each state of its extensions, and beside a Plasma.
import GLibBridge
import TestKit
import Testing
import TomatoIsland
import TomatoLink

@testable import TomatoPrograms
@testable import TomatoWords

@MainActor @Suite(.serialized) struct ViewsProgramTests {
  private let home: BusHome

  init() throws { home = try BusHome() }

  /// The shell's own interface of extensions, with ours or without it.
  @MainActor private final class FakeShell {
    private let bus: BusConnection
    private var object: BusRegistration?
    private var name: BusRegistration?
    /// As `GetExtensionInfo` gives it; nil: the shell does not know it.
    var state: Double?
    var isAllowed = true
    var version = tomatoVersion
    private(set) var calls: [String] = []

    init(_ home: BusHome) throws {
      bus = try home.bus.connect()
      object = try bus.register(
        "/org/gnome/Shell", "org.gnome.Shell.Extensions",
        xml: Introspection.xml([
          "org.gnome.Shell.Extensions": [
            "GetExtensionInfo s -> a{sv}", "EnableExtension s -> b", "DisableExtension s -> b",
            "UserExtensionsEnabled: b",
          ]
        ]),
        BusHandlers(
          call: { [weak self] in self?.answer($0) }, get: { [weak self] _ in .bool(self?.isAllowed ?? false) }))
      name = bus.own(BusNames.gnomeShell)
    }

    private func answer(_ call: BusMethodCall) {
      guard call.arguments.first?.text == "island@tomatoclock.org" else { return call.reply([.vardict([])]) }
      guard call.method != "GetExtensionInfo" else {
        let texts = [("error", "no <good>"), ("version-name", version)].map { ($0, BusValue.string($1)) }
        return call.reply([.vardict(state.map { [("state", .double($0))] + texts } ?? [])])
      }
      calls.append(call.method)
      if state != nil, state != 3, state != 4 { state = call.method == "EnableExtension" ? 1 : 2 }
      call.reply([.bool(state != nil)])
    }
  }

  private static func questions(_ home: BusHome) -> BusQuestions {
    BusQuestions(bus: home.client, limitMs: Int32(Patience.milliseconds))
  }

  @Test func `each state of the shell's extension is told apart`() throws {
    let questions = Self.questions(home)
    #expect(GNOMEView.examine(questions) == .notHere)
    let shell = try FakeShell(home)
    #expect(GNOMEView.examine(questions) == .notInstalled)
    let states: [(Double, GNOMEView)] = [
      (1, .on), (2, .off), (3, .broken("no <good>")), (4, .outdated), (6, .off), (99, .off),
    ]
    for (state, view) in states {
      shell.state = state
      #expect(GNOMEView.examine(questions) == view)
    }
    (shell.state, shell.version) = (1, "0.9.0")
    #expect(GNOMEView.examine(questions) == .otherVersion("0.9.0"))
    (shell.state, shell.isAllowed) = (1, false)
    #expect(GNOMEView.examine(questions) == .allOff)
  }

  @Test func `what the shell knows goes on and off at once, and stays so`() throws {
    let (questions, shell) = (Self.questions(home), try FakeShell(home))
    var stored: [Bool] = []
    shell.state = 2
    #expect(GNOMEView.turn(true, questions) { stored.append($0) } == .on)
    #expect(GNOMEView.turn(false, questions) { stored.append($0) } == .off)
    #expect(shell.calls == ["EnableExtension", "DisableExtension"] && stored == [true, false])
    shell.state = nil
    #expect(GNOMEView.turn(true, questions) { stored.append($0) } == .notInstalled)
    #expect(GNOMEView.turn(false, questions) { stored.append($0) } == .notInstalled)
    #expect(shell.calls.count == 2 && stored == [true, false, false], "nothing is switched on that is not there")
  }

  /// Plasma's shell, which says what `examine` asks for, and keeps the other scripts.
  @MainActor private final class FakePlasma {
    private let bus: BusConnection
    private var object: BusRegistration?
    private var name: BusRegistration?
    var answer = ""
    private(set) var scripts: [String] = []

    init(_ home: BusHome) throws {
      bus = try home.bus.connect()
      object = try bus.register(
        BusObject.plasmaShell.path, BusObject.plasmaShell.interface,
        xml: Introspection.xml([BusObject.plasmaShell.interface: ["evaluateScript s -> s"]]),
        BusHandlers(
          call: { [weak self] call in
            guard let self, let script = call.arguments.first?.text else { return }
            if script.hasPrefix("print(") { return call.reply([.string(answer)]) }
            scripts.append(script)
            answer = script.contains("addWidget") ? "true,true,1\n" : "true,true,0\n"
            call.reply([.string("")])
          }))
      name = bus.own(BusObject.plasmaShell.name)
    }
  }

  @Test func `Plasma's widget goes into the panel and out of it`() throws {
    let (questions, plasma) = (Self.questions(home), try FakePlasma(home))
    let answers: [(String, PlasmaView)] = [
      ("false,false,0\n", .outdated), ("true,false,0\n", .notInstalled), ("true,true,2\n", .on), ("", .silent),
      ("true,true,0\n", .off),
    ]
    for (answer, view) in answers {
      plasma.answer = answer
      #expect(PlasmaView.examine(questions) == view, "\(answer)")
    }
    #expect(PlasmaView.turn(false, questions) == .off && plasma.scripts.isEmpty)
    #expect(PlasmaView.turn(true, questions) == .on && PlasmaView.turn(true, questions) == .on)
    #expect(PlasmaView.turn(false, questions) == .off && plasma.scripts.count == 2, "\(plasma.scripts)")
  }

  @Test func `without GNOME there is nothing to switch`() {
    let (code, output) = home.run("tomato-notify", "views")
    #expect(code == 0 && output == "This desktop has none that could show the time.\n", "\(output)")
    #expect(home.run("tomato-notify", "views", "on").code == 1)
    #expect(home.run("tomato-notify", "views", "up").code == 64)
  }
}
