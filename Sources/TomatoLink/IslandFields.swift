// The terminal island's line (`format=island`, docs/socket.md): its texts and values as tab-separated fields. The
// daemon prints a line for each visible change, and the command reads it.

/// Fields that were read from a line have no control characters, so they are safe to print.
public struct IslandFields: Hashable, Sendable {
  public var accent: Accent
  public var state: TimerState
  /// The displayed time.
  public var time: String
  /// For example "Focus · ends 14:35".
  public var title: String
  /// For example "session 1 of 4 · write report".
  public var detail: String
  /// The cycle, for example "◐○○○".
  public var dots: String
  /// How much of the phase is over, 0 to 1000.
  public var permille: Int
  public var canUndo: Bool
  /// The phase that is shown, for the keys: a late key press must not act on the next phase.
  public var phase: PhaseToken
  /// The accent's configured colour; nil if the daemon sends none.
  public var color: Color?
  /// The activity that is shown; nil if the daemon does not send it.
  public var activity: ActivityID?
  /// The activities to choose from, this one included, most relevant first: at most nine, one for each key.
  public var activities: [ActivityID]
  /// The others in short, each after its number in `activities`: "2 tea 3 min · 3 run 5 min".
  public var others: String
  /// The verbs that are possible now; nil if the daemon does not send them.
  public var possible: [Verb]?

  /// The limit of `activities`.
  public static let most = 9

  public init(
    accent: Accent, state: TimerState, time: String, title: String, detail: String, dots: String, permille: Int,
    canUndo: Bool, phase: PhaseToken, color: Color?, activity: ActivityID? = nil, activities: [ActivityID] = [],
    others: String = "", possible: [Verb]? = nil
  ) {
    (self.accent, self.state, self.time, self.title, self.detail) = (accent, state, time, title, detail)
    (self.dots, self.permille, self.canUndo, self.phase, self.color) = (dots, permille, canUndo, phase, color)
    (self.activity, self.activities, self.others, self.possible) = (activity, activities, others, possible)
  }

  /// A line of an answer's body. Removes the characters that `SafeText` forbids from the texts.
  public var line: String {
    // In steps, because some compilers take too long to check one sum of arrays.
    var fields = [accent.rawValue, state.rawValue]
    fields += [time, title, detail, dots].map(SafeText.printable)
    fields += [String(permille), canUndo ? "1" : "0", phase.description, color?.hex ?? "", activity?.description ?? ""]
    fields.append(activities.map(\.description).joined(separator: " "))
    fields.append(SafeText.printable(others))
    fields.append(possible.map { $0.isEmpty ? Self.noVerbs : $0.map(\.rawValue).joined(separator: " ") } ?? "")
    return fields.joined(separator: "\t")
  }

  /// Nil if the line breaks the protocol. Fields that a later daemon appends are ignored.
  public init?(_ line: String) {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
    // An earlier daemon sends fewer fields.
    let fields = parts.map { SafeText.printable(String($0)) } + Array(repeating: "", count: 5)
    guard parts.count >= 9, let accent = Accent(rawValue: fields[0]), let state = TimerState(rawValue: fields[1]),
      let permille = Int(fields[6]), (0...1000).contains(permille), fields[7] == "0" || fields[7] == "1",
      let phase = UInt64(fields[8])
    else { return nil }
    self.init(
      accent: accent, state: state, time: fields[2], title: fields[3], detail: fields[4], dots: fields[5],
      permille: permille, canUndo: fields[7] == "1", phase: PhaseToken(phase),
      color: Color(fields[9]), activity: ActivityID(fields[10]),
      activities: Array(fields[11].split(separator: " ").compactMap { ActivityID($0) }.prefix(Self.most)),
      others: fields[12],
      possible: fields[13].isEmpty ? nil : fields[13].split(separator: " ").compactMap { Verb(rawValue: String($0)) })
  }

  /// For an empty list of verbs, because an empty field means that the list is unknown.
  private static let noVerbs = "-"
}
