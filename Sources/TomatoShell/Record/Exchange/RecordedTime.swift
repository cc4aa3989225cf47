// Time that is recorded already, to tell what another program recorded of the same work: Focus Timer has copies of
// gnome-pomodoro's intervals, and a person may have had two timers at once.

internal import SQLiteBridge
internal import TomatoEngine
internal import TomatoLink

/// The focuses and breaks of a stretch of time.
struct RecordedTime {
  private struct Span {
    var began: Int64
    var ended: Int64
    var program: String
    /// The latest end of those up to here, and the latest one that is of another program than that.
    var latest: (end: Int64, program: String) = (.min, "")
    var latestOfOther: Int64 = .min
  }

  private var focuses: [Span] = []
  private var breaks: [Span] = []

  /// Programs round to whole seconds.
  private static let tolerance: Int64 = 1000

  init() {}

  /// - Parameter database: ours, of any version; nil where there is none.
  init(_ database: Database?, _ span: ClosedRange<WallTime>) throws {
    guard let database else { return }
    let source = try database.userVersion() >= 4 ? "source" : "NULL"
    try database.forEach(
      """
      SELECT mode, began_wall_ms, ended_wall_ms, \(source) FROM interval
        WHERE began_wall_ms <= ? AND ended_wall_ms >= ? AND mode IN ('focus', 'shortBreak', 'longBreak')
        ORDER BY began_wall_ms
      """,
      [
        .integer(span.upperBound.milliseconds + Self.tolerance),
        .integer(span.lowerBound.milliseconds - Self.tolerance),
      ]
    ) { row in
      guard case .text(let text) = row.value(0), let mode = TimerMode(rawValue: text),
        case .integer(let began) = row.value(1), case .integer(let ended) = row.value(2)
      else { return }
      let key: String? = if case .text(let key) = row.value(3) { key } else { nil }
      add(mode, began, ended, SourceKey.program(of: key))
    }
  }

  /// In the order in which they began.
  private mutating func add(_ mode: TimerMode, _ began: Int64, _ ended: Int64, _ program: String) {
    if mode == .focus { Self.add(&focuses, began, ended, program) } else { Self.add(&breaks, began, ended, program) }
  }

  private static func add(_ spans: inout [Span], _ began: Int64, _ ended: Int64, _ program: String) {
    var span = Span(began: began, ended: ended, program: program)
    if let before = spans.last { (span.latest, span.latestOfOther) = (before.latest, before.latestOfOther) }
    if program == span.latest.program {
      span.latest.end = max(span.latest.end, ended)
    } else if ended > span.latest.end {
      span.latestOfOther = span.latest.end
      span.latest = (ended, program)
    } else {
      span.latestOfOther = max(span.latestOfOther, ended)
    }
    spans.append(span)
  }

  /// Whether another program has recorded time of the same kind that this lies in from beginning to end.
  func covers(_ interval: IntervalRecord) -> Bool {
    let spans: [Span]
    switch interval.mode {
    case .focus: spans = focuses
    case .shortBreak, .longBreak: spans = breaks
    default: return false
    }
    let began = interval.began.milliseconds + Self.tolerance
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].began <= began { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return false }
    let last = spans[low - 1]
    let isOther = last.latest.program != SourceKey.program(of: interval.source)
    return (isOther ? last.latest.end : last.latestOfOther) >= interval.ended.milliseconds - Self.tolerance
  }
}
