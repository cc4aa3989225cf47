// What the shells offer beside the names of activities: tasks used before, configuration keys and their values. The
// daemon's program knows them; this process becomes it, and what it prints is what the shell reads.
internal import TomatoLink

enum Tasks {
  /// The tasks of the history, the newest first; nothing where the program cannot be run.
  static func here() -> [String] { OtherProgram.printed(["history", "tasks"]) }
}

enum ConfigurationCompletion {
  private static let words = ["list", "get", "set", "unset", "edit", "path", "--example"]

  /// - Parameter typed: The words of the line so far, the last one of which is being typed.
  static func offered(_ typed: [String]) -> [String] {
    let rest = Array((typed.firstIndex(of: "config").map { typed[($0 + 1)...] } ?? []).dropLast())
    switch (rest.first, rest.count) {
    case (nil, _): return words
    case ("get"?, 1), ("set"?, 1), ("unset"?, 1): return OtherProgram.printed(["config", "values"])
    case ("set"?, 2): return OtherProgram.printed(["config", "values", rest[1]])
    default: return []
    }
  }
}

private enum OtherProgram {
  /// Does not return where the daemon's program can be run: that prints what is offered, and ends.
  static func printed(_ words: [String]) -> [String] {
    if let path = try? Launcher.standard().find() { _ = SystemCalls.execute(path, words) }
    return []
  }
}
