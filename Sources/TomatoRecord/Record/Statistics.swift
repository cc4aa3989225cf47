// Sums over the record. Pure: the day of an interval and the clock are arguments.
//
// Rules (for users: docs/record.md):
// 1. An interval belongs to the day on which it began, with all of its time.
// 2. Focus time is the active time of every focus; a focus counts as completed when it reached zero, and only then.
// 3. Active time is added to the hours in which it passed. If the pauses are unknown, a focus counts as uninterrupted
// from its beginning.
// 4. Tasks are grouped by their text without tags; a task counts for each of its tags.

package import TomatoEngine
package import TomatoLink

/// Allows ranges of days to be counted and iterated.
extension RecordDay: Strideable {
  package func distance(to other: RecordDay) -> Int { other.number - number }
  package func advanced(by days: Int) -> RecordDay { self + days }
}

package struct FocusSum: Hashable {
  package var active = Duration.zero
  /// Phases that reached zero.
  package var completed = 0

  package init(active: Duration = .zero, completed: Int = 0) {
    (self.active, self.completed) = (active, completed)
  }

  package static func += (sum: inout FocusSum, other: FocusSum) {
    sum.active += other.active
    sum.completed += other.completed
  }
}

package struct PauseSum: Hashable {
  /// Number of phases with known pauses, including phases without any.
  package var known = 0
  /// Number of phases with unknown pauses: older ones, and imports without them.
  package var unknown = 0
  package var count = 0
  package var length = Duration.zero
}

