// The entries of an imported file: how many intervals, from which days, what is left out and why, and which are new.

package import TomatoEngine
package import TomatoLink

package struct ImportFound {
  var what: What
  var place: ImportPlace

  enum What {
    case interval(IntervalRecord)
    case dropped(DropReason)
  }

  /// The same entry; drops an impossible or future interval.
  func checked(at now: WallTime) -> ImportFound {
    guard case .interval(let interval) = what else { return self }
    if let fault = interval.fault { return ImportFound(what: .dropped(.impossible(fault)), place: place) }
    return interval.ended > now ? ImportFound(what: .dropped(.future), place: place) : self
  }
}

enum ImportPlace: Hashable {
  case line(Int)
  /// The id in a database.
  case entry(Int64)
}

/// Why an entry is left out.
package enum DropReason: Hashable {
  /// Still running, or never ended.
  case open
  /// The end is in the future, such as of a planned block.
  case future
  /// Without active time.
  case zero
  case unknown
  case impossible(IntervalFault)
  /// Something else is recorded at that time.
  case overlaps

  /// In display order.
  static let all: [DropReason] =
    [.open, .future, .zero, .unknown] + IntervalFault.allCases.map(DropReason.impossible) + [.overlaps]
}

/// The number left out for each reason, and the first places.
package struct LeftOut: Hashable {
  struct Tally: Hashable {
    var count = 0
    var first: [ImportPlace] = []
  }

  private(set) var byReason: [DropReason: Tally] = [:]
  package init() {}

  private static let named = 5

  /// Counts an interval of our own database.
  package mutating func add(_ token: PhaseToken, _ reason: DropReason) {
    add(reason, .entry(Int64(bitPattern: token.number)))
  }

  mutating func add(_ reason: DropReason, _ place: ImportPlace) {
    byReason[reason, default: Tally()].count += 1
    if byReason[reason, default: Tally()].first.count < Self.named { byReason[reason]?.first.append(place) }
  }
}

/// Counts of a whole file; also checks that the file is undamaged.
package struct ImportSurvey {
  /// The number of usable intervals.
  package private(set) var count = 0
  private(set) var leftOut = LeftOut()
  /// From the first beginning to the last end.
  package private(set) var span: ClosedRange<WallTime>?

  package init() {}

  package mutating func add(_ found: ImportFound, now: WallTime) {
    let found = found.checked(at: now)
    switch found.what {
    case .dropped(let reason): leftOut.add(reason, found.place)
    case .interval(let interval):
      count += 1
      span = interval.span(with: span)
    }
  }
}

/// Selects the new intervals of a file.
package struct ImportSelection {
  private var recorded: RecordedTime
  private let keys: KnownKeys?
  private let now: WallTime
  /// Hashes of the file's keys. Collisions are negligible, with far fewer keys than hash values.
  private var seen: Set<Int> = []
  /// The number of usable intervals so far, as `ImportSurvey` counts them.
  package private(set) var count = 0
  /// Number already in the history, deleted from it, or repeated in the file.
  package private(set) var known = 0
  /// Left out because they overlap recorded intervals.
  package private(set) var leftOut = LeftOut()

  package init(_ recorded: RecordedTime, _ keys: KnownKeys?, now: WallTime) {
    (self.recorded, self.keys, self.now) = (recorded, keys, now)
  }

  package mutating func new(_ found: ImportFound) throws -> IntervalRecord? {
    let found = found.checked(at: now)
    guard case .interval(let interval) = found.what, let key = interval.source else { return nil }
    count += 1
    guard seen.insert(key.hashValue).inserted, try keys?.contains(key, at: interval.began) != true else {
      known += 1
      return nil
    }
    guard recorded.hasRoom(for: interval) else {
      leftOut.add(.overlaps, found.place)
      return nil
    }
    recorded.add(interval)
    return interval
  }
}

package struct ImportResult: Hashable {
  package var added = 0
  package var known = 0
  package var leftOut = LeftOut()

  package init() {}
}
