// Limits, and refusals before a decision: by the kind of activity, the program, the owner or the origin.

internal import TomatoLink

extension Engine {
  /// Refuses a verb that is only for another kind.
  func checkKind(_ activity: Activity, _ intent: Intent) throws(Refusal) {
    guard let wanted = intent.verb.row.only, wanted != activity.machine.kind else { return }
    throw wanted == .job ? .notAJob(activity.label) : .isAnother(activity.machine.kind, activity.label)
  }

  /// Why this program may have no activities; nil if it may.
  public func refusal(of program: String?) -> Refusal? {
    if settings.programs != .all { return .programsOff }
    return program.flatMap { settings.denies($0) ? .programDenied($0) : nil }
  }

  /// Only its owner may change a leased job that has not ended.
  func checkOwner(_ activity: Activity, _ intent: Intent) throws(Refusal) {
    guard [.request, .update, .end].contains(intent.verb) else { return }
    guard let owner = owner(of: activity.id), intent.owner != owner else { return }
    throw .notOwner(activity.label, program: activity.attributes?.job?.program ?? "")
  }

  /// Refuses links of web pages that would request or change a job; `show` is allowed.
  /// - Parameter activity: the existing activity; nil if the intent would request a new one.
  func checkOutside(_ activity: Activity?, _ id: ActivityID, _ intent: Intent, _ origin: Origin) throws(Refusal) {
    guard origin == .link, intent.verb != .show else { return }
    guard activity.map({ $0.machine.kind == .job }) ?? Verb.ofPrograms.contains(intent.verb) else { return }
    throw .notFromOutside(activity?.label ?? ActivityLabel(id: id, name: intent.givenName))
  }

  /// Refuses a new or restored activity over the limit.
  func checkRoom(isFromOutside: Bool) throws(Refusal) {
    if roster.personCount >= personLimit { throw .tooManyActivities(personLimit) }
    guard isFromOutside else { return }
    if roster.others.count(where: { $0.attributes?.isFromOutside == true }) >= Self.outsideLimit {
      throw .tooManyFromOutside
    }
  }
}
