// A person of their own for each test: home, runtime, state and configuration directories, and the built programs.
import Glibc
import SQLiteBridge
import Synchronization
import Testing

/// What a program said and how it ended.
struct Outcome: Equatable, CustomStringConvertible {
  /// Nil when it did not end in time.
  var code: Int32?
  var output: String
  var errors: String
  var description: String { "code \(code.map(String.init) ?? "none"), \"\(output)\", \"\(errors)\"" }
}

/// Private directories. Everything in them, and every process that was started with them, is gone with this.
final class Home {
  let folder: String
  /// The environment of every program that is started.
  var variables: [String: String]
  private static let counter = Mutex(0)

  init() {
    let number = Home.counter.withLock { counter in
      counter += 1
      return counter
    }
    folder = "\(Watchdog.folder)/\(number)"
    for directory in ["", "/run", "/home"] { precondition(mkdir(folder + directory, 0o700) == 0) }
    variables = [
      Watchdog.mark: folder, "HOME": folder + "/home", "XDG_RUNTIME_DIR": folder + "/run",
      "XDG_STATE_HOME": folder + "/state", "XDG_CONFIG_HOME": folder + "/config", "PATH": "/usr/bin:/bin",
      "SWIFT_BACKTRACE": "enable=no", "LC_ALL": "C.UTF-8", "TZ": "UTC",
    ]
  }

  deinit {
    for process in processes() { kill(process, SIGKILL) }
    let cleaner = Process("/bin/rm", ["-rf", folder], environment: [])
    _ = cleaner.end()
  }

  var environment: [String] { variables.map { "\($0.key)=\($0.value)" }.sorted() }
  var socket: String { folder + "/run/tomato-notify.sock" }
  var stateFolder: String { folder + "/state/tomato-notify" }
  var database: String { stateFolder + "/tomato.sqlite3" }
  var configuration: String { folder + "/config/tomato-notify/config.ini" }

  /// The folder of the built programs: the test bundle's own.
  static let products: String = {
    var room = [UInt8](repeating: 0, count: 4096)
    let count = room.withUnsafeMutableBytes { room in
      readlink("/proc/self/exe", room.baseAddress!.assumingMemoryBound(to: CChar.self), room.count)
    }
    let own = String(decoding: room[..<max(count, 0)], as: UTF8.self)
    // `swift test` may run the bundle inside a helper program; the bundle's path is then among the arguments.
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? own
    return String(bundle[..<(bundle.lastIndex(of: "/") ?? bundle.endIndex)])
  }()
  static var command: String { products + "/tomato-notify" }
  static var daemon: String { products + "/tomato-notifyd" }

  // MARK: Programs

  /// Runs the command to its end.
  func run(_ words: String...) -> Outcome { run(words) }
  func run(_ words: [String], seconds: Int64 = 20) -> Outcome {
    let process = start(words)
    let code = process.end(seconds: seconds)
    return Outcome(code: code, output: process.output, errors: process.errors)
  }

  /// Starts the command.
  func start(_ words: [String]) -> Process { Process(Home.command, words, environment: environment) }

  /// Starts the daemon; it may not have come far when this returns.
  func startDaemon(_ words: [String] = []) -> Process {
    Process(Home.daemon, words + ["--ready-fd", "3"], environment: environment, ready: true)
  }

  /// Starts the daemon and waits until it answers.
  func daemon(_ words: [String] = [], sourceLocation: SourceLocation = #_sourceLocation) throws -> Process {
    let process = startDaemon(words)
    let isReady = process.wait(for: "ready\n", on: 2)
    let why = isReady ? "" : "\(process.said) \(process.errors)"
    try #require(isReady, "\(why)", sourceLocation: sourceLocation)
    return process
  }

  /// A daemon behind a shell's words, for limits that a shell can set; `exec "$@"` is added.
  func daemon(after script: String, with program: [String] = ["/bin/sh", "-c"]) -> Process {
    let words = program + [script + "\nexec \"$@\"", "sh", Home.daemon, "--ready-fd", "3"]
    return Process(words[0], Array(words.dropFirst()), environment: environment, ready: true)
  }

  /// The processes that live in this home.
  func processes(named name: String? = nil) -> [pid_t] {
    var found: [pid_t] = []
    guard let directory = opendir("/proc") else { return [] }
    defer { closedir(directory) }
    let mark = Array("\(Watchdog.mark)=\(folder)\0".utf8)
    while let entry = readdir(directory) {
      let text = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let process = pid_t(text), let environment = File.read("/proc/\(process)/environ") else { continue }
      // The first variable has nothing before it, every other one a NUL.
      guard environment.starts(with: mark) || File.contains(environment, [0] + mark) else { continue }
      if let name, File.text("/proc/\(process)/comm") != name.prefix(15) + "\n" { continue }
      found.append(process)
    }
    return found.sorted()
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
    File.write(bytes, to: path)
  }

  /// The rows of the history, as the file has them.
  func rows(_ query: String = "SELECT * FROM interval ORDER BY token") throws -> [Row] {
    try Database(path: database, readOnly: true).rows(query)
  }

  func files(_ path: String) -> [String] { Home.entries(path) }

  /// The names in a folder, but for `.` and `..`.
  static func entries(_ path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names.filter { $0 != "." && $0 != ".." }.sorted()
  }
}

/// Whole files.
enum File {
  static func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    while let more = readSome(descriptor) { bytes += more }
    return bytes
  }

  static func text(_ path: String) -> String { String(decoding: read(path) ?? [], as: UTF8.self) }

  static func write(_ bytes: [UInt8], to path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    precondition(descriptor >= 0 && Glibc.write(descriptor, bytes, bytes.count) == bytes.count, path)
    close(descriptor)
  }

  static func contains(_ bytes: [UInt8], _ wanted: [UInt8]) -> Bool {
    guard bytes.count >= wanted.count else { return false }
    return (0...(bytes.count - wanted.count)).contains { bytes[$0] == wanted[0] && bytes[$0...].starts(with: wanted) }
  }
}
