// What holds at one moment, and what led to it. Built once for each event, then handed to every surface.

package import TomatoEngine
internal import TomatoLink

/// The activities at one moment, and what changed. A content is made when somebody asks for it.
///
/// It holds the engine's state, so it must be gone before the next event: a surface that kept it would have the whole
/// state copied.
package final class Scene {
  /// An activity shows its new content.
  package struct Update: Equatable {
    var activity: ActivityID
    var presentation: Presentation
    /// A phase of the activity began in this change.
    var begins = false
  }

  /// An activity is over.
  package struct Ending {
    var activity: ActivityID
    var policy: DismissalPolicy
    /// What the activity showed before it was stopped.
    var last: Content
  }

  let now: Moment
  /// What happened, in its order.
  let happenings: [Happening]
  let updates: [Update]
  let endings: [Ending]
  private let engine: Engine
  private let goal: GoalTally?
  private var made: [ActivityID: Content] = [:]

  package init(
    _ engine: Engine, at now: Moment, goal: GoalTally? = nil, happenings: [Happening] = [], updates: [Update] = [],
    endings: [Ending] = []
  ) {
    (self.engine, self.now, self.goal) = (engine, now, goal)
    (self.happenings, self.updates, self.endings) = (happenings, updates, endings)
  }

  /// Only time passed.
  var isTick: Bool { happenings.isEmpty && updates.isEmpty && endings.isEmpty }

  /// The activities whose content may be new because of an event, each once, in the order of the changes.
  var changed: [ActivityID] {
    var ids: [ActivityID] = []
    for id in happenings.map(\.activity) + updates.map(\.activity) + endings.map(\.activity) where !ids.contains(id) {
      ids.append(id)
    }
    return ids
  }

  /// How an activity is to be shown anew; nil when nothing happened to it.
  func update(of id: ActivityID) -> Update? { updates.first { $0.activity == id } }

  /// Whether sources are to tell of comings and goings now, and after how long without input.
  var watchesPresence: Bool { engine.watchesPresence }
  var awayAfter: Duration? { engine.awayAfter }
  /// Whether the engine is to be told what is in use.
  var watchesDevices: Bool { engine.watchesDevices }

  // MARK: Contents

  /// How many activities a person sees; the Pomodoro is always one of them.
  var count: Int { engine.order.count }

  /// The activities that a person sees, the most relevant first.
  var order: Engine.Order { engine.order }

  /// The last timers, without those that are there.
  var timersToOfferAgain: [RecentTimer] { engine.timersToOfferAgain }

  /// The content of an activity; nil when it does not live.
  func content(of id: ActivityID) -> Content? {
    if let content = made[id] { return content }
    let content = engine.content(of: id, at: now).map(completed)
    made[id] = content
    return content
  }

  /// What the owner of a job is told and has not confirmed; nil when there is no such job.
  func ownerEvents(of id: ActivityID) -> [OwnerEvent]? { engine.ownerEvents(of: id) }

  /// The first so many activities, the most relevant first.
  func mostRelevant(_ count: Int) -> [Content] { engine.order.prefix(count).compactMap(content(of:)) }

  /// The most relevant activity, for surfaces that have room for one.
  private(set) lazy var first = completed(engine.mostRelevantContent(at: now))

  private(set) lazy var pomodoro = completed(engine.pomodoroContent(at: now))

  /// What the activity showed right after this; of one that was over then, what holds now instead.
  func content(after happening: Happening) -> Content {
    engine.content(after: happening).map(completed) ?? contentOrPomodoro(of: happening.activity)
  }

  /// With what the engine does not know.
  private func completed(_ content: Content) -> Content { goal?.completing(content, at: now) ?? content }

  /// What there is to say of an activity that is over: what it showed last, else what is left of it.
  func remains(of ending: Ending) -> Content {
    guard ending.last.id != ending.activity else { return ending.last }
    let last = happenings.last { $0.activity == ending.activity }
    return last.flatMap(engine.remains) ?? ending.last
  }

  /// The content of an activity; of one that is over, the Pomodoro's instead.
  func contentOrPomodoro(of id: ActivityID) -> Content { content(of: id) ?? pomodoro }
}
