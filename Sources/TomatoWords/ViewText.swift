// Cards for views in the desktop shell: texts that stay true while time passes, and a clock that the view counts.

package import TomatoEngine
internal import TomatoIsland
package import TomatoLink

/// What a view shows on a locked screen: `[views] locked`.
package enum LockedView: String, Hashable, Sendable, CaseIterable {
  case time, all, none
}

package struct ViewSettings: Hashable, Sendable {
  package var appearance: Appearance
  package var locked: LockedView

  package init(appearance: Appearance = Appearance(), locked: LockedView = .time) {
    (self.appearance, self.locked) = (appearance, locked)
  }
}

package enum ViewText {
  /// - Parameters:
  ///   - count: the number of all activities, with the Pomodoro.
  ///   - farewells: the last contents of activities that the user has just stopped.
  package static func cards(
    _ contents: [Content], count: Int, pomodoro: Content, farewells: [Content] = [], again: [RecentTimer] = [],
    at now: Moment, _ settings: ViewSettings
  ) -> ViewCards {
    let shown = contents.prefix(ViewCards.most)
    let ready = (shown.dropFirst() + (shown.contains { $0.id == pomodoro.id } ? [] : [pomodoro])).count {
      $0.contentState.state == .ready
    }
    let others = max(count - 1 - ready, 0)
    let over = farewells.filter { last in !contents.contains { $0.id == last.id } }
    return ViewCards(
      cards: shown.map { card($0, at: now, settings) } + over.map { lastCard($0, settings) },
      more: count - shown.count, others: others, menu: (shown.first.map(menu) ?? []) + again.map(offer),
      words: ViewWords(
        name: TrayText.title, others: others > 0 ? MenuText.more(others) : "", unanswered: Answers.unanswered,
        direction: MenuText.direction))
  }

  private static func card(_ content: Content, at now: Moment, _ settings: ViewSettings) -> ViewCard {
    let (text, look) = (CardText.card(content, at: now, dots: settings.appearance.dots), settings.appearance)
    let accent = lastingAccent(content)
    var card = ViewCard(
      id: content.id, phase: content.phase, title: text.title, accent: accent, color: look.color(of: accent),
      urgent: look.urgent, icon: icon(content, accent), clock: clock(content))
    card.lines = (text.lastingBody ?? text.body).split(separator: "\n").map(String.init)
    if let count = content.contentState.job.flatMap(JobText.count) { card.lines.append(count) }
    card.isPrivate = locked(content, card, settings.locked)
    card.heading = text.heading
    card.buttons = text.actions.map(button)
    if content.attributes?.job?.url != nil { card.open = text.showAction.map(button) }
    if content.contentState.job == nil { addMouseActions(content, &card) }
    return card
  }

  private static func lastCard(_ last: Content, _ settings: ViewSettings) -> ViewCard {
    let text = CardText.lastCard(last)
    let accent = lastingAccent(last)
    var card = ViewCard(
      id: last.id, phase: nil, title: text.title, accent: accent, color: settings.appearance.color(of: accent),
      urgent: settings.appearance.urgent, icon: icon(last, accent))
    card.buttons = text.actions.map(button)
    return card
  }

  private static func button(_ action: Card.Action) -> ViewButton { ViewButton(label: action.label, link: action.key) }

  /// Middle click and wheel, as on the tray item.
  private static func addMouseActions(_ content: Content, _ card: inout ViewCard) {
    func link(_ verb: Verb, by minutes: Int? = nil) -> String {
      Link.print(Intent(verb, by: minutes.map(Duration.minutes), activity: content.id, phase: content.phase))
    }
    if !content.isOver { card.toggle = link(.toggle) }
    if content.possible.contains(.extend) {
      card.step = ViewStep(more: link(.extend, by: 1), less: link(.extend, by: -1))
    }
  }

  /// Possible verbs that have no button on the card.
  private static func menu(_ content: Content) -> [ViewButton] {
    guard content.contentState.job == nil else { return [] }
    let shown = CardText.buttons(content).map(\.intent.verb)
    return content.possible.filter { !shown.contains($0) && needsNoLength($0, content) }.compactMap { verb in
      let label = MenuText.label(verb, content)
      return label.isEmpty ? nil : ViewButton(label: label, link: Link.print(content.intent(verb)))
    }
  }

  /// A menu cannot ask for a length; `rewind` needs none after an absence that was measured.
  private static func needsNoLength(_ verb: Verb, _ content: Content) -> Bool {
    verb != .rewind || content.countedAbsence != nil
  }

  private static func offer(_ timer: RecentTimer) -> ViewButton {
    let intent = Intent(.timer, duration: timer.duration, name: timer.name)
    return ViewButton(label: MenuText.again(timer), link: Link.print(intent))
  }

  // MARK: Looks

  /// The accent without `urgent`, which the view turns to by itself.
  private static func lastingAccent(_ content: Content) -> Accent {
    let state = content.contentState
    if let job = state.job {
      return job.outcome == nil ? content.attributes?.job?.accent ?? state.accent : state.accent
    }
    guard state.state == .running else { return state.accent }
    return state.mode.isBreak ? .break : .focus
  }

  private static func icon(_ content: Content, _ accent: Accent) -> String {
    content.attributes?.job?.icon ?? BusNames.application + "-" + accent.rawValue
  }

  // MARK: Clocks

  /// With this time left the accent becomes `urgent`, as in the engine.
  private static let lastMinute = Duration.seconds(59)

  private static func clock(_ content: Content) -> ViewClock {
    let state = content.contentState
    let total = state.totalDuration > 0 ? Int64(state.totalDuration) * 1000 : nil
    switch state.clock {
    case .down(let end):
      return ViewClock(
        .down(at: end), total: total, hot: state.job == nil ? end - lastMinute : nil, share: progress(state))
    case .up(let from): return ViewClock(.up(at: from), share: progress(state))
    case .none, .stopped: return still(content)
    }
  }

  private static func still(_ content: Content) -> ViewClock {
    let state = content.contentState
    if let job = state.job {
      let text = job.outcome.map(JobText.name(of:)) ?? JobText.short(job)
      return ViewClock(job.outcome == nil ? .none : .still, text: text, share: job.outcome == nil ? progress(state) : 1)
    }
    switch state.state {
    case .ready: return ViewClock()
    case .completed: return ViewClock(.still, text: tr("done"), share: 1)
    case .running, .paused:
      let share = state.totalDuration > 0 ? share(state.seconds, of: state.totalDuration) : nil
      return ViewClock(.still, text: state.displayTime, share: share)
    }
  }

  private static func progress(_ state: ContentState) -> Double? {
    state.job?.content.progress?.percent.map { share($0, of: 100) }
  }

  /// In thousandths, which is finer than any ring can show.
  private static func share(_ part: Int, of all: Int) -> Double { Double(min(max(part, 0) * 1000 / all, 1000)) / 1000 }

  // MARK: Locked

  private static func locked(_ content: Content, _ card: ViewCard, _ setting: LockedView) -> ViewPrivate? {
    switch setting {
    case .none: nil
    case .time: ViewPrivate(title: nameless(content), text: namelessText(content, card.clock))
    case .all: ViewPrivate(title: card.title, text: card.clock.text, lines: [card.title] + card.lines)
    }
  }

  /// Without the user's name for a timer, and without a program's texts.
  private static func nameless(_ content: Content) -> String {
    let state = content.contentState
    let name = content.attributes?.job.map { Words.program($0.program) } ?? Words.name(of: state.mode)
    return Words.title(name, content) ?? tr("{name} · {state}", ["name": name, "state": Words.state(of: content)])
  }

  private static func namelessText(_ content: Content, _ clock: ViewClock) -> String? {
    guard let job = content.contentState.job, job.outcome == nil else { return clock.text }
    return JobText.percent(job)
  }
}
