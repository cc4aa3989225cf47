// The protocol of idle-time sources. The table of them is in IdleSearch.swift.

internal import TomatoLink

package nonisolated enum IdleReport: Equatable, Sendable {
  /// The source watches from now on; the user was active a moment ago.
  case armed
  /// There was no input since this moment, on CLOCK_BOOTTIME.
  case idle(since: Duration)
  case active
  /// The source is missing or lost; it may come back.
  case lost
  /// The source exists but does not support idle time.
  case unsupported
}

struct IdleRequest {
  var after: Duration
  /// The user was away at the beginning, so the next input is reported.
  var isAway = false
  /// CLOCK_BOOTTIME.
  var now: () -> Duration

  /// In milliseconds, as the protocols count.
  var milliseconds: Int64 { min(max(after.inMilliseconds, 1), Int64(Int32.max)) }
}

/// Watches until it is cancelled or released. Reports first `armed`, or `idle` if the user is idle already, then each
/// change; nothing from within `init`.
protocol IdleSource: AnyObject {
  /// No report after this.
  func cancel()
}
