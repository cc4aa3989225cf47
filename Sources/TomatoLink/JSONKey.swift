// The names in the JSON of `format=json`, which are also the keys of the dictionaries on D-Bus. They are published: new
// ones may come, none is renamed. The programs that print and read JSON have a library for it.

/// A key of an object.
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
  /// Another, while time away is asked about.
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
  /// The answer to `request` has these beside those of `status`.
  public static let requested: [JSONKey] = [.owner]
  /// A line of `watch`. With `all`, `activity` says which one, and `content` is null once it is over.
  public static let event: [JSONKey] = [.name, .origin, .content]
  /// What was refused: a sentence, and one of `RefusalReason`.
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
