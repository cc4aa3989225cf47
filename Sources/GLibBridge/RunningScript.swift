// The command line of another process of this user, and the first lines of files named in it.
import Glibc

extension ThisProcess {
  /// A process's executable and its arguments; nil if unknown.
  public static func command(ofProcess id: Int) -> (program: String, words: [String])? {
    guard let program = program(ofProcess: id),
      let bytes = try? Files.read("/proc/\(id)/cmdline", limit: 1 << 16)
    else { return nil }
    let words = bytes.split(separator: 0, omittingEmptySubsequences: false).dropFirst().map {
      String(decoding: $0, as: UTF8.self)
    }
    return (program, Array(words))
  }

  /// The beginning of a regular file's first line, by its path in the process's view; nil for anything else.
  public static func firstLine(_ path: String, ofProcess id: Int) -> String? {
    // Uses the process's root and working directory, because its /tmp may be another folder than ours.
    let place = "/proc/\(id)/" + (path.hasPrefix("/") ? "root" : "cwd/") + path
    guard let file = try? Files.openRegular(place) else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
    return String(decoding: bytes.prefix(max(count, 0)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
