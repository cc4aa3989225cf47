// A user's correction of the record: adds, edits or deletes intervals. Only the control socket accepts its links, so
// that a web page cannot change the record.
//
//   log/add     from, to, duration (at least two, or the duration alone: it ends now); mode, task, outcome
//   log/edit    rows (one), and the changes: from, to, duration, task, outcome
//   log/delete  rows

public struct Correction: Hashable, Sendable {
  public enum Change: String, Hashable, Sendable, CaseIterable {
    case add, edit, delete

    var items: Set<LinkItem> {
      switch self {
      case .add: [.mode, .from, .to, .duration, .task, .outcome]
      case .edit: [.rows, .from, .to, .duration, .task, .outcome]
      case .delete: [.rows]
      }
    }
  }

  public var change: Change
  /// The intervals, without duplicates: one for `edit`, at most `rowLimit` for `delete`.
  public var rows: [PhaseToken]
  /// `add` only: the kind of phase; nil: a focus.
  public var mode: TimerMode?
  /// Empty removes the task.
  public var task: String?
  /// Begin and end, in whole seconds.
  public var from: WallTime?
  public var to: WallTime?
  /// The time without pauses, 1 s to 24 h.
  public var duration: Duration?
  /// Any but `reset`, which is never recorded.
  public var outcome: PhaseOutcome?

  /// The most intervals deleted at once.
  public static let rowLimit = 100
  public static let outcomes: [PhaseOutcome] = [.completed, .skipped, .stopped, .replaced]

  public init(
    _ change: Change, rows: [PhaseToken] = [], mode: TimerMode? = nil, task: String? = nil, from: WallTime? = nil,
    to: WallTime? = nil, duration: Duration? = nil, outcome: PhaseOutcome? = nil
  ) {
    (self.change, self.rows, self.mode, self.task) = (change, rows, mode, task)
    (self.from, self.to, self.duration, self.outcome) = (from, to, duration, outcome)
  }

  /// The items of its link, in canonical order.
  var items: [(item: LinkItem, value: String?)] {
    [
      (.rows, rows.isEmpty ? nil : rows.map(\.description).joined(separator: ",")), (.mode, mode?.linkName),
      (.from, from.map { String($0.seconds) }), (.to, to.map { String($0.seconds) }),
      (.duration, duration.map(DurationText.print)), (.task, task.map(Percent.encode)), (.outcome, outcome?.rawValue),
    ]
  }

  /// Refuses a link without required items.
  func checked() throws(LinkError) -> Correction {
    switch change {
    case .add:
      guard duration != nil || (from != nil && to != nil) else {
        throw LinkError("'log/add' does not say when it was; expected two of 'from', 'to' and 'duration'.")
      }
    case .edit:
      guard rows.count == 1 else { throw LinkError("'log/edit' is for one interval; expected its number as 'rows'.") }
      guard task != nil || from != nil || to != nil || duration != nil || outcome != nil else {
        throw LinkError(
          "'log/edit' does not say what is to be different; expected task, from, to, duration or outcome.")
      }
    case .delete:
      guard !rows.isEmpty else { throw LinkError("'log/delete' names no interval; expected their numbers as 'rows'.") }
    }
    return self
  }

  /// Reads the item `rows`: decimal numbers of intervals, separated by commas. Drops duplicates.
  public static func rows(_ text: String) throws(LinkError) -> [PhaseToken] {
    var rows: [PhaseToken] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard part.utf8.allSatisfy(\.isASCIIDigit), let number = UInt64(part), number > 0, number < 1 << 53 else {
        throw LinkError(
          "{given} is not the number of an interval; expected one of those that \"tomato-notify log\" shows.",
          given: part)
      }
      if !rows.contains(PhaseToken(number)) { rows.append(PhaseToken(number)) }
    }
    guard rows.count <= rowLimit else {
      throw LinkError("{n} intervals are named; expected at most {m}.", ["n": String(rows.count), "m": "\(rowLimit)"])
    }
    return rows
  }

  public static func outcome(_ text: String) throws(LinkError) -> PhaseOutcome {
    guard let outcome = PhaseOutcome(rawValue: text), outcomes.contains(outcome) else {
      throw LinkError("{given} is not an outcome; expected completed, skipped, stopped or replaced.", given: text)
    }
    return outcome
  }

  public static func mode(_ text: String) throws(LinkError) -> TimerMode {
    guard let mode = TimerMode(linkName: text) else {
      throw LinkError("{given} is not a kind of phase; expected focus, short-break or long-break.", given: text)
    }
    return mode
  }
}
