// One event's work on one activity, while `Engine.handle` runs: what the machines may use, and what they leave behind.

internal import TomatoLink

struct Turn {
  let now: Moment
  /// The moment from which the change counts: earlier than `now` for `at=` and for deadlines that have passed.
  var when: Moment
  let settings: Settings
  /// Time slept, or away, just before this event.
  let absence: Duration
  /// The event before this one.
  let last: Moment?
  /// When the last sleep was over, on CLOCK_MONOTONIC.
  let awakeFrom: Duration
  /// The devices in use; none if `holdWhenBusy` is off.
  let devices: DevicesSeen
  let origin: Origin
  let activity: ActivityID
  /// The activity's name, or its new one.
  let name: String?
  /// The activity exists for the person: it was requested and has not been stopped.
  var isRequested: Bool

  var lastToken: PhaseToken
  var countedFocus: Int

  var consequences = Consequences()
  private(set) var happenings: [(name: HappeningName, ended: PhaseEnd?)] = []
  /// What undo would take back.
  var undo: UndoableChange?
  /// Shared by the turns of one intent for several activities.
  var batch: PhaseToken?
  /// Surfaces do not show this change yet.
  var isSilent = false
  /// The user is away, so no phase begins by itself.
  let isUserAway: Bool
  var unseen: UnseenFocus?
  private(set) var ownerEvents: [OwnerEventKind] = []
  /// How long the card of the activity that has just ended stays.
  private(set) var endedLifetime: Duration?
  /// The phase that is being left, for the next `announce`.
  var ended: PhaseEnd?

  mutating func newToken() -> PhaseToken {
    lastToken = PhaseToken(lastToken.number + 1)
    return lastToken
  }

  mutating func newPhase(_ mode: TimerMode, _ length: Duration) -> Phase {
    Phase(token: newToken(), mode: mode, base: length, changed: Phase.Instant(when))
  }

  /// The moment at which the boot clock showed `sinceBoot`, which must not be in the future.
  func moment(at sinceBoot: Duration) -> Moment {
    let ago = now.sinceBoot - sinceBoot
    return Moment(sinceBoot: sinceBoot, awake: max(now.awake - ago, .zero), wall: now.wall - ago, boot: now.boot)
  }

  /// The moment of a deadline. Sleep since the last event is taken to be as late as possible, as in `Absence`, so that
  /// nobody can claim to have worked in it. An intent may have set a deadline before that event: then sleep counts from
  /// the last change of the phase, unless the last sleep was over by the deadline.
  func moment(ofDeadline sinceBoot: Duration, after changed: Phase.Instant) -> Moment {
    if let last, last.canPrecede(now), last.sinceBoot <= sinceBoot {
      return moment(at: sinceBoot, after: Phase.Instant(last))
    }
    let withoutSleep = moment(at: sinceBoot)
    let isKnown = withoutSleep.awake >= awakeFrom || changed.sinceBoot > sinceBoot
    return isKnown ? withoutSleep : moment(at: sinceBoot, after: changed)
  }

  /// When the boot clock showed `sinceBoot`, after `instant`. Sleep between them is taken to be as late as possible.
  func moment(at sinceBoot: Duration, after instant: Phase.Instant) -> Moment {
    var moment = moment(at: sinceBoot)
    moment.awake = min(instant.awake + (sinceBoot - instant.sinceBoot), now.awake)
    return moment
  }

  /// How far back time may be claimed: as far as the machine has been awake since the last change and the last sleep.
  func claimable(since changed: Phase.Instant) -> Duration { now.awake - max(changed.awake, awakeFrom) }

  mutating func announce(_ name: HappeningName, ended: PhaseEnd? = nil) {
    happenings.append((name, ended ?? self.ended))
    self.ended = nil
  }

  mutating func tellOwner(_ event: OwnerEventKind) { ownerEvents.append(event) }

  /// Sets how long the card of an ended job stays, as its owner wants.
  mutating func dismissal(of update: ContentUpdate) {
    switch update.dismissal {
    case nil: endedLifetime = Ended.longest
    case .immediate:
      tellOwner(.dismissed)
      announce(.onDismiss)
      endActivity(.immediate)
    case .after(let length):
      endedLifetime = min(max(length, Ended.lifetimes.lowerBound), Ended.lifetimes.upperBound)
    }
  }

  var presentation: Presentation? { consequences.presentations.first?.presentation }
  var endsActivity: Bool { !consequences.ends.isEmpty }

  mutating func present(_ new: Presentation) { consequences.present(activity, new) }

  /// - Parameter policy: by default the card stays for 5 s, for undo.
  mutating func endActivity(_ policy: DismissalPolicy = .after(Ended.dismissalDelay)) {
    isRequested = false
    consequences.ends = [(activity, policy)]
  }
}
