// What the island has to know of the tray, and the one decision that follows: may a card come up now, and does a tray
// item show the time beside it? A card that changes a moment after it came up looks broken, so the first one waits for
// the tray's first answer; and a panel that starts anew is away for a moment, which changes nothing.

/// What is known of our tray item.
package nonisolated struct TrayState: Equatable {
  /// An item is wanted, and no tray has answered yet. There is a bus, or there may be one soon.
  package var isAwaited: Bool
  /// A person can see the item.
  package var isShown: Bool
  /// Cards come up already.
  package var hasBegun: Bool
  /// When the first card was ready, in time that never jumps.
  package var since: Duration
  /// Since when an item that was shown is shown no more, in the same time; nil if it is, or never was.
  package var missing: Duration?

  package init(
    isAwaited: Bool = true, isShown: Bool = false, hasBegun: Bool = false, since: Duration = .zero,
    missing: Duration? = nil
  ) {
    (self.isAwaited, self.isShown, self.hasBegun, self.since) = (isAwaited, isShown, hasBegun, since)
    self.missing = missing
  }

  /// Takes in how the tray is now.
  /// - Parameters:
  ///   - isShown: nil without an item.
  ///   - now: in the time of `since`.
  package mutating func note(isShown: Bool?, isAwaited: Bool, at now: Duration) {
    if since == .zero { since = now }
    if isShown != false { missing = nil } else if self.isShown { missing = now }
    (self.isShown, self.isAwaited) = (isShown == true, isAwaited)
  }

  /// What follows for the island.
  package enum Verdict: Equatable {
    /// No card comes up before this moment, or the tray's answer.
    case wait(until: Duration)
    /// Cards come up; with a tray item beside them, or without. Asked again at `until`.
    case go(besideItem: Bool, until: Duration?)
    /// The tray is gone for good: cards come up without an item beside them.
    case lost
  }

  /// Longer than a bus with a working tray needs, shorter than a person waits.
  static let longestWait = Duration.seconds(1)
  /// Longer than a panel needs to start anew.
  static let longestAbsence = Duration.seconds(5)

  /// - now: in the time of `since`.
  package func verdict(at now: Duration) -> Verdict {
    if !hasBegun, isAwaited, now < since + Self.longestWait { return .wait(until: since + Self.longestWait) }
    if isShown { return .go(besideItem: true, until: nil) }
    guard let missing else { return .go(besideItem: false, until: nil) }
    guard now < missing + Self.longestAbsence else { return .lost }
    return .go(besideItem: true, until: missing + Self.longestAbsence)
  }
}
