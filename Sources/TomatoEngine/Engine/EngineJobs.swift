// The engine's part of jobs: owners that come back or are lost, alert limits, confirmed events, and delayed commits.

public import TomatoLink

extension Engine {
  /// The owner token of a leased job; nil if it is not leased or has ended.
  public func owner(of id: ActivityID) -> OwnerToken? {
    guard let activity = roster[id], activity.attributes != nil, activity.machine.timerState == .running else {
      return nil
    }
    return activity.machine.job?.owner
  }

  /// At the start, gives the owners of leased jobs 60 s to come back.
  mutating func awaitOwners(_ work: inout Work) {
    let now = work.now
    if roster.changeAll({ $0.machine.job?.awaitOwner(now) }) { work.changed = true }
  }

  mutating func endAsLost(_ id: ActivityID, _ owner: OwnerToken, _ work: inout Work) {
    guard self.owner(of: id) == owner, let number = roster.number(of: id) else { return }
    change(number, &work) { $0.endAsLost(&$1) }
  }

  mutating func withdrawDenied(_ work: inout Work) {
    for number in roster.numbersByAge {
      guard let job = roster[number].attributes?.job, refusal(of: job.program) != nil else { continue }
      change(number, &work) { $0.dismiss(&$1) }
    }
  }

  /// How many activities of a program are not over.
  public func count(of program: String?) -> Int { roster.others.count { $0.isJob(of: program) && !$0.isOver } }

  /// Dismisses the program's activity that ended first when a new one exceeds the limit.
  mutating func makeRoom(for program: String?, _ work: inout Work) {
    guard roster.others.count(where: { $0.isJob(of: program) }) >= Self.programLimit else { return }
    let over = roster.others.filter { $0.isJob(of: program) && $0.isOver }
    let first = over.min { $0.ended?.at ?? .zero < $1.ended?.at ?? .zero }
    if let number = first.flatMap({ roster.number(of: $0.id) }) { change(number, &work) { $0.dismiss(&$1) } }
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

  mutating func confirm(_ id: ActivityID, _ handled: Int, _ work: inout Work) {
    guard let number = roster.number(of: id) else { return }
    roster.change(number) { $0.confirm(upTo: handled) }
    work.consequences.isDeferrable = true
  }

  /// Delays deferrable changes to the next commit, at most by `longestCommitDelay`.
  mutating func noteUnstored(_ work: inout Work) {
    let now = work.now.sinceBoot
    if work.changed {
      unstoredSince = nil
    } else if let since = unstoredSince, let due = due(.commit), due <= now || since > now {
      (unstoredSince, work.storesDeferred) = (nil, true)
    } else if work.consequences.isDeferrable, unstoredSince == nil {
      unstoredSince = now
    }
  }
}
