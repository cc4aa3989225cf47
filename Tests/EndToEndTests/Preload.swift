// Libraries in C that stand between the built programs and the C library.
import TestKit
import Testing

enum Preload {
  /// The C compiler; nil where there is none.
  static let compiler = ["clang", "cc", "gcc"].lazy.compactMap { Program.find($0) }.first

  /// Compiles the file `source` into `library`, for `LD_PRELOAD`.
  static func make(_ source: String, at library: String) throws {
    let made = Program.run([try #require(compiler), "-shared", "-fPIC", "-o", library, source])
    guard made.code == 0 else { throw Wrong(description: made.output) }
  }
}
