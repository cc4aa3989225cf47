// The subcommands of `tomato-notifyd`. `tomato-notify` prints their arguments, `tomato-notifyd` reads them.

/// A named period of the calendar around today.
public enum RecordSpan: String, Hashable, Sendable, CaseIterable { case today, week, month, year, all }

public enum ExportFormat: String, Hashable, Sendable, CaseIterable { case json, csv, ical, timewarrior }

/// Turns something on or off, or asks for its state.
public enum Switch: String, Hashable, Sendable, CaseIterable { case on, off, status }

public enum ProgramName: String, Hashable, Sendable, CaseIterable {
  case demo, preview, doctor, autostart
  case configuration = "config"
  /// Prints the number of intervals, for the uninstaller, or the tasks, for the shells' completion.
  case history
  case log
  /// Statistics of the history, in the terminal and as a page.
  case stats, report
  /// Writes and reads the formats of other programs.
  case export
  case importing = "import"
  /// Saves the readable part of a damaged database.
  case repair
  /// Makes the day's copy of the database, for the daemon.
  case backup
  /// Plays one sound, for the daemon.
  case play
  /// Switches the timer in the desktop's own bar.
  case views
  /// Switches do-not-disturb during a focus.
  case quiet
  /// Ends do-not-disturb when the daemon is gone.
  case quietGuard = "quiet-guard"
  /// Runs one hook, for the daemon; lists the hooks, and tries one.
  case hook, hooks
  /// Notifies the person why a link failed, for the command.
  case notice
}

public struct ProgramRequest: Hashable, Sendable {
  /// An option, written `--item` or `--item value`.
  public enum Item: String, Hashable, Sendable {
    case week, month, all, json, csv, force, arm
    case dryRun = "dry-run"
    case since, until, task, tag, activity, format, output, seconds

    public var word: String { "--" + rawValue }

    /// The value's name in the usage; nil for a flag.
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
  public var words: [String]
  private var items: [Item: String] = [:]

  /// - Parameters:
  ///   - flags: the items without a value.
  ///   - values: the items with a value; nil for an item that is not given.
  public init(
    _ program: ProgramName, _ words: [String] = [], flags: [Item: Bool] = [:], values: [Item: String?] = [:]
  ) {
    (self.program, self.words) = (program, words)
    items = values.compactMapValues(\.self)
    for (item, isSet) in flags where isSet { items[item] = "" }
  }

  public subscript(item: Item) -> String? { items[item] }

  public func has(_ item: Item) -> Bool { items[item] != nil }

  public var span: RecordSpan? { words.first.flatMap(RecordSpan.init) }

  /// The arguments for `tomato-notifyd`, with the subcommand.
  public var line: [String] {
    let options = program.row.items.flatMap { item in
      items[item].map { item.value == nil ? [item.word] : [item.word, $0] } ?? []
    }
    return [program.rawValue] + words + options
  }

  /// - Throws: `usageError`, for words that the subcommand does not take.
  public init(_ program: ProgramName, reading typed: [String]) throws(Failure) {
    self.init(program)
    let row = program.row
    var rest = typed[...]
    while let word = rest.popFirst() {
      guard let item = row.items.first(where: { $0.word == word }) else {
        words.append(word)
        continue
      }
      guard let value = item.value == nil ? "" : rest.popFirst() else { throw usageError }
      items[item] = value
    }
    guard row.takes(words) else { throw usageError }
  }

  /// Lists the accepted words.
  public var usageError: Failure {
    let row = program.row
    let items = row.items.map { item in "[" + item.word + (item.value.map { " " + $0 } ?? "") + "]" }
    let parts = ["usage: " + DaemonWords.program, program.rawValue] + [row.usage].compactMap(\.self) + items
    return Failure(.usage, LinkError(parts.joined(separator: " ")))
  }
}

private struct Row {
  /// Alternative forms of `words`: literal words, and placeholders in capitals. The empty form is no words.
  var forms: [String]
  var items: [ProgramRequest.Item] = []

  static let spans = [""] + RecordSpan.allCases.map(\.rawValue)

  func takes(_ words: [String]) -> Bool {
    forms.contains { form in
      let expected = form.split(separator: " ")
      return expected.count == words.count
        && zip(expected, words).allSatisfy { $0 == $1 || $0.allSatisfy(\.isUppercase) }
    }
  }

  /// The forms for the usage; nil if only the empty one is accepted.
  var usage: String? {
    let named = forms.filter { !$0.isEmpty }.joined(separator: " | ")
    return named.isEmpty ? nil : forms.contains("") ? "[" + named + "]" : named
  }
}

extension ProgramName {
  fileprivate var row: Row {
    switch self {
    case .demo, .repair, .backup, .hook: Row(forms: [""])
    case .preview: Row(forms: ["STATE"], items: [.seconds])
    case .doctor: Row(forms: [""], items: [.json])
    case .autostart: Row(forms: [""] + Switch.allCases.map(\.rawValue) + ["install"], items: [.arm, .json])
    case .quiet: Row(forms: [""] + Switch.allCases.map(\.rawValue), items: [.json])
    case .views: Row(forms: [""] + Switch.allCases.map(\.rawValue))
    case .configuration:
      Row(forms: [
        "", "list", "get KEY", "set KEY VALUE", "unset KEY", "deny PROGRAM", "allow PROGRAM", "edit", "path", "example",
        "values", "values KEY",
      ])
    case .hooks: Row(forms: ["", "test EVENT", "events"])
    case .history: Row(forms: ["", "tasks"])
    case .log:
      Row(forms: [""], items: [.week, .month, .all, .json, .csv, .since, .until, .task, .tag, .activity])
    case .stats: Row(forms: Row.spans, items: [.since, .until, .task, .tag, .json])
    case .report: Row(forms: Row.spans, items: [.since, .until, .task, .tag, .output])
    case .export:
      Row(forms: [""], items: [.format, .since, .until, .week, .month, .all, .task, .tag, .output, .force])
    case .importing: Row(forms: ["FILE"], items: [.dryRun])
    case .play: Row(forms: ["named NAME VOLUME OCCASION", "file PATH VOLUME OCCASION"])
    case .notice: Row(forms: ["CODE SENTENCE"])
    case .quietGuard: Row(forms: ["on SWITCH TOKEN", "wait TOKEN", "replay", "undo"])
    }
  }
}
