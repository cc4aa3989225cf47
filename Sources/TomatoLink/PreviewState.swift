// The states that `preview` can show, by the names that the command completes and the daemon's program carries out.

/// A state of the island that a person can ask to see.
public enum PreviewState: String, CaseIterable, Sendable {
  case focus
  case lastMinute = "last-minute"
  case paused
  case completed
  case nextBegan = "next-began"
  case shortBreak = "break"
  case longBreak = "long-break"
  case breakCompleted = "break-completed"
  case ready
  case skipped
  case away
  case awayCounted = "away-counted"
  case powerOff = "power-off"

  /// Their names, for a sentence.
  public static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
