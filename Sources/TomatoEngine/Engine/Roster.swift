// All activities, with indexes of their wakes, ranks and states. So the cost of an event depends on what it changes,
// not on the number of activities.

public import TomatoLink

/// The activities of one person.
struct Roster: Sendable {
  private(set) var pomodoro: Activity
  /// Oldest first.
  private(set) var others: [Activity]
  /// The intervals of warnings and repeats, on which the wakes depend.
  private(set) var alertTimes: AlertTimes

  /// The indexed values of an activity.
  private struct Entry {
    /// Identifies the activity in the roster: 0 for the Pomodoro, higher for younger ones.
    var number: Int
    var wake: Duration?
    /// Nil while it is not shown.
    var rank: Rank?
    /// A person requested it, so it is no job.
    var isOfPerson: Bool
    var isRunning: Bool
    /// An activity that has ended keeps only its undo slot.
    var isEnded: Bool
    /// Its name in lower case; empty without a name, nil for the Pomodoro.
    var name: String?
    /// The phase that it is in; no two activities have the same.
    var token: PhaseToken
    /// Its rank among the person's activities; nil for others.
    var personRank: Rank? { isOfPerson ? rank : nil }
  }

  /// The Pomodoro's, then one for each of `others`.
  private var entries: [Entry] = []
  private var numbers: [ActivityID: Int] = [:]
  /// By name, oldest first.
  private var named: [String: [Int]] = [:]
  private var phases: [PhaseToken: Int] = [:]
  private var wakes = SortedArray<Wake>()
  private var ranks = SortedArray<Rank>()
  private var personRanks = SortedArray<Rank>()
  /// Until when an alerted activity ranks first, on CLOCK_BOOTTIME. Not stored, as it lasts a minute.
  private var alerts: [Int: Duration] = [:]
  private var runningCount = 0
  /// The numbers of ended activities.
  private var ended = SortedArray<Int>()
  /// Activities put since the last `takeChanges`, as they were before; nil for new ones.
  private var touched: [Int: Activity?] = [:]
  private var gone: [ActivityID] = []

  init(pomodoro: Activity, others: [Activity], alertTimes: AlertTimes) {
    (self.pomodoro, self.others, self.alertTimes) = (pomodoro, others, alertTimes)
    for (number, activity) in ([pomodoro] + others).enumerated() { enter(activity, number) }
  }

  // MARK: Looking

  var numbersByAge: [Int] { entries.map(\.number) }

  func number(of id: ActivityID) -> Int? { numbers[id] }

  /// The activities of that name, or all unnamed ones but the Pomodoro: oldest first.
  func activities(named name: String?) -> [Activity] { (named[(name ?? "").lowercased()] ?? []).map { self[$0] } }

  /// The activity that is in this phase.
  func activity(in phase: PhaseToken) -> ActivityID? { phases[phase].map { self[$0].id } }

  subscript(number: Int) -> Activity { at(place(of: number)) }

  subscript(id: ActivityID) -> Activity? { numbers[id].map { self[$0] } }

  var count: Int { entries.count }
  /// The number of the person's activities: the Pomodoro always counts, jobs never.
  var personCount: Int { personRanks.elements.count + (pomodoro.attributes == nil ? 1 : 0) }
  var nextWake: Duration? { wakes.elements.first?.at }
  var isAnythingRunning: Bool { runningCount > 0 }
  /// What is shown, the most relevant first.
  var order: ActivityOrder { ActivityOrder(ranks: ranks.elements) }

  /// The activity for surfaces that show only one. It is a job only while the person has requested nothing.
  var first: ActivityID? {
    guard let first = ranks.elements.first?.id, self[first]?.machine.kind == .job else {
      return ranks.elements.first?.id
    }
    return personRanks.elements.first?.id ?? first
  }

  /// Activities due up to `horizon`, by age.
  func due(upTo horizon: Duration) -> [Int] { wakes.elements.prefix { $0.at <= horizon }.map(\.number).sorted() }

  /// The relevance of an activity in the roster.
  func relevanceScore(of activity: Activity) -> Double {
    numbers[activity.id].map { score(activity, $0) } ?? activity.relevanceScore
  }

  /// An alerted activity ranks at least like a completed one.
  private func score(_ activity: Activity, _ number: Int) -> Double {
    let score = activity.relevanceScore
    return alerts[number] == nil ? score : max(score, TimerState.completed.relevanceScore)
  }

  /// Whether any activity has ended for good.
  func hasGone(at now: Moment) -> Bool { ended.elements.contains { self[$0].isGone(at: now) } }

