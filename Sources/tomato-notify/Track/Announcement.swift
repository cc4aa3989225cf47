// A shell's report of a finished command, and whether it is announced.
internal import TomatoLink
internal import TomatoSocket

/// A command of a shell that took long and has ended.
struct Announcement: Hashable {
  /// As it was typed.
  var line: String
  var seconds: Int64
  /// The shell's `$?`.
  var status: Int32
  /// The shell's process; all its announcements use the same card.
  var shell: Int32
  /// Programs that are not announced: `[track] ignore`.
  var ignored: [String]

  /// Tells the daemon if it runs; does not start it, and reports no errors.
  func announce() -> AnswerCode {
    guard let name, let ending, var client = try? Client.here() else { return .done }
    client.daemon.patience = 500
    guard let connection = (try? client.daemon.connect(starting: false)) ?? nil else { return .done }
    let limit = DaemonWait(patience: 2000)
    let now = SystemCalls.unixTime()
    let (from, to) = (SystemCalls.localTime(now - seconds), SystemCalls.localTime(now))
    let appearance = TrackAppearance(name: name, icon: nil, after: 0)
    func say(_ verb: Verb, _ id: ActivityID, _ members: [JSONValue.Member]) -> Bool {
      (try? connection.ask(TrackIsland.line(verb, id, members), limit).code) == .done
    }
    var id = TrackIsland.id(shell)
    // If the update succeeds, the card belongs to a command that still runs.
    var isTaken = say(.update, id, [])
    if !isTaken {
      _ = say(.end, id, [.init(.dismissal, .string("now"))])
      isTaken = !say(.request, id, appearance.members)
    }
    if isTaken {
      id = TrackIsland.id(shell, SystemCalls.ownProcess())
      guard say(.request, id, appearance.members) else { return .done }
    }
    let last = TrackIsland.lastMembers(ending, seconds: seconds, from: from, to: to)
    _ = say(.end, id, last)
    return .done
  }

  /// Nil if the command has not ended, or was ended with Ctrl-C.
  var ending: TrackOutcome? {
    switch status {
    // Ended by SIGINT; stopped by SIGSTOP, SIGTSTP, SIGTTIN or SIGTTOU.
    case 130, 147...150: nil
    case 129...192: .signal(status - 128)
    default: .code(status)
    }
  }

  /// The card's name; nil if the command is not announced.
  var name: String? {
    let commands = Self.commands(in: line)
    let isQuiet = commands.contains { command in
      ignored.contains(command.name) || command.name == "tomato-notify" || command.name.hasPrefix("%")
        || command.isAlone && Self.interactive.contains(command.name)
    }
    return isQuiet
      ? nil : (commands.first { $0.name != "cd" } ?? commands.first).flatMap { TrackAppearance.name($0.name) }
  }

  /// Programs that are interactive without arguments.
  private static let interactive: Set<String> = [
    "bash", "sh", "dash", "zsh", "fish", "ksh", "python", "python3", "node", "irb", "ghci", "lua", "swift", "php", "R",
    "perl", "bc", "cat",
  ]

  /// Words before a command that do not name it.
  private static let wrappers: Set<String> = [
    "sudo", "doas", "time", "env", "nohup", "nice", "ionice", "command", "builtin", "exec", "then", "do", "!", "{",
  ]

  /// The programs that a line runs, without their folders.
  private static func commands(in line: String) -> [(name: String, isAlone: Bool)] {
    parts(of: line).compactMap { words in
      let own = words.drop { wrappers.contains($0) || $0.hasPrefix("-") || isAssignment($0) }
      guard let first = own.first, let name = first.split(separator: "/").last else { return nil }
      return (String(name), own.count == 1)
    }
  }

  private static func isAssignment(_ word: String) -> Bool {
    guard let mark = word.firstIndex(of: "="), mark != word.startIndex else { return false }
    return word[..<mark].utf8.allSatisfy { $0.isASCIIDigit || (65...90).contains($0 & 0xDF) || $0 == 95 }
  }

  /// The words of each command in the line. Quotes keep words together; other shell syntax does not matter for the
  /// names of programs.
  private static func parts(of line: String) -> [[String]] {
    var (parts, word, quote): ([[String]], String, Character?) = ([[]], "", nil)
    func finish() {
      if !word.isEmpty { parts[parts.count - 1].append(word) }
      word = ""
    }
    for character in line {
      if let open = quote {
        if character == open { quote = nil } else { word.append(character) }
      } else if "\"'".contains(character) {
        quote = character
      } else if "|;&()\n".contains(character) {
        finish()
        parts.append([])
      } else if character.isWhitespace {
        finish()
      } else {
        word.append(character)
      }
    }
    finish()
    return parts.filter { !$0.isEmpty }
  }
}
