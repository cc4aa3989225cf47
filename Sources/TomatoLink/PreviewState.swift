// The states of the island that `preview` can show. The command completes their names.

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

  public static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
