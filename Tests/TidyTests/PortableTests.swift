// What would build here and not with another version of GLib or Swift.

import Testing

struct PortableTests {
  /// What the names of GLib's constants begin with that are no flags. Since 2.88 Swift imports no flag under its C
  /// name; those that we use have names of our own (Sources/CNotify/shim.h).
  static let noFlags = [
    "G_BUS_TYPE_", "G_DBUS_ERROR_", "G_DBUS_MESSAGE_TYPE_", "G_IO_ERROR_", "G_LOG_WRITER_", "G_PRIORITY_",
    "G_USER_DIRECTORY_",
  ]

  @Test(arguments: SourceTree.swift) func `a file names no flag of GLib as C does`(_ file: SourceFile) {
    for (number, line) in file.swift.lines.enumerated() {
      let words = line.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") })
      for word in words where word.hasPrefix("G_") {
        #expect(
          Self.noFlags.contains { word.hasPrefix($0) },
          "\(file.path):\(number + 1) has \(word): a flag gets the name CN\(word.dropFirst()) in the shim")
      }
    }
  }

  /// The oldest compiler is said in four places.
  @Test func `all say the same of the oldest Swift`() throws {
    let said = [
      ("Package.swift", "// swift-tools-version: 6.2"), ("scripts/compiler.sh", "\nswift_needed=6.2\n"),
      ("README.md", "Swift 6.2 or newer"), ("CONTRIBUTING.md", "Swift 6.2"),
    ]
    for (path, words) in said {
      let file = try #require(SourceTree.files.first { $0.path == path })
      #expect(file.text.contains(words), "\(path) does not say: \(words)")
    }
  }
}
