// The menu's model: each line's look, and a click's meaning. From D-Bus it uses only the type `BusValue`.
//
// Rules:
// 1. Every line has one meaning: Start, Pause and Resume are three lines, of which one is seen. While a pause asks
//    whether to go on, both Pause and Resume are seen.
// 2. A click means what was shown: its intent carries the phase for which the line was shown. A removed line keeps its
//    last intent, which the engine refuses. No user reacts to a change within 0.3 s, so during that time a line keeps
//    its earlier meaning, and a new line does nothing.
// 3. While time passes only words change. An undo whose minute is over turns grey, and goes with the next change or
//    when the menu is closed, so that no line moves under the pointer.
// 4. An activity keeps its place while it is listed.

internal import GLibBridge
internal import TomatoEngine
internal import TomatoLink
internal import TomatoWords

struct TrayMenuModel {
  enum Request: Equatable {
    case intent(Intent)
    case deny(String)
    case quiet(Bool)
    case quit
  }

  struct Change {
    var id: Int32
    var properties: [(String, BusValue)]
  }

  private struct Offer {
    var request: Request
    /// The line's meaning before `since`; nil if it was not visible.
    var before: Request?
    var since: Duration
  }

  /// State that changes only by events, not by time.
  private struct Situation: Equatable {
    var activity: ActivityID
    var phase: PhaseToken
    var state: TimerState
  }

  private static let reaction = Duration.milliseconds(300)

  private var looks: [TrayMenuItem: TrayMenuLook] = [:]
  private var offers: [TrayMenuItem: Offer] = [:]
  private var places: [ActivityID?] = Array(repeating: nil, count: TrayMenuItem.places)
  private var situation: Situation?
  /// A phase is over and waits for a person.
  private(set) var waits = false

  /// A menu before there is anything to show: only Quit.
  init() {
    for item in TrayMenuItem.all {
      if case .separator = item { looks[item] = TrayMenuLook(isSeparator: true) } else { looks[item] = TrayMenuLook() }
    }
    looks[.quit] = TrayMenuLook(label: MenuText.quit, isEnabled: true, isVisible: true)
  }

  func look(_ item: TrayMenuItem) -> TrayMenuLook { looks[item] ?? TrayMenuLook() }

  // MARK: Showing

  /// - quiet: the setting of quiet; nil if unavailable.
  mutating func show(_ scene: Scene, quiet: Bool? = nil) -> [Change] {
    let (first, now) = (scene.first, scene.now.awake)
    let before = looks
    showHeading(first)
    showVerbs(first, now)
    let program = first.attributes?.job?.program
    show(.deny, program.map { (MenuText.deny($0), .deny($0)) }, now)
    showOthers(beside: first.id, scene, now)
    showTimers(scene.engine.timersToOfferAgain, now)
    show(.quiet, quiet.map { (MenuText.quiet($0), .quiet(!$0)) }, now)
    offer(.show, MenuText.show, .intent(Intent(.show, activity: first.id)), now)
    looks[.separator(2)]?.isVisible = true
    waits = first.waitsForPerson
    return changes(since: before)
  }

  /// Removes lines that stayed only to keep others in place; the menu is closed, or about to be opened.
  mutating func tidy() -> [Change] {
    let before = looks
    if !look(.verb(.undo)).isEnabled { looks[.verb(.undo)]?.isVisible = false }
    return changes(since: before)
  }

  private mutating func showHeading(_ content: Content) {
    let detail = MenuText.detail(content)
    looks[.heading] = TrayMenuLook(label: MenuText.title(content), isVisible: true)
    looks[.detail]?.isVisible = !detail.isEmpty
    if !detail.isEmpty { looks[.detail]?.label = detail }
    looks[.separator(0)]?.isVisible = true
  }

