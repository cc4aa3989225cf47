// Reads the command line of another process of this user, and first lines of files named in it.
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

  /// The first line, at most 128 bytes, of the regular file that the process sees at the path; nil if there is none.
  public static func firstLine(_ path: String, ofProcess id: Int) -> String? {
    // Uses the process's root and working directory, because its /tmp may differ from ours.
    let place = "/proc/\(id)/" + (path.hasPrefix("/") ? "root" : "cwd/") + path
    guard let file = try? Files.openRegular(place) else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
    return String(decoding: bytes.prefix(max(count, 0)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
