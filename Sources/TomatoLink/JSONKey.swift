// The names in the JSON of `format=json`, which are also the keys of the dictionaries on D-Bus. They are published: new
// ones may come, none is renamed. The programs that print and read JSON have a library for it.

/// A key of an object.
public enum JSONKey: String, CaseIterable, Hashable, Sendable {
  case activity, kind, activityState, phase, attributes, contentState
  case sessionCount, requestedAt
  case remainingSeconds, totalDuration, modeIdentifier, modeDisplayName, modeLabel, stateIdentifier, displayTime
  case timerEndDate, startedAt, sessionNumber, sessionsPerCycle, isStale, accent, task, elapsedSeconds, laps
  case name, origin, content
  case began, ended, activeSeconds, outcome
  case program, values, icon, url, job, owner

  /// The object of `status`, of `list`, and of an event's `content`.
  public static let status: [JSONKey] = [.activity, .kind, .activityState, .phase, .attributes, .contentState]
  /// The object `attributes` of an activity that was requested.
  public static let attributesObject: [JSONKey] = [
    .sessionCount, .requestedAt, .name, .program, .values, .icon, .url,
  ]
  /// The object `contentState`.
  public static let contentStateObject: [JSONKey] = [
    .remainingSeconds, .totalDuration, .modeIdentifier, .modeDisplayName, .modeLabel, .stateIdentifier, .displayTime,
    .timerEndDate, .startedAt, .sessionNumber, .sessionsPerCycle, .isStale, .accent, .task,
    .elapsedSeconds, .laps, .job,
  ]
  /// The answer to `request` has these beside those of `status`.
  public static let requested: [JSONKey] = [.owner]
  /// A line of `watch`.
  public static let event: [JSONKey] = [.name, .origin, .content]
  /// A line of `log`.
  public static let row: [JSONKey] = [
    .phase, .activity, .modeIdentifier, .task, .began, .ended, .activeSeconds, .outcome, .name, .laps,
  ]
}

/// A key of the object that waybar reads (waybar-custom(5), return-type json).
public enum WaybarKey: String, CaseIterable, Hashable, Sendable {
  case text, alt, tooltip, `class`, percentage
}
