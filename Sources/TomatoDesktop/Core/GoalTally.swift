// Progress towards the day's goal. The history is read once a day; later additions and removals are counted. Without a
// goal it is never read.

internal import TomatoEngine
internal import TomatoLink
internal import TomatoRecord
package import TomatoWords

/// Counts the focus phases that began today and were completed.
package final class GoalTally {
  /// Changed settings discard the count.
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

  /// Adds the goal's progress to the Pomodoro's content; returns any other content unchanged.
  func addingGoal(to content: Content, at now: Moment) -> Content {
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
    // An incomplete count is retried later.
    let found = count(today)
    if found.isWhole { counted = (today, found.tokens) }
    return found.tokens
  }

  /// Rows were added to or removed from the history. A row that replaces another one has its token.
  func note(added: [IntervalRecord], removed: [PhaseToken]) {
    guard var it = counted else { return }
    for token in removed + added.map(\.token) { it.tokens.remove(token) }
    for row in added where row.isCounted && it.day.contains(row.began) { it.tokens.insert(row.token) }
    counted = it
  }

  /// Discards the count; the next query reads the history again.
  func forget() { counted = nil }

  /// The end of the counted day, when the progress becomes wrong; nil if nothing was counted.
  var dayEnds: WallTime? { counted?.day.upperBound }

  /// Forgets a day that `now` is not in, because it is over or the clock was set.
  func forgetOtherDays(than now: WallTime) {
    if let counted, !counted.day.contains(now) { forget() }
  }
}
