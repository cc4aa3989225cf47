// The user's presence, as the desktop reports it, and the question about absences during a focus. PomodoroAway.swift
// asks it and applies the answers. Absence.swift has the machine's sleep.

public import TomatoLink

public enum Presence: Hashable, Sendable {
  case here
  /// No person has touched anything since this moment, on CLOCK_BOOTTIME.
  case away(since: Duration)
  /// The screen has been locked since this moment, on CLOCK_BOOTTIME.
  case locked(since: Duration)
}

/// The user's present absence.
public struct Departure: Hashable, Sendable {
  /// Since when, on CLOCK_BOOTTIME.
  public var since: Duration
  /// The screen is locked, which counts after a minute.
  public var isLocked: Bool
  /// It counts as absence, and was announced.
  public var counts: Bool

  public init(since: Duration, isLocked: Bool = false, counts: Bool = false) {
    (self.since, self.isLocked, self.counts) = (since, isLocked, counts)
  }

  /// How long a screen must be locked to count as absence.
  static let lockDelay: Duration = .minutes(1)
  /// A report this close to a known departure means the same one: the last input was just before `away` was typed.
  static let tolerance: Duration = .seconds(1)
}

/// The question about time away, pending or asked.
public struct AwayQuestion: Hashable, Sendable {
  /// Stretches of the current focus, in order.
  public var stretches: [AwayStretch]
  /// The user is away: the last stretch goes on.
  public var isOpen: Bool
  /// Stretches of completed focuses.
  public var trims: [RowTrim]
  /// The user is back and was asked.
  public var isAsked: Bool

  public init(
    stretches: [AwayStretch] = [], isOpen: Bool = false, trims: [RowTrim] = [], isAsked: Bool = false
  ) {
    (self.stretches, self.isOpen, self.trims, self.isAsked) = (stretches, isOpen, trims, isAsked)
  }

  /// The most stretches, and the most trims; further ones are not asked about.
  public static let limit = 50
  /// The shortest absence to ask about: a minute, or the idle time of the source if that is less. KWin may report idle
  /// early, by a twentieth and at most a second (src/idledetector.cpp: a Qt::CoarseTimer).
  /// - Parameter idleTime: the idle time after which a source reports; zero if none watches input.
  static func shortest(idleTime: Duration) -> Duration {
    idleTime > .zero ? min(.minutes(1), idleTime - min(idleTime / 20, .seconds(1))) : .minutes(1)
  }

  var closed: [AwayStretch] { isOpen ? Array(stretches.dropLast()) : stretches }
  /// How much of the focus is asked about.
  var length: Duration {
    closed.reduce(.zero) { $0 + $1.length } + trims.reduce(.zero) { $0 + $1.pause.length }
  }
  /// How long the machine slept in the stretches, beside the known sleeps and pauses.
  func napped(beside sleeps: [Pause]) -> Duration {
    stretches.reduce(.zero) { sum, stretch in
      sum + max(stretch.slept - sleeps.reduce(.zero) { $0 + $1.length(in: stretch.pause) }, .zero)
    }
  }
  var unlessEmpty: AwayQuestion? { stretches.isEmpty && trims.isEmpty ? nil : self }

  /// Moves the stretches of this boot after the clock was set. Trims and stretches of an earlier boot keep their times.
  mutating func clockWasSet(by jump: Duration) {
    for index in stretches.indices where !stretches[index].isEarlier {
      stretches[index].began = stretches[index].began.moved(by: jump)
    }
  }

  mutating func enterBoot() { for index in stretches.indices { stretches[index].isEarlier = true } }

  /// What remains after an answer: the open stretch, if the user is away again.
  /// - Parameter taken: the stretches that no longer count, so that more of the focus is left.
  func answered(taking taken: [AwayStretch] = []) -> AwayQuestion? {
    guard isOpen, var last = stretches.last else { return nil }
    last.remaining += taken.reduce(.zero) { $0 + $1.length }
    last.asleep = max(last.asleep - taken.reduce(.zero) { $0 + $1.slept }, .zero)
    return AwayQuestion(stretches: [last], isOpen: true)
  }
}

