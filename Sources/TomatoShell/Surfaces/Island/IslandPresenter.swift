// Between the shell and the island: turns content into cards, and what the island reports into intents.

internal import TomatoEngine
internal import TomatoIsland
internal import TomatoLink

/// Decides which card goes to the island and when.
final class IslandPresenter {
  private let show: (Card, Delivery) -> Void
  private let close: () -> Void
  /// A card of ours is on the screen, as far as is known.
  private(set) var isUp = false
  /// What is up is the last card of an activity: it goes by itself, and nothing renews it.
  private var isFarewell = false
  /// The server hid it (do-not-disturb): not tried again in this phase.
  private var suppressedPhase: PhaseToken?
  private var shownPhase: PhaseToken?

  init(show: @escaping (Card, Delivery) -> Void, close: @escaping () -> Void) {
    self.show = show
    self.close = close
  }

  private(set) var shownActivity: ActivityID = .pomodoro
  private var last: Card?
  /// The alert that the card speaks of: for a minute, unless something else is to be said.
  private var lastAlert: (alert: AlertConfiguration, phase: PhaseToken, at: Moment)?
  /// As on the island's thread.
  var settings = IslandSettings()
  /// What the cycle is drawn of; the next card has it.
  var dots = Dots()
  /// The icon of an accent, a name or a path; nil means the shipped ones. The next card has it.
  var icon: ((Accent) -> String)?
  /// The profile of the server that is there.
  private(set) var profile = ServerProfile.unmeasured
  /// What that server said of itself; nil while there is none.
  private(set) var server: (name: String, vendor: String, version: String)?
  private var capabilities: [String] = []

  private static let alertLifetime = Duration.minutes(1)

  var style: IslandStyle { profile.style(settings.mode, hasTrayHost: settings.hasTrayHost) }

  /// Which activity is up, and how often its card wants to be told that time passes.
  var interest: (activity: ActivityID, resolution: Resolution)? {
    guard isUp else { return nil }
    let resolution: Resolution = profile.ticksSeconds(style) ? .lastMinuteSeconds : .minute
    return (shownActivity, style == .pinned ? resolution : .none)
  }

  /// New content, or the same content later.
  func present(_ update: IslandUpdate, at now: Moment) {
    guard settings.mode != .off else { return }
    let content = update.content
    if let ended = update.ends { return end(ended, content, now) }
    switch update.presentation {
    case .hide: putAway()
    case .show: put(content, nil, .alert, now)
    case .alert(let alert):
      if comesUp(update) { put(content, alert, .alert, now, update.sound) }
    case .answer:
      guard !content.isHidden, content.isRequested, suppressedPhase != content.phase else { return }
      put(content, nil, update.begins && shownPhase != content.phase ? .alert : .answer, now)
    case .quiet:
      guard isUp, !content.isHidden, content.id == shownActivity else { return }
      put(content, nil, .update, now)
    }
  }

  /// The activity is over: its card says so, offers Undo, and goes after `Engine.dismissalDelay`.
  private func end(_ ended: ActivityID, _ content: Content, _ now: Moment) {
    guard isUp, ended == shownActivity else { return }
    (isUp, isFarewell) = (false, true)
    guard content.id == ended, content.undoable == .stop else { return close() }
    var card = CardText.card(content, at: now, dots: dots)
    if let icon { card.accentIcon = icon(content.contentState.accent) }
    card.expiry = .after(milliseconds: Int32(clamping: Engine.dismissalDelay.inMilliseconds))
    last = card
    show(card, .answer)
  }

  /// Whether the alert brings up a card. A card that was sent away in this phase stays away until the phase is over.
  func comesUp(_ update: IslandUpdate) -> Bool {
    guard update.presentation == .alert(.almostOver) else { return style != .off }
    return style != .off && !update.content.isHidden && suppressedPhase != update.content.phase
  }

  /// What makes the sound of an alert; nil while no server is known.
  var soundMaker: ServerProfile.Sound? {
    server == nil ? nil : profile.soundMaker(capabilities)
  }

  private func put(
    _ content: Content, _ alert: AlertConfiguration?, _ delivery: Delivery, _ now: Moment, _ sound: Card.Sound? = nil
  ) {
    if delivery != .update || isOver(content, now) { lastAlert = alert.map { ($0, content.phase, now) } }
    var card = CardText.card(
      content, alert: lastAlert?.alert, at: now, ticksSeconds: profile.ticksSeconds(style), dots: dots)
    if let icon { card.accentIcon = icon(content.contentState.accent) }
    // Identical content is never sent twice.
    if delivery == .update, last == card { return }
    (shownPhase, shownActivity, last) = (content.phase, content.id, card)
    isFarewell = false
    if delivery != .update { isUp = style != .off }
    show(card.heard(sound), delivery)
  }

  /// The words of the last alert have been there long enough, or are about another phase.
  private func isOver(_ content: Content, _ now: Moment) -> Bool {
    guard let lastAlert else { return false }
    return lastAlert.phase != content.phase || now.sinceBoot - lastAlert.at.sinceBoot >= Self.alertLifetime
  }

  /// No card any more.
  func putAway() {
    isUp = false
    close()
  }

  /// The same content as it should stand on a server that shows nothing of it, or on which it was hidden.
  func again(_ content: Content, _ delivery: Delivery, at now: Moment) {
    guard content.isRequested, !content.isHidden, content.contentState.state != .ready else {
      // Whatever an earlier process has left there says what is no longer so.
      return isUp ? () : close()
    }
    put(content, isOver(content, now) ? nil : lastAlert?.alert, delivery, now)
  }

  /// A tray came or went, and with it the way in which cards are shown here: one that may no longer stand goes, unless
  /// it waits for an answer; one that may stand from now on comes up without a word.
  func styleChanged(_ content: Content, at now: Moment) {
    guard style == .events else { return again(content, .answer, at: now) }
    guard isUp, !content.waitsForPerson else { return }
    putAway()
  }

  /// What the island reports; an intent is what the person meant by it.
  func happened(_ event: IslandEvent, _ content: Content, at now: Moment) -> Reaction {
    switch event {
    case .shown:
      isUp = !isFarewell && style != .off
      suppressedPhase = nil
    case .action(let link): return .link(link)
    case .closedByPerson:
      isUp = false
      return .intent(Intent(.hide, activity: content.id, phase: content.phase))
    case .expired: isUp = false
    case .serverGone: (isUp, server) = (false, nil)
    case .suppressed:
      isUp = false
      suppressedPhase = content.phase
    case .serverBack(let name, let vendor, let version, let listed):
      capabilities = listed
      server = (name, vendor, version)
      profile = ServerProfile.profile(name: name, vendor: vendor, version: version)
      again(content, .answer, at: now)
    case .cardWanted: again(content, .answer, at: now)
    case .unheard: break
    case .failed(let sentence):
      isUp = false
      return .failure(sentence)
    }
    return .nothing
  }

  enum Reaction: Equatable {
    case nothing
    case link(String)
    case intent(Intent)
    case failure(String)
  }
}
