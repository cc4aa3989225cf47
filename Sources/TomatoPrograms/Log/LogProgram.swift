// `tomato-notifyd log`: prints intervals of the history, in a process of its own that only reads.

package import GLibBridge
internal import TomatoDesktop
internal import TomatoEngine
internal import TomatoLink
internal import TomatoRecord
internal import TomatoSettings
internal import TomatoWords

package enum LogProgram {
  enum Form { case text, json, csv }

  /// What the command's words ask for.
  struct Wish {
    var period = RecordPeriod.Options()
    var choice = RecordChoice()
    var form = Form.text

    /// - Throws: for a word that it does not know, or a tag that is none.
    init(_ words: [String]) throws(RecordRefusal) {
      var rest = words[...]
      while let word = rest.popFirst() {
        switch word {
        case "--week": period.week = true
        case "--month": period.month = true
        case "--all": period.all = true
        case "--json": form = .json
        case "--csv": form = .csv
        default:
          guard let value = rest.popFirst() else { throw RecordRefusal(Answers.unknownWord(word)) }
          try set(word, value)
        }
      }
    }

    private mutating func set(_ option: String, _ value: String) throws(RecordRefusal) {
      switch option {
      case "--since": period.since = value
      case "--until": period.until = value
      case "--task": choice.task = value
      case "--activity": choice.activity = value
      case "--tag":
        guard Tags.isName(value) else { throw RecordRefusal(RecordWords.noTag(value)) }
        choice.tag = value
      default: throw RecordRefusal(Answers.unknownWord(option))
      }
    }
  }

  /// - Returns: 0; 65 for a value that is none, 1 when the history, or a part of it, cannot be read.
  package static func run(_ words: [String], _ output: StandardOutput) -> Int32 {
    do {
      let wish = try Wish(words)
      let reader = try RecordReader(path: try Places.find().database)
      let now = SystemClock.now().wall
      let calendar = RecordCalendar(startMinutes: ConfigurationWatch().current.goal.dayStarts)
      let unreadable = try print(wish, reader, now, calendar) { try output.write($0) }
      return unreadable > 0 ? StandardStreams.complain(StoreWords.unreadableIntervals(unreadable), 1) : 0
    } catch let refusal as RecordRefusal {
      return StandardStreams.complain(refusal.description, 65)
    } catch is StandardOutput.Ended {
      return 0
    } catch {
      return StandardStreams.complain(StoreWords.historyUnreadable(Store.reason(error)), 1)
    }
  }

  /// Prints what is asked for; one row is in memory at a time, or the rows of one day.
  /// - Parameter write: takes whole lines.
  /// - Returns: how many of the intervals cannot be read.
  static func print(
    _ wish: Wish, _ reader: RecordReader, _ now: WallTime, _ calendar: RecordCalendar, _ write: (String) throws -> Void
  ) throws -> Int {
    var choice = wish.choice
    let asked = try RecordPeriod(wish.period, now: now, calendar)
    choice.period = asked ?? .today(now, calendar)
    let unreadable: Int
    switch wish.form {
    case .json:
      var form = LogJSON(calendar)
      unreadable = try reader.visitInPieces(choice) { try write(form.row($0)) }
      try write(form.end)
    case .csv:
      try write(LogCSV.header)
      unreadable = try reader.visitInPieces(choice) { try write(LogCSV.row($0, calendar)) }
    case .text:
      var form = LogText(isToday: asked == nil || asked == .today(now, calendar), calendar)
      unreadable = try reader.visitInPieces(choice) { if let day = form.add($0) { try write(day) } }
      try write(form.end())
    }
    return unreadable
  }
}
