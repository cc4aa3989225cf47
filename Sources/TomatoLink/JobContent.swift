// What an activity of a program shows: the changing part, in ActivityKit's sense, of the kind `job`.

/// The content of a job. Its owner sets it, and it stays until its owner changes it.
public struct JobContent: Hashable, Sendable {
  /// What happens now, at most 200 characters.
  public var text: String?
  /// The same in at most 8 characters, for where there is little room (the compact presentation).
  public var short: String?
  public var progress: JobProgress?
  /// When it will be over.
  public var ends: WallTime?
  /// When it began, if that is to be shown; `ends` is shown instead where there is one.
  public var since: WallTime?
  /// At most 4, most useful first; 3 are shown.
  public var buttons: [JobButton]
  /// Stale after this time without an update: 1 s to 24 h.
  public var staleAfter: Duration
  /// Orders jobs among themselves: 0 to 100.
  public var relevance: Int
  /// The program's own state: kept and given back as it is, shown nowhere. A program that is started again goes on
  /// from it.
  public var state: String?

  public init(
    text: String? = nil, short: String? = nil, progress: JobProgress? = nil, ends: WallTime? = nil,
    since: WallTime? = nil, buttons: [JobButton] = [], staleAfter: Duration = JobContent.usualStaleAfter,
    relevance: Int = JobContent.usualRelevance, state: String? = nil
  ) {
    (self.text, self.short, self.progress) = (text, short, progress)
    (self.ends, self.since, self.buttons) = (ends, since, buttons)
    (self.staleAfter, self.relevance, self.state) = (staleAfter, relevance, state)
  }

  public static let usualStaleAfter: Duration = .hours(1)
  public static let usualRelevance = 50

  public static let textLimit = 200
  public static let shortLimit = 8
  public static let buttonLimit = 4
  public static let labelLimit = 40
  /// The most bytes of it as JSON (ActivityKit's limit).
  public static let byteLimit = 4096
}

/// How far a job is.
public enum JobProgress: Hashable, Sendable {
  /// It goes on, and nobody knows how long.
  case unknown
  /// 0 to 1.
  case fraction(Double)
  /// Done and total: total is at least 1, done is at most total.
  case count(Int, of: Int)

  /// In percent, rounded down, so that 100 means that nothing is left.
  public var percent: Int? {
    switch self {
    case .unknown: nil
    case .fraction(let share): Int(share * 100)
    case .count(let done, let all): Int(Double(done) / Double(all) * 100)
    }
  }
}

/// A button of a job's card.
public struct JobButton: Hashable, Sendable {
  /// At most 40 characters.
  public var label: String
  public var action: Action

  public enum Action: Hashable, Sendable {
    /// Sends the owner this event: 1 to 40 characters, as an `ActivityID` has.
    case event(String)
    /// Opens it.
    case url(String)
  }

  /// The name of a link button in the link of a click: its place, from 1; 0 is the text.
  public static func linkName(_ place: Int) -> String { "link-\(place)" }

  public init(label: String, action: Action) { (self.label, self.action) = (label, action) }
}
