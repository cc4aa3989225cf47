// Maps activities to notification cards: chooses which get a card, builds their text, turns card events into intents.

internal import TomatoEngine
package import TomatoIsland
internal import TomatoLink
package import TomatoWords

package final class IslandPresenter {
  private let show: (Card, Delivery) -> Void
  private let close: (ActivityID) -> Void
  private(set) var cards: [ActivityID: ShownCard] = [:]
  private(set) var room = IslandRoom()
  private let around: CardSurroundings
  /// Activities that other surfaces showed at the last scene.
  private var shownElsewhere: Set<ActivityID> = []
  /// Activities whose cards an earlier process may have left.
  var left: Set<ActivityID> = []

  init(
    show: @escaping (Card, Delivery) -> Void, close: @escaping (ActivityID) -> Void,
    around: CardSurroundings = CardSurroundings()
  ) {
    (self.show, self.close, self.around) = (show, close, around)
  }

  /// The island's thread has the same settings.
  package var settings = IslandSettings()
  /// The characters of the cycle, used from the next card on.
  package var dots = Dots()
  package private(set) var profile = ServerProfile.unmeasured
  /// The current server's identity; nil without a server.
  package private(set) var server: (name: String, vendor: String, version: String, capabilities: [String])?

  package var style: IslandStyle { profile.style(settings.mode, beside: settings.otherClock) }

  /// Maximum number of cards now.
  package var most: Int {
    let room = profile.room(style, atOnce: settings.atOnce)
    return style == .pinned && room > 1 ? max(room - around.placesTaken(), 1) : room
  }

  /// Whether this activity's card is on the screen, as far as known.
  func isUp(_ activity: ActivityID) -> Bool { cards[activity]?.isUp == true }

  var up: [ActivityID] { room.places.map(\.activity).filter(isUp) }

  /// The activities shown, and how often their cards are updated as time passes.
  var interest: [Interest] {
    let ticking: Resolution = profile.ticksSeconds(style) ? .lastMinuteSeconds : .minute
    let cards = up.map { Interest(.activity($0), style == .pinned ? ticking : .none) }
    guard style == .pinned, let carrier = room.carrier, isUp(carrier) else { return cards }
    return cards + room.folded.map { Interest(.activity($0), .minute) }
  }

  /// The next time on CLOCK_BOOTTIME at which a place may be taken or becomes free without an event.
  var nextLook: Duration? {
    guard style != .off else { return nil }
    let alerts = up.filter(around.isElsewhere).map { cards[$0]?.alertEnds }
    return ([room.nextLook] + alerts + cards.values.map(\.farewellUntil)).compactMap(\.self).min()
  }

  // MARK: Scenes

  /// Shows the updates, and the present time on all other cards.
  func present(_ updates: [IslandUpdate], _ scene: Scene) {
    guard settings.mode != .off else { return }
    var updates = updates
    for place in updates.indices where updates[place].sound == nil {
      updates[place].sound = around.sound(updates[place])
    }
    for update in updates {
      if let ended = update.ends { end(ended, update, scene) } else { note(update, scene) }
    }
    let taking = updates.filter(takesPlace).map(\.content.id)
    let gainers = assignPlaces(scene, taking: taking, onlyTimePassed: updates.isEmpty && scene.isTick)
    var told: Set<ActivityID> = []
    for update in updates where update.ends == nil {
      if room.has(update.content.id), present(update, scene) {
        told.insert(update.content.id)
      } else if update.sound != nil {
        around.onEvent(.soundNotPlayed)
      }
    }
    for activity in gainers where !told.contains(activity) && style != .events { comeBack(activity, scene) }
    for activity in up where !told.contains(activity) {
      guard let content = scene.content(of: activity), !content.isHidden else { continue }
      put(content, nil, .update, scene)
    }
  }

  /// Removes a hidden card first; keeps a card for a while if it answers the user.
  private func note(_ update: IslandUpdate, _ scene: Scene) {
    switch update.presentation {
    case .hide: putAway(update.content.id)
    case .answer: room.keep(update.content.id, from: scene.now.sinceBoot)
    case .alert, .quiet, .show: break
    }
  }

  /// Whether the change pops up a card, which then gets a place in any case.
  private func takesPlace(_ update: IslandUpdate) -> Bool {
    guard update.ends == nil else { return false }
    switch update.presentation {
    case .alert: return comesUp(update)
    case .show: return !around.isElsewhere(update.content.id)
    case .answer, .quiet, .hide: return false
    }
  }

  /// - Returns: whether a card was sent.
  private func present(_ update: IslandUpdate, _ scene: Scene) -> Bool {
    let content = update.content
    switch update.presentation {
    case .hide: return false
    case .show:
      guard !around.isElsewhere(content.id) else { return false }
      put(content, nil, .alert, scene)
    case .alert(let alert):
      guard comesUp(update) else { return false }
      put(content, alert, .alert, scene, update.sound)
      let end = ShownCard.End(alert, phase: content.phase, at: content.due(scene.now))
      if let end, around.isInhibited() == true { cards[content.id]?.missed = end }
    case .answer:
      let card = cards[content.id]
      guard !content.isHidden, content.isRequested, card?.suppressedPhase != content.phase else { return false }
      let comesUp = update.begins && card?.shownPhase != content.phase && !isSilent(content)
      put(content, nil, comesUp ? .alert : .answer, scene)
    case .quiet:
      guard isUp(content.id), !content.isHidden else { return false }
      put(content, nil, .update, scene)
    }
    return true
  }

  /// On listing servers, a program's request is silent unless the program alerts.
  private func isSilent(_ content: Content) -> Bool { style == .listed && content.contentState.job != nil }

  /// Shows the end of an activity on its card, with Undo; the card goes after `Ended.dismissalDelay`.
  private func end(_ ended: ActivityID, _ update: IslandUpdate, _ scene: Scene) {
    guard isUp(ended) else {
      if cards[ended]?.mayReturn == true { close(ended) }
      cards[ended] = nil
      return
    }
    guard var card = farewell(ended, update, scene) else { return putAway(ended) }
    card.accentIcon = around.icon((update.ending?.last ?? update.content).contentState.accent)
    card.expiry = .after(milliseconds: Int32(clamping: Ended.dismissalDelay.inMilliseconds))
    cards[ended, default: ShownCard()].showFarewell(card, until: scene.now.sinceBoot + Ended.dismissalDelay)
    room.keep(ended, from: scene.now.sinceBoot)
    show(card, .answer)
  }

  private func farewell(_ ended: ActivityID, _ update: IslandUpdate, _ scene: Scene) -> Card? {
    if update.content.id == ended {
      return update.content.undoable == .stop ? CardText.card(update.content, at: scene.now, dots: dots) : nil
    }
    return update.ending?.farewell.map { CardText.lastCard($0) }
  }

  /// Whether the alert brings up a card. The warning before a phase's end does not if the card was sent away.
  func comesUp(_ update: IslandUpdate) -> Bool {
    guard update.presentation == .alert(.almostOver) else { return style != .off }
    let content = update.content
    return style != .off && !content.isHidden && cards[content.id]?.suppressedPhase != content.phase
  }

  /// Who plays an alert's sound; nil without a server.
  var soundMaker: ServerProfile.Sound? { server.flatMap { profile.soundMaker($0.capabilities) } }

  private func put(
    _ content: Content, _ alert: AlertConfiguration?, _ delivery: Delivery, _ scene: Scene, _ sound: Card.Sound? = nil
  ) {
    var (content, state) = (content, cards[content.id] ?? ShownCard())
    let isOnLockScreen = around.isOnLockScreen(profile)
    if isOnLockScreen { content.contentState.task = nil }
    if delivery == .update { state.forgetOldAlert(content, scene.now) } else { state.note(alert, content, scene.now) }
    let second = CardText.line(content, state.alert)
    let onlyTimePassed = delivery == .update && scene.isTick && state.shownPhase == content.phase
    let staying = second.isEmpty && onlyTimePassed ? state.secondLine : ""
    var card = CardText.card(
      content, alert: state.alert, at: scene.now, ticksSeconds: profile.ticksSeconds(style), dots: dots,
      folded: room.carrier == content.id ? folded(scene) : [], staying: staying, doneAt: state.doneAt(content))
    card.isOnLockScreen = isOnLockScreen
    card.waitsForPerson = content.waitsForPerson || state.alert?.waitsForPerson == true
    if content.attributes?.job?.icon == nil { card.accentIcon = around.icon(content.contentState.accent) }
    // Identical content is never sent twice.
    let isSame = delivery == .update && state.last == card
    (state.shownPhase, state.last, state.farewellUntil) = (content.phase, card, nil)
    state.secondLine = second.isEmpty ? staying : second
    if delivery != .update { state.isUp = style != .off }
    cards[content.id] = state
    if !isSame { show(card.addingSound(sound), delivery) }
  }

  private func folded(_ scene: Scene) -> [Content] {
    room.folded.compactMap(scene.content(of:)).filter { $0.isRequested && $0.contentState.state != .ready }
  }

  // MARK: Room

  /// Reassigns the places. A card that loses its place is removed without a message.
  /// - Returns: the activities that were folded or elsewhere and now have a place. Dismissed ones are not included;
  ///   they come up with the alert of their next phase.
  @discardableResult
  private func assignPlaces(
    _ scene: Scene, taking: [ActivityID] = [], onlyTimePassed: Bool = false
  ) -> [ActivityID] {
    let before = room.places.map(\.activity)
    let out = room.folded + shownElsewhere.filter { !around.isElsewhere($0) && !before.contains($0) }.sorted()
    shownElsewhere = shownElsewhere.filter(around.isElsewhere)
    for (activity, card) in cards where card.isOver(at: scene.now) { cards[activity] = nil }
    room.assign(
      wanting(scene, taking), most: most, taking: taking, onlyTimePassed: onlyTimePassed, at: scene.now.sinceBoot)
    for activity in before where !room.has(activity) {
      let card = cards[activity]
      if isUp(activity) || card?.farewellUntil != nil || card?.mayReturn == true { putAway(activity) }
      if scene.content(of: activity) == nil { cards[activity] = nil }
    }
    return out.filter(room.has)
  }

  /// The activities that would like a card, the most relevant first: as many as can matter.
  private func wanting(_ scene: Scene, _ taking: [ActivityID]) -> [ActivityID] {
    let enough = most + OthersLine.most + 1
    var wanting: [ActivityID] = []
    for activity in scene.order where wants(activity, scene, taking) {
      wanting.append(activity)
      if wanting.count >= enough { break }
    }
    // Those that have a place, or take one, count wherever they are in the order.
    for activity in scene.engine.inOrder(room.places.map(\.activity) + taking) where !wanting.contains(activity) {
      if wants(activity, scene, taking) { wanting.append(activity) }
    }
    // Ended activities still show their last card.
    return wanting + cards.keys.filter { !wanting.contains($0) && cards[$0]?.farewellUntil != nil }.sorted()
  }

  private func wants(_ activity: ActivityID, _ scene: Scene, _ taking: [ActivityID]) -> Bool {
    if taking.contains(activity) { return true }
    guard let content = scene.content(of: activity), !content.isHidden else { return false }
    if around.isElsewhere(activity) {
      shownElsewhere.insert(activity)
      return isUp(activity) && cards[activity]?.lastingAlert(content, scene.now) != nil
    }
    return isUp(activity) || content.isRequested && stands(content)
  }

  /// A phase that is ready keeps a card that it has, and brings up none.
  private func stands(_ content: Content) -> Bool {
    content.contentState.state != .ready || cards[content.id]?.mayReturn == true
  }

  private func putAway(_ activity: ActivityID) {
    cards[activity]?.isUp = false
    cards[activity]?.mayReturn = false
    cards[activity]?.farewellUntil = nil
    close(activity)
  }

  func putAllAway() {
    for activity in cards.keys.sorted() { putAway(activity) }
  }

  // MARK: The same content again

  /// Shows all cards again, because the server has none of them or has hidden them.
  func again(_ delivery: Delivery, _ scene: Scene) {
    assignPlaces(scene)
    for activity in room.places.map(\.activity) { again(activity, delivery, scene) }
    // Cards left by an earlier process are outdated.
    for activity in left.sorted() where !isUp(activity) { close(activity) }
    left = []
  }

  private func again(_ activity: ActivityID, _ delivery: Delivery, _ scene: Scene) {
    guard room.has(activity), let content = scene.content(of: activity), content.isRequested, !content.isHidden,
      isUp(activity) || !timeCardsAreTransient && stands(content)
    else { return isUp(activity) ? () : close(activity) }
    put(content, cards[activity]?.lastingAlert(content, scene.now), delivery, scene)
  }

  /// After a refused click: shows the card's current state again, or removes it.
  func refused(_ activity: ActivityID, _ scene: Scene) {
    guard let content = scene.content(of: activity) else { return putAway(activity) }
    present([IslandUpdate(content: content, presentation: .answer(.island))], scene)
  }

  /// Shows the card silently in a free place.
  private func comeBack(_ activity: ActivityID, _ scene: Scene) {
    guard let content = scene.content(of: activity), cards[activity]?.suppressedPhase != content.phase else { return }
    again(activity, .answer, scene)
  }

  /// After do-not-disturb: reports once each end that was not visible, with its time.
  func reportMissedEnds(_ scene: Scene) {
    var missed: [ActivityID] = []
    for activity in scene.order {
      guard let end = cards[activity]?.missed else { continue }
      cards[activity]?.missed = nil
      cards[activity]?.reported = end
      if let content = scene.content(of: activity), cards[activity]?.reportStillApplies(content) == true {
        missed.append(activity)
      }
    }
    guard !missed.isEmpty, style != .off else { return }
    assignPlaces(scene, taking: missed)
    for content in missed.compactMap(scene.content(of:)) where room.has(content.id) { put(content, nil, .alert, scene) }
  }

  /// After a new mode, shows all cards again. If only another clock of ours came or went, nothing pops up: cards
  /// that may no longer stay are removed unless they wait for an answer, and cards that may stay appear silently.
  func settingsChanged(from old: IslandSettings, _ scene: Scene) {
    let before = profile.style(old.mode, beside: old.otherClock)
    if style == .off {
      putAllAway()
    } else if old.mode != settings.mode {
      again(before == .off ? .answer : .alert, scene)
    } else if style != before, style != .events {
      again(.answer, scene)
    } else {
      if timeCardsAreTransient {
        for activity in up where cards[activity]?.last?.waitsForPerson != true { putAway(activity) }
      }
      // There may be another number of places.
      present([], scene)
    }
  }

  private var timeCardsAreTransient: Bool { profile.timeCardsAreTransient(settings.mode, beside: settings.otherClock) }

  // MARK: What the island reports

  func happened(_ event: IslandEvent, _ activity: ActivityID?, _ scene: Scene) -> Reaction {
    guard let activity else { return happenedToServer(event, scene) }
    switch event {
    case .shown: wasShown(activity)
    case .action(let link, let token): return .link(link, token)
    case .closedByPerson:
      wentAway(activity, scene)
      guard let content = scene.content(of: activity) else { return .nothing }
      return .intent(Intent(.hide, activity: activity, phase: content.phase))
    case .expired: wentAway(activity, scene)
    case .suppressed:
      cards[activity, default: ShownCard()].wasHidden(in: scene.content(of: activity)?.phase)
      wentAway(activity, scene)
    case .cardWanted: again(activity, .answer, scene)
    case .failed(let sentence):
      cards[activity]?.wasLost()
      return .failure(sentence)
    case .serverGone, .serverFound, .soundNotPlayed: break
    }
    return .nothing
  }

  private func wasShown(_ activity: ActivityID) {
    // Ignores a card that was removed meanwhile.
    guard room.has(activity), cards[activity]?.farewellUntil == nil else { return }
    cards[activity, default: ShownCard()].isUp = style != .off
    cards[activity]?.suppressedPhase = nil
    cards[activity]?.mayReturn = false
  }

  private func wentAway(_ activity: ActivityID, _ scene: Scene) {
    cards[activity]?.isUp = false
    guard cards[activity]?.farewellUntil != nil else { return }
    cards[activity] = nil
    present([], scene)
  }

  private func happenedToServer(_ event: IslandEvent, _ scene: Scene) -> Reaction {
    switch event {
    case .serverGone:
      server = nil
      for activity in cards.keys { cards[activity]?.wasLost() }
    case .serverFound(let name, let vendor, let version, let listed):
      server = (name, vendor, version, listed)
      profile = ServerProfile.profile(name: name, vendor: vendor, version: version)
      again(.answer, scene)
    case .failed(let sentence):
      for activity in cards.keys { cards[activity]?.wasLost() }
      return .failure(sentence)
    default: break
    }
    return .nothing
  }

  enum Reaction: Equatable {
    case nothing
    /// A link that was clicked, and the click's activation token.
    case link(String, String?)
    case intent(Intent)
    case failure(String)
  }
}
