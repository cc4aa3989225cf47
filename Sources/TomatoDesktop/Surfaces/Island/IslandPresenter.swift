// Between the shell and the island: which activities have a card, what each of these says, and what the island reports
// of them as intents.

internal import TomatoEngine
package import TomatoIsland
internal import TomatoLink
package import TomatoWords

/// Decides which cards go to the island and when.
package final class IslandPresenter {
  private let show: (Card, Delivery) -> Void
  private let close: (ActivityID) -> Void
  private var cards: [ActivityID: ShownCard] = [:]
  private(set) var room = IslandRoom()
  private let around: CardSurroundings
  /// Those that were elsewhere at the last look.
  private var away: Set<ActivityID> = []
  /// Activities whose cards an earlier process may have left.
  var left: Set<ActivityID> = []

  init(
    show: @escaping (Card, Delivery) -> Void, close: @escaping (ActivityID) -> Void,
    around: CardSurroundings = CardSurroundings()
  ) {
    (self.show, self.close, self.around) = (show, close, around)
  }

  /// As on the island's thread.
  package var settings = IslandSettings()
  /// What the cycle is drawn of; the next cards have it.
  package var dots = Dots()
  /// The profile of the server that is there.
  package private(set) var profile = ServerProfile.unmeasured
  /// What that server said of itself; nil while there is none.
  package private(set) var server: (name: String, vendor: String, version: String, capabilities: [String])?

  package var style: IslandStyle { profile.style(settings.mode, hasTrayHost: settings.hasTrayHost) }

  /// How many cards there may be now.
  package var most: Int {
    let room = profile.room(style, atOnce: settings.atOnce)
    return style == .pinned && room > 1 ? max(room - around.placesTaken(), 1) : room
  }

  /// A card of this activity is on the screen, as far as is known.
  func isUp(_ activity: ActivityID) -> Bool { cards[activity]?.isUp == true }

  /// The activities whose cards are up.
  var up: [ActivityID] { room.places.map(\.activity).filter(isUp) }

  /// Which activities are to be seen, and how often their cards want to be told that time passes.
  var interest: [Interest] {
    let ticking: Resolution = profile.ticksSeconds(style) ? .lastMinuteSeconds : .minute
    let cards = up.map { Interest(.activity($0), style == .pinned ? ticking : .none) }
    guard style == .pinned, let carrier = room.carrier, isUp(carrier) else { return cards }
    return cards + room.folded.map { Interest(.activity($0), .minute) }
  }

  /// When there may be something to do although nothing happens, on CLOCK_BOOTTIME: a place may be taken, or is free.
  var nextLook: Duration? {
    guard style != .off else { return nil }
    let alerts = up.filter(around.isElsewhere).map { cards[$0]?.alertEnds }
    return ([room.nextLook] + alerts + cards.values.map(\.farewellUntil)).compactMap(\.self).min()
  }

  // MARK: Scenes

  /// New contents, or the same contents later.
  func present(_ updates: [IslandUpdate], _ scene: Scene) {
    guard settings.mode != .off else { return }
    for update in updates {
      if let ended = update.ends { end(ended, update, scene) }
      if update.ends == nil { note(update, scene) }
    }
    let taking = updates.filter(takesPlace).map(\.content.id)
    let gainers = settle(scene, taking: taking, onlyTimePassed: updates.isEmpty && scene.isTick)
    var told: Set<ActivityID> = []
    for update in updates where update.ends == nil {
      if room.has(update.content.id), present(update, scene) {
        told.insert(update.content.id)
      } else if update.sound != nil {
        around.onUnheard()
      }
    }
    for activity in gainers where !told.contains(activity) && style != .events { comeBack(activity, scene) }
    for activity in up where !told.contains(activity) {
      guard let content = scene.content(of: activity), !content.isHidden else { continue }
      put(content, nil, .update, scene)
    }
  }

  /// A card that a person sends away goes first, and one that answers a person stays for a while.
  private func note(_ update: IslandUpdate, _ scene: Scene) {
    switch update.presentation {
    case .hide: putAway(update.content.id)
    case .answer: room.keep(update.content.id, from: scene.now.sinceBoot)
    case .alert, .quiet, .show: break
    }
  }

  /// Whether the change brings up a card, and so has one even where there is no room.
  private func takesPlace(_ update: IslandUpdate) -> Bool {
    guard update.ends == nil else { return false }
    switch update.presentation {
    case .alert: return comesUp(update)
    case .show: return !around.isElsewhere(update.content.id)
    case .answer, .quiet, .hide: return false
    }
  }

  /// - Returns: whether the card was told.
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

  /// A program's request is an entry of the list, and a banner only if the program alerts.
  private func isSilent(_ content: Content) -> Bool { style == .listed && content.contentState.job != nil }

  /// The activity is over: its card says so, offers Undo, and goes after `Ended.dismissalDelay`.
  private func end(_ ended: ActivityID, _ update: IslandUpdate, _ scene: Scene) {
    guard isUp(ended) else {
      cards[ended] = nil
      return
    }
    guard var card = farewell(ended, update, scene) else { return putAway(ended) }
    card.accentIcon = around.icon((update.last ?? update.content).contentState.accent)
    card.expiry = .after(milliseconds: Int32(clamping: Ended.dismissalDelay.inMilliseconds))
    cards[ended, default: ShownCard()].sayGoodbye(card, until: scene.now.sinceBoot + Ended.dismissalDelay)
    room.keep(ended, from: scene.now.sinceBoot)
    show(card, .answer)
  }

  private func farewell(_ ended: ActivityID, _ update: IslandUpdate, _ scene: Scene) -> Card? {
    if update.content.id == ended {
      return update.content.undoable == .stop ? CardText.card(update.content, at: scene.now, dots: dots) : nil
    }
    // There is no last content where no person ended it: what is left is the Pomodoro's. And what was over before comes
    // back only if a person had ended it.
    guard let last = update.last, last.id == ended, !last.isOver || last.undoable != nil else { return nil }
    return CardText.farewell(last)
  }

  /// Whether the alert brings up a card. A card that was sent away in this phase stays away until the phase is over.
  func comesUp(_ update: IslandUpdate) -> Bool {
    guard update.presentation == .alert(.almostOver) else { return style != .off }
    let content = update.content
    return style != .off && !content.isHidden && cards[content.id]?.suppressedPhase != content.phase
  }

  /// What makes the sound of an alert; nil while no server is known.
  var soundMaker: ServerProfile.Sound? {
    server.flatMap { profile.soundMaker($0.capabilities) }
  }

  private func put(
    _ content: Content, _ alert: AlertConfiguration?, _ delivery: Delivery, _ scene: Scene, _ sound: Card.Sound? = nil
  ) {
    var (content, state) = (content, cards[content.id] ?? ShownCard())
    let isOnLockScreen = around.isOnLockScreen(profile)
    if isOnLockScreen { content.contentState.task = nil }
    state.note(delivery == .update ? .unchanged : .alerted(alert), content, scene.now)
    let second = CardText.secondLine(content, state.alert)
    let onlyTimePassed = delivery == .update && scene.isTick && state.shownPhase == content.phase
    let staying = onlyTimePassed ? state.secondLine : ""
    var card = CardText.card(
      content, alert: state.alert, at: scene.now, ticksSeconds: profile.ticksSeconds(style), dots: dots,
      folded: room.carrier == content.id ? folded(scene) : [], staying: staying, doneAt: state.doneAt(content))
    card.isOnLockScreen = isOnLockScreen
    if content.attributes?.job?.icon == nil { card.accentIcon = around.icon(content.contentState.accent) }
    // Identical content is never sent twice.
    let isSame = delivery == .update && state.last == card
    (state.shownPhase, state.last, state.farewellUntil) = (content.phase, card, nil)
    state.secondLine = second.isEmpty ? staying : second
    if delivery != .update { state.isUp = style != .off }
    cards[content.id] = state
    if !isSame { show(card.heard(sound), delivery) }
  }

  private func folded(_ scene: Scene) -> [Content] {
    room.folded.compactMap(scene.content(of:)).filter { $0.isRequested && $0.contentState.state != .ready }
  }

  // MARK: Room

  /// Gives out the places anew. A card that loses its place goes without a word.
  /// - Returns: the activities that were folded, or elsewhere, and have a place now. One that a person had closed is
  ///   none of these: it comes up again with the alert of its next phase.
  @discardableResult
  private func settle(
    _ scene: Scene, taking: [ActivityID] = [], onlyTimePassed: Bool = false
  ) -> [ActivityID] {
    let before = room.places.map(\.activity)
    let out = room.folded + away.filter { !around.isElsewhere($0) && !before.contains($0) }.sorted()
    away = away.filter(around.isElsewhere)
    for (activity, card) in cards where card.isOver(at: scene.now) { cards[activity] = nil }
    room.settle(
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
    let enough = most + FoldedText.most + 1
    var holders = Set(room.places.map(\.activity) + taking)
    var wanting: [ActivityID] = []
    for activity in scene.order {
      let mustCount = holders.remove(activity) != nil
      guard mustCount || wanting.count < enough else { continue }
      if wants(activity, scene, taking) { wanting.append(activity) }
      if holders.isEmpty, wanting.count >= enough { break }
    }
    // What is over still says goodbye.
    return wanting + cards.keys.filter { !wanting.contains($0) && cards[$0]?.farewellUntil != nil }.sorted()
  }

  private func wants(_ activity: ActivityID, _ scene: Scene, _ taking: [ActivityID]) -> Bool {
    if taking.contains(activity) { return true }
    guard let content = scene.content(of: activity), !content.isHidden else { return false }
    if around.isElsewhere(activity) {
      away.insert(activity)
      return isUp(activity) && cards[activity]?.lastingAlert(content, scene.now) != nil
    }
    return isUp(activity) || content.isRequested && content.contentState.state != .ready
  }

  /// No card of this activity any more.
  private func putAway(_ activity: ActivityID) {
    cards[activity]?.isUp = false
    cards[activity]?.mayReturn = false
    cards[activity]?.farewellUntil = nil
    close(activity)
  }

  /// No card at all any more.
  func putAllAway() {
    for activity in cards.keys.sorted() { putAway(activity) }
  }

  // MARK: The same content again

  /// All cards as they should stand on a server that shows nothing of them, or on which they were hidden.
  func again(_ delivery: Delivery, _ scene: Scene) {
    settle(scene)
    for activity in room.places.map(\.activity) { again(activity, delivery, scene) }
    // Whatever an earlier process has left there says what is no longer so.
    for activity in left.sorted() where !isUp(activity) { close(activity) }
    left = []
  }

  private func again(_ activity: ActivityID, _ delivery: Delivery, _ scene: Scene) {
    guard room.has(activity), let content = scene.content(of: activity), content.isRequested, !content.isHidden,
      content.contentState.state != .ready
    else { return isUp(activity) ? () : close(activity) }
    put(content, cards[activity]?.lastingAlert(content, scene.now), delivery, scene)
  }

  /// A click was refused: its card is shown again as it is now, or goes if there is nothing to show any more.
  func refused(_ activity: ActivityID, _ scene: Scene) {
    guard let content = scene.content(of: activity) else { return putAway(activity) }
    present([IslandUpdate(content: content, presentation: .answer(.island))], scene)
  }

  /// A place is free for it: it comes without a sound.
  private func comeBack(_ activity: ActivityID, _ scene: Scene) {
    guard let content = scene.content(of: activity), cards[activity]?.suppressedPhase != content.phase else { return }
    again(activity, .answer, scene)
  }

  /// Popups are shown again: an end that nobody could see is said, with its time, once.
  func sayWhatWasMissed(_ scene: Scene) {
    var missed: [ActivityID] = []
    for activity in scene.order {
      guard let end = cards[activity]?.missed else { continue }
      cards[activity]?.missed = nil
      cards[activity]?.said = end
      if let content = scene.content(of: activity), cards[activity]?.isStillToBeSaid(content) == true {
        missed.append(activity)
      }
    }
    guard !missed.isEmpty, style != .off else { return }
    settle(scene, taking: missed)
    for content in missed.compactMap(scene.content(of:)) where room.has(content.id) { put(content, nil, .alert, scene) }
  }

  /// A tray came or went, and with it the way in which cards are shown here: those that may no longer stand go, unless
  /// they wait for an answer; those that may stand from now on come up without a word.
  func styleChanged(_ scene: Scene) {
    guard style == .events else { return again(.answer, scene) }
    for activity in up where scene.content(of: activity)?.waitsForPerson != true { putAway(activity) }
  }

  /// There may be more cards from now on, or fewer.
  func roomChanged(_ scene: Scene) { present([], scene) }

  // MARK: What the island reports

  /// What the island reports, of one of the cards or of the server; an intent is what the person meant by it.
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
      cards[activity]?.isUp = false
      return .failure(sentence)
    case .serverGone, .serverBack, .unheard: break
    }
    return .nothing
  }

  private func wasShown(_ activity: ActivityID) {
    // One that is told of after it was taken away is on its way out.
    guard room.has(activity), cards[activity]?.farewellUntil == nil else { return }
    cards[activity, default: ShownCard()].isUp = style != .off
    cards[activity]?.suppressedPhase = nil
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
      for activity in cards.keys { cards[activity]?.serverWent() }
    case .serverBack(let name, let vendor, let version, let listed):
      server = (name, vendor, version, listed)
      profile = ServerProfile.profile(name: name, vendor: vendor, version: version)
      again(.answer, scene)
    case .failed(let sentence):
      for activity in cards.keys { cards[activity]?.isUp = false }
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
