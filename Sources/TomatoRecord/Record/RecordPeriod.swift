// A period of the record, and the options for it: `--since monday`, `--week`, `--all`.

package import TomatoLink

/// A half-open period; nil at one end means unlimited on that side.
/// An interval belongs to the period in which it began, whenever it ended.
package struct RecordPeriod: Hashable, Sendable {
  package var since: WallTime?
  package var until: WallTime?

  package static let all = RecordPeriod()

  package func contains(_ moment: WallTime) -> Bool {
    (since.map { moment >= $0 } ?? true) && (until.map { moment < $0 } ?? true)
  }

  /// The valid times in the period, as they are stored.
  var stored: Range<Int64> {
    let begin = max(since?.milliseconds ?? .min, Schema.wallRange.lowerBound)
    return begin..<max(begin, min(until?.milliseconds ?? .max, Schema.wallRange.upperBound + 1))
  }

  package static func days(_ days: ClosedRange<RecordDay>, _ calendar: RecordCalendar) -> RecordPeriod {
    let span = calendar.span(of: days)
    return RecordPeriod(since: span.lowerBound, until: span.upperBound)
  }

  package static func today(_ now: WallTime, _ calendar: RecordCalendar) -> RecordPeriod {
    days(calendar.day(of: now)...calendar.day(of: now), calendar)
  }
}

extension RecordPeriod {
  /// The period of a request.
  /// - Returns: nil without a period in the request; the caller has a default.
  /// - Throws: when a date is invalid, two options exclude each other, or the end comes first.
  package init?(
    _ request: ProgramRequest, now: WallTime, _ calendar: RecordCalendar
  ) throws(Failure) {
    let spans = [ProgramRequest.Item.week, .month, .all].filter(request.has)
    let given = spans + [.since, .until].filter(request.has)
    guard let first = given.first else { return nil }
    guard spans.isEmpty || given.count == 1 else { throw RecordWords.exclude(first.word, given[1].word) }
    let today = calendar.day(of: now)
    switch first {
    case .all: self = .all
    case .week: self = .days(today.week, calendar)
    case .month: self = .days(today.month, calendar)
    default:
      let first = try request[.since].map { text throws(Failure) in try Self.span(text, .since, now, calendar) }
      let last = try request[.until].map { text throws(Failure) in try Self.span(text, .until, now, calendar) }
      self.init(since: first?.lowerBound, until: last?.upperBound)
      if let since, let until, since >= until, let from = request[.since], let to = request[.until] {
        throw RecordWords.endsFirst(from, to)
      }
    }
  }

  /// Parses a day, week, month or year to its whole range, and a time to an empty range.
  static func span(
    _ text: String, _ item: ProgramRequest.Item, _ now: WallTime, _ calendar: RecordCalendar
  ) throws(Failure) -> Range<WallTime> {
    let word = TypedPeriod.name(text) ?? text.lowercased()
    let today = calendar.day(of: now)
    if let days = days(word, today) { return calendar.span(of: days) }
    guard let moment = word == "now" ? now : moment(word, today, calendar) else {
      throw RecordWords.noMoment(text, item.word)
    }
    return moment..<moment
  }

  private static func days(_ word: String, _ today: RecordDay) -> ClosedRange<RecordDay>? {
    switch word {
    case "this week": return today.week
    case "last week": return (today - 7).week
    case "this month": return today.month
    case "last month": return (today.firstOfMonth - 1).month
    case "this year": return today.year
    case "last year": return (today.year.lowerBound - 1).year
    default: break
    }
    if let day = day(word, today) { return day...day }
    if let month = month(word, today) { return month.month }
    return word.utf8.count == 4 ? RecordDay(word + "-01-01")?.year : nil
  }

  private static func day(_ word: String, _ today: RecordDay) -> RecordDay? {
    if word == "today" { return today }
    if word == "yesterday" { return today - 1 }
    // The latest one, which may be today.
    if let weekday = TypedPeriod.weekday(word) { return today - (today.weekday - weekday + 7) % 7 }
    let parts = word.split(separator: " ").map(String.init)
    if parts.count == 2, parts[0] == "last", let weekday = TypedPeriod.weekday(parts[1]) {
      return today - ((today.weekday - weekday + 6) % 7 + 1)
    }
    if parts.count == 2, let month = TypedPeriod.month(parts[0]), let number = number(parts[1], 1...31) {
      let years = [today.date.year, today.date.year - 1]
      return years.compactMap { RecordDay(year: $0, month: month, day: number) }.first { $0 <= today }
    }
    if let last = word.last, last == "d" || last == "w", let count = number(word.dropLast(), 0...9999) {
      return today - count * (last == "w" ? 7 : 1)
    }
    return RecordDay(word)
  }

  /// The first day of `2026-11`, or of the latest `november`.
  private static func month(_ word: String, _ today: RecordDay) -> RecordDay? {
    guard let month = TypedPeriod.month(word) else { return word.utf8.count == 7 ? RecordDay(word + "-01") : nil }
    let (year, now, _) = today.date
    return RecordDay(year: month > now ? year - 1 : year, month: month, day: 1)
  }

  /// `2026-11-20 14:30`, `2026-11-20T14:30`, or `14:30` of this day.
  private static func moment(_ word: String, _ today: RecordDay, _ calendar: RecordCalendar) -> WallTime? {
    let parts = word.split { $0 == " " || $0 == "t" }
    guard let minutes = parts.last.flatMap({ TimeOfDay.minutes($0) }) else { return nil }
    switch parts.count {
    // A time before the start of the day is after the following midnight.
    case 1: return calendar.at(minutes < calendar.startMinutes ? today + 1 : today, minutes: minutes)
    case 2: return RecordDay(parts[0]).map { calendar.at($0, minutes: minutes) }
    default: return nil
    }
  }

  private static func number(_ text: some StringProtocol, _ range: ClosedRange<Int>) -> Int? {
    guard !text.isEmpty, text.allSatisfy(\.isASCIIDigit), let number = Int(text), range.contains(number) else {
      return nil
    }
    return number
  }
}
