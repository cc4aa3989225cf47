// The sentences of `export` and `import`.

internal import GLibBridge
package import TomatoLink
internal import TomatoWords

package enum ImportWords {
  // MARK: Export

  package static func noFormat(_ given: String) -> String {
    tr(
      "{given} is not a format; expected {names}.",
      ["given": LinkError.quote(given), "names": Words.list(ExportFormat.allCases.map(\.rawValue), .or)])
  }

  package static func isThere(_ path: String) -> String {
    tr("{path} is there already; nothing was written. Add --force to replace it.", ["path": path])
  }

  package static func exported(_ count: Int, _ path: String) -> String {
    tr("Intervals written to {path}: {n}", ["path": path, "n": String(count)])
  }

  package static func leftOut(_ count: Int, _ format: ExportFormat) -> String {
    switch format {
    case .ical: tr("Breaks left out of the calendar: {n}", ["n": String(count)])
    case .timewarrior, .json, .csv:
      tr(
        "Left out, as Timewarrior has only time that was worked, and only one thing at a time: {n}",
        ["n": String(count)])
    }
  }

  // MARK: Import

  package static func found(_ survey: ImportSurvey, _ file: ImportFile) -> [String] {
    let what = tr("{path}: {what}", ["path": file.path, "what": name(of: file.format)])
    var lines = [what, tr("Intervals: {n}", ["n": String(survey.count)])]
    if let span = survey.span {
      let (first, last) = (span.lowerBound.milliseconds, span.upperBound.milliseconds)
      lines[1] = tr(
        "Intervals: {n}, from {first} to {last}",
        ["n": String(survey.count), "first": LocalTime.date(first), "last": LocalTime.date(last)])
    }
    return lines + self.lines(survey.leftOut)
  }

  /// A line for each reason, with the first places.
  package static func lines(_ leftOut: LeftOut) -> [String] {
    DropReason.all.compactMap { reason in
      guard let tally = leftOut.byReason[reason] else { return nil }
      let places = tally.first.map(place) + (tally.count > tally.first.count ? ["…"] : [])
      return tr(
        "{why}: {n} ({places})",
        ["why": why(reason), "n": String(tally.count), "places": places.joined(separator: ", ")])
    }
  }

  private static func place(_ place: ImportPlace) -> String {
    switch place {
    case .line(let number): tr("line {n}", ["n": String(number)])
    case .entry(let number): tr("entry {n}", ["n": String(number)])
    }
  }

  private static func name(of format: ImportFormat) -> String {
    switch format {
    case .ownJSON: tr("an export of tomato-notify (JSON)")
    case .ownCSV: tr("an export of tomato-notify (CSV)")
    case .ownDatabase: tr("a database of tomato-notify")
    case .timewarriorJSON: tr("an export of Timewarrior")
    case .timewarriorData: tr("a data file of Timewarrior")
    case .other(let database): tr("the database of {program}", ["program": database.program])
    }
  }

  private static func why(_ reason: DropReason) -> String {
    switch reason {
    case .open: tr("Left out, not finished")
    case .future: tr("Left out, yet to come")
    case .zero: tr("Left out, without any time")
    case .unknown: tr("Left out, not understood")
    case .impossible(let fault): tr("Left out, as {why}", ["why": CorrectionText.why(fault)])
    case .overlaps: tr("Left out, as something else is recorded at that time")
    }
  }

  package static func added(_ result: ImportResult) -> [String] {
    [tr("Imported: {n}", ["n": String(result.added)])] + others(result)
  }

  package static func wouldAdd(_ result: ImportResult) -> [String] {
    [tr("New: {n}", ["n": String(result.added)])] + others(result) + [tr("Nothing was changed.")]
  }

  private static func others(_ result: ImportResult) -> [String] {
    var lines: [String] = []
    if result.known > 0 { lines.append(tr("There already: {n}", ["n": String(result.known)])) }
    return lines + self.lines(result.leftOut)
  }

  package static func progress(_ count: Int, _ total: Int) -> String {
    tr("{n} of {m} …", ["n": String(count), "m": String(total)])
  }

  package static var noDaemon: String { tr("The daemon does not run; \"tomato-notify import\" starts it.") }

  package static func daemonGone(_ count: Int) -> String {
    tr("The daemon went away. Imported so far: {n}. Import the file again for the rest.", ["n": String(count)])
  }

  package static func stopped(_ reason: String, _ count: Int) -> String {
    tr(
      "{problem} Imported so far: {n}. Import the file again for the rest.", ["problem": reason, "n": String(count)])
  }

  package static var noReason: String { tr("The daemon did not take the intervals.") }

  // MARK: The socket

  package static func tooMany(_ most: Int) -> String { tr("at most {n} intervals were expected", ["n": String(most)]) }

  package static func badRequest(_ reason: String) -> String {
    tr("The intervals cannot be taken: {reason}; nothing was changed.", ["reason": reason])
  }
}
