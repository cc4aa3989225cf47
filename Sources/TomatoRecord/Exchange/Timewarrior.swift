// Timewarrior: the JSON of `timew export`, and the lines of its data files.

internal import TomatoEngine
internal import TomatoLink

struct TimewarriorInterval: Hashable {
  var start: WallTime
  /// Nil while it runs.
  var end: WallTime?
  var tags: [String] = []
  var annotation: String?
}

enum Timewarrior {
  // MARK: Interval → Timewarrior

  /// The pieces of a focus between its pauses, because Timewarrior has no pauses. Breaks are not work; timers and
  /// stopwatches overlap the focus, which Timewarrior does not support.
  static func pieces(_ interval: IntervalRecord, _ tags: Tags) -> [TimewarriorInterval] {
    guard interval.mode == .focus else { return [] }
    let words = words(of: interval, tags)
    let key = SourceKey.of(interval)
    var pieces: [TimewarriorInterval] = []
    interval.forEachStretch(until: interval.ended) { stretch in
      let (start, end) = (stretch.lowerBound, stretch.upperBound)
      guard end.seconds > start.seconds else { return }
      let annotation = SourceKey.piece(pieces.count + 1, of: key)
      pieces.append(TimewarriorInterval(start: start, end: end, tags: words, annotation: annotation))
    }
    return pieces
  }

  /// The task's tags, and its remaining text as one more tag.
  private static func words(of interval: IntervalRecord, _ tags: Tags) -> [String] {
    if !tags.text.isEmpty { return [tags.text] + tags.names }
    if !tags.names.isEmpty { return tags.names }
    return [interval.mode.rawValue]
  }

  /// One object, on one line, as `timew export` prints it.
  static func print(_ interval: TimewarriorInterval, id: Int) -> String {
    var text = "{\"id\":\(id),\"start\":\"\(UTCTime.basic(interval.start))\""
    if let end = interval.end { text += ",\"end\":\"\(UTCTime.basic(end))\"" }
    if !interval.tags.isEmpty { text += ",\"tags\":[\(interval.tags.map(JSONText.quoted).joined(separator: ","))]" }
    if let annotation = interval.annotation { text += ",\"annotation\":\(JSONText.quoted(annotation))" }
    return text + "}"
  }

  // MARK: Timewarrior → interval

  /// Converts worked time to a focus. Our own earlier exports are recognised by their annotation.
  static func record(_ interval: TimewarriorInterval, _ end: WallTime) -> IntervalRecord {
    let note = interval.annotation ?? ""
    let own = SourceKey.own(note) == nil || !SourceKey.isValid(note) ? nil : note
    let key = own ?? "timewarrior:\(UTCTime.basic(interval.start))"
    return IntervalRecord(
      token: PhaseToken(0), activity: .pomodoro, mode: .focus,
      task: ForeignText.task(tags: interval.tags, note: own == nil ? note : ""), began: interval.start, ended: end,
      active: end - interval.start, outcome: .completed, laps: [], pauses: [], source: key)
  }

  /// One object of `timew export`.
  static func interval(_ value: JSONValue) throws(BadInterval) -> TimewarriorInterval {
    guard case .object = value else { throw BadInterval(ExchangeWords.notAnObject(value.kind)) }
    guard let start = value["start"]?.text.flatMap({ UTCTime.parse($0) }) else {
      throw BadInterval(ExchangeWords.noStart)
    }
    var interval = TimewarriorInterval(start: start, annotation: value["annotation"]?.text)
    if let text = value["end"]?.text {
      guard let end = UTCTime.parse(text) else { throw BadInterval(ExchangeWords.noTime(text)) }
      interval.end = end
    }
    if case .array(let tags)? = value["tags"] { interval.tags = tags.compactMap(\.text) }
    return interval
  }

  /// One line of a data file, such as `inc 20261120T080000Z - 20261120T082500Z # work "write report" # "a note"`.
  static func interval(line: String) throws(BadInterval) -> TimewarriorInterval {
    var words = try words(of: line)[...]
    guard words.popFirst()?.text == "inc", let from = words.popFirst(), let start = UTCTime.parse(from.text) else {
      throw BadInterval(ExchangeWords.noTimewarriorLine)
    }
    var interval = TimewarriorInterval(start: start)
    if words.first?.isBare("-") == true {
      words.removeFirst()
      guard let to = words.popFirst(), let end = UTCTime.parse(to.text) else {
        throw BadInterval(ExchangeWords.noTimewarriorLine)
      }
      interval.end = end
    }
    guard let mark = words.popFirst() else { return interval }
    guard mark.isBare("#") else { throw BadInterval(ExchangeWords.noTimewarriorLine) }
    let tags = words.prefix { !$0.isBare("#") }
    interval.tags = tags.map(\.text)
    let note = words.dropFirst(tags.count + 1).map(\.text).joined(separator: " ")
    interval.annotation = note.isEmpty ? nil : note
    return interval
  }

  private struct Word {
    var text: String
    var isQuoted = false
    func isBare(_ other: String) -> Bool { !isQuoted && text == other }
  }

  /// The words of a line; a quoted text is one word.
  private static func words(of line: String) throws(BadInterval) -> [Word] {
    var (words, rest) = ([Word](), line[...])
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
      } else if first == "\"" {
        rest.removeFirst()
        words.append(Word(text: try quoted(&rest), isQuoted: true))
      } else {
        let word = rest.prefix { !$0.isWhitespace }
        words.append(Word(text: String(word)))
        rest = rest.dropFirst(word.count)
      }
    }
    return words
  }

  /// Up to the next unescaped quotation mark.
  private static func quoted(_ rest: inout Substring) throws(BadInterval) -> String {
    var text = ""
    while let character = rest.popFirst() {
      switch character {
      case "\"": return text
      case "\\": if let next = rest.popFirst() { text.append(next) }
      default: text.append(character)
      }
    }
    throw BadInterval(ExchangeWords.badQuotes)
  }
}

/// Other programs' texts as a task of ours.
enum ForeignText {
  /// Valid tags become `#tags`, the others become words; the note is used if there are no words.
  static func task(tags: [String], note: String) -> String? {
    let isTag = { (tag: String) in Tags.isName(tag) && tag.first != "#" }
    let own = tags.filter(isTag)
    var words = tags.filter { !isTag($0) }
    if words.isEmpty, !note.isEmpty { words = [note] }
    let text = ([words.joined(separator: ", ")] + own.map { "#" + $0 }).filter { !$0.isEmpty }.joined(separator: " ")
    return fitting(text)
  }

  /// Fits a text into a task's limits; invalid characters become spaces. Nil when nothing is left.
  private static func fitting(_ text: String) -> String? {
    let plain = String(String.UnicodeScalarView(text.unicodeScalars.map { SafeText.isUnfit($0) ? " " : $0 }))
    var task = plain.split(separator: " ").joined(separator: " ")
    if task.count > Link.taskCharacterLimit { task = String(task.prefix(Link.taskCharacterLimit)) }
    while task.utf8.count > Link.taskByteLimit { task.removeLast() }
    return task.isEmpty ? nil : task
  }
}
