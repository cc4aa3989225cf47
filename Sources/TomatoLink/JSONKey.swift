// The keys in the JSON of `format=json` and in the dictionaries on D-Bus. They are published: keys may be added, never
// renamed.

public enum JSONKey: String, CaseIterable, Hashable, Sendable {
  case activity, kind, activityState, phase, attributes, contentState
  case sessionCount, requestedAt
  case remainingSeconds, totalDuration, modeIdentifier, modeDisplayName, modeLabel, stateIdentifier, displayTime
  case timerEndDate, startedAt, sessionNumber, sessionsPerCycle, isStale, accent, task, elapsedSeconds, laps
  case pausedUntil
  case awaySeconds
  case name, origin, content
  case began, ended, activeSeconds, outcome
  case program, values, icon, url, job, owner
  case day, tags, pauses, seconds, source
  case goal, done, wanted
  case error, reason

  /// The object of `status`, of `list`, and of an event's `content`.
  public static let status: [JSONKey] = [.activity, .kind, .activityState, .phase, .attributes, .contentState]
  /// An additional key of the Pomodoro's object, if there is a daily goal.
  public static let withGoal: [JSONKey] = [.goal]
  /// An additional key of the Pomodoro's object, while the question about time away is open.
  public static let withQuestion: [JSONKey] = [.awaySeconds]
  /// The object `goal`.
  public static let goalObject: [JSONKey] = [.done, .wanted]
  /// The object `attributes` of an activity that was requested.
  public static let attributesObject: [JSONKey] = [
    .sessionCount, .requestedAt, .name, .program, .values, .icon, .url,
  ]
  /// The object `contentState`.
  public static let contentStateObject: [JSONKey] = [
    .remainingSeconds, .totalDuration, .modeIdentifier, .modeDisplayName, .modeLabel, .stateIdentifier, .displayTime,
    .timerEndDate, .startedAt, .sessionNumber, .sessionsPerCycle, .isStale, .accent, .task,
    .elapsedSeconds, .laps, .job, .pausedUntil,
  ]
  /// Additional keys in the answer to `request`.
  public static let requested: [JSONKey] = [.owner]
  /// A line of `watch`. With `all`, it has `activity` too, and `content` is null after the activity's end.
  public static let event: [JSONKey] = [.name, .origin, .content]
  /// A refusal: a sentence, and one of `RefusalReason`.
  public static let refused: [JSONKey] = [.error, .reason]
  /// A line of `log`.
  public static let row: [JSONKey] = [
    .phase, .activity, .modeIdentifier, .task, .began, .ended, .activeSeconds, .outcome, .name, .laps,
  ]
  /// An object of the array that `log --json` prints.
  public static let interval: [JSONKey] = row + [.day, .tags, .pauses, .source]
  /// An object of its array `pauses`.
  public static let pause: [JSONKey] = [.began, .seconds]
}

/// A key of the object that waybar reads (waybar-custom(5), return-type json).
public enum WaybarKey: String, CaseIterable, Hashable, Sendable {
  case text, alt, tooltip, `class`, percentage
}
