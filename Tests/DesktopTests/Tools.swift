// Runs programs that other people wrote and says what is missing; finds the repository and makes throw-away folders.
import Foundation
import Testing

/// The repository: two folders above this file's.
let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// What a program wrote, both streams together, and its exit status.
struct Outcome {
  var status: Int32
  var output: String
}

/// A program that is not installed, and the Debian package that has it.
struct MissingTool: Error, CustomStringConvertible {
  var name: String
  var package: String
  var description: String { "There is no \(name) here: install the package \(package)." }
}

/// Runs a program found on PATH, or at an absolute path, and waits for it. Only `environment` and PATH reach it.
func run(
  _ words: [String], from package: String = "coreutils", in folder: URL = repository,
  environment: [String: String] = [:]
) throws -> Outcome {
  let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
  let places = words[0].hasPrefix("/") ? [words[0]] : path.split(separator: ":").map { "\($0)/\(words[0])" }
  let found = places.first { FileManager.default.isExecutableFile(atPath: $0) }
  guard let program = found else { throw MissingTool(name: words[0], package: package) }
  let process = Process()
  let pipe = Pipe()
  process.executableURL = URL(filePath: program)
  process.arguments = Array(words.dropFirst())
  process.currentDirectoryURL = folder
  process.environment = environment.merging(["PATH": path, "LC_ALL": "C.UTF-8"]) { mine, _ in mine }
  process.standardInput = FileHandle.nullDevice
  process.standardOutput = pipe
  process.standardError = pipe
  try process.run()
  let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return Outcome(status: process.terminationStatus, output: String(decoding: bytes, as: UTF8.self))
}

/// A folder that goes when the test ends.
final class TemporaryFolder {
  let url: URL

  init(prefix: String = "tomato desktop ") throws {
    url = FileManager.default.temporaryDirectory.appending(path: prefix + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

/// Every file under a folder, as paths relative to it, in order.
func files(under folder: URL) throws -> [String] {
  let listed = try run(["find", ".", "-mindepth", "1", "-printf", "%P\n"], from: "findutils", in: folder)
  return listed.output.split(separator: "\n").map(String.init).sorted()
}
