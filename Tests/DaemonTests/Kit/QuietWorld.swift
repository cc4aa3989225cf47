// The built daemon on a private bus, with a server of one of quiet's protocols, and the killing of what belongs to it.
import GLibBridge
import Glibc
import TestKit
import Testing
import TomatoIsland

@testable import TomatoDesktop
@testable import TomatoWords

@MainActor final class QuietWorld {
  let home: BusHome
  let server: FakeQuietServer
  var journal: String { home.folder + "/state/tomato-notify/quiet" }

  /// A world in whose focus it is on.
  static func on(
    _ how: QuietSwitch, flag: Bool? = false, configuration: String = "[focus]\nquiet=on\n"
  ) throws -> QuietWorld {
    let world = try QuietWorld(how, flag: flag, configuration: configuration)
    try world.start()
    #expect(world.waitForOn(), "\(world.server.log)")
    return world
  }

  init(_ how: QuietSwitch, flag: Bool? = false, configuration: String = "[focus]\nquiet=on\n") throws {
    home = try BusHome()
    home.configure(configuration)
    if how == .mako {
      mkdir(home.folder + "/config/mako", 0o700)
      Files.write("[mode=do-not-disturb]\ninvisible=1\n", to: home.folder + "/config/mako/config")
    }
    server = try FakeQuietServer(home.bus.address, how, flag: flag)
  }

  /// Turns the main loop until it holds; false when it does not in time. It looks again and again, because a process
  /// that begins or ends is no event of the loop.
  func turn(_ done: () -> Bool) -> Bool {
    Patience.wait {
      while MainLoop.turn(mayBlock: false) {}
      return done()
    }
  }

  /// Waits until it is on, with the journal where there is to be one.
  func waitForOn() -> Bool { turn { server.isOn } }
  func waitForOff() -> Bool { turn { !server.isOn && access(journal, F_OK) != 0 } }

  /// Waits until the daemon has heard all that the server has told so far: what one connection says comes in its order,
  /// and what comes through the socket may overtake it.
  func isHeard() -> Bool {
    var answer: Result<[BusValue], BusError>?
    server.bus.call(
      BusNames.application, BusNames.applicationPath, BusNames.properties, "GetAll",
      [.string(BusNames.tomatoNotify1)]
    ) { answer = $0 }
    return turn { answer != nil } && (try? answer?.get()) != nil
  }

  func say(_ link: String) throws { _ = try home.perform("tomatoclock://" + link) }
  func start() throws { try say("start") }

  /// The focus is over at once, by itself, and its end was shown.
  func end() throws {
    try say("extend?by=-25m")
    #expect(turn { hasShownEnd }, "\(server.log)")
  }

  /// The guards of this world that live, by what is written in their environment.
  var guards: [pid_t] {
    GLibBridge.Files.names(in: "/proc").compactMap { pid_t($0) }.filter {
      Self.has("quiet-guard", in: "cmdline", of: $0) && Self.has("HOME=\(home.folder)/home", in: "environ", of: $0)
    }
  }

  /// There is a guard, and it has said its word and waits for the end.
  var areGuardsWaiting: Bool { guards.contains { Self.has("wait", in: "cmdline", of: $0) } }

  private static func has(_ word: String, in file: String, of process: pid_t) -> Bool {
    (Files.bytes("/proc/\(process)/\(file)") ?? []).split(separator: 0).contains { $0.elementsEqual(word.utf8) }
  }

  var hasShownEnd: Bool { server.log.contains { $0.contains("Focus done") || $0.contains("Focus completed") } }

  func killDaemon() throws { try home.endDaemon(SIGKILL) }

  /// Runs one of our programs to its end while the server answers.
  func run(_ words: String...) -> Int32? {
    let program = "\(home.programs)/\(words.first ?? "")"
    guard let process = Program.spawn([program] + words.dropFirst(), environment: home.environment) else { return nil }
    return FakeSystemd.turning(until: process)
  }
}
