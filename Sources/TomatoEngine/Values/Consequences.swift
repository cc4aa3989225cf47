// What an event causes. A `Turn` collects it for one activity, and `Work` for all activities.

internal import TomatoLink

struct Consequences {
  var rows = RowChanges()
  /// Some change need not be stored at once; the next commit stores it too.
  var isDeferrable = false
  var links: [String] = []
  /// At most one for each activity.
  private(set) var presentations: [(activity: ActivityID, presentation: Presentation)] = []
  /// The dismissal policies of activities that ended.
  var ends: [(activity: ActivityID, policy: DismissalPolicy)] = []

  mutating func present(_ id: ActivityID, _ presentation: Presentation) {
    if let index = presentations.firstIndex(where: { $0.activity == id }) {
      presentations[index].presentation = presentations[index].presentation.replaced(by: presentation)
    } else {
      presentations.append((id, presentation))
    }
  }

  mutating func append(_ later: Consequences) {
    rows.append(later.rows)
    isDeferrable = isDeferrable || later.isDeferrable
    links += later.links
    for (id, presentation) in later.presentations { present(id, presentation) }
    for end in later.ends {
      // Drops its alert: the person who stopped it knows, and an expired card needs none. A job owner's alert stays.
      presentations.removeAll { $0.activity == end.activity && $0.presentation.alert?.isOfProgram == false }
      ends.append(end)
    }
  }
}
