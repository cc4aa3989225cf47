// The content state (ActivityKit's term) of a program's activity, of the kind `job`.

/// Only the owner changes it.
public struct JobContent: Hashable, Sendable {
  /// At most 200 characters.
  public var text: String?
  /// `text` for the compact presentation, at most 8 characters.
  public var short: String?
  public var progress: JobProgress?
  /// The expected end.
  public var ends: WallTime?
  /// The beginning, for a card that counts up. Ignored with `ends`.
  public var since: WallTime?
  /// At most 4, most useful first; 3 are shown.
  public var buttons: [JobButton] = []
  /// The time without an update after which it is stale, 1 s to 24 h.
  public var staleAfter = JobContent.usualStaleAfter
  /// The order among jobs, 0 to 100; higher comes first.
  public var relevance = JobContent.usualRelevance
  /// The program's own state, opaque and never shown. A restarted program reads it and goes on.
  public var state: String?

  public init() {}

  public static let usualStaleAfter: Duration = .hours(1)
  public static let usualRelevance = 50

  public static let textLimit = 200
  public static let shortLimit = 8
  public static let buttonLimit = 4
  public static let labelLimit = 40
  /// The bytes that a text of so many characters may have.
  public static func byteLimit(ofText characters: Int) -> Int { characters * 8 }
  /// The limit of the content as JSON (ActivityKit's limit).
  public static let byteLimit = 4096
}

public enum JobProgress: Hashable, Sendable {
  /// Indeterminate.
  case unknown
  /// 0 to 1.
  case fraction(Double)
  /// Done and total: total is at least 1, done is at most total.
  case count(Int, of: Int)

  /// Rounded down, so that 100 means that nothing is left.
  public var percent: Int? {
    switch self {
    case .unknown: nil
    // 1e-6, because binary numbers are a little below decimals such as 0.29.
    case .fraction(let share): min(Int(share * 100 + 1e-6), share < 1 ? 99 : 100)
    case .count(let done, let all): done * 100 / all
    }
  }
}

public struct JobButton: Hashable, Sendable {
  /// At most 40 characters.
  public var label: String
  public var action: Action

  public enum Action: Hashable, Sendable {
    /// Sends this event to the owner. Its name has the form of an `ActivityID`.
    case event(String)
    /// Opens this link.
    case url(String)
  }

  /// The event of a click that opens a link. `place` is the number of the button, from 1, or 0 for the text.
  public static func linkName(_ place: Int) -> String { "link-\(place)" }

  public init(label: String, action: Action) { (self.label, self.action) = (label, action) }
}
