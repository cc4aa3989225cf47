// What is known of time in a focus for which nobody was there. What the Pomodoro makes of it is in PomodoroAway.swift.

public import TomatoLink

/// What is to be asked, or is asked, about time in which nobody was there.
public struct AwayQuestion: Hashable, Sendable {
  /// Those in the focus that goes on, in order.
  public var stretches: [AwayStretch]
  /// No person is back yet: the last stretch goes on.
  public var isOpen: Bool
  /// Those in focuses that are over.
  public var trims: [RowTrim]
  /// Somebody is back, and is asked.
  public var isAsked: Bool

  public init(
    stretches: [AwayStretch] = [], isOpen: Bool = false, trims: [RowTrim] = [], isAsked: Bool = false
  ) {
    (self.stretches, self.isOpen, self.trims, self.isAsked) = (stretches, isOpen, trims, isAsked)
  }

  /// So many of each are kept; what comes after that is not asked about.
  public static let limit = 50
  /// Less than this of a focus is not asked about: a minute, or as much as a source waits for if that is less. KWin
  /// may say it early, by a twentieth and at most a second (src/idledetector.cpp: a Qt::CoarseTimer), and what it tells
  /// of is asked about.
  /// - Parameter after: after how long without input a source says that nobody is there; zero when none looks at input.
  static func least(after: Duration) -> Duration {
    after > .zero ? min(.minutes(1), after - min(after / 20, .seconds(1))) : .minutes(1)
  }

  /// Those that are over.
  var closed: [AwayStretch] { isOpen ? Array(stretches.dropLast()) : stretches }
  /// How much of the focus is asked about.
  var length: Duration {
    closed.reduce(.zero) { $0 + $1.length } + trims.reduce(.zero) { $0 + $1.pause.length }
  }
  var isEmpty: Bool { stretches.isEmpty && trims.isEmpty }

  /// The clock was set: what the history holds stays as it was written, and what was on an earlier boot where it was.
  mutating func clockWasSet(by jump: Duration) {
    for index in stretches.indices where !stretches[index].isEarlier {
      stretches[index].began = stretches[index].began + jump
    }
  }

  mutating func enterBoot() { for index in stretches.indices { stretches[index].isEarlier = true } }

  /// What is left of it once it was answered: nobody may be there again already.
  /// - Parameter taken: these were taken off, so that more is left of the focus now.
  func answered(taking taken: [AwayStretch] = []) -> AwayQuestion? {
    guard isOpen, var last = stretches.last else { return nil }
    last.standing += taken.reduce(.zero) { $0 + $1.length }
    last.asleep = max(last.asleep - taken.reduce(.zero) { $0 + $1.slept }, .zero)
    return AwayQuestion(stretches: [last], isOpen: true)
  }
}

/// A stretch of a focus for which nobody was there.
public struct AwayStretch: Hashable, Sendable {
  public var began: WallTime
  /// What was left of the focus then.
  public var standing: Duration
  /// How much the focus had slept through by then (`when-away = run`).
  public var asleep: Duration
  /// How much of the focus passed in it; zero while it goes on.
  public var length: Duration
  /// How much of that the machine slept through, which no record counts.
  public var slept: Duration
  /// It began on an earlier boot.
  public var isEarlier = false

  public init(
    began: WallTime, standing: Duration, asleep: Duration, length: Duration = .zero, slept: Duration = .zero
  ) {
    (self.began, self.standing, self.asleep, self.length, self.slept) = (began, standing, asleep, length, slept)
  }

  var pause: Pause { Pause(began: began, length: length) }

  /// How much of what was slept through lies in a time.
  /// - Parameters:
  ///   - asleep: all that was slept through.
  ///   - sleeps: when, and when a person has paused. What is more than all of them, as a nap of less than a second
  ///     where nothing was paused, counts as in that time, so that nobody loses what they worked.
  ///   - end: of that time.
  ///   - least: the rest has no room before that time.
  static func slept(
    of asleep: Duration, in length: Duration, until end: WallTime, _ sleeps: [Pause]?, atLeast least: Duration
  ) -> Duration {
    let sleeps = sleeps ?? []
    let inIt = sleeps.reduce(Duration.zero) { $0 + $1.length(from: end - length, to: end) }
    let unknown = max(asleep - sleeps.reduce(.zero) { $0 + $1.length }, .zero)
    return min(max(inIt + unknown, least), asleep, length)
  }
}

/// A stretch of a focus that is over and in the history.
public struct RowTrim: Hashable, Sendable {
  public var row: PhaseToken
  /// When it was, on the clock of the row.
  public var pause: Pause
  /// How much of that the row counts.
  public var counted: Duration
  /// The pauses of the row that it takes in, wholly or in part.
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
  /// From when it ran without a pause, on CLOCK_BOOTTIME.
  public var from: Duration
  public var until: Duration
  public var ended: WallTime
  /// How much of that was slept through.
  public var asleep: Duration
  /// When it slept, on the clock of the row.
  public var sleeps: [Pause]

  public init(
    row: PhaseToken, from: Duration, until: Duration, ended: WallTime, asleep: Duration, sleeps: [Pause] = []
  ) {
    (self.row, self.from, self.until, self.ended) = (row, from, until, ended)
    (self.asleep, self.sleeps) = (asleep, sleeps)
  }

  /// What of it was after `since`; nil for nothing.
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
  /// Time in it did not count after all.
  public mutating func takeOff(_ trim: RowTrim) {
    active = max(active - trim.counted, .zero)
    pauses?.insert(trim.pause)
  }

  /// It did. A row that was corrected since stays as it is.
  public mutating func putBack(_ trim: RowTrim) {
    if let pauses {
      guard pauses.map({ $0.length(in: trim.pause) }).reduce(.zero, +) == trim.pause.length else { return }
      self.pauses?.remove(trim.pause)
      for sleep in trim.sleeps { self.pauses?.insert(sleep) }
    }
    active = min(active + trim.counted, max(ended - began, .zero))
  }
}
