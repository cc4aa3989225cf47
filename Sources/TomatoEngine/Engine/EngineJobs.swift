// The engine's part of jobs (the machine is in Job.swift): owners that come back or are lost, limits for each program,
// confirmed events, and delayed commits.

public import TomatoLink

extension Engine {
  /// The owner token of a leased job; nil if it is not leased or has ended.
  public func owner(of id: ActivityID) -> OwnerToken? {
    guard let place = roster.number(of: id), case .job(let job) = roster[place].machine, job.timerState == .running,
      roster[place].attributes != nil
    else { return nil }
    return job.owner
  }

  /// At the start, gives the owners of leased jobs 60 s to come back.
  mutating func awaitOwners(_ now: Moment, _ work: inout Work) {
    for place in roster.numbersByAge {
      let isAwaited = roster.change(place) { activity in
        guard case .job(var job) = activity.machine, job.awaitOwner(now) else { return false }
        activity.machine = .job(job)
        return true
      }
      if isAwaited { work.changed = true }
    }
  }

  /// Ends the leased job of an owner that has disconnected or ended.
  mutating func endAsLost(_ id: ActivityID, _ owner: OwnerToken, _ now: Moment, _ absence: Duration, _ work: inout Work)
  {
    guard self.owner(of: id) == owner, let place = roster.number(of: id) else { return }
    var activity = roster[place]
    var turn = turn(for: activity, nil, .engine, now, absence)
    activity.endAsLost(&turn)
    collect(turn, true, activity, &work)
    roster.put(activity, place)
  }

  /// Dismisses the jobs of denied programs.
  mutating func withdrawDenied(_ now: Moment, _ work: inout Work) {
    for place in roster.numbersByAge {
      var activity = roster[place]
      guard let job = activity.attributes?.job, !settings.allows(job.program) else { continue }
      var turn = turn(for: activity, nil, .engine, now, .zero)
      activity.withdraw(&turn)
      collect(turn, true, activity, &work)
      roster.put(activity, place)
    }
  }

  /// The content that a request would show now.
  public func preview(_ request: Intent, at now: Moment) throws(Refusal) -> Content {
    var copy = self
    var request = request
    request.activity = .preview
    for effect in copy.handle(.intent(request, .command), at: now) {
      if case .answer(.refused(let refusal)) = effect { throw refusal }
    }
    return copy.content(of: .preview, at: now) ?? copy.pomodoroContent(at: now)
  }

  /// How many activities a program has.
  public func count(of program: String?) -> Int {
    roster.others.count { $0.attributes?.job.map { $0.program == program } ?? false }
  }

  /// Removes the alert from an intent if it exceeds the limit.
  /// - Returns: the limit that counts this alert; nil if no alert is left.
  func limitAlert(of intent: inout Intent, _ activity: Activity, _ now: Moment) -> AlertLimit? {
    guard intent.content?.alert != nil else { return nil }
    let program = activity.attributes?.job?.program ?? intent.program ?? ""
    var limit = alerts
    if limit.countIfAllowed(activity.id, program, at: now.sinceBoot) { return limit }
    intent.content?.alert = nil
    return nil
  }

  /// Drops confirmed events. The last one stays, as the next one continues its number.
  mutating func confirm(_ id: ActivityID, _ number: Int, _ work: inout Work) {
    guard let place = roster.number(of: id) else { return }
    roster.change(place) { activity in
      guard let last = activity.ownerEvents.last else { return }
      if last.number <= number { activity.isAllConfirmed = true }
      activity.ownerEvents.removeAll { $0.number <= number && $0 != last }
    }
    work.consequences.isDeferrable = true
  }

  /// Delays deferrable changes to the next commit, at most by `longestCommitDelay`.
  mutating func noteUnstored(_ now: Moment, _ work: inout Work) {
    if work.changed {
      unstoredSince = nil
    } else if let since = unstoredSince, since + Self.longestCommitDelay <= now.sinceBoot || since > now.sinceBoot {
      (unstoredSince, work.storesDeferred) = (nil, true)
    } else if work.consequences.isDeferrable, unstoredSince == nil {
      unstoredSince = now.sinceBoot
    }
  }
}
