// The example, built as a package of its own that depends on this one, and its programs in a test's surroundings.
import Glibc
import Synchronization
import TestKit
import Testing

enum Example {
  /// Where it is built: beside what this package is built into, so that the next run finds it up to date.
  private static let scratch = Repository.root + "/.build/examples"
  private static let built = Mutex<String?>(nil)

  /// The program; what the compiler said when it could not be built.
  static func program() throws -> String {
    try built.withLock { built in
      if let built { return built }
      let words = ["build", "--package-path", Repository.root + "/Examples/FlashSale", "--scratch-path", scratch]
      let (code, output) = run([Repository.root + "/scripts/swift.sh"] + words)
      try #require(code == 0, "\(output.suffix(2000))")
      let path = scratch + "/debug/FlashSale"
      built = path
      return path
    }
  }

  /// Runs to its end however long that takes, as long as something is said now and then.
  static func run(_ words: [String]) -> (code: Int32?, output: String) {
    // The compiler leaves something in its temporary folder.
    let folder = TemporaryFolder()
    let environment = Program.environment + ["TMPDIR=" + folder.path]
    guard let program = RunningProgram(words, environment: environment, isOneStream: true) else {
      return (nil, "\(words) cannot be started")
    }
    var length = -1
    while program.isAlive, program.output.utf8.count > length {
      length = program.output.utf8.count
      _ = program.wait(for: "Build complete")
    }
    return (program.finish(), program.output)
  }

  /// A program whose input is what `type` writes.
  final class Page {
    let program: RunningProgram
    private let keys: Int32

    init(_ path: String, _ desk: Desk, _ variables: [String]) {
      let pipe = desk.folder.file("keys-\(Patience.now())")
      mkfifo(pipe, 0o600)
      keys = open(pipe, O_RDWR | O_CLOEXEC)
      program = RunningProgram(
        "/bin/sh", ["-c", "exec \"$1\" < \"$2\"", "sh", path, pipe], environment: desk.environment + variables)
    }

    deinit { close(keys) }

    func type(_ line: String) {
      let bytes = Array((line + "\n").utf8)
      _ = write(keys, bytes, bytes.count)
    }
  }
}
