// Starts the daemon if nobody listens on the control socket, and waits until it is ready.
public import TomatoLink

/// Finds `tomato-notifyd`, starts it, and waits on a pipe, never by polling.
public struct Launcher: Sendable {
  private static let program = DaemonWords.program
  /// The folders to search, in order. Called only to start a daemon, because it takes time.
  private let folders: @Sendable () -> [String]
  /// Milliseconds until the daemon must be ready, unless its disk is slow.
  let patience: Int64
  /// Gets each warning of a daemon that has started, such as a wrong configuration key.
  private let onWarning: @Sendable (String) -> Void

  public init(
    folders: @autoclosure @escaping @Sendable () -> [String], patience: Int64 = 10_000,
    onWarning: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    (self.folders, self.patience, self.onWarning) = (folders, patience, onWarning)
  }

  /// Looks beside this program's executable, then on PATH. Ignores relative folders, which depend on the working
  /// directory.
  public static func standard(onWarning: @escaping @Sendable (String) -> Void = { _ in }) -> Launcher {
    Launcher(folders: standardFolders(), onWarning: onWarning)
  }

  public static func standardFolders() -> [String] {
    let program = SystemCalls.executable() ?? ""
    let own = program.lastIndex(of: "/").map { [String(program[..<$0])] } ?? []
    let path = SystemCalls.environment("PATH")?.split(separator: ":").map(String.init) ?? []
    return own + path.filter { $0.utf8.first == UInt8(ascii: "/") && !own.contains($0) }
  }

  /// The path of the daemon's executable.
  /// - Throws: 69 with the folders that were searched.
  public func find() throws(Failure) -> String {
    let folders = folders()
    let paths = folders.lazy.map { "\($0)/\(Self.program)" }
    if let path = paths.first(where: DaemonProcess.isExecutable) { return path }
    guard !folders.isEmpty else {
      throw Failure(.unavailable, "The daemon {program} is not found: PATH is empty.", ["program": Self.program])
    }
    throw Failure(
      .unavailable, "The daemon {program} is not found: looked in {names}.",
      ["program": Self.program, "names": folders.joined(separator: ", ")])
  }

  /// Starts the daemon and returns when it is ready, or has exited with 0 because another daemon runs.
  /// - Returns: The failure of a daemon that was killed while starting; another try may succeed.
  /// - Throws: 69 with the daemon's own sentence, or that it took too long.
  func start(_ disk: DaemonWait.Disk) throws(Failure) -> Failure? {
    DaemonProcess.reapEnded()
    let process = try DaemonProcess(try find())
    var limit = DaemonWait(process.identifier, disk, patience: patience, firstLook: patience / 2)
    var (output, errors): ([UInt8], [UInt8]) = ([], [])
    var pipes = [process.ready, process.errors].map { ($0.number, SystemCalls.readable) }
    while !output.starts(with: Array("\(DaemonWords.ready)\n".utf8)) {
      let left = limit.left()
      guard left > 0 else {
        throw Failure(
          .unavailable, "The daemon {program} was not ready within {n} s.",
          ["program": Self.program, "n": String(limit.waited)])
      }
      guard output.count < Self.longestText else { throw Self.notReady }
      let events = SystemCalls.wait(for: pipes, milliseconds: left)
      if events.count > 1, events[1] != 0 {
        let bytes = SystemCalls.read(process.errors.number) ?? []
        if bytes.isEmpty { pipes.removeLast() }
        errors = (errors + bytes).suffix(Self.longestText)
      }
      if events[0] == 0 { continue }
      let bytes = SystemCalls.read(process.ready.number) ?? []
      if bytes.isEmpty { return try ended(process, output, errors) }
      output += bytes
    }
    for line in Self.lines(errors) { onWarning(line) }
    return nil
  }

  private static let longestText = 4096
  private static var notReady: Failure {
    Failure(.unavailable, "The daemon {program} did not report that it is ready.", ["program": program])
  }

  /// The result if the daemon has closed the pipe without a `ready`.
  private func ended(_ process: DaemonProcess, _ output: [UInt8], _ errors: [UInt8]) throws(Failure) -> Failure? {
    let code = process.reap()
    if code == 0 { return nil }
    var errors = errors
    if SystemCalls.wait(forReading: process.errors.number, milliseconds: 0) {
      errors += SystemCalls.read(process.errors.number) ?? []
    }
    if let sentence = Self.lastLine(output) ?? Self.lastLine(errors) {
      throw Failure(
        .unavailable, "The daemon {program} could not start: {why}", ["program": Self.program, "why": sentence])
    }
    guard let code else { return Self.notReady }
    throw Failure(
      .unavailable, "The daemon {program} ended with code {n}.", ["program": Self.program, "n": String(code)])
  }

  /// The last line that is not empty, which is the reason of an end, made safe for a terminal.
  public static func lastLine(_ bytes: [UInt8]) -> String? { lines(bytes).last { !$0.isEmpty } }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    bytes.split(separator: UInt8(ascii: "\n")).map { SafeText.printable(String(decoding: $0, as: UTF8.self)) }
  }
}
