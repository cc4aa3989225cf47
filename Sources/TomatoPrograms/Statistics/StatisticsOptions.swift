// What the words behind `stats` and `report` ask for.

internal import TomatoLink
internal import TomatoRecord

/// The words of `tomato-notifyd stats` and `tomato-notifyd report`.
struct StatisticsOptions: Hashable {
  /// A stretch of the calendar around today, with a name of its own.
  enum Span: String, CaseIterable {
    case today, week, month, year, all
  }

  enum Program { case statistics, report }

  /// Nil: what is usual, or what `bounds` says.
  var span: Span?
  /// `--since` and `--until`.
  var bounds = RecordPeriod.Options()
  var task: String?
  var tag: String?
  var isJSON = false
  /// Where the report goes: a file, `-` for standard output; nil for the person's folder of downloads.
  var output: String?

  /// Only some intervals are counted.
  var isFiltered: Bool { task != nil || tag != nil }

  /// Why the words cannot be used: one sentence, and the exit code.
  struct Misuse: Error, Hashable {
    var sentence: String
    var code: AnswerCode
  }

  init() {}

  /// - Parameter usage: the sentence for an unknown word.
  /// - Throws: when a word is unknown, its value is missing, or two exclude each other.
  init(_ words: [String], _ program: Program, usage: String) throws(Misuse) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if let span = Span(rawValue: word) {
        if let before = self.span { throw Self.usage(RecordWords.exclude(before.rawValue, word)) }
        self.span = span
        continue
      }
      switch word {
      case "--since": bounds.since = try Self.value(word, &rest)
      case "--until": bounds.until = try Self.value(word, &rest)
      case "--task": task = try Self.value(word, &rest)
      case "--tag": tag = try Self.value(word, &rest)
      case "--json" where program == .statistics: isJSON = true
      case "--output" where program == .report: output = try Self.value(word, &rest)
      default: throw Self.usage(usage)
      }
    }
    if let span, !bounds.isEmpty {
      throw Self.usage(RecordWords.exclude(span.rawValue, bounds.since == nil ? "--until" : "--since"))
    }
    if let tag, !Tags.isName(tag) { throw Misuse(sentence: RecordWords.noTag(tag), code: .badValue) }
  }

  private static func value(_ option: String, _ rest: inout ArraySlice<String>) throws(Misuse) -> String {
    guard let value = rest.popFirst() else { throw usage(RecordWords.noValue(option)) }
    return value
  }

  private static func usage(_ sentence: String) -> Misuse { Misuse(sentence: sentence, code: .usage) }

  /// The days that are meant, and the stretch of time, whose ends need be no days.
  /// - Parameters:
  ///   - first: the day of the first interval that there is.
  ///   - usual: what is meant if nothing was asked for.
  /// - Throws: when a moment is none.
  func days(
    now: WallTime, _ calendar: RecordCalendar, first: RecordDay?, usual: ClosedRange<RecordDay>
  ) throws(Misuse) -> (days: ClosedRange<RecordDay>, period: RecordPeriod) {
    let today = calendar.day(of: now)
    let days: ClosedRange<RecordDay>
    switch span {
    case .today: days = today...today
    case .week: days = today.monday...today.monday + 6
    case .month: days = today.firstOfMonth...today.firstOfNextMonth - 1
    case .year: days = Self.year(of: today)
    case .all: days = min(first ?? today, today)...today
    case nil where bounds.isEmpty: days = usual
    case nil: return try bounded(now, calendar, first)
    }
    return (days, .days(days.lowerBound, through: days.upperBound, calendar))
  }

  private func bounded(
    _ now: WallTime, _ calendar: RecordCalendar, _ first: RecordDay?
  ) throws(Misuse) -> (days: ClosedRange<RecordDay>, period: RecordPeriod) {
    var period: RecordPeriod
    do throws(RecordRefusal) {
      period = try RecordPeriod(bounds, now: now, calendar) ?? .all
    } catch {
      throw Misuse(sentence: error.description, code: .badValue)
    }
    let today = calendar.day(of: now)
    // The stretch ends before its end, so the moment before that is of its last day.
    let last = period.until.map { calendar.day(of: $0 - .milliseconds(1)) } ?? today
    let begin = period.since.map { calendar.day(of: $0) } ?? min(first ?? last, last)
    // What is asked for is up to today, and no day of a clock that was wrong.
    period.until = period.until ?? calendar.begin(of: max(begin, last) + 1)
    return (begin...max(begin, last), period)
  }

  private static func year(of day: RecordDay) -> ClosedRange<RecordDay> {
    let year = day.date.year
    let first = RecordDay(year: year, month: 1, day: 1) ?? day
    return first...(RecordDay(year: year, month: 12, day: 31) ?? day)
  }
}
