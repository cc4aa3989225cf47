// Sentences about corrections of the record: what was done, or why it is impossible.

package import TomatoEngine
package import TomatoLink

package enum CorrectionText {
  /// `Added 17: 9:00–9:25, Focus, 25:00, completed, write report`, and how to undo it.
  package static func done(_ correction: Correction, _ rows: [IntervalRecord], beside now: WallTime) -> String {
    let what = ["what": list(rows, beside: now)] as KeyValuePairs
    return switch correction.change {
    case .add: VerbText.undoable(tr("Added {what}.", what))
    case .edit: VerbText.undoable(tr("Changed to {what}.", what))
    case .delete: VerbText.undoable(tr("Deleted {what}.", what))
    }
  }

  package static func undone(_ slot: CorrectionUndo, beside now: WallTime) -> String {
    switch slot.change {
    case .add: tr("Interval {n} is not in the record any more.", ["n": slot.added?.description ?? ""])
    case .edit: tr("Changed back to {what}.", ["what": list(slot.old, beside: now)])
    case .delete: tr("Back in the record: {what}.", ["what": list(slot.old, beside: now)])
    }
  }

  package static func nothingToChange(_ rows: [IntervalRecord], beside now: WallTime) -> String {
    Answers.nothingToChange(list(rows, beside: now))
  }

  private static func list(_ rows: [IntervalRecord], beside now: WallTime) -> String {
    let shown = rows.prefix(3).map { line($0, beside: now) } + (rows.count > 3 ? ["…"] : [])
    return shown.joined(separator: "; ")
  }

  /// `17: 9:00–9:25, Focus, 25:00, completed, write report`.
  static func line(_ row: IntervalRecord, beside now: WallTime) -> String {
    "\(row.token): \(Words.clauses(StatusText.cells(row, beside: now)))"
  }

  static func sentence(_ trouble: CorrectionRefusal, beside now: WallTime) -> String {
    switch trouble {
    case .unknownRow(let token):
      tr("There is no interval {n}; \"tomato-notify log\" shows those of today.", ["n": token.description])
    case .inTheFuture: tr("It would end in the future; expected an interval that is over.")
    case .endsFirst: tr("It would end before it begins; expected the earlier time with --from.")
    case .longerThanSpan(let counted, let span):
      tr(
        "{length} do not fit into the {span} between its beginning and its end; expected a shorter --duration.",
        ["length": Words.length(counted), "span": Words.length(span)])
    case .tooLong: tr("It would last more than 24 hours; expected 24 hours at most.")
    case .impossible(let fault): tr("This interval is impossible: {why}.", ["why": why(fault)])
    case .overlaps(let row):
      tr("It would overlap interval {what}; change that first, or say other times.", ["what": line(row, beside: now)])
    case .overlapsPhase: tr("It would overlap the phase that is under way; expected an end before that began.")
    }
  }

  /// Why an interval is invalid, as part of a sentence.
  package static func why(_ fault: IntervalFault) -> String {
    switch fault {
    case .endsFirst: tr("it ended before it began")
    case .outOfTime: tr("its times are not between the years 1970 and 2262")
    case .longerThanSpan: tr("it counts for more time than it took")
    case .tooLong: tr("it is a focus or a break of more than 24 hours")
    case .pauses: tr("its pauses overlap or lie outside of it")
    case .laps: tr("its laps are out of order or outside of it")
    }
  }
}
