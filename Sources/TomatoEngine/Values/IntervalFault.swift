// The one rule of which intervals are possible: recorded, added, corrected, imported, or read by the store.

public import TomatoLink

public enum IntervalFault: String, CaseIterable, Hashable, Sendable {
  case endsFirst
  /// It began or ended outside of `times`.
  case outOfTime
  /// It counts for more time than there was between its beginning and its end.
  case longerThanSpan
  /// A focus or a break of more than 24 hours.
  case tooLong
  /// Its pauses are outside of it, overlap, or are not in order.
  case pauses
  /// Its laps do not follow one another, or go beyond its end.
  case laps
}

extension IntervalRecord {
  /// Times that differ by less are the same: people say minutes, and Linux slows or hurries a clock by at most 500 ppm
  /// (adjtimex(2)), which is 43 s in the longest focus.
  public static let tolerance: Duration = .seconds(60)

  private static let toleranceMs = tolerance.inMilliseconds
  /// An interval up to this length is possible in every mode.
  private static let longestMs = Settings.durationRange.upperBound.inMilliseconds

  /// 1970 to 2262: what CLOCK_REALTIME can say. Linux lets nobody set it before 1970, and counts nanoseconds in 63 bits
  /// (`KTIME_MAX`, include/linux/ktime.h).
  public static let times = WallTime(milliseconds: 0)...WallTime(milliseconds: Int64.max / 1_000_000)

  /// Why the interval is impossible; nil if it is possible.
  public var fault: IntervalFault? {
    guard began <= ended else { return .endsFirst }
    guard Self.times.contains(began), Self.times.contains(ended) else { return .outOfTime }
    // Integers are faster than `Duration`: a record may have a million intervals.
    let (counted, span) = (active.inMilliseconds, ended.milliseconds - began.milliseconds)
    guard counted >= 0, counted - span <= Self.toleranceMs else { return .longerThanSpan }
    guard counted <= Self.longestMs || active <= longest + Self.tolerance else { return .tooLong }
    if let pauses, !(pauses.isEmpty || canHave(pauses)) { return .pauses }
    if laps.isEmpty { return nil }
    let fit = mode == .stopwatch && Self.canHave(laps) && laps.last ?? .zero <= active + Self.tolerance
    return fit ? nil : .laps
  }

  /// Whether the laps follow one another.
  static func canHave(_ laps: [Duration]) -> Bool {
    laps.count <= lapLimit && zip([.zero] + laps, laps).allSatisfy { $0 < $1 }
  }

  /// The interval cut to what is possible, so that none is lost; unchanged if it is possible.
  public var bounded: IntervalRecord {
    guard fault != nil else { return self }
    var it = self
    it.active = min(max(active, .zero), longest)
    if began > ended { it = it.withPossibleTimes }
    it.ended = min(max(it.ended, Self.times.lowerBound), Self.times.upperBound)
    it.began = min(max(began, Self.times.lowerBound), it.ended)
    it.active = min(it.active, it.ended - it.began)
    it.pauses = pauses.flatMap(it.bounding)
    it.laps = mode == .stopwatch ? laps.filter { $0 <= it.active } : []
    if it.fault == .laps { it.laps = [] }
    return it
  }

  /// The longest possible active time: 24 h for a focus or break.
  private var longest: Duration {
    mode == .focus || mode.isBreak ? Settings.durationRange.upperBound : Self.times.upperBound - Self.times.lowerBound
  }

  /// Whether the pauses lie in the interval, are in order, and leave room for the active time.
  func canHave(_ pauses: [Pause], within tolerance: Duration = IntervalRecord.tolerance) -> Bool {
    var (last, sum) = (began - tolerance, Duration.zero)
    for pause in pauses {
      guard pause.length >= .zero, pause.length <= ended - began + tolerance, pause.began >= last else { return false }
      last = pause.began + pause.length
      sum += pause.length
    }
    return last <= ended + tolerance && sum + active - (ended - began) <= tolerance && pauses.count <= Pause.limit
  }

  /// The pauses without overlaps, cut to the interval; nil (unknown) if they leave less than the active time.
  private func bounding(_ pauses: [Pause]) -> [Pause]? {
    var (last, left) = (began, [Pause]())
    for pause in pauses {
      let start = max(pause.began, last)
      guard start < ended, pause.began <= ended, pause.length > start - pause.began else { continue }
      last = pause.length - (start - pause.began) > ended - start ? ended : pause.began + pause.length
      left.append(Pause(began: start, length: last - start))
    }
    return canHave(left) ? left : nil
  }

  /// The interval, beginning in 1970 at the earliest: setting the clock back to 1970 may have moved its beginning
  /// before that. If the end contradicts the beginning, it gets the earliest possible end and unknown pauses.
  var withPossibleTimes: IntervalRecord {
    var it = self
    it.began = max(began, Self.times.lowerBound)
    if !it.canHave(pauses ?? [], within: .zero) { (it.ended, it.pauses) = (max(ended, it.began + active), nil) }
    return it
  }

  /// How long each lap took, in whole seconds. Their sum is what the stopwatch showed at the last lap.
  public var lapSeconds: [Int] { Self.lapSeconds(laps) }
  static func lapSeconds(_ laps: [Duration]) -> [Int] {
    zip([.zero] + laps, laps).map { $1.secondsRoundedDown - $0.secondsRoundedDown }
  }
}
