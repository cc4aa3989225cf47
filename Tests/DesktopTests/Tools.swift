// Runs programs that other people wrote and says what is missing; and finds the repository.
import Foundation
import TestKit
import Testing

let repository = URL(filePath: Repository.root)

/// What a program wrote, both streams together, and its exit status.
struct ToolOutcome {
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
) throws -> ToolOutcome {
  let name = words.first ?? ""
  guard let program = Program.find(name) else { throw MissingTool(name: name, package: package) }
  let own = Program.environment.filter { environment[String($0.prefix { $0 != "=" })] == nil }
  let variables = own + environment.map { "\($0.key)=\($0.value)" }
  let outcome = Program.run([program] + words.dropFirst(), environment: variables, in: folder.path)
  return ToolOutcome(status: try #require(outcome.code, "\(words) did not end"), output: outcome.output)
}

extension TemporaryFolder {
  var url: URL { URL(filePath: path) }
}

/// Every file under a folder, as paths relative to it, in order.
func files(under folder: URL) throws -> [String] {
  let listed = try run(["find", ".", "-mindepth", "1", "-printf", "%P\n"], from: "findutils", in: folder)
  return listed.output.split(separator: "\n").map(String.init).sorted()
}
