// The effects of a turn outside its activity. The engine collects them over all turns of an event.

internal import TomatoLink

/// The rows to add to or remove from the history, the updates and ends to show, and the links to open.
struct Consequences {
  var rows = RowChanges()
  /// Some change need not be stored at once; the next commit stores it too.
  var isDeferrable = false
  /// At most one for each activity.
  private(set) var presentations: [(activity: ActivityID, presentation: Presentation)] = []
  /// The dismissal policies of activities that ended.
  private(set) var ends: [(activity: ActivityID, policy: DismissalPolicy)] = []
  private(set) var links: [String] = []

  /// Adds what a later turn leaves behind.
  mutating func append(_ later: Consequences) {
    rows.append(later.rows)
    isDeferrable = isDeferrable || later.isDeferrable
    links += later.links
    for (id, presentation) in later.presentations { present(id, presentation) }
    for (id, policy) in later.ends {
      withdrawAlert(id)
      end(id, policy)
    }
  }

  /// Keeps one presentation for each activity: the last one. But `quiet` never replaces an answer, `show` or `hide`,
  /// and `show` or `hide` never replaces an alert.
  mutating func present(_ id: ActivityID, _ presentation: Presentation) {
    guard let index = presentations.lastIndex(where: { $0.activity == id }) else {
      return presentations.append((id, presentation))
    }
    switch (presentations[index].presentation, presentation) {
    case (.answer, .quiet), (.show, .quiet), (.hide, .quiet), (.alert, .show), (.alert, .hide): break
    default: presentations[index].presentation = presentation
    }
  }

  func presentation(of id: ActivityID) -> Presentation? { presentations.first { $0.activity == id }?.presentation }

  var alerts: [(ActivityID, AlertConfiguration)] {
    presentations.compactMap { id, presentation in presentation.alert.map { (id, $0) } }
  }

  /// Drops the alert of an activity that ended. The person who stopped the activity knows, and an activity whose card
  /// expired needs no answer. An alert by a job's owner stays.
  private mutating func withdrawAlert(_ id: ActivityID) {
    presentations.removeAll { $0.activity == id && $0.presentation.alert.map { !$0.isOfProgram } ?? false }
  }

  mutating func end(_ id: ActivityID, _ policy: DismissalPolicy) { ends.append((id, policy)) }
  mutating func open(_ link: String) { links.append(link) }
}
