// A person of their own for a test, with the built daemon, and this process as a program of theirs.
import Glibc
import TestKit
import Testing
import TomatoLink
import TomatoSocket

@testable import LiveActivity

/// Everything in it, and the daemon, is gone with this.
final class Desk {
  let folder = TemporaryFolder()
  private(set) var daemon: RunningProgram?
  private(set) lazy var program = another()

  init() {
    for name in ["run", "home", "config"] { mkdir(folder.file(name), 0o700) }
  }

  /// A daemon that a program has started is asked to go.
  deinit { if daemon == nil { _ = another().ask("quit", starting: false) } }

  var socket: String { folder.file("run/tomato-notify.sock") }
  var state: String { folder.file("state/tomato-notify") }
  /// The files of what was carried out.
  var records: [String] { Files.names(in: state).filter { $0.hasSuffix(".events") } }

  /// What every program of this person has; the daemon is on its PATH.
  var environment: [String] {
    [
      "HOME=" + folder.file("home"), "XDG_RUNTIME_DIR=" + folder.file("run"), "XDG_STATE_HOME=" + folder.file("state"),
      "XDG_CONFIG_HOME=" + folder.file("config"), "PATH=\(Program.products):/usr/bin:/bin", "LC_ALL=C.UTF-8", "TZ=UTC",
      "SWIFT_BACKTRACE=enable=no",
    ]
  }

  /// The same program, started once more.
  func another() -> SharedState { SharedState(at: socket, records: state) }

  func start(sourceLocation: SourceLocation = #_sourceLocation) throws -> Desk {
    let path = Program.products + "/tomato-notifyd"
    let process = RunningProgram(path, ["--ready-fd", "3"], environment: environment, ready: true)
    try #require(process.wait(for: "ready\n", on: 2), "\(process.errors)", sourceLocation: sourceLocation)
    daemon = process
    return self
  }

  func kill() {
    _ = daemon?.end(killing: SIGKILL)
    daemon = nil
  }

  /// The daemon is killed, and another one comes.
  func restart() throws {
    kill()
    _ = try start()
  }

  func configure(_ text: String) {
    mkdir(folder.file("config/tomato-notify"), 0o700)
    Files.write(text, to: folder.file("config/tomato-notify/config.ini"))
  }

  /// Runs as the program.
  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    try SharedState.$current.withValue(program, operation: body)
  }

  /// The line of the list about an activity, as a person sees it.
  func line(_ id: String) -> String? {
    program.ask("list", starting: false)?.lines.first { $0.hasPrefix(id) }.map { String($0.dropFirst(id.count + 2)) }
  }

  /// Somebody presses a button.
  func press(_ id: String, _ event: String = "cancel-trip") -> Bool {
    program.ask("button/\(event)?activity=\(id)", starting: false)?.code.number == 0
  }
}

extension SharedState {
  /// - Parameter folders: where the daemon's program is.
  convenience init(at socket: String, folders: [String] = [], records: String? = nil) {
    let client = SocketClient(places: SocketSearch([socket]), launcher: Launcher(folders: folders))
    self.init(Daemon(client: client, records: records))
  }

  func ask(_ line: String, starting: Bool = true) -> SocketAnswer? { daemon.ask(line, starting: starting) }
}
