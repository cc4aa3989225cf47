// Events for the owner of a job.

public import TomatoLink

/// The kinds of owner events.
public enum OwnerEventKind: Hashable, Sendable {
  /// A person pressed this button.
  case button(String)
  /// A person clicked on the text.
  case opened
  case hidden, dismissed, stale, ended
  /// The job ended because its owner was silent for too long.
  case lost

  /// Its name in messages and in the store, and the button that it concerns.
  public var wireFields: (name: String, button: String?) {
    switch self {
    case .button(let name): ("button", name)
    case .opened: ("opened", nil)
    case .hidden: ("hidden", nil)
    case .dismissed: ("dismissed", nil)
    case .stale: ("stale", nil)
    case .ended: ("ended", nil)
    case .lost: ("lost", nil)
    }
  }

  /// Inverse of `wireFields`; nil if unknown.
  public init?(name: String, button: String?) {
    switch (name, button) {
    case ("button", let button?): self = .button(button)
    case ("opened", nil): self = .opened
    case ("hidden", nil): self = .hidden
    case ("dismissed", nil): self = .dismissed
    case ("stale", nil): self = .stale
    case ("ended", nil): self = .ended
    case ("lost", nil): self = .lost
    default: return nil
    }
  }
}

/// One event for the owner of a job.
public struct OwnerEvent: Hashable, Sendable {
  /// Counts its activity's events, from 1.
  public var number: Int
  public var kind: OwnerEventKind
  public var at: WallTime
  public init(number: Int, kind: OwnerEventKind, at: WallTime) {
    (self.number, self.kind, self.at) = (number, kind, at)
  }
}
