// The keys in the JSON of `format=json` and in the dictionaries on D-Bus. They are published: keys may be added, never
// renamed.

public enum JSONKey: String, CaseIterable, Hashable, Sendable {
  /// The object of `status`, of `list`, and of an event's `content`.
  case activity, kind, activityState, phase, attributes, contentState
  /// Only with a daily goal: an object with `done` and `wanted`.
  case goal, done, wanted
  /// Only while the question about time away is open.
  case awaySeconds
  /// Only in the answer to `request`: the token of a leased activity's owner.
  case owner
  /// The object `attributes` of an activity that was requested.
  case sessionCount, requestedAt, name, program, values, icon, url
  /// The object `contentState`.
  case remainingSeconds, totalDuration, modeIdentifier, modeDisplayName, modeLabel, stateIdentifier, displayTime
  case timerEndDate, startedAt, sessionNumber, sessionsPerCycle, isStale, accent, task, elapsedSeconds, laps, job
  case pausedUntil
  /// A line of `watch`, beside `name`. With `all` it has `activity`, and `content` is null after the end.
  case origin, content
  /// A line of `log`, beside keys from above.
  case began, ended, activeSeconds, outcome
  /// Additional keys of an interval in the array that `log --json` prints; `seconds` is the length of a pause.
  case day, tags, pauses, seconds, source
  /// A refusal: a sentence, and one of `RefusalReason`.
  case error, reason
}

/// A key of the object that waybar reads (waybar-custom(5), return-type json).
public enum WaybarKey: String, CaseIterable, Hashable, Sendable {
  case text, alt, tooltip, `class`, percentage
}
