// The package's files, found from where this one is.

import Glibc
import Testing

/// One file of the package.
struct SourceFile: CustomTestStringConvertible, Sendable {
  /// From the package's root, as `Sources/TomatoEngine/Engine.swift`.
  var path: String
  var text: String

  var testDescription: String { path }
  var room: String { path.split(separator: "/").prefix(2).joined(separator: "/") }
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }
  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
  var swift: SwiftText { SwiftText(text) }
}

enum SourceTree {
  static let root = String(#filePath.dropLast("/Tests/TidyTests/SourceTree.swift".count))

  /// Every text file that belongs to the project; not what was built.
  static let files: [SourceFile] = list("").sorted().compactMap { path in
    read(path).map { SourceFile(path: path, text: $0) }
  }

  static let swift = files.filter { $0.path.hasSuffix(".swift") }
  static let sources = swift.filter { $0.path.hasPrefix("Sources/") }
  static let tests = swift.filter { $0.path.hasPrefix("Tests/") }
  static let documents = files.filter { $0.path.hasSuffix(".md") }

  static func `in`(_ rooms: some Collection<String>) -> [SourceFile] {
    sources.filter { file in rooms.contains { file.path.hasPrefix("Sources/\($0)/") } }
  }

  static func exists(_ path: String) -> Bool { access(root + "/" + path, F_OK) == 0 }

  private static let endings = [
    ".swift", ".md", ".sh", ".py", ".c", ".h", ".modulemap", ".txt", ".tsv", ".ini", ".desktop", "Makefile", "/run",
  ]

  private static func list(_ directory: String) -> [String] {
    guard let open = opendir(root + "/" + directory) else { return [] }
    defer { closedir(open) }
    var found: [String] = []
    while let entry = readdir(open) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      let path = directory.isEmpty ? name : directory + "/" + name
      let isHidden = name.hasPrefix(".") && name != ".ci"
      if isHidden || name == "__pycache__" { continue }
      if entry.pointee.d_type == UInt8(DT_DIR) {
        found += list(path)
      } else if endings.contains(where: path.hasSuffix) {
        found.append(path)
      }
    }
    return found
  }

  static func read(_ path: String) -> String? {
    guard let file = fopen(root + "/" + path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&room, 1, room.count, file), count > 0 { bytes += room[..<count] }
    return String(validating: bytes, as: UTF8.self)
  }
}
