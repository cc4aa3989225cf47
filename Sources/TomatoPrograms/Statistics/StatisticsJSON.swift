// The sums as JSON (docs/record.md): one object with published keys; new keys may be added, none is renamed.

internal import GLibBridge
internal import TomatoLink
internal import TomatoRecord
internal import TomatoSettings

enum StatisticsJSON {
  static func object(_ sums: RecordSums) -> BusValue {
    let (details, today) = (sums.details, sums.today)
    let head: [(String, BusValue)] = [
      ("today", sum(sums.recent.sum(of: today...today))), ("week", sum(sums.recent.sum(of: today.monday...today))),
      ("month", sum(sums.recent.sum(of: today.firstOfMonth...today))),
      ("goal", sums.goal > 0 ? number(sums.goal) : .null),
    ]
    let period: [(String, BusValue)] = [
      ("first", .string(details.days.lowerBound.iso8601)), ("last", .string(details.days.upperBound.iso8601)),
      ("dayStarts", .string(TimeOfDay.text(sums.dayStarts))), ("total", sum(details.total)),
      ("breakSeconds", seconds(details.breaks)), ("days", days(details)),
      ("hours", .array(element: "x", details.hours.map(seconds))),
      ("tasks", named(details.byTask, "task")), ("tags", named(details.byTag, "tag")),
      ("outcomes", outcomes(details)), ("pauses", pauses(details.pauses)),
    ]
    let rest: [(String, BusValue)] = [("period", .vardict(period)), ("unreadable", number(sums.unreadable))]
    return .vardict(head + sums.figures.map { ($0.key, $0.json) } + rest)
  }

  static func number(_ number: Int) -> BusValue { .int64(Int64(number)) }

  private static func seconds(_ length: Duration) -> BusValue { .int64(length.components.seconds) }

  private static func entries(_ sum: FocusSum) -> [(String, BusValue)] {
    [("focusSeconds", seconds(sum.active)), ("completed", number(sum.completed))]
  }

  private static func sum(_ sum: FocusSum) -> BusValue { .vardict(entries(sum)) }

  private static func list(_ objects: [BusValue]) -> BusValue { .array(element: "v", objects.map { .variant($0) }) }

  /// The days with a focus, in order.
  private static func days(_ details: Statistics) -> BusValue {
    list(
      details.byDay.sorted { $0.key < $1.key }.map { .vardict([("day", .string($0.key.iso8601))] + entries($0.value)) })
  }

  private static func named(_ sums: [String: FocusSum], _ key: String) -> BusValue {
    list(
      Statistics.ranked(sums).map { name, sum in
        .vardict([(key, name.isEmpty ? .null : .string(name))] + entries(sum))
      })
  }

  private static func outcomes(_ details: Statistics) -> BusValue {
    // The record has no rows for resets.
    let kept = PhaseOutcome.allCases.filter { $0 != .reset }
    return .vardict(kept.map { ($0.rawValue, number(details.outcomes[$0] ?? 0)) })
  }

  private static func pauses(_ pauses: PauseSum) -> BusValue {
    .vardict([
      ("count", number(pauses.count)), ("seconds", seconds(pauses.length)), ("known", number(pauses.known)),
      ("unknown", number(pauses.unknown)),
    ])
  }
}
