// Assigns the limited card places to activities. Pure: time is an argument.
//
// Rules:
// - The most relevant activities get places. The others are folded into one line of the first card.
// - A place is kept for 10 s, then a more relevant activity may take it; an alert or a user's `show` takes the least
//   relevant one's place at once.
// - Where there is less room than before, the least relevant go at once.
// - While only time passes, the line stays on the same card, so that no card changes its number of lines.

internal import TomatoLink

nonisolated struct IslandRoom: Hashable, Sendable {
  struct Place: Hashable, Sendable {
    var activity: ActivityID
    /// Taken since, on CLOCK_BOOTTIME.
    var since: Duration
  }

  static let keeping = Duration.seconds(10)

  /// The places that are taken, the oldest first.
  private(set) var places: [Place] = []
  /// Qualifying activities without a place, the most relevant first.
  private(set) var folded: [ActivityID] = []
  /// The activity whose card names the folded ones; nil without any.
  private(set) var carrier: ActivityID?
  /// When a kept place may be taken over, on CLOCK_BOOTTIME.
  private(set) var nextLook: Duration?

  func has(_ activity: ActivityID) -> Bool { places.contains { $0.activity == activity } }

  /// - wanting: the qualifying activities, the most relevant first, each once.
  /// - taking: the activities among them that get a place in any case.
  mutating func assign(
    _ wanting: [ActivityID], most: Int, taking: [ActivityID] = [], onlyTimePassed: Bool = false, at now: Duration
  ) {
    places.removeAll { !wanting.contains($0.activity) }
    let rank = Dictionary(uniqueKeysWithValues: wanting.enumerated().map { ($1, $0) })
    while places.count > max(most, 0), let index = leastRelevant(rank, but: taking) { places.remove(at: index) }
    for activity in wanting where taking.contains(activity) { take(activity, rank, most, taking, now) }
    for activity in wanting where places.count < most && !has(activity) {
      places.append(Place(activity: activity, since: now))
    }
    exchange(wanting, rank, now)
    folded = wanting.filter { !has($0) }
    let holders = wanting.filter(has)
    let staysWith = onlyTimePassed && carrier.map(has) == true ? carrier : holders.first
    carrier = folded.isEmpty ? nil : staysWith
  }

  /// Renews the place's time, because its card was updated.
  mutating func keep(_ activity: ActivityID, from now: Duration) {
    if let index = places.firstIndex(where: { $0.activity == activity }) { places[index].since = now }
  }

  private mutating func take(
    _ activity: ActivityID, _ rank: [ActivityID: Int], _ most: Int, _ taking: [ActivityID], _ now: Duration
  ) {
    guard !has(activity) else { return keep(activity, from: now) }
    if places.count >= most {
      guard let index = leastRelevant(rank, but: taking), !taking.contains(places[index].activity) else { return }
      places.remove(at: index)
    }
    places.append(Place(activity: activity, since: now))
  }

  /// More relevant ones take places that were kept long enough.
  private mutating func exchange(_ wanting: [ActivityID], _ rank: [ActivityID: Int], _ now: Duration) {
    nextLook = nil
    while let best = wanting.first(where: { !has($0) }), let index = leastRelevant(rank, but: []),
      let worst = rank[places[index].activity], let mine = rank[best], mine < worst
    {
      let free = places[index].since + Self.keeping
      nextLook = free
      guard free <= now else { return }
      nextLook = nil
      places.remove(at: index)
      places.append(Place(activity: best, since: now))
    }
  }

  /// The least relevant activity's place; one of `taking` only if there is no other.
  private func leastRelevant(_ rank: [ActivityID: Int], but taking: [ActivityID]) -> Int? {
    let others = places.indices.filter { !taking.contains(places[$0].activity) }
    return (others.isEmpty ? Array(places.indices) : others).max {
      (rank[places[$0].activity] ?? 0) < (rank[places[$1].activity] ?? 0)
    }
  }
}
