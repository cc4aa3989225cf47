// What shows the time beside the island, and the decisions that follow: whether there is to be a tray item, whether a
// card may come up, and what it has beside it. One clock is enough: while a view is there, there is no item, and when
// it goes the item takes over. A card that changes right after it came up looks broken, so the first one waits for
// the first answer of tray and view. A short absence of the panel or the view, as at a restart, is ignored.

package import TomatoIsland

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
  package var view: View
  /// What the views are for the island, or were; `none` before the first one.
  private var clock: OtherClock
  /// Since when only a ring is left of them.
  private var ringAlone: Duration?

  /// A view, or several.
  package enum View: Equatable {
    case none
    /// It was there when the last daemon ended, and may say so any moment; not awaited any more at `until`.
    case awaited(until: Duration)
    case shown
    /// It has gone, or starts anew.
    case missing(since: Duration)
    /// It has gone for good, and the tray item is on its way; not awaited any more at `until`.
    case replaced(until: Duration)
  }

  package init(
    isAwaited: Bool = true, isShown: Bool = false, hasBegun: Bool = false, since: Duration = .zero,
    missing: Duration? = nil, view: View = .none, clock: OtherClock = .none
  ) {
    (self.isAwaited, self.isShown, self.hasBegun, self.since) = (isAwaited, isShown, hasBegun, since)
    (self.missing, self.view, self.clock) = (missing, view, clock)
  }

  /// Takes what the views are that are there.
  package mutating func note(view new: OtherClock, at now: Duration) {
    if new != .none {
      view = .shown
      return note(clock: new, at: now)
    }
    switch view {
    case .shown: view = .missing(since: now)
    case .missing(let since) where now >= since + Self.longestAbsence: view = .replaced(until: now + Self.longestWait)
    case .awaited(let until) where now >= until: view = .none
    case .none, .awaited, .missing, .replaced: break
    }
  }

  private mutating func note(clock new: OtherClock, at now: Duration) {
    let since = new == .tray && clock == .view ? ringAlone ?? now : nil
    let isAbsence = since.map { now < $0 + Self.longestAbsence } ?? false
    (ringAlone, clock) = isAbsence ? (since, .view) : (nil, new)
  }

  /// There is to be an item, if a person wants one.
  package var wantsItem: Bool {
    switch view {
    case .none, .replaced: true
    case .awaited, .shown, .missing: false
    }
  }

  /// Takes the tray's current state.
  /// - Parameters:
  ///   - isShown: nil without an item.
  ///   - now: in the time of `since`.
  package mutating func note(isShown: Bool?, isAwaited: Bool, at now: Duration) {
    if since == .zero { since = now }
    if isShown != false { missing = nil } else if self.isShown { missing = now }
    (self.isShown, self.isAwaited) = (isShown == true, isAwaited)
    if case .replaced(let until) = view, isShown != false || !isAwaited || now >= until {
      (view, clock) = (.none, .none)
    }
  }

  /// The decision for the island.
  package enum Verdict: Equatable {
    /// No card comes up before this moment, or the answer of tray and view.
    case wait(until: Duration)
    /// Cards come up, beside this. Decide again at `until`.
    case go(beside: OtherClock, until: Duration?)
    /// The tray is gone for good: cards come up with nothing beside them.
    case lost
  }

  /// Longer than a working tray needs to answer, shorter than a user waits.
  package static let longestWait = Duration.seconds(1)
  /// Longer than a panel's restart takes.
  static let longestAbsence = Duration.seconds(5)

  /// - now: in the time of `since`.
  package func verdict(at now: Duration) -> Verdict {
    switch view {
    case .shown: return .go(beside: clock, until: ringAlone.map { $0 + Self.longestAbsence })
    case .missing(let since): return .go(beside: clock, until: since + Self.longestAbsence)
    case .replaced(let until): return .go(beside: clock, until: until)
    case .awaited(let until): return hasBegun ? .go(beside: .none, until: until) : .wait(until: until)
    case .none: return verdictOfTray(at: now)
    }
  }

  private func verdictOfTray(at now: Duration) -> Verdict {
    if !hasBegun, isAwaited, now < since + Self.longestWait { return .wait(until: since + Self.longestWait) }
    if isShown { return .go(beside: .tray, until: nil) }
    guard let missing else { return .go(beside: .none, until: nil) }
    guard now < missing + Self.longestAbsence else { return .lost }
    return .go(beside: .tray, until: missing + Self.longestAbsence)
  }
}
