// Finds the script that an interpreter runs, because a person knows the script's name rather than the interpreter's.

public enum ScriptName {
  /// Names without version numbers.
  private static let interpreters: Set<String> = [
    "ash", "bash", "bun", "dash", "deno", "fish", "gjs", "guile", "java", "julia", "ksh", "lua", "luajit", "node",
    "nodejs", "perl", "php", "pwsh", "pypy", "python", "raku", "Rscript", "ruby", "sh", "tclsh", "wish", "zsh",
  ]

  /// The options whose value is the next word.
  private static let optionsWithValue: [String: Set<String>] = [
    "bash": ["-o", "-O", "--init-file", "--rcfile"], "node": ["-r", "--import", "--require"], "perl": ["-I"],
    "php": ["-d"], "pypy": ["-W", "-X"], "python": ["-W", "-X"], "ruby": ["-I", "-r"],
  ]

  /// - Parameters:
  ///   - program: its name or path.
  ///   - words: its arguments, without its own name.
  ///   - firstLine: returns the beginning of a regular file's first line; nil if there is no such file.
  /// - Returns: nil unless the program is an interpreter that runs a script.
  public static func script(of program: String, _ words: [String], firstLine: (String) -> String?) -> String? {
    let name = withoutVersion(lastPart(program))
    let isKnown = interpreters.contains(name)
    let options = optionsWithValue[name] ?? []
    let index = words.indices.first { !words[$0].hasPrefix("-") && ($0 == 0 || !options.contains(words[$0 - 1])) }
    guard let index else { return nil }
    let word = words[index]
    if let line = firstLine(word) { return isKnown || isShebang(line, for: name) ? fit(lastPart(word)) : nil }
    // `python3 -m http.server`
    return isKnown && index > 0 && words[index - 1] == "-m" ? fit(word) : nil
  }

  /// The name of a file, without its folder.
  public static func lastPart(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  /// `python` for `python3.14`.
  private static func withoutVersion(_ name: String) -> String {
    let end = name.lastIndex { !$0.isNumber && $0 != "." && $0 != "-" }
    return end.map { String(name[...$0]) } ?? name
  }

  /// - Parameter name: of the interpreter, without its version.
  private static func isShebang(_ line: String, for name: String) -> Bool {
    guard line.hasPrefix("#!") else { return false }
    return line.dropFirst(2).split(separator: " ").contains { withoutVersion(lastPart(String($0))) == name }
  }

  private static func fit(_ name: String) -> String? {
    try? ActivityName.given(String(SafeText.printable(name).prefix(ContentUpdate.headingLimit)))
  }
}
