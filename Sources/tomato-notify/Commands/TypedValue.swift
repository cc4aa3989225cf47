// The values of options and arguments, by the grammar of what people type.
internal import TomatoLink

/// Reads the values that ArgumentParser hands over as text, so that a bad value is 65 with the grammar's sentence.
enum TypedValue {
  static func duration(_ text: String, signed: Bool = false) throws(Failure) -> Duration {
    do {
      return signed ? try TypedDuration.parseSigned(text) : try TypedDuration.parse(text)
    } catch {
      throw Failure(.badValue, error)
    }
  }

  static func task(_ text: String) throws(Failure) -> String {
    do {
      try Link.checkTask(text)
    } catch {
      throw Failure(.badValue, error)
    }
    return text
  }

  static func activity(_ text: String) throws(Failure) -> ActivityReference {
    if let id = ActivityID(text) { return ActivityReference(id: id) }
    return ActivityReference(name: try name(text))
  }

  static func name(_ text: String) throws(Failure) -> String {
    do {
      return try ActivityName.checked(text)
    } catch {
      throw Failure(.badValue, error)
    }
  }

  /// The names that `--format` takes beside a template.
  static let formats = Query.Format.forPeople.map(\.rawValue) + Bar.named.map(\.name)

  /// Those of `list`.
  static let listFormats = Query.Format.forPeople.map(\.rawValue)

  static func listFormat(_ text: String) throws(Failure) -> Query.Format {
    if let format = Query.Format.forPeople.first(where: { $0.rawValue == text }) { return format }
    throw Failure(
      .badValue, "{given} is not a format; expected text, json or cards.", ["given": LinkError.quote(text)])
  }

  /// What `--format` says: a plain format or a bar's. A text without braces that is no format is not taken for a
  /// template: it is a misspelt name.
  static func format(_ text: String) throws(Failure) -> (plain: Query.Format, bar: Bar?) {
    if let plain = Query.Format.forPeople.first(where: { $0.rawValue == text }) { return (plain, nil) }
    if let bar = Bar(name: text) { return (.text, bar) }
    guard text.contains(where: { "{}".contains($0) }) else {
      throw Failure(
        .badValue, "{given} is not a format; expected {names}, or a template such as '{text}'.",
        ["given": LinkError.quote(text), "names": formats.joined(separator: ", "), "text": "{icon} {time}"])
    }
    do {
      return (.text, .template(try LineTemplate(text)))
    } catch {
      throw Failure(.badValue, error)
    }
  }

  /// The kinds of phase that can be started.
  static let kinds = TimerMode.startable.map(\.linkName)
  /// The same for a sentence: `focus, short-break or long-break`.
  static var kindsInWords: String { kinds.dropLast().joined(separator: ", ") + " or " + (kinds.last ?? "") }

  static func kind(_ text: String) throws(Failure) -> TimerMode {
    guard let mode = TimerMode(linkName: text) else {
      throw Failure(
        .badValue, "{given} is not a kind of phase; expected focus, short-break or long-break.",
        ["given": LinkError.quote(text)])
    }
    return mode
  }

  /// In seconds. A time of day further ahead may mean one that has just passed, so it is refused.
  static let furthestTime: Int64 = 12 * 3600

  /// The duration from `begin` until local clocks next show the time that `text` says.
  static func duration(until text: String, from begin: Int64, _ clock: Clock) throws(Failure) -> Duration {
    let seconds = try time(until: text, from: begin, clock) - begin
    guard (1...86_400).contains(seconds) else {
      throw Failure(
        .badValue, "Until {time} it would take more than 24 hours; expected 24 hours at most.", ["time": text])
    }
    return .seconds(seconds)
  }

  /// The next moment at which local clocks show the time that `text` says, in unix time.
  /// - Parameter begin: the beginning of the phase or timer.
  /// - Throws: 65 for an invalid time of day, and for one more than 12 hours ahead, with a proposal.
  static func time(until text: String, from begin: Int64, _ clock: Clock) throws(Failure) -> Int64 {
    let (hour, minute) = try timeOfDay(text)
    let time = clock.nextLocalTime(hour, minute)
    guard time - clock.now > furthestTime else { return time }
    let midnight = clock.nextLocalTime(0, 0)
    let isTomorrow = midnight > clock.now && time >= midnight
    // In whole minutes, as people say it.
    let length = DurationText.print(.seconds(min((time - begin + 59) / 60 * 60, 86_400)))
    let places = ["time": text, "length": length]
    throw isTomorrow
      ? Failure(
        .badValue, "--until {time} is more than 12 hours ahead; tomorrow {time}? say --duration {length}.", places)
      : Failure(.badValue, "--until {time} is more than 12 hours ahead; today {time}? say --duration {length}.", places)
  }

  static func timeOfDay(_ text: String) throws(Failure) -> (hour: Int32, minute: Int32) {
    do {
      if let time = try TypedTime.parse(text) { return time }
    } catch {
      throw Failure(.badValue, error)
    }
    throw Failure(
      .badValue, "{given} is not a time of day; expected for example 14:30.", ["given": LinkError.quote(text)])
  }

  /// In unix time: `9:00` is the last time that clocks showed it, `yesterday 9:00` and `2026-11-20 9:00` say the day.
  static func moment(_ text: String, _ option: String, _ clock: Clock) throws(Failure) -> Int64 {
    let parts = text.split(separator: " ")
    if parts.count == 1, text.lowercased() == "now" { return clock.now }
    let time = parts.last.flatMap { try? timeOfDay(String($0)) }
    switch (parts.count, time) {
    case (1, let time?):
      let today = clock.localTime(0, nil, time.hour, time.minute)
      return today <= clock.now ? today : clock.localTime(-1, nil, time.hour, time.minute)
    case (2, let time?) where parts[0].lowercased() == "today": return clock.localTime(0, nil, time.hour, time.minute)
    case (2, let time?) where parts[0].lowercased() == "yesterday":
      return clock.localTime(-1, nil, time.hour, time.minute)
    case (2, let time?):
      if let date = RecordDay(parts[0]), (1970...2999).contains(date.date.year) {
        return clock.localTime(0, date, time.hour, time.minute)
      }
    default: break
    }
    throw Failure(
      .badValue, "{option} {given} is no time; expected for example 9:00, \"yesterday 9:00\" or \"2026-11-20 9:00\".",
      ["option": option, "given": LinkError.quote(text)])
  }
}
