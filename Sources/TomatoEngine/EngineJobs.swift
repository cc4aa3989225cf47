// What the engine does for the activities of programs beside what their machine does (Job.swift): whose they are, how
// much a program may have and say, what its owner has heard, and when what it said is stored.

internal import TomatoLink

extension Engine {
  /// A name belongs to one activity, and that is of one kind.
  func checkKind(_ activity: Activity, _ intent: Intent) throws(Refusal) {
    let wanted: ActivityKind? =
      switch intent.verb {
      case .timer: .timer
      case .stopwatch: .stopwatch
      case .request, .update, .end, .button: .job
      default: nil
      }
    guard let wanted, wanted != activity.machine.kind else { return }
    throw wanted == .job ? .notAJob(activity.label) : .isAnother(activity.machine.kind, activity.label)
  }

  /// How many activities a program has.
  func count(of program: String?) -> Int {
    roster.others.count { $0.attributes?.job.map { $0.program == program } ?? false }
  }

  /// An alert too many is an update.
  mutating func limitAlert(of intent: inout Intent, _ activity: Activity, _ now: Moment) {
    guard intent.content?.alert != nil else { return }
    let program = activity.attributes?.job?.program ?? intent.program ?? ""
    if !alerts.takes(activity.id, program, at: now.sinceBoot) { intent.content?.alert = nil }
  }

  /// What the owner has heard is not kept; the last event stays for its number.
  mutating func confirm(_ id: ActivityID, _ number: Int, _ work: inout Work) {
    guard let place = roster.number(of: id) else { return }
    roster.change(place) { activity in
      let last = activity.ownerEvents.last
      activity.ownerEvents.removeAll { $0.number <= number && $0 != last }
    }
    work.noteLoose()
  }

  /// What need not be safe at once waits for the next commit, or for `looseDelay`.
  mutating func noteUnstored(_ now: Moment, _ work: inout Work) {
    if work.changed {
      unstoredSince = nil
    } else if let since = unstoredSince, since + Self.looseDelay <= now.sinceBoot || since > now.sinceBoot {
      (unstoredSince, work.storesLoosely) = (nil, true)
    } else if work.isLoose, unstoredSince == nil {
      unstoredSince = now.sinceBoot
    }
  }
}
