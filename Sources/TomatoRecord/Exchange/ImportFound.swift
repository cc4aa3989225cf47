// What is found in a file that is to be imported, and why something in it is no interval of ours.

package import TomatoEngine
internal import TomatoLink

/// What was found in a file, and where.
package struct ImportFound {
  var what: What
  var place: ImportPlace

  enum What {
    case interval(IntervalRecord)
    /// It is no finished interval.
    case dropped(DropReason)
  }

  /// The same, if an interval is one that can have been and is over.
  func checked(at now: WallTime) -> ImportFound {
    guard case .interval(let interval) = what else { return self }
    if let fault = interval.fault { return ImportFound(what: .dropped(.impossible(fault)), place: place) }
    return interval.ended > now ? ImportFound(what: .dropped(.future), place: place) : self
  }
}

/// Where in a file something stands.
enum ImportPlace: Hashable {
  case line(Int)
  /// The number that it has in a database.
  case entry(Int64)
}

/// Why something in a file is no interval of ours.
package enum DropReason: Hashable {
  /// It goes on, or was never ended.
  case open
  /// Its end is yet to come: another program's plan.
  case future
  /// No time counted.
  case zero
  /// What it says makes no sense to us.
  case unknown
  case impossible(IntervalFault)
  /// Something else is recorded at that time.
  case overlaps

  /// In the order in which they are said.
  static let all: [DropReason] =
    [.open, .future, .zero, .unknown] + IntervalFault.allCases.map(DropReason.impossible) + [.overlaps]
}
