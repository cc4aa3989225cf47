// What goes into the engine and what comes out of it.

public import TomatoLink

/// Something that happened. Names are past or present facts, never orders.
public enum Event: Hashable, Sendable {
  /// The process began, with the state that was stored (if any). `lastAlive` is the newest minute mark.
  case launched(lastAlive: Moment?)
  case intent(Intent, Origin)
  /// Time passed: the one alarm fired, or the machine woke up. Early and double alarms do nothing.
  case alarm
  case settingsChanged(Settings)
  /// A person corrects the history. The context has the rows that the correction needs.
  case corrected(Correction, CorrectionContext)
  /// Intervals are imported into the history; their tokens are replaced.
  case imported([IntervalRecord])
  /// The owner of a job confirms its events up to this number.
  case confirmed(ActivityID, upTo: Int)
  /// The owner of a leased activity has gone: its connection, or its process.
  case ownerLeft(ActivityID, OwnerToken)
  /// A source of the desktop reports that the user left or is back.
  case presence(Presence)
  /// The camera or the microphone is in use now, or neither is. The shell reports it while `Engine.watchesDevices`.
  case devices(DeviceUse?)
  /// The session ends (logout, shutdown, `quit`): time from here on is treated as sleep.
  case leaving

  var isLaunch: Bool { if case .launched = self { true } else { false } }
  /// Whether a sleep that is first noticed at this event ended just before it. `ClockChange` and `Logind` report each
  /// waking at once, as an alarm; an intent or a launch may come long after it.
  var endsSleep: Bool {
    switch self {
    case .launched, .intent, .corrected, .imported, .confirmed, .ownerLeft, .devices: false
    case .alarm, .settingsChanged, .presence, .leaving: true
    }
  }
  var lastMark: Moment? { if case .launched(let mark) = self { mark } else { nil } }
}

/// Something to do, in this order: commit, then show. Names are orders.
public enum Effect: Hashable, Sendable {
  /// Store these changes of the engine's state and of the history durably, before anything is shown.
  case commit(EngineChanges)
  /// The answer to the intent or correction: exactly one for each.
  case answer(Answer)
  /// Tell the streams what happened.
  case announce(Happening)
  /// Show the activity's new content.
  case update(ActivityID, Presentation)
  /// The activity is over: take its card away.
  case end(ActivityID, DismissalPolicy)
  /// A person clicked on this link of a job's card.
  case open(String)
}

/// What became of an intent.
public enum Answer: Hashable, Sendable {
  case changed
  /// Accepted; the requested state already held.
  case alreadySo
  case refused(Refusal)
}

/// One thing that happened to an activity, as `watch --json` and D-Bus name it.
public struct Happening: Hashable, Sendable {
  public var name: HappeningName
  public var origin: Origin
  public var activity: ActivityID
  /// The phase that this ended, and its outcome, for clients that wait for the end.
  public var ended: PhaseEnd?
  /// The activity right after it, from which `content(after:)` makes the content.
  var outcome: Trace?

  /// An activity as it was at a moment.
  struct Trace: Hashable, Sendable {
    var activity: Activity
    var moment: Moment
  }

  public init(_ name: HappeningName, _ origin: Origin, _ activity: ActivityID, ended: PhaseEnd? = nil) {
    (self.name, self.origin, self.activity, self.ended) = (name, origin, activity, ended)
  }
}
