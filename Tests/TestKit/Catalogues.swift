// The translations of po/, compiled by msgfmt.
import Testing

public enum Catalogues {
  /// The names of all languages.
  public static let languages = Files.names(in: Repository.root + "/po").filter { $0.hasSuffix(".po") }.map {
    String($0.dropLast(3))
  }

  /// Puts that of a language where an installation below the prefix has it.
  public static func install(_ language: String, below prefix: String) {
    let folder = "\(prefix)/share/locale/\(language)/LC_MESSAGES"
    _ = Program.run(["mkdir", "-p", folder])
    compile("\(Repository.root)/po/\(language).po", to: "\(folder)/tomato-notify.mo")
  }

  /// What a compiled one is.
  public static func bytes(_ language: String) -> [UInt8] {
    bytes(compiled: Repository.text("po/\(language).po"))
  }

  public static func bytes(compiled source: String, _ options: [String] = []) -> [UInt8] {
    let folder = TemporaryFolder()
    Files.write(source, to: folder.file("x.po"))
    compile(folder.file("x.po"), to: folder.file("x.mo"), options)
    return Files.bytes(folder.file("x.mo")) ?? []
  }

  private static func compile(_ source: String, to file: String, _ options: [String] = []) {
    let outcome = Program.run(["msgfmt", "--check"] + options + ["-o", file, source])
    if outcome.code != 0 { Issue.record("\(source): \(outcome)") }
  }
}
