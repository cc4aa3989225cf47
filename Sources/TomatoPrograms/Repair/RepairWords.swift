// The sentences of `repair`.

internal import GLibBridge
internal import TomatoLink
internal import TomatoRecord
internal import TomatoWords

nonisolated enum RepairWords {
  static func nothingToDo(_ path: String) -> String {
    tr("The history {path} is sound; nothing was changed.", ["path": path])
  }

  static func failed(_ reason: String) -> String {
    tr("The history cannot be repaired: {reason}. Nothing was changed.", ["reason": reason])
  }

  static func wasDamaged(_ path: String, _ reason: String) -> String {
    tr("The history {path} was damaged: {reason}.", ["path": path, "reason": reason])
  }

  static func keptAside(_ path: String) -> String { tr("The damaged file is kept as {path}.", ["path": path]) }

  static func saved(_ repair: FileRepair) -> [String] {
    var lines = [intervals(repair)] + ImportWords.lines(repair.leftOut)
    if repair.fromCopy > 0 {
      lines.append(tr("Intervals taken from the newest copy: {n}", ["n": String(repair.fromCopy)]))
    }
    switch repair.lost {
    case 0?: lines.append(tr("Nothing was lost."))
    case let count?: lines.append(tr("Intervals lost, at most: {n}", ["n": String(count)]))
    case nil: lines.append(tr("How many intervals were lost is not known."))
    }
    if let (from, to) = repair.lostSpan, let from, let to {
      lines.append(
        tr(
          "What is missing was between {first} and {last}.",
          ["first": LocalTime.date(from.milliseconds), "last": LocalTime.date(to.milliseconds)]))
    }
    if !repair.hasState { lines.append(tr("The timer's state could not be read; it starts afresh.")) }
    return lines
  }

  private static func intervals(_ repair: FileRepair) -> String {
    guard let span = repair.span else { return tr("Intervals read: {n}", ["n": String(repair.saved)]) }
    return tr(
      "Intervals read: {n}, from {first} to {last}",
      [
        "n": String(repair.saved), "first": LocalTime.date(span.lowerBound.milliseconds),
        "last": LocalTime.date(span.upperBound.milliseconds),
      ])
  }

  static func read(_ path: String, _ repair: FileRepair) -> String {
    tr("{path}, which was kept aside: {what}", ["path": path, "what": intervals(repair)])
  }

  static func added(_ count: Int) -> String { tr("Brought back into the history: {n}", ["n": String(count)]) }

  static func notSaved(_ path: String, _ reason: String) -> String {
    tr(
      "{path}, which was kept aside, cannot be brought back completely: {reason}.", ["path": path, "reason": reason])
  }

  static func notReadable(_ path: String) -> String {
    tr("{path}, which was kept aside, cannot be read as a history.", ["path": path])
  }
}
