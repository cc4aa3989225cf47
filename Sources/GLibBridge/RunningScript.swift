// What another process of this user runs: the words of its command, and the files that these name.
import Glibc

extension ThisProcess {
  /// The program that a process runs and the words behind it; nil when that cannot be seen.
  public static func command(ofProcess id: Int) -> (program: String, words: [String])? {
    guard let program = program(ofProcess: id),
      let bytes = try? Files.read("/proc/\(id)/cmdline", limit: 1 << 16)
    else { return nil }
    let words = bytes.split(separator: 0, omittingEmptySubsequences: false).dropFirst().map {
      String(decoding: $0, as: UTF8.self)
    }
    return (program, Array(words))
  }

  /// The beginning of the first line of a regular file, by a path as the process would name it; nil for what is none.
  public static func firstLine(_ path: String, ofProcess id: Int) -> String? {
    // Its own root and its own folder: what is /tmp to it may be another folder to us.
    let place = "/proc/\(id)/" + (path.hasPrefix("/") ? "root" : "cwd/") + path
    guard let file = try? Files.openRegular(place) else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
    return String(decoding: bytes.prefix(max(count, 0)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
