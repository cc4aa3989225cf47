// The entries of an imported file, and why some are left out.

package import TomatoEngine
internal import TomatoLink

/// One entry of a file, and its place.
package struct ImportFound {
  var what: What
  var place: ImportPlace

  enum What {
    case interval(IntervalRecord)
    /// The entry is left out.
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
  /// Invalid or unknown values.
  case unknown
  case impossible(IntervalFault)
  /// Something else is recorded at that time.
  case overlaps

  /// In display order.
  static let all: [DropReason] =
    [.open, .future, .zero, .unknown] + IntervalFault.allCases.map(DropReason.impossible) + [.overlaps]
}
