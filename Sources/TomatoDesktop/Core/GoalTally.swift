// Progress towards the day's goal. With a goal the history is read once a day, and later changes are counted.

internal import TomatoEngine
internal import TomatoLink
internal import TomatoRecord
package import TomatoWords

/// Counts the focus phases that began today and were completed.
package final class GoalTally {
  package var settings = GoalSettings() {
    didSet { if settings != oldValue { forget() } }
  }
  private let zone: String?
  private let count: (_ time: Range<WallTime>) -> CountedFocus
  private var counted: (day: Range<WallTime>, tokens: Set<PhaseToken>)?

  init(zone: String?, count: @escaping (Range<WallTime>) -> CountedFocus) { (self.zone, self.count) = (zone, count) }

  /// Adds the goal's progress to the Pomodoro's content; returns any other content unchanged.
  func addingGoal(to content: Content, at now: Moment) -> Content {
    guard content.id == .pomodoro, settings.focusPerDay > 0 else { return content }
    var content = content
    content.goal = DailyGoal(done: tokens(at: now.wall).count, wanted: settings.focusPerDay)
    return content
  }

  /// The day that holds a moment, as the person counts days.
  func today(at now: WallTime) -> Range<WallTime> {
    let calendar = RecordCalendar(startMinutes: settings.dayStarts, zone: zone)
    return calendar.span(of: calendar.day(of: now))
  }

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

  func forget() { counted = nil }

  /// The end of the counted day, when the progress becomes wrong; nil if nothing was counted.
  var dayEnds: WallTime? { counted?.day.upperBound }

  /// Forgets a day that `now` is not in, because it is over or the clock was set.
  func forgetOtherDays(than now: WallTime) {
    if let counted, !counted.day.contains(now) { forget() }
  }
}
