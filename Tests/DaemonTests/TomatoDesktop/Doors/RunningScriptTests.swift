// What stands above the card of a process that runs: its script, read of the process itself.
import TestKit
import Testing

@testable import TomatoDesktop

@MainActor struct RunningScriptTests {
  nonisolated private static let shell = "echo ready; read x"
  nonisolated private static let python = "print('ready', flush=True); input()"
  /// What a shell is given in the folder of the scripts, and the heading.
  nonisolated static let lines: [(line: String, name: String?)] = [
    ("exec python3 backup.py --all", "backup.py"), ("exec python3 -u ./backup.py", "backup.py"), ("exec ./bot", "bot"),
    ("exec bash deploy.sh", "deploy.sh"), ("exec bash -e \"$PWD/deploy.sh\"", "deploy.sh"),
    ("exec sh -c '\(shell)'", nil), ("exec bash --norc -i", nil), ("exec cat", nil),
  ]

  @Test(arguments: lines)
  func `a running interpreter is called by its script, and nothing else is`(_ line: String, _ name: String?) throws {
    guard !line.contains("python3") || Program.find("python3") != nil else { return }
    let folder = TemporaryFolder()
    Files.write(Self.python, to: folder.file("backup.py"))
    Files.write(Self.shell, to: folder.file("deploy.sh"))
    Program.install(Self.shell, at: folder.file("bot"))
    let process = try #require(RunningProgram(["/bin/sh", "-c", line], in: folder.path, hasInput: true))
    // One that reads commands, or hands on what it reads, says it as well.
    process.write(name == nil ? "echo ready\n" : "")
    try #require(process.wait(for: "ready"), "\(process.errors)")
    #expect(script(Int(process.identifier)) == name)
  }
}