package struct Statistics {
  /// The days, the last one included. Intervals that began on other days are ignored.
  package let days: ClosedRange<RecordDay>
  private var ofDays: [DaySum] = []
  private var dayIndexes: [RecordDay: Int] = [:]
  /// One for each different text of a task, so that its tags are parsed once.
  private var tasks: [TaskSum] = []
  private var taskIndexes: [String: Int] = [:]
  private var hourLengths = [Int64](repeating: 0, count: 24)
  /// The outcomes of the focus phases that did not reach zero.
  private var unfinished: [PhaseOutcome: Int] = [:]
  package private(set) var pauses = PauseSum()
  package private(set) var breaks = Duration.zero
  package private(set) var total = FocusSum()

  private struct DaySum {
    let day: RecordDay
    var sum = FocusSum()
    /// By the task's index.
    var active: [Int: Duration] = [:]
  }

  private struct TaskSum {
    var tags: Tags
    var sum = FocusSum()
    /// The latest beginning.
    var began = WallTime(milliseconds: .min)
  }

  package init(_ days: ClosedRange<RecordDay>) { self.days = days }

  /// No focus and no break began on these days.
  package var isEmpty: Bool { ofDays.isEmpty && breaks == .zero }

  /// Adds an interval; in any order.
  package mutating func add(_ row: IntervalRecord, of day: RecordDay, _ clock: HourClock) {
    if row.mode.isBreak { add(break: row.active, of: day) }
    guard days.contains(day), row.mode == .focus else { return }
    let sum = FocusSum(active: row.active, completed: row.outcome == .completed ? 1 : 0)
    total += sum
    if row.outcome != .completed { unfinished[row.outcome, default: 0] += 1 }
    let task = index(of: row.task ?? "")
    tasks[task].sum += sum
    tasks[task].began = max(tasks[task].began, row.began)
    let place = place(of: day)
    ofDays[place].sum += sum
    ofDays[place].active[task, default: .zero] += sum.active
    if let list = row.pauses {
      pauses.known += 1
      pauses.count += list.count
      pauses.length += list.sum
    } else {
      pauses.unknown += 1
    }
    addHours(of: row, clock)
  }

  package mutating func add(break length: Duration, of day: RecordDay) {
    if days.contains(day) { breaks += length }
  }

  /// Tries the last added day first, because rows are usually in order.
  private mutating func place(of day: RecordDay) -> Int {
    if ofDays.last?.day == day { return ofDays.count - 1 }
    if let known = dayIndexes[day] { return known }
    dayIndexes[day] = ofDays.count
    ofDays.append(DaySum(day: day))
    return ofDays.count - 1
  }

  private mutating func index(of task: String) -> Int {
    if let known = taskIndexes[task] { return known }
    taskIndexes[task] = tasks.count
    tasks.append(TaskSum(tags: Tags(task)))
    return tasks.count - 1
  }

  // MARK: Hours

  /// Distributes the active time over the hours in which it passed.
  private mutating func addHours(of row: IntervalRecord, _ clock: HourClock) {
    let active = row.active.inMilliseconds
    let length = Self.length(of: row, active)
    guard length > 0 else {
      hourLengths[clock.hour(of: row.began)] += active
      return
    }
    // Scales cumulative sums, so that rounding errors do not add up.
    var (passed, given) = (Int64(0), Int64(0))
    Self.forEachStretch(of: row, active) { stretch in
      clock.forEachHour(in: stretch) { hour, part in
        passed += part
        let share = length == active ? passed : Self.scaled(active, passed, length)
        hourLengths[hour] += share - given
        given = share
      }
    }
  }

  private static func length(of row: IntervalRecord, _ active: Int64) -> Int64 {
    var length: Int64 = 0
    forEachStretch(of: row, active) { length += $0.upperBound.milliseconds - $0.lowerBound.milliseconds }
    return length
  }

  /// The active stretches of an interval: between its pauses; its first `active` milliseconds if none are known.
  private static func forEachStretch(of row: IntervalRecord, _ active: Int64, _ body: (Range<WallTime>) -> Void) {
    let end = max(row.began, row.ended)
    // Intervals of more than a day come from a clock change.
    let last = min(end, WallTime(milliseconds: row.began.milliseconds + 86_400_000))
    guard row.pauses?.isEmpty == false else {
      body(row.began..<min(last, WallTime(milliseconds: row.began.milliseconds + active)))
      return
    }
    row.forEachStretch(until: last, body)
  }

  /// `a * b / c` without an overflow.
  private static func scaled(_ a: Int64, _ b: Int64, _ c: Int64) -> Int64 {
    let (high, low) = a.multipliedFullWidth(by: b)
    guard high < c else { return a }
    return c.dividingFullWidth((high, low)).quotient
  }

  // MARK: Results

  package var byDay: [RecordDay: FocusSum] { dayIndexes.mapValues { ofDays[$0].sum } }

  package var outcomes: [PhaseOutcome: Int] {
    total.completed == 0 ? unfinished : unfinished.merging([.completed: total.completed]) { $0 + $1 }
  }

  /// By the task's text; the empty one is for no task.
  package var byTask: [String: FocusSum] {
    tasks.reduce(into: [:]) { sums, task in sums[task.tags.text, default: FocusSum()] += task.sum }
  }

  /// By the tag without its `#`, in its latest spelling.
  package var byTag: [String: FocusSum] {
    var found: [String: (name: String, sum: FocusSum)] = [:]
    for task in tasks.sorted(by: { $0.began < $1.began }) {
      for name in task.tags.names {
        let key = name.lowercased()
        found[key] = (name, found[key]?.sum ?? FocusSum())
        found[key]?.sum += task.sum
      }
    }
    return Dictionary(found.values.map { ($0.name, $0.sum) }) { first, _ in first }
  }

  /// Focus time of a day, by task as in `byTask`.
  package func tasks(of day: RecordDay) -> [String: Duration] {
    (dayIndexes[day].map { ofDays[$0].active } ?? [:]).reduce(into: [:]) { lengths, entry in
      lengths[tasks[entry.key].tags.text, default: .zero] += entry.value
    }
  }

  /// Focus time in each hour of the day, 0 to 23.
  package var hours: [Duration] { hourLengths.map { .milliseconds($0) } }

  package func sum(of day: RecordDay) -> FocusSum { dayIndexes[day].map { ofDays[$0].sum } ?? FocusSum() }

  package func sum(of days: ClosedRange<RecordDay>) -> FocusSum {
    ofDays.reduce(into: FocusSum()) { sum, entry in if days.contains(entry.day) { sum += entry.sum } }
  }

  /// The number of days with at least this many completed focus phases.
  package func daysReaching(_ wanted: Int) -> Int { ofDays.count { $0.sum.completed >= wanted } }

  /// Percentage of each outcome; the sum is 100.
  package var percents: [PhaseOutcome: Int] {
    let all = outcomes.values.reduce(0, +)
    var percents = outcomes.mapValues { ($0 * 100 + all / 2) / all }
    // The rounding error goes to the largest part, where it is least visible.
    if let most = outcomes.max(by: { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) })?.key {
      percents[most, default: 0] += 100 - percents.values.reduce(0, +)
    }
    return percents
  }

  /// The largest first; equal ones by name.
  package static func ranked(_ sums: [String: FocusSum]) -> [(name: String, sum: FocusSum)] {
    sums.map { (name: $0.key, sum: $0.value) }.sorted { a, b in
      a.sum.active == b.sum.active ? a.name < b.name : a.sum.active > b.sum.active
    }
  }
}

extension IntervalRecord {
  /// Passes on the stretches between the pauses.
  func forEachStretch(until end: WallTime, _ body: (Range<WallTime>) -> Void) {
    var begin = began
    for pause in pauses ?? [] where pause.began >= begin && pause.began <= end {
      if pause.began > begin { body(begin..<pause.began) }
      begin = pause.began + pause.length
    }
    if begin < end { body(begin..<end) }
  }
}

/// Days in a row with at least one completed focus.
package struct Streak: Hashable {
  /// The streak up to today or yesterday, because an unfinished day does not break it.
  package private(set) var current = 0
  package private(set) var longest = 0
  /// The last day of the longest streak; of equal ones, the latest.
  package private(set) var longestEnded: RecordDay?

  package init() {}
  private var last: RecordDay?
  private var run = 0

  /// Adds a day with a completed focus; days must be in order, repeats are allowed.
  package mutating func add(_ day: RecordDay) {
    guard last.map({ day > $0 }) ?? true else { return }
    run = last == day - 1 ? run + 1 : 1
    last = day
    if run >= longest { (longest, longestEnded) = (run, day) }
  }

  /// Call after the last day.
  package mutating func finish(on today: RecordDay) { current = last.map { $0 >= today - 1 } == true ? run : 0 }
}
