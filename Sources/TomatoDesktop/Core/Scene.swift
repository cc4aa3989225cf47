// The state at one moment, and the event that led to it. Built once per event for all surfaces.

package import TomatoEngine
internal import TomatoLink

/// The activities at one moment, and what changed. Contents are built on demand.
///
/// It shares the engine's state: a surface that kept it after the next event would cause a copy of the whole state.
package final class Scene {
  package struct Update: Equatable {
    var activity: ActivityID
    var presentation: Presentation
    /// A phase of the activity began in this change.
    var begins = false
  }

  package struct Ending {
    var activity: ActivityID
    /// The activity's content before it was stopped.
    var last: Content

    /// `last`, if a person has stopped the activity and can undo that. Nil if it ended by itself (`last` is then the
    /// Pomodoro's content), or was over already and no person had ended it.
    var farewell: Content? { last.id == activity && (!last.isOver || last.undoable != nil) ? last : nil }
  }

  let now: Moment
  let happenings: [Happening]
  let updates: [Update]
  let endings: [Ending]
  /// The state. The Pomodoro's contents in it lack the goal.
  let engine: Engine
  private let goal: GoalTally?
  private var cache: [ActivityID: Content] = [:]

  package init(
    _ engine: Engine, at now: Moment, goal: GoalTally? = nil, happenings: [Happening] = [], updates: [Update] = [],
    endings: [Ending] = []
  ) {
    (self.engine, self.now, self.goal) = (engine, now, goal)
    (self.happenings, self.updates, self.endings) = (happenings, updates, endings)
  }

  /// Only time passed.
  package var isTick: Bool { happenings.isEmpty && updates.isEmpty && endings.isEmpty }

  /// The activities whose content may be new because of an event, each once, in the order of the changes.
  var changed: [ActivityID] {
    var ids: [ActivityID] = []
    for id in happenings.map(\.activity) + updates.map(\.activity) + endings.map(\.activity) where !ids.contains(id) {
      ids.append(id)
    }
    return ids
  }

  func update(of id: ActivityID) -> Update? { updates.first { $0.activity == id } }

  /// The number of visible activities; the Pomodoro is always one of them.
  var count: Int { engine.order.count }

  /// The visible activities, the most relevant first.
  var order: ActivityOrder { engine.order }

  /// The content of an activity; nil when it is over.
  func content(of id: ActivityID) -> Content? {
    if let content = cache[id] { return content }
    let content = engine.content(of: id, at: now).map(addingGoal)
    cache[id] = content
    return content
  }

  func mostRelevant(_ count: Int) -> [Content] { engine.order.prefix(count).compactMap(content(of:)) }

  /// The most relevant activity, for surfaces that have room for one.
  private(set) lazy var first = addingGoal(engine.mostRelevantContent(at: now))

  private(set) lazy var pomodoro = addingGoal(engine.pomodoroContent(at: now))

  /// The activity's content right after the happening; if it was over then, the current one instead.
  func content(after happening: Happening) -> Content {
    engine.content(after: happening).map(addingGoal) ?? contentOrPomodoro(of: happening.activity)
  }

  private func addingGoal(_ content: Content) -> Content { goal?.addingGoal(to: content, at: now) ?? content }

  /// The last content of an ended activity, or else the current content.
  func lastContent(of ending: Ending) -> Content {
    guard ending.last.id != ending.activity else { return ending.last }
    let last = happenings.last { $0.activity == ending.activity }
    return last.flatMap { engine.content(after: $0, evenIfOver: true) } ?? ending.last
  }

  /// The content of an activity; of one that is over, the Pomodoro's instead.
  func contentOrPomodoro(of id: ActivityID) -> Content { content(of: id) ?? pomodoro }
}
