// Time away in database cells, as lists of numbers (NumberText.swift). Parsing validates all values.

internal import TomatoEngine
internal import TomatoLink

enum AwayText {
  // MARK: Absence

  /// `lock` is a locked screen that does not count as absence yet.
  static func kind(_ departure: Departure) -> String {
    departure.isLocked ? departure.counts ? "locked" : "lock" : "away"
  }

  static func departure(since: Duration, _ kind: String) throws -> Departure {
    guard ["away", "locked", "lock"].contains(kind) else { throw Unreadable("gone is unknown") }
    return Departure(since: since, isLocked: kind != "away", counts: kind != "lock")
  }

  static func print(_ focus: UnseenFocus) -> String {
    NumberText.print(
      [
        Int64(bitPattern: focus.row.number), focus.from.inMilliseconds, focus.until.inMilliseconds,
        focus.ended.milliseconds, focus.asleep.inMilliseconds,
      ] + numbers(focus.sleeps))
  }

  static func unseen(_ cell: String) -> [UnseenFocus]? {
    NumberText.list(cell, of: 5...5 + 2 * Pause.limit) { n in
      guard let row = PhaseToken(stored: n[0]), let sleeps = pauses(n[5...]) else { return nil }
      let focus = UnseenFocus(
        row: row, from: .milliseconds(n[1]), until: .milliseconds(n[2]), ended: WallTime(milliseconds: n[3]),
        asleep: .milliseconds(n[4]), sleeps: sleeps)
      return (try? focus.check()) == nil ? nil : focus
    }
  }

  private static func pauses(_ numbers: ArraySlice<Int64>) -> [Pause]? {
    guard numbers.count.isMultiple(of: 2) else { return nil }
    return stride(from: numbers.startIndex, to: numbers.endIndex, by: 2).map {
      Pause(began: WallTime(milliseconds: numbers[$0]), length: .milliseconds(numbers[$0 + 1]))
    }
  }

  // MARK: The question

  /// Three parts separated by semicolons: the flags `asked` and `open`, the stretches, the trims.
  static func print(_ question: AwayQuestion) -> String {
    let state = (question.isAsked ? "asked" : "") + (question.isOpen ? "open" : "")
    let stretches = question.stretches.map { stretch in
      NumberText.print([
        stretch.began.milliseconds, stretch.remaining.inMilliseconds, stretch.asleep.inMilliseconds,
        stretch.length.inMilliseconds, stretch.slept.inMilliseconds,
      ])
    }
    let trims = question.trims.map { trim in
      NumberText.print(
        [
          Int64(bitPattern: trim.row.number), trim.pause.began.milliseconds, trim.pause.length.inMilliseconds,
          trim.counted.inMilliseconds,
        ] + numbers(trim.sleeps))
    }
    return [state, stretches.joined(separator: ","), trims.joined(separator: ",")].joined(separator: ";")
  }

  static func question(_ cell: String) -> AwayQuestion? {
    let parts = cell.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, ["", "asked", "open", "askedopen"].contains(parts[0]),
      let stretches = NumberText.list(parts[1], of: 5...5, stretch),
      let trims = NumberText.list(parts[2], of: 4...4 + 2 * Pause.limit, trim)
    else { return nil }
    let question = AwayQuestion(
      stretches: stretches, isOpen: parts[0].hasSuffix("open"), trims: trims, isAsked: parts[0].hasPrefix("asked"))
    return (try? question.check()) == nil ? nil : question
  }

  private static func stretch(_ n: [Int64]) -> AwayStretch? {
    AwayStretch(
      began: WallTime(milliseconds: n[0]), remaining: .milliseconds(n[1]), asleep: .milliseconds(n[2]),
      length: .milliseconds(n[3]), slept: .milliseconds(n[4]))
  }

  private static func trim(_ n: [Int64]) -> RowTrim? {
    guard let row = PhaseToken(stored: n[0]), let sleeps = pauses(n[4...]) else { return nil }
    return RowTrim(
      row: row, pause: Pause(began: WallTime(milliseconds: n[1]), length: .milliseconds(n[2])),
      counted: .milliseconds(n[3]), pauses: sleeps)
  }

  /// Two numbers per pause: beginning and length.
  private static func numbers(_ pauses: [Pause]) -> [Int64] {
    pauses.flatMap { [$0.began.milliseconds, $0.length.inMilliseconds] }
  }
}
