// The wall-clock times at which a phase or a stopwatch began and was paused. The wall clock may be set, and may be
// wrong after a boot. Setting it moves only times of this boot.

public import TomatoLink

public struct Timeline: Hashable, Sendable {
  /// When it began; nil until it runs for the first time, and again after a reset.
  public var began: WallTime?
  /// The pauses since it began that are over; nil while it has not begun, and where they are not known.
  public var pauses: [Pause]?
  /// How many of its times are of an earlier boot. In order, the times are `began`, the beginning of each finished
  /// pause, and the beginning of the current pause.
  public var earlier: Int

  public init(began: WallTime? = nil, pauses: [Pause]? = nil, earlier: Int = 0) {
    (self.began, self.pauses, self.earlier) = (began, pauses, earlier)
  }

  /// The number of finished pauses, and how many of them began on an earlier boot.
  private var count: Int { pauses?.count ?? 0 }
  private var earlierCount: Int { min(max(earlier - 1, 0), count) }
  private var isPausedSinceEarlier: Bool { earlier > count + 1 }

  func check() throws(InvalidState) {
    let most = began == nil ? 0 : count + 2
    try require((0...most).contains(earlier), "earlier exceeds the number of its times")
  }

  // MARK: Pauses

  /// All pauses; the current one began at `since` and lasts until `end`. Nil if `since` is after `end`: the clock went
  /// back, so the length is unknown.
  func pauses(since: WallTime?, until end: WallTime) -> [Pause]? {
    guard let since, var pauses else { return pauses }
    guard since <= end else { return nil }
    pauses.add(Pause(began: since, length: end - since))
    return pauses
  }

  mutating func endPause(since: WallTime, at end: WallTime) {
    pauses = pauses(since: since, until: end)
    earlier = min(earlier, count + 1)
  }

  mutating func add(_ pause: Pause) { pauses?.add(pause) }

  /// Inserts a pause into time that counted.
  mutating func insert(_ pause: Pause, isEarlier: Bool) {
    guard let all = pauses else { return }
    var (old, new) = (Array(all[..<earlierCount]), Array(all[earlierCount...]))
    if isEarlier { old.insert(pause) } else { new.insert(pause) }
    if earlier > 0 { earlier = 1 + min(old.count, Pause.limit) + (isPausedSinceEarlier ? 1 : 0) }
    pauses = (old + new).limited
  }

  /// Drops the pauses after a past moment; returns their length.
  /// - Parameter isEarlier: the moment is of an earlier boot, and so is the pause that begins with it.
  mutating func cut(to end: WallTime, isEarlier: Bool = false) -> Duration {
    guard let all = pauses, isEarlier || all.last.map({ $0.ended > end }) ?? false else { return .zero }
    let old = all[..<earlierCount]
    let kept = isEarlier ? old.cut(to: end) : old + all[earlierCount...].cut(to: end)
    pauses = kept
    if isEarlier { earlier = kept.count + 2 }
    return all.sum - kept.sum
  }

  // MARK: The clock, and another boot

  mutating func clockWasSet(by jump: Duration) {
    if earlier == 0 { began = began.map { $0.moved(by: jump) } }
    guard let all = pauses else { return }
    pauses =
      all[..<earlierCount] + all[earlierCount...].map { Pause(began: $0.began.moved(by: jump), length: $0.length) }
  }

  /// The beginning of the current pause after the clock was set by `jump`.
  func moved(_ since: WallTime, by jump: Duration) -> WallTime { isPausedSinceEarlier ? since : since.moved(by: jump) }

  mutating func enterBoot(isPaused: Bool) { if began != nil { earlier = count + (isPaused ? 2 : 1) } }
}

extension Collection<Pause> {
  fileprivate func cut(to end: WallTime) -> [Pause] {
    filter { $0.began < end }.map { Pause(began: $0.began, length: Swift.min($0.length, end - $0.began)) }
  }
}

extension [Pause] {
  package var sum: Duration { reduce(.zero) { $0 + $1.length } }

  /// Appends a pause; ignores an empty one.
  mutating func add(_ pause: Pause) {
    guard pause.length > .zero else { return }
    append(pause)
    if count > Pause.limit { self = limited }
  }

  /// Inserts a pause by time, and merges it with those that it overlaps.
  package mutating func insert(_ pause: Pause) {
    guard pause.length > .zero else { return }
    let others = filter { $0.length(in: pause) == .zero }
    let within = filter { $0.length(in: pause) > .zero } + [pause]
    let began = within.map(\.began).min() ?? pause.began
    let ended = within.map(\.ended).max() ?? pause.ended
    let place = others.firstIndex { $0.began > began } ?? others.count
    self = others
    insert(Pause(began: began, length: ended - began), at: place)
    self = limited
  }

  mutating func remove(_ pause: Pause) {
    self = flatMap { old in
      guard old.length(in: pause) > .zero else { return [old] }
      return [
        Pause(began: old.began, length: pause.began - old.began),
        Pause(began: pause.ended, length: old.ended - pause.ended),
      ].filter { $0.length > .zero }
    }
  }

  /// At most `limit` pauses: further ones lengthen the last, so that the sum stays right.
  package var limited: [Pause] {
    let rest = dropFirst(Pause.limit - 1)
    guard rest.count > 1, let first = rest.first else { return self }
    return prefix(Pause.limit - 1) + [Pause(began: first.began, length: Array(rest).sum)]
  }
}
