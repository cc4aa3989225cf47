// A person of their own for each test: home, runtime, state and configuration directories, and the built programs.
import Glibc
import SQLiteBridge
import TestKit
import Testing

/// Private directories. Everything in them, and every process that was started with them, is gone with this.
final class Home {
  /// The variable that every process of one home carries, with the home as its value.
  private static let mark = "TOMATO_TEST_HOME"
  private let owned = TemporaryFolder()
  var folder: String { owned.path }
  /// Those that have answered.
  private var daemons: [RunningProgram] = []
  /// The environment of every program that is started.
  var variables: [String: String]

  init() {
    let folder = owned.path
    for directory in ["/run", "/home"] where mkdir(folder + directory, 0o700) != 0 {
      Issue.record("\(folder)\(directory) cannot be made: errno \(errno)")
    }
    variables = [
      Home.mark: folder, "HOME": folder + "/home", "XDG_RUNTIME_DIR": folder + "/run",
      "XDG_STATE_HOME": folder + "/state", "XDG_CONFIG_HOME": folder + "/config", "PATH": "/usr/bin:/bin",
      "SWIFT_BACKTRACE": "enable=no", "LC_ALL": "C.UTF-8", "TZ": "UTC",
    ]
  }

  /// A daemon that still runs ends in good order.
  deinit {
    for daemon in daemons where daemon.isAlive {
      let code = daemon.end(killing: SIGTERM)
      if code != 0 { Issue.record("the daemon ended with \(code.map(String.init) ?? "nothing"): \(daemon.errors)") }
    }
    // The folder goes after them, so that none of them writes into it again.
    _ = Patience.wait {
      let left = processes()
      for process in left { kill(process, SIGKILL) }
      return left.isEmpty
    }
  }

  var environment: [String] { variables.map { "\($0.key)=\($0.value)" }.sorted() }
  var socket: String { folder + "/run/tomato-notify.sock" }
  /// The one beside the lock.
  var stateSocket: String { stateFolder + "/tomato-notify.sock" }
  var stateFolder: String { folder + "/state/tomato-notify" }
  var database: String { stateFolder + "/tomato.sqlite3" }
  var configuration: String { folder + "/config/tomato-notify/config.ini" }

  /// The one that is run.
  var command = Home.command
  static var command: String { Program.products + "/tomato-notify" }
  static var daemon: String { Program.products + "/tomato-notifyd" }

  // MARK: Programs

  /// Runs the command to its end.
  func run(_ words: String...) -> Outcome { run(words) }
  func run(_ words: [String]) -> Outcome { start(words).outcome() }

  /// Runs a shell's words to their end.
  func shell(_ words: String) -> Int32? { RunningProgram("/bin/sh", ["-c", words], environment: environment).end() }

  /// Starts the command.
  func start(_ words: [String]) -> RunningProgram { RunningProgram(command, words, environment: environment) }

  /// Starts the daemon; it may not have come far when this returns.
  func startDaemon(_ words: [String] = []) -> RunningProgram {
    RunningProgram(Home.daemon, words + ["--ready-fd", "3"], environment: environment, ready: true)
  }

  /// Starts the daemon and waits until it answers.
  @discardableResult
  func daemon(_ words: [String] = [], sourceLocation: SourceLocation = #_sourceLocation) throws -> RunningProgram {
    try ready(startDaemon(words), sourceLocation: sourceLocation)
  }

  /// The same daemon, once it answers. It must end with 0 then, in the test or with the home.
  @discardableResult
  func ready(_ daemon: RunningProgram, sourceLocation: SourceLocation = #_sourceLocation) throws -> RunningProgram {
    let isReady = daemon.wait(for: "ready\n", on: 2)
    let why = isReady ? "" : "\(daemon.said) \(daemon.errors)"
    try #require(isReady, "\(why)", sourceLocation: sourceLocation)
    daemons.append(daemon)
    return daemon
  }

  /// Starts a daemon that no process waits for, so that it keeps its standard error, where the journal's lines are.
  func audibleDaemon(sourceLocation: SourceLocation = #_sourceLocation) throws -> RunningProgram {
    let daemon = RunningProgram(Home.daemon, [], environment: environment)
    let answers = Patience.wait { Client(socket) != nil }
    try #require(answers, "\(daemon.notes)", sourceLocation: sourceLocation)
    daemons.append(daemon)
    return daemon
  }

  /// A daemon behind a shell's words, for limits that a shell can set; `exec "$@"` is added.
  func daemon(after script: String, with program: [String] = ["/bin/sh", "-c"]) -> RunningProgram {
    let words = program + [script + "\nexec \"$@\"", "sh", Home.daemon, "--ready-fd", "3"]
    return RunningProgram("/usr/bin/env", words, environment: environment, ready: true)
  }

  /// The processes that live in this home.
  func processes(named name: String? = nil) -> [pid_t] {
    var found: [pid_t] = []
    let mark = "\(Home.mark)=\(folder)"
    for entry in Files.names(in: "/proc") {
      guard let process = pid_t(entry), let environment = Files.bytes("/proc/\(process)/environ") else { continue }
      guard Home.contains(environment, mark) else { continue }
      if let name, Files.text("/proc/\(process)/comm") != name.prefix(15) + "\n" { continue }
      found.append(process)
    }
    return found.sorted()
  }

  /// What each descriptor of a process leads to, as the kernel names it.
  func openFiles(of process: pid_t) -> [Int32: String] {
    var found: [Int32: String] = [:]
    for entry in Files.names(in: "/proc/\(process)/fd") {
      let target = Files.target(of: "/proc/\(process)/fd/\(entry)")
      if let number = Int32(entry), let target { found[number] = target }
    }
    return found
  }

  // MARK: The socket and what it says

  func connect(sourceLocation: SourceLocation = #_sourceLocation) throws -> Client {
    try #require(Client(socket), "nobody listens", sourceLocation: sourceLocation)
  }

  /// Asks once.
  func ask(_ link: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Reply {
    let client = try connect(sourceLocation: sourceLocation)
    return try #require(client.ask(link), "no answer to \(link)", sourceLocation: sourceLocation)
  }

  func status(sourceLocation: SourceLocation = #_sourceLocation) throws -> Status {
    let reply = try ask("tomatoclock://status?format=json", sourceLocation: sourceLocation)
    return try #require(reply.status, "\(reply)", sourceLocation: sourceLocation)
  }

  // MARK: Files

  /// Makes the folders above and writes the file.
  func write(_ text: String, to path: String) { write(Array(text.utf8), to: path) }
  func write(_ bytes: [UInt8], to path: String) {
    var made = ""
    for part in path.split(separator: "/").dropLast() {
      made += "/" + part
      mkdir(made, 0o700)
    }
    Files.write(bytes, to: path)
  }

  /// The rows of the history, as the file has them.
  func rows(_ query: String = "SELECT * FROM interval ORDER BY token") throws -> [Row] {
    try Database(path: database, readOnly: true).rows(query)
  }

  func files(_ path: String) -> [String] { Files.names(in: path) }

  /// Whether the variable is one of an environment, in which a NUL ends each. All that run on the machine are looked
  /// through after each test, so by the C library.
  private static func contains(_ environment: [UInt8], _ variable: String) -> Bool {
    (environment + [0]).withUnsafeBytes { bytes in
      guard var text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return false }
      let end = text + environment.count
      while text < end {
        if strcmp(text, variable) == 0 { return true }
        text += strlen(text) + 1
      }
      return false
    }
  }
}
