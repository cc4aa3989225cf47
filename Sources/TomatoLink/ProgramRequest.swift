// What the daemon's program is asked to do beside being the daemon. The command prints a request, the program reads it.

/// A stretch of the calendar around today, with a name of its own.
public enum RecordSpan: String, Hashable, Sendable, CaseIterable { case today, week, month, year, all }

/// How the record is written for others.
public enum ExportFormat: String, Hashable, Sendable, CaseIterable { case json, csv, ical, timewarrior }

/// What is to become of something that can be on or off.
public enum Switch: String, Hashable, Sendable, CaseIterable { case on, off, status }

/// A program beside the daemon.
public enum ProgramName: String, Hashable, Sendable, CaseIterable {
  case demo, preview, doctor, autostart
  case configuration = "config"
  /// How many intervals are recorded, for the uninstaller; what was worked on, for the shells.
  case history
  /// Prints intervals of the history.
  case log
  /// What the history adds up to, in the terminal and as a page.
  case stats, report
  /// The record as others understand it, and what others recorded.
  case export
  case importing = "import"
  /// Saves what can be read of a damaged database.
  case repair
  /// Makes the day's copy of the database, for the daemon.
  case backup
  /// Plays one sound, for the daemon.
  case play
  /// Whether notifications are held back during a focus.
  case quiet
  /// Undoes that when the daemon is gone.
  case quietGuard = "quiet-guard"
  /// Runs one hook, for the daemon; lists the hooks, and tries one.
  case hook, hooks
  /// Says in a notification why a link led to nothing, for the command.
  case notice
}

public struct ProgramRequest: Hashable, Sendable {
  /// What a request may say as `--item`, or as `--item value`.
  public enum Item: String, Hashable, Sendable {
    case week, month, all, json, csv, force, arm
    case dryRun = "dry-run"
    case since, until, task, tag, activity, format, output, seconds

    /// The item as a word.
    public var word: String { "--" + rawValue }

    /// What its value is, for the usage; nil for an item without one.
    fileprivate var value: String? {
      switch self {
      case .since, .until: "WHEN"
      case .task: "TEXT"
      case .tag: "TAG"
      case .activity: "NAME"
      case .format: ExportFormat.allCases.map(\.rawValue).joined(separator: "|")
      case .output: "FILE"
      case .seconds: "N"
      case .week, .month, .all, .json, .csv, .force, .arm, .dryRun: nil
      }
    }
  }

  public let program: ProgramName
  /// What stands without an item.
  public var words: [String]
  private var items: [Item: String] = [:]

  /// - Parameters:
  ///   - flags: the items without a value that are said, or not.
  ///   - values: the others; nil for one that is not said.
  public init(
    _ program: ProgramName, _ words: [String] = [], flags: [Item: Bool] = [:], values: [Item: String?] = [:]
  ) {
    (self.program, self.words) = (program, words)
    items = values.compactMapValues(\.self)
    for (item, isSaid) in flags where isSaid { items[item] = "" }
  }

  public subscript(item: Item) -> String? { items[item] }

  /// Of an item without a value.
  public func has(_ item: Item) -> Bool { items[item] != nil }

  public var span: RecordSpan? { words.first.flatMap(RecordSpan.init) }

  // MARK: As words

  /// The program's name, and its words.
  public var line: [String] {
    let said = program.row?.items.flatMap { item in
      items[item].map { item.value == nil ? [item.word] : [item.word, $0] } ?? []
    }
    return [program.rawValue] + words + (said ?? [])
  }

  /// - Throws: `misuse`, for words that the program does not take.
  public init(_ program: ProgramName, reading typed: [String]) throws(Failure) {
    self.init(program)
    guard let row = program.row else {
      words = typed
      return
    }
    var rest = typed[...]
    while let word = rest.popFirst() {
      if let item = row.items.first(where: { $0.word == word }) {
        guard let value = item.value == nil ? "" : rest.popFirst() else { throw misuse }
        items[item] = value
      } else {
        guard words.isEmpty, row.takes(word) else { throw misuse }
        words = [word]
      }
    }
    if words.isEmpty, case .one = row.words { throw misuse }
  }

  /// The program does not take these words: it says which it takes.
  public var misuse: Failure {
    let row = program.row ?? Row(words: .none, items: [])
    let items = row.items.map { item in "[" + item.word + (item.value.map { " " + $0 } ?? "") + "]" }
    let parts = ["usage: " + DaemonWords.program, program.rawValue] + [row.words.usage].compactMap(\.self) + items
    return Failure(.usage, LinkError(parts.joined(separator: " ")))
  }
}

/// What a program takes.
private struct Row {
  enum Words {
    case none
    /// One of these, or none of them.
    case choice([String])
    /// Any one, that must be there, called so in the usage.
    case one(String)

    var usage: String? {
      switch self {
      case .none: nil
      case .choice(let all): "[" + all.joined(separator: " | ") + "]"
      case .one(let name): name
      }
    }
  }

  var words: Words
  var items: [ProgramRequest.Item]

  func takes(_ word: String) -> Bool {
    switch words {
    case .none: false
    case .choice(let all): all.contains(word)
    case .one: true
    }
  }
}

extension ProgramName {
  /// Nil for a program that reads its words by itself.
  fileprivate var row: Row? {
    switch self {
    case .demo, .repair, .backup, .hook: Row(words: .none, items: [])
    case .preview: Row(words: .one("STATE"), items: [.seconds])
    case .doctor: Row(words: .none, items: [.json])
    case .autostart: Row(words: .choice(Switch.allCases.map(\.rawValue) + ["install"]), items: [.arm, .json])
    case .quiet: Row(words: .choice(Switch.allCases.map(\.rawValue)), items: [.json])
    case .history: Row(words: .choice(["tasks"]), items: [])
    case .log:
      Row(words: .none, items: [.week, .month, .all, .json, .csv, .since, .until, .task, .tag, .activity])
    case .stats: Row(words: .spans, items: [.since, .until, .task, .tag, .json])
    case .report: Row(words: .spans, items: [.since, .until, .task, .tag, .output])
    case .export:
      Row(words: .none, items: [.format, .since, .until, .week, .month, .all, .task, .tag, .output, .force])
    case .importing: Row(words: .one("FILE"), items: [.dryRun])
    case .configuration, .hooks, .play, .notice, .quietGuard: nil
    }
  }
}

extension Row.Words {
  fileprivate static var spans: Row.Words { .choice(RecordSpan.allCases.map(\.rawValue)) }
}