public struct AwayStretch: Hashable, Sendable {
  public var began: WallTime
  /// What was left of the focus then.
  public var remaining: Duration
  /// How long the machine had slept during the focus by then (`when-away = run`).
  public var asleep: Duration
  /// How much of the focus passed in it; zero while it goes on.
  public var length: Duration
  /// The part of `length` during which the machine slept; no record counts it.
  public var slept: Duration
  /// It began on an earlier boot.
  public var isEarlier = false

  public init(
    began: WallTime, remaining: Duration, asleep: Duration, length: Duration = .zero, slept: Duration = .zero
  ) {
    (self.began, self.remaining, self.asleep, self.length, self.slept) = (began, remaining, asleep, length, slept)
  }

  var pause: Pause { Pause(began: began, length: length) }

  /// How much of the machine's sleep lies in a period.
  /// - Parameters:
  ///   - asleep: the sleep during the whole focus.
  ///   - sleeps: the known sleeps and pauses. Other sleep, such as naps under a second, is assumed to lie in the
  ///     period, so that nobody loses work.
  ///   - end: the end of the period.
  ///   - least: the sleep that cannot have been before the period.
  static func slept(
    of asleep: Duration, in length: Duration, until end: WallTime, _ sleeps: [Pause]?, atLeast least: Duration
  ) -> Duration {
    let sleeps = sleeps ?? []
    let inIt = sleeps.reduce(Duration.zero) { $0 + $1.length(from: end - length, to: end) }
    let unknown = max(asleep - sleeps.sum, .zero)
    return min(max(inIt + unknown, least), asleep, length)
  }
}

/// Time away in a completed focus: what an answer may take off its row in the history.
public struct RowTrim: Hashable, Sendable {
  public var row: PhaseToken
  /// The time away, on the wall clock of the row.
  public var pause: Pause
  /// How much of that the row counts.
  public var counted: Duration
  /// The pauses of the row that it overlaps.
  public var sleeps: [Pause]

  /// - Parameter pauses: of the row.
  public init(row: PhaseToken, pause: Pause, counted: Duration, pauses: [Pause] = []) {
    (self.row, self.pause, self.counted) = (row, pause, counted)
    sleeps = pauses.filter { $0.length(in: pause) > .zero }
  }
}

/// A focus that was completed since a person last did something.
public struct UnseenFocus: Hashable, Sendable {
  public var row: PhaseToken
  /// It ran without a pause from here to `until`, on CLOCK_BOOTTIME.
  public var from: Duration
  public var until: Duration
  public var ended: WallTime
  /// The part of that time during which the machine slept.
  public var asleep: Duration
  /// When the machine slept, on the wall clock of the row.
  public var sleeps: [Pause]

  public init(
    row: PhaseToken, from: Duration, until: Duration, ended: WallTime, asleep: Duration, sleeps: [Pause] = []
  ) {
    (self.row, self.from, self.until, self.ended) = (row, from, until, ended)
    (self.asleep, self.sleeps) = (asleep, sleeps)
  }

  /// The part after `since`; nil if empty.
  func trim(since: Duration) -> RowTrim? {
    let length = until - max(since, from)
    guard length > .zero else { return nil }
    let asleep = AwayStretch.slept(
      of: asleep, in: length, until: ended, sleeps, atLeast: asleep - (until - from - length))
    return RowTrim(
      row: row, pause: Pause(began: ended - length, length: length), counted: length - asleep, pauses: sleeps)
  }
}

extension IntervalRecord {
  /// Stops counting this time.
  public mutating func trim(by trim: RowTrim) {
    active = max(active - trim.counted, .zero)
    pauses?.insert(trim.pause)
  }

  /// Counts it again, unless the row was corrected.
  public mutating func putBack(_ trim: RowTrim) {
    if let pauses {
      guard pauses.map({ $0.length(in: trim.pause) }).reduce(.zero, +) == trim.pause.length else { return }
      self.pauses?.remove(trim.pause)
      for sleep in trim.sleeps { self.pauses?.insert(sleep) }
    }
    active = min(active + trim.counted, max(ended - began, .zero))
  }
}
