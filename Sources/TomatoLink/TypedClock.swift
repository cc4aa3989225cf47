// Converts typed times of day to unix time.

/// The current time and the local time zone.
public struct TypedClock: Sendable {
  /// Unix time in whole seconds.
  public var now: Int64
  /// The moment at which local clocks show this time, on `date` or, without one, on the current date plus `days`.
  public var localTime: @Sendable (_ days: Int32, _ date: RecordDay?, _ hour: Int32, _ minute: Int32) -> Int64

  public init(
    now: Int64,
    localTime: @escaping @Sendable (_ days: Int32, _ date: RecordDay?, _ hour: Int32, _ minute: Int32) -> Int64
  ) {
    (self.now, self.localTime) = (now, localTime)
  }

  /// The next moment after `now`, in unix time, at which local clocks show this time.
  public func nextLocalTime(_ hour: Int32, _ minute: Int32) -> Int64 {
    let today = localTime(0, nil, hour, minute)
    return today > now ? today : localTime(1, nil, hour, minute)
  }

  /// The last moment, `now` included, in unix time, at which local clocks showed this time.
  public func lastLocalTime(_ hour: Int32, _ minute: Int32) -> Int64 {
    let today = localTime(0, nil, hour, minute)
    return today <= now ? today : localTime(-1, nil, hour, minute)
  }

  /// In seconds. Later times of day are refused, because they may mean a time that has just passed.
  private static let furthestTime: Int64 = 12 * 3600

  /// The duration from `begin` until the time of day `text`.
  public func duration(until text: String, from begin: Int64) throws(Failure) -> Duration {
    let seconds = try time(until: text, from: begin) - begin
    guard DurationText.range.contains(seconds) else {
      throw Failure(
        .badValue, "Until {time} it would take more than 24 hours; expected 24 hours at most.", ["time": text])
    }
    return .seconds(seconds)
  }

  /// The next moment at which local clocks show the time of day `text`, in unix time.
  /// - Parameter begin: the beginning of the phase or timer.
  /// - Throws: 65, for an invalid time of day or, with a proposal, one more than 12 hours ahead.
  public func time(until text: String, from begin: Int64) throws(Failure) -> Int64 {
    let (hour, minute) = try Self.timeOfDay(text)
    let time = nextLocalTime(hour, minute)
    guard time - now > Self.furthestTime else { return time }
    let midnight = nextLocalTime(0, 0)
    let isTomorrow = midnight > now && time >= midnight
    // Rounded up to whole minutes.
    let length = DurationText.print(.seconds(min((time - begin + 59) / 60 * 60, DurationText.range.upperBound)))
    let places = ["time": text, "length": length]
    throw isTomorrow
      ? Failure(
        .badValue, "--until {time} is more than 12 hours ahead; for {time} tomorrow, say --duration {length}.", places)
      : Failure(
        .badValue, "--until {time} is more than 12 hours ahead; for {time} today, say --duration {length}.", places)
  }

  public static func timeOfDay(_ text: String) throws(Failure) -> (hour: Int32, minute: Int32) {
    if let time = try Failure.wrapping({ () throws(LinkError) in try TypedTime.parse(text) }) { return time }
    throw Failure(.badValue, "{given} is not a time of day; expected for example 14:30.", given: text)
  }

  /// In unix time. Reads `now`, `9:00` (the latest that has passed), `yesterday 9:00` and `2026-11-20 9:00`.
  public func moment(_ text: String, _ option: String) throws(Failure) -> Int64 {
    let parts = text.split(separator: " ")
    if parts.count == 1, text.lowercased() == "now" { return now }
    if let time = parts.last.flatMap({ try? Self.timeOfDay(String($0)) }) {
      func at(_ days: Int32, _ date: RecordDay? = nil) -> Int64 { localTime(days, date, time.hour, time.minute) }
      switch parts.dropLast().map({ $0.lowercased() }) {
      case []: return lastLocalTime(time.hour, time.minute)
      case ["today"]: return at(0)
      case ["yesterday"]: return at(-1)
      case let words:
        if words.count == 1, let date = RecordDay(words[0]), (1970...2999).contains(date.date.year) {
          return at(0, date)
        }
      }
    }
    throw Failure(
      .badValue,
      "{option} {given} is not a time; expected for example 9:00, \"yesterday 9:00\" or \"2026-11-20 9:00\".",
      ["option": option, "given": LinkError.quote(text)])
  }
}
