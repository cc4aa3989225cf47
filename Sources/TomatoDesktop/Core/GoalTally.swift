// How much of the day's goal is done. The history is looked at once a day, and from then on what is added and removed
// is counted; without a goal it is never looked at.

internal import TomatoEngine
internal import TomatoLink
internal import TomatoRecord
package import TomatoWords

/// Counts the focus phases that began today and were completed.
package final class GoalTally {
  /// What was counted is forgotten with the settings that it was counted for.
  package var settings: GoalSettings {
    didSet { if settings != oldValue { forget() } }
  }
  private let count: (_ time: Range<WallTime>) -> CountedFocus
  /// The day that holds a moment, by `GoalSettings.dayStarts`.
  private let day: (_ moment: WallTime, _ dayStarts: Int) -> Range<WallTime>
  private var counted: (day: Range<WallTime>, tokens: Set<PhaseToken>)?

  init(
    settings: GoalSettings = GoalSettings(), count: @escaping (Range<WallTime>) -> CountedFocus,
    day: @escaping (WallTime, Int) -> Range<WallTime>
  ) {
    (self.settings, self.count, self.day) = (settings, count, day)
  }

  /// Nil without a goal.
  func goal(at now: WallTime) -> DailyGoal? {
    guard settings.focusPerDay > 0 else { return nil }
    return DailyGoal(done: tokens(at: now).count, wanted: settings.focusPerDay)
  }

  /// The content with how much of the goal is done, if it is the Pomodoro's.
  func completing(_ content: Content, at now: Moment) -> Content {
    guard content.id == .pomodoro, let goal = goal(at: now.wall) else { return content }
    var content = content
    content.goal = goal
    return content
  }

  /// The day that holds a moment, as the person counts days.
  func today(at now: WallTime) -> Range<WallTime> { day(now, settings.dayStarts) }

  private func tokens(at now: WallTime) -> Set<PhaseToken> {
    if let counted, counted.day.contains(now) { return counted.tokens }
    let today = today(at: now)
    // What cannot be read now may be readable later in the day.
    let found = count(today)
    if found.isWhole { counted = (today, found.tokens) }
    return found.tokens
  }

  /// These rows of the history are new, or gone. A row that replaces another one has its token.
  func note(added: [IntervalRecord], removed: [PhaseToken]) {
    guard var it = counted else { return }
    for token in removed + added.map(\.token) { it.tokens.remove(token) }
    for row in added where row.isCounted && it.day.contains(row.began) { it.tokens.insert(row.token) }
    counted = it
  }

  /// The next question looks into the history again.
  func forget() { counted = nil }

  /// When what was said of the goal is wrong because the day is over; nil if nothing was said.
  var dayEnds: WallTime? { counted?.day.upperBound }

  /// Forgets a day that `now` is not in, because it is over or the clock was set.
  func forgetOtherDays(than now: WallTime) {
    if let counted, !counted.day.contains(now) { forget() }
  }
}
