// The model's memory of one phase: what happened to it, in order. Every question is answered by reading it from the
// beginning. Times are whole milliseconds of the model's own clock, which never stops and is never set.

/// Milliseconds: a length, or a moment on one clock.
typealias Ms = Int64

extension Ms {
  static let second: Ms = 1000
  static let minute: Ms = 60_000
  static let hour: Ms = 3_600_000
  /// The longest phase.
  static let day: Ms = 86_400_000
}

/// What happened to a phase that counts down, or to a stopwatch.
struct Diary: Equatable {
  enum Note: Equatable {
    /// Its time counts from here on, and no more from here on.
    case runs(Ms)
    case stands(Ms)
    /// It is to last longer, or less long.
    case longer(Ms)
    /// So much that had counted does not.
    case back(Ms)
    /// So much passed while it ran, and did not count.
    case lost(Ms)
    /// It ran on while the machine slept: it counts for the end, and not for the record. Without a beginning it was too
    /// short to know when.
    case slept(from: Ms?, Ms)
  }

  /// How long it was to last.
  var base: Ms
  var notes: [Note] = []
  /// A pause in it ended, by the wall clock, before it began: from then on nobody knows when in it the machine slept.
  var hasOddPause = false {
    didSet { notes = notes.map { if case .slept(_, let length) = $0 { .slept(from: nil, length) } else { $0 } } }
  }

  var total: Ms { base + notes.reduce(0) { sum, note in if case .longer(let by) = note { sum + by } else { sum } } }

  /// Nil before it ran for the first time.
  var began: Ms? { notes.lazy.compactMap { if case .runs(let from) = $0 { from } else { nil } }.first }

  /// How much has counted, and since when it counts if it does.
  private var sum: (counted: Ms, since: Ms?) {
    var counted: Ms = 0
    var since: Ms?
    for note in notes {
      switch note {
      case .runs(let from): since = from
      case .stands(let at):
        counted = max(counted + (since.map { at - $0 } ?? 0), 0)
        since = nil
      case .back(let by), .lost(let by): counted -= by
      case .longer, .slept: break
      }
    }
    return (counted, since)
  }

  /// Without an upper limit: a stopwatch, or a timer whose end is a clock time.
  func gone(at moment: Ms) -> Ms {
    let (counted, since) = sum
    return max(counted + (since.map { moment - $0 } ?? 0), 0)
  }

  func counted(at moment: Ms) -> Ms { min(gone(at: moment), total) }
  func left(at moment: Ms) -> Ms { total - counted(at: moment) }

  /// When nothing is left, if it runs.
  var zero: Ms? {
    let (counted, since) = sum
    return since.map { $0 + total - counted }
  }

  /// How much of what counts the machine slept through.
  var asleep: Ms { notes.reduce(0) { sum, note in if case .slept(_, let length) = note { sum + length } else { sum } } }

  /// Forgets the sleeps after a moment of the past, at which it is stopped.
  mutating func forgetSleep(after moment: Ms) {
    notes = notes.compactMap { note in
      guard case .slept(let from?, let length) = note else { return note }
      let rest = min(length, moment - from)
      return rest > 0 ? .slept(from: from, rest) : nil
    }
  }

  /// Takes so much off the sleeps, the last first.
  mutating func forgetSleep(of wanted: Ms) {
    var rest = wanted
    for index in notes.indices.reversed() {
      guard case .slept(let from, let length) = notes[index] else { continue }
      let by = min(rest, length)
      notes[index] = .slept(from: from, length - by)
      rest -= by
    }
  }
}