  private func at(_ place: Int) -> Activity { place == 0 ? pomodoro : others[place - 1] }

  /// The place in `entries`.
  private func place(of number: Int) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Changing

  /// Changes one activity; notes whether it differs afterwards.
  mutating func change<R>(_ number: Int, _ body: (inout Activity) -> R) -> R {
    var activity = self[number]
    let result = body(&activity)
    put(activity, number)
    return result
  }

  mutating func put(_ activity: Activity, _ number: Int) {
    let place = place(of: number)
    guard activity != at(place) else { return }
    if touched.index(forKey: number) == nil { touched.updateValue(at(place), forKey: number) }
    if place == 0 { pomodoro = activity } else { others[place - 1] = activity }
    if !canComeFirst(activity) { alerts[number] = nil }
    refresh(place)
  }

  /// Updates the indexes of an activity.
  private mutating func refresh(_ place: Int) {
    let (old, number) = (entries[place], entries[place].number)
    let new = entry(at(place), number)
    entries[place] = new
    count(old, -1)
    count(new, 1)
    if old.wake != new.wake { replace(old.wake, new.wake, number) }
    if old.name != new.name { rename(number, old.name, new.name) }
    if old.token != new.token { (phases[old.token], phases[new.token]) = (nil, number) }
    if old.rank != new.rank {
      if let rank = old.rank { ranks.remove(rank) }
      if let rank = new.rank { ranks.insert(rank) }
    }
    if old.personRank != new.personRank {
      if let rank = old.personRank { personRanks.remove(rank) }
      if let rank = new.personRank { personRanks.insert(rank) }
    }
  }

  /// Adds a new activity; removes those that are gone and one of the same id.
  mutating func append(_ activity: Activity, at now: Moment) {
    clear(activity.id, now)
    let number = (entries.last?.number ?? 0) + 1
    others.append(activity)
    enter(activity, number)
    touched.updateValue(nil, forKey: number)
  }

  /// Ranks an alerting activity first for a minute, so that every surface shows it. A single activity needs no rank and
  /// no wake for its end.
  mutating func noteAlerts(_ effects: [Effect], at now: Duration) {
    guard ranks.elements.count > 1 else { return }
    for case .update(let id, .alert) in effects {
      guard let number = numbers[id], canComeFirst(self[number]) else { continue }
      alerts[number] = now + Ended.recency
      refresh(place(of: number))
    }
  }

  /// Ends the first rank of activities that alerted more than a minute ago.
  /// - Parameter now: nil after a reboot, to end all.
  mutating func endAlerts(at now: Duration?) -> [ActivityID] {
    let over = alerts.filter { alert in now.map { alert.value <= $0 } ?? true }.keys.sorted()
    return over.map { number in
      alerts[number] = nil
      let place = place(of: number)
      refresh(place)
      return at(place).id
    }
  }

  /// Updates every wake.
  mutating func adopt(_ times: AlertTimes) {
    guard times != alertTimes else { return }
    alertTimes = times
    wakes = SortedArray()
    for place in entries.indices {
      entries[place].wake = wake(of: at(place), entries[place].number)
      replace(nil, entries[place].wake, entries[place].number)
    }
  }

  /// Activities put since the last `takeChanges`, by age.
  var touchedNumbers: [Int] { touched.keys.filter { isHere($0) }.sorted() }

  /// The activities whose token an older activity has. The search ends early if all tokens differ.
  var duplicates: [Int] {
    guard phases.count < entries.count else { return [] }
    var seen: Set<PhaseToken> = []
    return entries.filter { !seen.insert($0.token).inserted }.map(\.number)
  }

  private func isHere(_ number: Int) -> Bool {
    let place = place(of: number)
    return place < entries.count && entries[place].number == number
  }

  /// The changes since the last call, by place.
  mutating func takeChanges() -> (gone: [ActivityID], changed: [Placed]) {
    defer {
      touched.removeAll(keepingCapacity: true)
      gone = []
    }
    let changed = touched.keys.sorted().compactMap { number -> Placed? in
      let place = place(of: number)
      guard isHere(number), touched[number] != .some(at(place)) else { return nil }
      return Placed(position: place, activity: at(place))
    }
    return (gone, changed)
  }

  private mutating func enter(_ activity: Activity, _ number: Int) {
    let entry = entry(activity, number)
    entries.append(entry)
    numbers[activity.id] = number
    count(entry, 1)
    replace(nil, entry.wake, number)
    rename(number, nil, entry.name)
    phases[entry.token] = number
    if let rank = entry.rank { ranks.insert(rank) }
    if let rank = entry.personRank { personRanks.insert(rank) }
  }

