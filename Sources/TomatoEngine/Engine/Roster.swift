// All activities of one person, with indexes of their wakes, ranks and states. So the cost of an event depends on what
// it changes, not on the number of activities.

public import TomatoLink

struct Roster: Sendable {
  private(set) var pomodoro: Activity
  /// Oldest first.
  private(set) var others: ActivityList
  /// `alertBefore` and `alertRepeat` decide the wakes.
  private(set) var settings: Settings

  /// The indexed values of an activity.
  private struct Entry: Equatable {
    /// Identifies the activity in the roster: `pomodoroNumber`, or a higher one for younger activities.
    var number: Int
    var wake: Wake?
    /// Nil while it is not shown.
    var rank: Rank?
    /// A person requested it, so it is no job.
    var isOfPerson: Bool
    var isRunning: Bool
    /// Its number while it is not shown, so that it can be removed once it is gone.
    var ended: Int?
    /// Its name in lower case; empty without a name, nil for the Pomodoro.
    var name: String?
    /// The phase that it is in; no two activities have the same.
    var token: PhaseToken
  }

  /// The Pomodoro's, then one for each of `others`.
  private var entries: [Entry] = []
  private var numbers: [ActivityID: Int] = [:]
  private var named: [String: SortedArray<Int>] = [:]
  private var phases: [PhaseToken: Int] = [:]
  private var wakes = SortedArray<Wake>()
  private var ranks = SortedArray<Rank>()
  /// Until when an alerted activity ranks first, on CLOCK_BOOTTIME. Not stored, as it lasts a minute.
  private var alerts: [Int: Duration] = [:]
  private var runningCount = 0
  private var requestedCount = 0
  private var ended = SortedArray<Int>()
  /// Activities put since the last `takeChanges`, as they were before; nil for new ones.
  private var touched: [Int: Activity?] = [:]
  private var gone: [ActivityID] = []

  init(pomodoro: Activity, others: ActivityList, settings: Settings) {
    (self.pomodoro, self.others, self.settings) = (pomodoro, others, settings)
    for (number, activity) in all.enumerated() { enter(activity, number) }
  }

  // MARK: Looking

  static let pomodoroNumber = 0

  var all: [Activity] { [pomodoro] + others }

  var numbersByAge: [Int] { entries.map(\.number) }

  func number(of id: ActivityID) -> Int? { numbers[id] }

  /// The activities of that name, or all unnamed ones but the Pomodoro: oldest first.
  func activities(named name: String?) -> [Activity] {
    (named[(name ?? "").lowercased()]?.elements ?? []).map { self[$0] }
  }

  func activity(in phase: PhaseToken) -> ActivityID? { phases[phase].map { self[$0].id } }

  subscript(number: Int) -> Activity { at(place(of: number)) }

  subscript(id: ActivityID) -> Activity? { numbers[id].map { self[$0] } }

  var count: Int { entries.count }
  /// The number of the person's activities: the Pomodoro always counts, jobs never.
  var personCount: Int { requestedCount + (pomodoro.attributes == nil ? 1 : 0) }
  var nextWake: Duration? { wakes.elements.first?.at }
  var isAnythingRunning: Bool { runningCount > 0 }
  /// What is shown, the most relevant first.
  var order: ActivityOrder { ActivityOrder(ranks: ranks.elements) }

  /// Those of these that are shown, the most relevant first.
  func inOrder(_ ids: [ActivityID]) -> [ActivityID] {
    ids.compactMap { id in numbers[id].flatMap { entries[place(of: $0)].rank } }.sorted().map(\.id)
  }

  /// The activity for surfaces that show only one. It is a job only while the person has requested nothing.
  var first: ActivityID? {
    let first = ranks.elements.first?.id
    guard requestedCount > 0, let first, self[first]?.machine.kind == .job else { return first }
    return ranks.elements.first(where: \.isOfPerson)?.id
  }

  /// Activities due up to `horizon`, by age.
  func due(upTo horizon: Duration) -> [Int] { wakes.elements.prefix { $0.at <= horizon }.map(\.number).sorted() }

