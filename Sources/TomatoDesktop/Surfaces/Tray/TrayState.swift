// Decides whether the tray item is shown and whether the island may open, from the state of tray and views.
//
// Rules:
// - While a view shows the time there is no tray item. When the view goes, the item takes its place.
// - The first card waits, at most a second, until tray and view have answered: a card that changes right after it
//   appeared looks broken.
// - A short absence of the panel or the view is ignored, because either may be restarting.

internal import TomatoIsland

/// The state of our tray item and of the views. All times are on the steady clock.
nonisolated struct TrayState: Equatable {
  /// A tray item is enabled and no tray has answered yet, but one may still answer.
  var isAwaited = true
  var isShown = false
  /// Whether cards already come up.
  var hasBegun = false
  /// When the tray's state was first noted; the first card waits from then on.
  var since = Duration.zero
  /// Since when a shown item is missing; nil if shown, or never shown.
  var missing: Duration?
  var view = View.none
  /// How the views show the time, or did last; `none` before the first view.
  var otherClock = OtherClock.none
  /// Since when the only remaining views are rings, which show no digits.
  var ringAlone: Duration?

  /// The state of all views together.
  enum View: Equatable {
    case none
    /// A view was there when the last daemon ended. It may come back before `until`.
    case awaited(until: Duration)
    case shown
    /// It has gone, perhaps only to restart.
    case missing(since: Duration)
    /// It has gone for good. The tray item may take up to `until` to appear.
    case replaced(until: Duration)
  }

  mutating func note(view new: OtherClock, at now: Duration) {
    if new != .none {
      view = .shown
      return note(otherClock: new, at: now)
    }
    switch view {
    case .shown: view = .missing(since: now)
    case .missing(let since) where now >= since + Self.longestAbsence: view = .replaced(until: now + Self.longestWait)
    case .awaited(let until) where now >= until: view = .none
    case .none, .awaited, .missing, .replaced: break
    }
  }

  private mutating func note(otherClock new: OtherClock, at now: Duration) {
    let since = new == .tray && otherClock == .view ? ringAlone ?? now : nil
    let isAbsence = since.map { now < $0 + Self.longestAbsence } ?? false
    (ringAlone, otherClock) = isAbsence ? (since, .view) : (nil, new)
  }

  /// Whether the tray item should be shown, if it is enabled.
  var wantsItem: Bool {
    switch view {
    case .none, .replaced: true
    case .awaited, .shown, .missing: false
    }
  }

  /// - isShown: nil without an item.
  mutating func note(isShown: Bool?, isAwaited: Bool, at now: Duration) {
    if since == .zero { since = now }
    if isShown != false { missing = nil } else if self.isShown { missing = now }
    (self.isShown, self.isAwaited) = (isShown == true, isAwaited)
    if case .replaced(let until) = view, isShown != false || !isAwaited || now >= until {
      (view, otherClock) = (.none, .none)
    }
  }

  enum Verdict: Equatable {
    /// No card is shown until this moment, or until tray and view have answered.
    case wait(until: Duration)
    /// Cards are shown, and `beside` shows the time too. Decide again at `until`.
    case go(beside: OtherClock, until: Duration?)
    /// The tray is gone for good: cards are shown, and nothing else shows the time.
    case lost
  }

  /// Longer than a working tray needs to answer, shorter than a user waits.
  static let longestWait = Duration.seconds(1)
  /// Longer than a panel's restart takes.
  static let longestAbsence = Duration.seconds(5)

  func verdict(at now: Duration) -> Verdict {
    switch view {
    case .shown: return .go(beside: otherClock, until: ringAlone.map { $0 + Self.longestAbsence })
    case .missing(let since): return .go(beside: otherClock, until: since + Self.longestAbsence)
    case .replaced(let until): return .go(beside: otherClock, until: until)
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
