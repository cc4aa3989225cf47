// Starts the daemon when nobody listens on the control socket, and waits until it does.
public import TomatoLink

/// Finds `tomato-notifyd`, starts it, and waits on a pipe, never by polling.
public struct Launcher: Sendable {
  private static let program = DaemonWords.program
  /// The folders that are searched, in order. Asked for only when somebody is to be started: it takes time.
  private let folders: @Sendable () -> [String]
  /// Milliseconds within which the daemon must be ready, unless its disk is slow.
  let patience: Int64
  /// Takes the warnings of a daemon that started: a damaged file that it kept aside, a wrong configuration key.
  private let onWarning: @Sendable (String) -> Void

  public init(
    folders: @autoclosure @escaping @Sendable () -> [String], patience: Int64 = 10_000,
    onWarning: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    (self.folders, self.patience, self.onWarning) = (folders, patience, onWarning)
  }

  /// Beside this program's own executable, then on PATH. Relative folders are left out: what they name depends on
  /// where the program was started, and the daemon lives on.
  public static func standard(onWarning: @escaping @Sendable (String) -> Void = { _ in }) -> Launcher {
    Launcher(folders: standardFolders(), onWarning: onWarning)
  }

  public static func standardFolders() -> [String] {
    let program = SystemCalls.executable() ?? ""
    let own = program.lastIndex(of: "/").map { [String(program[..<$0])] } ?? []
    let path = SystemCalls.environment("PATH")?.split(separator: ":").map(String.init) ?? []
    return own + path.filter { $0.utf8.first == UInt8(ascii: "/") && !own.contains($0) }
  }

  /// The daemon's path.
  /// - Throws: 69 with the folders that were searched.
  public func find() throws(Failure) -> String {
    let folders = folders()
    for folder in folders {
      let path = "\(folder)/\(Self.program)"
      if DaemonProcess.isExecutable(path) { return path }
    }
    guard !folders.isEmpty else {
      throw Failure(.unavailable, "The daemon {program} is not found: PATH is empty.", ["program": Self.program])
    }
    throw Failure(
      .unavailable, "The daemon {program} is not found: looked in {names}.",
      ["program": Self.program, "names": folders.joined(separator: ", ")])
  }

  /// Starts the daemon and returns when it answers on its socket, or has ended well because another one does.
  /// - Returns: The failure of a daemon that was killed while starting; the next one may live.
  /// - Throws: 69 with the daemon's own sentence, or that it took too long.
  func start(_ disk: DaemonWait.Disk) throws(Failure) -> Failure? {
    DaemonProcess.reapEnded()
    let process = try DaemonProcess.spawn(try find())
    var limit = DaemonWait(process.identifier, disk, patience: patience, firstLook: patience / 2)
    var (said, complained): ([UInt8], [UInt8]) = ([], [])
    var pipes = [(process.ready, SystemCalls.readable), (process.errors, SystemCalls.readable)]
    while !said.starts(with: Array("\(DaemonWords.ready)\n".utf8)) {
      let left = limit.left()
      guard left > 0, said.count < Self.longestText else {
        let program = Self.program
        throw left > 0
          ? Failure(.unavailable, "The daemon {program} does not say that it is ready.", ["program": program])
          : Failure(
            .unavailable, "The daemon {program} was not ready within {n} s.",
            ["program": program, "n": String(limit.waited)])
      }
      let events = SystemCalls.wait(for: pipes, milliseconds: left)
      if events.count > 1, events[1] != 0 {
        let bytes = SystemCalls.read(process.errors) ?? []
        if bytes.isEmpty { pipes.removeLast() }
        complained = (complained + bytes).suffix(Self.longestText)
      }
      if events[0] == 0 { continue }
      let bytes = SystemCalls.read(process.ready) ?? []
      if bytes.isEmpty { return try ended(process, said, complained) }
      said += bytes
    }
    for line in Self.lines(complained) { onWarning(line) }
    return nil
  }

  private static let longestText = 4096

  /// The daemon closed the pipe without a `ready`.
  private func ended(
    _ process: DaemonProcess, _ said: [UInt8], _ complained: [UInt8]
  ) throws(Failure) -> Failure? {
    let code = process.reap()
    if code == 0 { return nil }
    var complained = complained
    // What it said just before its end.
    if SystemCalls.wait(for: [(process.errors, SystemCalls.readable)], milliseconds: 0)[0] != 0 {
      complained += SystemCalls.read(process.errors) ?? []
    }
    if let sentence = Self.lastLine(said) ?? Self.lastLine(complained) {
      throw Failure(
        .unavailable, "The daemon {program} could not start: {why}", ["program": Self.program, "why": sentence])
    }
    guard let code else {
      return Failure(.unavailable, "The daemon {program} does not say that it is ready.", ["program": Self.program])
    }
    throw Failure(
      .unavailable, "The daemon {program} ended with code {n}.", ["program": Self.program, "n": String(code)])
  }

  /// The last line that says something, made safe for a terminal: with several, the last one is the reason.
  public static func lastLine(_ bytes: [UInt8]) -> String? { lines(bytes).last { !$0.isEmpty } }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    bytes.split(separator: UInt8(ascii: "\n")).map { SafeText.printable(String(decoding: $0, as: UTF8.self)) }
  }
}
