// What a job shows, and what the store keeps of it.

public import TomatoLink

/// How a job came to its end.
public enum JobOutcome: String, Hashable, Sendable, CaseIterable {
  case done, failed
  /// Its owner went away without ending it.
  case lost
}

/// What a job shows beside the clock.
public struct JobState: Hashable, Sendable {
  public var content: JobContent
  /// Nil while it goes on.
  public var outcome: JobOutcome?
  public init(content: JobContent, outcome: JobOutcome? = nil) { (self.content, self.outcome) = (content, outcome) }
}

/// What the store keeps of a job beside the values of every kind.
public struct StoredJob: Hashable, Sendable {
  public var shown: JobState
  public var owner: OwnerToken?
  public var awaited: Duration?
  public init(shown: JobState, owner: OwnerToken? = nil, awaited: Duration? = nil) {
    (self.shown, self.owner, self.awaited) = (shown, owner, awaited)
  }
}
