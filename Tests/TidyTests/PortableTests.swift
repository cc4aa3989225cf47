// What would build here and not with another version of GLib or Swift.

import Testing

@Suite struct PortableTests {
  /// Since GLib 2.88 Swift imports no flag under its C name; the bridge has names of its own (Sources/CNotify/shim.h).
  @Test(arguments: SourceTree.swift)
  func `a file names no flag of GLib as C does`(_ file: SourceFile) {
    for (number, line) in file.swift.lines.enumerated() {
      for word in line.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") }) where Self.isFlag(word) {
        Issue.record("\(file.path):\(number + 1) has \(word); name it CN\(word.dropFirst()) in the shim")
      }
    }
  }

  static func isFlag(_ word: Substring) -> Bool {
    guard word.hasPrefix("G_") else { return false }
    if word.contains("_FLAGS_") || conditions.contains(word) { return true }
    return sets.contains { word.hasPrefix($0) } && !word.contains("_ERROR")
  }

  /// What the names of a set of flags begin with where they do not say FLAGS.
  static let sets = [
    "G_SPAWN_", "G_LOG_LEVEL_", "G_LOG_FLAG_", "G_KEY_FILE_", "G_CONNECT_", "G_FILE_TEST_", "G_URI_PARAMS_",
  ]
  static let conditions: Set<Substring> = ["G_IO_IN", "G_IO_OUT", "G_IO_PRI", "G_IO_HUP", "G_IO_ERR", "G_IO_NVAL"]
}