  private mutating func showVerbs(_ content: Content, _ now: Duration) {
    let state = content.contentState.state
    for verb in TrayMenuItem.choices { show(verb, content.possible.contains(verb), content, now) }
    for verb in TrayMenuItem.offers { offer(verb, content, now) }
    show(.stop, content.buttons.contains(.stop), content, now)
    let next = Situation(activity: content.id, phase: content.phase, state: state)
    if content.possible.contains(.undo) {
      offer(.undo, content, now)
    } else {
      looks[.verb(.undo)]?.isEnabled = false
      if next != situation { looks[.verb(.undo)]?.isVisible = false }
    }
    situation = next
  }

  /// Shows the line; for nil, hides it and removes its meaning.
  private mutating func show(_ item: TrayMenuItem, _ line: (label: String, request: Request)?, _ now: Duration) {
    if let line { return offer(item, line.label, line.request, now) }
    (looks[item], offers[item]) = (TrayMenuLook(), nil)
  }

  private mutating func showOthers(beside first: ActivityID, _ scene: Scene, _ now: Duration) {
    places = places.map { place in place.flatMap { $0 != first && scene.content(of: $0) != nil ? $0 : nil } }
    // One more than the number of places, because the first activity has no place.
    for content in scene.mostRelevant(places.count + 1).dropFirst() {
      let id = content.id
      guard !places.contains(id) else { continue }
      guard let free = places.firstIndex(of: nil) else { break }
      places[free] = id
    }
    for (place, id) in places.enumerated() {
      guard let id, let content = scene.content(of: id) else {
        looks[.activity(place)]?.isVisible = false
        continue
      }
      offer(.activity(place), MenuText.title(content), .intent(Intent(.show, activity: id)), now)
    }
    let others = scene.count - 1
    let without = others - activities.count
    looks[.more]?.isVisible = without > 0
    if without > 0 { looks[.more]?.label = MenuText.more(without) }
    looks[.separator(1)]?.isVisible = others > 0
  }

  private mutating func showTimers(_ timers: [RecentTimer], _ now: Duration) {
    for place in 0..<TrayMenuItem.timers {
      guard place < timers.count else {
        looks[.again(place)]?.isVisible = false
        continue
      }
      let intent = Intent(.timer, duration: timers[place].duration, name: timers[place].name)
      offer(.again(place), MenuText.again(timers[place]), .intent(intent), now)
    }
    if !timers.isEmpty { looks[.separator(1)]?.isVisible = true }
  }

  var activities: [ActivityID] { places.compactMap(\.self) }

  private mutating func show(_ verb: Verb, _ isVisible: Bool, _ content: Content, _ now: Duration) {
    if isVisible { offer(verb, content, now) } else { looks[.verb(verb)]?.isVisible = false }
  }

  private mutating func offer(_ verb: Verb, _ content: Content, _ now: Duration) {
    let isEnabled = content.possible.contains(verb)
    offer(.verb(verb), MenuText.label(verb, content), .intent(content.intent(verb)), isEnabled: isEnabled, now)
  }

  /// Shows a line; grey while its intent would be refused.
  private mutating func offer(
    _ item: TrayMenuItem, _ label: String, _ request: Request, isEnabled: Bool = true, _ now: Duration
  ) {
    looks[item] = TrayMenuLook(label: label, isEnabled: isEnabled, isVisible: true)
    let last = offers[item]
    guard isEnabled, last?.request != request else { return }
    let isFresh = last.map { now - $0.since < Self.reaction } ?? false
    offers[item] = Offer(request: request, before: isFresh ? last?.before : last?.request, since: now)
  }

  private func changes(since before: [TrayMenuItem: TrayMenuLook]) -> [Change] {
    TrayMenuItem.all.compactMap { item in
      guard let old = before[item], let new = looks[item], old != new else { return nil }
      let differing = zip(old.properties, new.properties).filter { $0.1 != $1.1 }.map(\.1)
      return Change(id: item.id, properties: differing)
    }
  }

  // MARK: Clicks

  /// The request of a click on this line; nil if the user could not have read an offer there.
  /// - Parameter now: CLOCK_MONOTONIC.
  func request(_ item: TrayMenuItem, at now: Duration) -> Request? {
    if item == .quit { return .quit }
    return offers[item].flatMap { now - $0.since < Self.reaction ? $0.before : $0.request }
  }
}
