// The tray's state for the island, and the decision whether a card may come up and whether a tray item shows the time
// beside it. A card that changes right after it came up looks broken, so the first one waits for the tray's first
// answer. A short absence of the panel, as at its restart, is ignored.

/// The state of our tray item.
package nonisolated struct TrayState: Equatable {
  /// An item is enabled, no tray has answered yet, and there is or may soon be a bus.
  package var isAwaited: Bool
  /// Whether the item is visible.
  package var isShown: Bool
  /// Whether cards already come up.
  package var hasBegun: Bool
  /// When the first card was ready, on the steady clock.
  package var since: Duration
  /// Since when a shown item is missing, on the same clock; nil if shown, or never shown.
  package var missing: Duration?

  package init(
    isAwaited: Bool = true, isShown: Bool = false, hasBegun: Bool = false, since: Duration = .zero,
    missing: Duration? = nil
  ) {
    (self.isAwaited, self.isShown, self.hasBegun, self.since) = (isAwaited, isShown, hasBegun, since)
    self.missing = missing
  }

  /// Takes the tray's current state.
  /// - Parameters:
  ///   - isShown: nil without an item.
  ///   - now: in the time of `since`.
  package mutating func note(isShown: Bool?, isAwaited: Bool, at now: Duration) {
    if since == .zero { since = now }
    if isShown != false { missing = nil } else if self.isShown { missing = now }
    (self.isShown, self.isAwaited) = (isShown == true, isAwaited)
  }

  /// The decision for the island.
  package enum Verdict: Equatable {
    /// No card comes up before this moment, or the tray's answer.
    case wait(until: Duration)
    /// Cards come up, with or without a tray item beside them. Decide again at `until`.
    case go(besideItem: Bool, until: Duration?)
    /// The tray is gone for good: cards come up without an item beside them.
    case lost
  }

  /// Longer than a working tray needs to answer, shorter than a user waits.
  static let longestWait = Duration.seconds(1)
  /// Longer than a panel's restart takes.
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