  func relevanceScore(of activity: Activity) -> Double {
    numbers[activity.id].map { score(activity, $0) } ?? activity.relevanceScore
  }

  /// An alerted activity ranks at least like a completed one.
  private func score(_ activity: Activity, _ number: Int) -> Double {
    let score = activity.relevanceScore
    return alerts[number] == nil ? score : max(score, TimerState.completed.relevanceScore)
  }

  /// The activities to remove before a new one is added: all that are gone. If none is and the roster is full, the job
  /// that was dismissed first, although its owner may not have fetched the last events.
  func leaving(at now: Moment) -> [Int] {
    let gone = ended.elements.filter { self[$0].isGone(at: now) }
    guard gone.isEmpty, count >= Engine.activityLimit else { return gone }
    let dismissed = ended.elements.compactMap { number in self[number].ownerEvents.last.map { ($0.at, number) } }
    return dismissed.min(by: <).map { [$0.1] } ?? []
  }

  private func at(_ place: Int) -> Activity { place == 0 ? pomodoro : others[place - 1] }

  private func place(of number: Int) -> Int { entries.firstPlace { $0.number >= number } }

  // MARK: Changing

  /// Changes one activity; true if it differs afterwards.
  @discardableResult mutating func change(_ number: Int, _ body: (inout Activity) -> Void) -> Bool {
    var activity = self[number]
    body(&activity)
    return put(activity, number)
  }

  /// Changes all activities, oldest first; true if any differs afterwards.
  @discardableResult mutating func changeAll(_ body: (inout Activity) -> Void) -> Bool {
    numbersByAge.map { change($0, body) }.contains(true)
  }

  @discardableResult mutating func put(_ activity: Activity, _ number: Int) -> Bool {
    let place = place(of: number)
    guard activity != at(place) else { return false }
    if touched.index(forKey: number) == nil { touched.updateValue(at(place), forKey: number) }
    if place == 0 { pomodoro = activity } else { others[place - 1] = activity }
    if !canComeFirst(activity) { alerts[number] = nil }
    refresh(place)
    return true
  }

  private mutating func refresh(_ place: Int) {
    let old = entries[place]
    let new = entry(at(place), old.number)
    // The array may have to be copied for a change.
    guard new != old else { return }
    entries[place] = new
    index(old, new)
  }

  /// Updates the indexes: `old` is nil for a new activity, `new` for a removed one.
  private mutating func index(_ old: Entry?, _ new: Entry?) {
    runningCount += (new?.isRunning == true ? 1 : 0) - (old?.isRunning == true ? 1 : 0)
    ended.replace(old?.ended, new?.ended)
    wakes.replace(old?.wake, new?.wake)
    ranks.replace(old?.rank, new?.rank)
    requestedCount += (new?.isOfPerson == true ? 1 : 0) - (old?.isOfPerson == true ? 1 : 0)
    if old?.token != new?.token {
      if let old {
        // In invalid state, another activity has the same phase.
        let isShared = phases.count < entries.count + (new == nil ? 1 : 0)
        phases[old.token] = isShared ? entries.first { $0.token == old.token }?.number : nil
      }
      if let new { phases[new.token] = new.number }
    }
    guard old?.name != new?.name else { return }
    if let old, let name = old.name {
      named[name]?.remove(old.number)
      if named[name]?.elements.isEmpty == true { named[name] = nil }
    }
    if let new, let name = new.name { named[name, default: SortedArray()].insert(new.number) }
  }

  /// Adds a new activity; removes those that make room and one of the same id.
  mutating func append(_ activity: Activity, at now: Moment) {
    clear(activity.id, now)
    let number = (entries.last?.number ?? 0) + 1
    others.append(activity)
    enter(activity, number)
    touched.updateValue(nil, forKey: number)
  }

