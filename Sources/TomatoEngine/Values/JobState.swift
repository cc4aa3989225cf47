// What a job shows, what the store keeps of it, and the events for its owner.

public import TomatoLink

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

/// What a job's owner is told.
public enum OwnerEventKind: Hashable, Sendable {
  /// A person pressed this button.
  case button(String)
  /// A person clicked on the text.
  case opened
  case hidden, dismissed, stale, ended
  /// The job ended because its owner was silent for too long.
  case lost

  private static let byName: [String: OwnerEventKind] = [
    "opened": .opened, "hidden": .hidden, "dismissed": .dismissed, "stale": .stale, "ended": .ended, "lost": .lost,
  ]

  /// Its name in messages and in the store, and the button that it concerns.
  public var wireFields: (name: String, button: String?) {
    if case .button(let name) = self { return ("button", name) }
    return (Self.byName.first { $0.value == self }?.key ?? "", nil)
  }

  /// Inverse of `wireFields`; nil if unknown.
  public init?(name: String, button: String?) {
    let plain = Self.byName[name]
    guard let kind = name == "button" ? button.map(Self.button) : button == nil ? plain : nil else { return nil }
    self = kind
  }
}

public struct OwnerEvent: Hashable, Sendable {
  /// Counts its activity's events, from 1.
  public var number: Int
  public var kind: OwnerEventKind
  public var at: WallTime
  public init(number: Int, kind: OwnerEventKind, at: WallTime) {
    (self.number, self.kind, self.at) = (number, kind, at)
  }
}