  private mutating func clear(_ id: ActivityID, _ now: Moment) {
    var left: [ActivityID] = []
    for number in ended.elements.reversed() {
      let place = place(of: number)
      let activity = at(place)
      guard activity.id == id || activity.isGone(at: now) else { continue }
      let entry = entries.remove(at: place)
      others.remove(at: place - 1)
      numbers[activity.id] = nil
      count(entry, -1)
      replace(entry.wake, nil, entry.number)
      rename(entry.number, entry.name, nil)
      phases[entry.token] = nil
      left.append(activity.id)
    }
    gone += left.reversed()
  }

  private func wake(of activity: Activity, _ number: Int) -> Duration? {
    [activity.wake(alertTimes), alerts[number]].compactMap(\.self).min()
  }

  private func isShown(_ activity: Activity, _ number: Int) -> Bool { number == 0 || activity.attributes != nil }

  /// Whether an alert may rank it first, which it may not once it is stopped or ready again.
  private func canComeFirst(_ activity: Activity) -> Bool {
    activity.attributes != nil && activity.machine.timerState != .ready
  }

  private func entry(_ activity: Activity, _ number: Int) -> Entry {
    let machine = activity.machine.any
    let deadline = machine.deadline
    let isShown = isShown(activity, number)
    let rank = Rank(
      score: score(activity, number), deadline: deadline ?? Rank.never, number: number, id: activity.id)
    return Entry(
      number: number, wake: wake(of: activity, number), rank: isShown ? rank : nil,
      isOfPerson: activity.attributes != nil && activity.machine.kind != .job,
      isRunning: machine.countsTime, isEnded: number != 0 && activity.attributes == nil,
      name: number == 0 ? nil : (activity.name ?? "").lowercased(), token: machine.token)
  }

  private mutating func count(_ entry: Entry, _ sign: Int) {
    if entry.isRunning { runningCount += sign }
    if entry.isEnded { if sign > 0 { ended.insert(entry.number) } else { ended.remove(entry.number) } }
  }

  private mutating func rename(_ number: Int, _ old: String?, _ new: String?) {
    if let old {
      named[old]?.removeAll { $0 == number }
      if named[old]?.isEmpty == true { named[old] = nil }
    }
    guard let new else { return }
    var all = named[new] ?? []
    all.insert(number, at: all.firstIndex { $0 > number } ?? all.count)
    named[new] = all
  }

  private mutating func replace(_ old: Duration?, _ new: Duration?, _ number: Int) {
    if let old { wakes.remove(Wake(at: old, number: number)) }
    if let new { wakes.insert(Wake(at: new, number: number)) }
  }
}

/// When an activity next has something to do by itself.
private struct Wake: Comparable, Sendable {
  var at: Duration
  var number: Int
  static func < (a: Wake, b: Wake) -> Bool { (a.at, a.number) < (b.at, b.number) }
}

/// An activity's place in the order of relevance: score, then nearest deadline, then older.
struct Rank: Comparable, Sendable {
  var score: Double
  var deadline: Duration
  var number: Int
  var id: ActivityID

  /// Later than every deadline.
  static let never: Duration = .seconds(Int64.max / 1000)

  static func < (a: Rank, b: Rank) -> Bool {
    if a.score != b.score { return a.score > b.score }
    if a.deadline != b.deadline { return a.deadline < b.deadline }
    return a.number < b.number
  }
}

/// The ids of the activities that a person sees, the most relevant first. It shares the engine's storage, and later
/// events do not change it.
public struct ActivityOrder: RandomAccessCollection, Sendable {
  fileprivate let ranks: [Rank]
  public var startIndex: Int { 0 }
  public var endIndex: Int { ranks.count }
  public subscript(position: Int) -> ActivityID { ranks[position].id }

  init(ranks: [Rank]) { self.ranks = ranks }
}

/// An array in ascending order. Moving a thousand elements is faster than walking a tree.
struct SortedArray<Element: Comparable & Sendable>: Sendable {
  private(set) var elements: [Element] = []

  mutating func insert(_ element: Element) { elements.insert(element, at: place(of: element)) }

  mutating func remove(_ element: Element) {
    let place = place(of: element)
    if place < elements.count, elements[place] == element { elements.remove(at: place) }
  }

  /// Where it is, or would be: the first place whose element is not less.
  private func place(of element: Element) -> Int {
    var (low, high) = (0, elements.count)
    while low < high {
      let middle = (low + high) / 2
      if elements[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