  /// Ranks an alerting activity first for a minute, so that every surface shows it. A single one needs no rank or wake.
  mutating func noteAlerts(_ effects: [Effect], at now: Duration) {
    guard ranks.elements.count > 1 else { return }
    for case .update(let id, .alert) in effects {
      guard let number = numbers[id], canComeFirst(self[number]) else { continue }
      alerts[number] = now + Ended.recency
      refresh(place(of: number))
    }
  }

  /// Ends the first rank of activities that alerted more than a minute ago; of all if `now` is nil, after a reboot.
  mutating func endAlerts(at now: Duration?) -> [ActivityID] {
    let over = alerts.filter { alert in now.map { alert.value <= $0 } ?? true }.keys.sorted()
    return over.map { number in
      alerts[number] = nil
      let place = place(of: number)
      refresh(place)
      return at(place).id
    }
  }

  mutating func adopt(_ new: Settings) {
    settings = new
    for place in entries.indices { refresh(place) }
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
    index(nil, entry)
  }

  private mutating func clear(_ id: ActivityID, _ now: Moment) {
    let leaving = Set(leaving(at: now))
    var left: [ActivityID] = []
    for number in ended.elements.reversed() where leaving.contains(number) || number == numbers[id] {
      let place = place(of: number)
      index(entries.remove(at: place), nil)
      left.append(others.remove(at: place - 1).id)
    }
    for id in left { numbers[id] = nil }
    gone += left.reversed()
  }

  /// Whether an alert may rank it first: false once it is stopped, dismissed or ready again.
  private func canComeFirst(_ activity: Activity) -> Bool {
    activity.attributes != nil && activity.machine.timerState != .ready
  }

  private func entry(_ activity: Activity, _ number: Int) -> Entry {
    let machine = activity.machine.any
    let isPomodoro = number == Self.pomodoroNumber
    let wake = [activity.nextDeadline(settings)?.due, alerts[number]].compactMap(\.self).min()
    let isOfPerson = activity.attributes != nil && activity.machine.kind != .job
    let rank = Rank(
      score: score(activity, number), deadline: machine.deadline ?? Rank.never, number: number, id: activity.id,
      isOfPerson: isOfPerson)
    return Entry(
      number: number, wake: wake.map { Wake(at: $0, number: number) }, rank: activity.isShown ? rank : nil,
      isOfPerson: isOfPerson, isRunning: machine.countsTime,
      ended: activity.isShown ? nil : number, name: isPomodoro ? nil : (activity.name ?? "").lowercased(),
      token: machine.token)
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
  /// As in the roster's entry, which `Roster.first` would have to look up for each rank.
  var isOfPerson: Bool

  /// Later than every deadline.
  static let never: Duration = .seconds(Int64.max / 1000)

  static func < (a: Rank, b: Rank) -> Bool {
    (-a.score, a.deadline, a.number) < (-b.score, b.deadline, b.number)
  }
}

/// The ids of the activities that a person sees, the most relevant first. Later events do not change it.
public struct ActivityOrder: RandomAccessCollection, Sendable {
  fileprivate let ranks: [Rank]
  public var startIndex: Int { 0 }
  public var endIndex: Int { ranks.count }
  public subscript(position: Int) -> ActivityID { ranks[position].id }
}

/// An array in ascending order. Moving a thousand elements is faster than walking a tree.
struct SortedArray<Element: Comparable & Sendable>: Sendable {
  private(set) var elements: [Element] = []

  mutating func insert(_ element: Element) { elements.insert(element, at: elements.firstPlace { $0 >= element }) }

  mutating func remove(_ element: Element) {
    let place = elements.firstPlace { $0 >= element }
    if place < elements.count, elements[place] == element { elements.remove(at: place) }
  }

  /// Removes `old` and inserts `new`, each unless it is nil.
  mutating func replace(_ old: Element?, _ new: Element?) {
    guard old != new else { return }
    if let old { remove(old) }
    if let new { insert(new) }
  }
}

extension Array {
  /// The first index at which `holds` is true. A binary search, so it must be true for all later elements.
  fileprivate func firstPlace(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
