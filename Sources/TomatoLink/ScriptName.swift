// The name by which a person knows a running program: of an interpreter, the script that it runs.

public enum ScriptName {
  /// Names of interpreters, without the numbers of their versions.
  private static let interpreters: Set<String> = [
    "ash", "bash", "bun", "dash", "deno", "fish", "gjs", "guile", "java", "julia", "ksh", "lua", "luajit", "node",
    "nodejs", "perl", "php", "pwsh", "pypy", "python", "raku", "Rscript", "ruby", "sh", "tclsh", "wish", "zsh",
  ]

  /// Their options whose value is the next word.
  private static let valued: [String: Set<String>] = [
    "bash": ["-o", "-O", "--init-file", "--rcfile"], "node": ["-r", "--import", "--require"], "perl": ["-I"],
    "php": ["-d"], "pypy": ["-W", "-X"], "python": ["-W", "-X"], "ruby": ["-I", "-r"],
  ]

  /// - Parameters:
  ///   - program: what runs, a name or a path.
  ///   - words: its arguments, without its own name.
  ///   - firstLine: gives the beginning of a regular file's first line by its path; nil where there is no such file.
  /// - Returns: nil unless the program is an interpreter that runs a script.
  public static func script(of program: String, _ words: [String], firstLine: (String) -> String?) -> String? {
    let own = lastPart(program)
    let isKnown = interpreters.contains(withoutVersion(own))
    let valued = Self.valued[withoutVersion(own)] ?? []
    let place = words.indices.first { !words[$0].hasPrefix("-") && ($0 == 0 || !valued.contains(words[$0 - 1])) }
    guard let place else { return nil }
    let word = words[place]
    if let line = firstLine(word) { return isKnown || names(line, own) ? fit(lastPart(word)) : nil }
    // `python3 -m http.server`
    return isKnown && place > 0 && words[place - 1] == "-m" ? fit(word) : nil
  }

  /// The name of a file, without its folder.
  public static func lastPart(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  /// `python` of `python3.14`, and of `python3` in a first line.
  private static func withoutVersion(_ name: String) -> String {
    let end = name.lastIndex { !$0.isNumber && $0 != "." && $0 != "-" }
    return end.map { String(name[...$0]) } ?? name
  }

  /// Whether `#!/usr/bin/env own` names the program.
  private static func names(_ line: String, _ own: String) -> Bool {
    guard line.hasPrefix("#!") else { return false }
    let words = line.dropFirst(2).split(separator: " ").map { withoutVersion(lastPart(String($0))) }
    return words.contains(withoutVersion(own))
  }

  private static func fit(_ name: String) -> String? {
    try? ActivityName.given(SafeText.printable(name).prefix(ContentUpdate.headingLimit))
  }
}
