// Content is a function of the engine's state and the moment. It is built only when it is asked for.

public import TomatoLink

extension Engine {
  /// The shown activities, always with the Pomodoro. First those that wait for a person or alerted in the last minute,
  /// then running ones, jobs, paused, ended and new ones; among equals, the nearest deadline first, then the oldest.
  public var order: ActivityOrder { roster.order }

  /// Those of these that are in the order, the most relevant first.
  public func inOrder(_ ids: [ActivityID]) -> [ActivityID] { roster.inOrder(ids) }

  /// The content of each shown activity, sorted as `order`.
  public func contents(at now: Moment) -> [Content] { order.compactMap { content(of: $0, at: now) } }

  /// The content for surfaces that show one activity: a job only while the person has requested nothing.
  public func mostRelevantContent(at now: Moment) -> Content {
    content(of: roster.first.flatMap { roster[$0] } ?? roster.pomodoro, at: now)
  }

  /// The content of one activity; nil if it is not shown.
  public func content(of id: ActivityID, at now: Moment) -> Content? {
    shown(id).map { content(of: $0, at: now) }
  }

  public func pomodoroContent(at now: Moment) -> Content { content(of: roster.pomodoro, at: now) }

  public func shows(_ id: ActivityID) -> Bool { shown(id) != nil }

  /// When time alone next changes what a surface shows of this activity, on CLOCK_BOOTTIME. Nil if nothing runs, the
  /// activity is not shown, or the surface shows clock times only. The change at a deadline is in `nextWake` instead.
  public func nextVisibleChange(of id: ActivityID, _ resolution: Resolution, at now: Moment) -> Duration? {
    guard resolution != .none else { return nil }
    return shown(id)?.machine.any.nextVisibleChange(resolution, at: withoutClockNoise(now))
  }

  /// The activity's content right after this happening; nil if it was no longer shown then, unless `evenIfOver`.
  public func content(after happening: Happening, evenIfOver: Bool = false) -> Content? {
    guard let outcome = happening.outcome, evenIfOver || outcome.activity.isShown else { return nil }
    return content(of: outcome.activity, at: outcome.moment)
  }

  /// The owner events of a job that are not confirmed, oldest first; nil if there is no such job.
  public func ownerEvents(of id: ActivityID) -> [OwnerEvent]? {
    guard let activity = roster[id], activity.machine.kind == .job else { return nil }
    return activity.isAllConfirmed ? [] : activity.ownerEvents
  }

  public func canUndo(_ id: ActivityID, at now: Moment) -> Bool { roster[id]?.openUndo(at: now) != nil }

  /// The last moment, on CLOCK_BOOTTIME, at which the last change of this activity can be taken back.
  public func undoEnds(of id: ActivityID) -> Duration? { roster[id]?.undo.map { $0.at + UndoableChange.lifetime } }

  func shown(_ id: ActivityID) -> Activity? { roster[id].flatMap { $0.isShown ? $0 : nil } }

  private func content(of activity: Activity, at now: Moment) -> Content {
    let moment = withoutClockNoise(now)
    var it = activity.machine.any.face(of: activity.id, at: moment, settings)
    it.attributes = activity.attributes
    it.activityState = activityState(of: activity, it.contentState)
    (it.isHidden, it.relevanceScore) = (activity.hiddenPhase == it.phase, roster.relevanceScore(of: activity))
    it.staleDate = it.contentState.timerEndDate
    if it.contentState.isStale { it.asOf = it.asOf ?? it.staleDate }
    if let pause = activity.timedPause {
      it.contentState.pausedUntil = moment.wall + (pause.until - moment.sinceBoot)
      it.isStillPaused = pause.hasAsked
      if pause.hasAsked { it.setButtons([.resume, .pause]) }
    }
    if let undo = activity.openUndo(at: now) {
      it.undoable = undo.change
      let place = min(1, it.buttons.count)
      it.buttons.insert(.undo, at: place)
      it.possible.insert(.undo, at: place)
    }
    if it.isRequested, it.kind != .job, !it.possible.contains(.stop) { it.possible.append(.stop) }
    if let alert = activity.unansweredAlert, alert.phase == it.phase {
      it.heldBack = alert.heldBack
      it.alertDue = IgnoredInEquality(moment.wall + (alert.due - moment.sinceBoot))
    }
    return it
  }

  private func activityState(of activity: Activity, _ state: ContentState) -> ActivityState? {
    guard activity.attributes != nil else { return nil }
    if activity.ended != nil { return .ended }
    if state.isStale { return .stale }
    return state.state == .ready && state.startedAt == nil ? .pending : .active
  }
}
