// Cards for views in the desktop shell: texts that stay true while time passes, and a clock that the view counts.

package import TomatoEngine
internal import TomatoIsland
internal import TomatoLink

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
  /// The JSON for a view.
  /// - Parameters:
  ///   - count: the number of all activities, with the Pomodoro.
  ///   - farewells: the last contents of activities that the user has just stopped.
  ///   - again: recent timers to offer.
  package static func line(
    _ contents: [Content], count: Int, pomodoro: Content, farewells: [Content] = [], again: [RecentTimer] = [],
    at now: Moment, _ settings: ViewSettings
  ) -> String {
    let shown = contents.prefix(ViewCards.most)
    let ready = (shown.dropFirst() + (shown.contains { $0.id == pomodoro.id } ? [] : [pomodoro])).count {
      $0.contentState.state == .ready
    }
    let others = max(count - 1 - ready, 0)
    let over = farewells.filter { last in !contents.contains { $0.id == last.id } }
    let cards = shown.map { card($0, at: now, settings) } + over.map { lastCard($0, settings) }
    let words = JSONValue.view([
      (.name, .string(TrayText.title)), (.others, .string(others > 0 ? MenuText.more(others) : "")),
      (.unanswered, .string(Answers.unanswered)), (.direction, .string(MenuText.direction)),
    ])
    return JSONText.text(
      .view([
        (.v, .number(Double(ViewCards.version))), (.cards, .array(cards)),
        (.more, .number(Double(count - shown.count))),
        (.others, .number(Double(others))), (.menu, .array((shown.first.map(menu) ?? []) + again.map(offer))),
        (.words, words),
      ]))
  }

  private static func card(_ content: Content, at now: Moment, _ settings: ViewSettings) -> JSONValue {
    let (text, job) = (CardText.card(content, at: now, dots: settings.appearance.dots), content.contentState.job)
    let lines =
      (text.lastingBody ?? text.body).split(separator: "\n").map(String.init)
      + [job.flatMap(JobText.count)].compactMap(\.self)
    let clock = clock(content)
    var extras: [ViewKey: JSONValue] = [
      .phase: .number(Double(content.phase.number)), .lines: texts(lines), .clock: clock,
    ]
    extras[.private] = locked(content, [text.title] + lines, clock, settings.locked)
    extras[.heading] = text.heading.map(JSONValue.string)
    if content.attributes?.job?.url != nil { extras[.open] = text.showAction.map(button) }
    if job == nil { addMouseActions(content, &extras) }
    return card(content, text, settings, extras)
  }

  private static func lastCard(_ last: Content, _ settings: ViewSettings) -> JSONValue {
    card(last, CardText.lastCard(last), settings, [.lines: .array([]), .clock: clock("none")])
  }

  /// - Parameter extras: the members that not every card has.
  private static func card(
    _ content: Content, _ text: Card, _ settings: ViewSettings, _ extras: [ViewKey: JSONValue]
  ) -> JSONValue {
    let (accent, look) = (lastingAccent(content), settings.appearance)
    return .view([
      (.id, .string(content.id.description)), (.phase, extras[.phase]), (.title, .string(text.title)),
      (.lines, extras[.lines]), (.private, extras[.private]), (.heading, extras[.heading]),
      (.accent, .string(accent.rawValue)), (.color, .string(look.color(of: accent).hex)),
      (.urgent, .string(look.urgent.hex)), (.icon, .string(icon(content, accent))), (.clock, extras[.clock]),
      (.buttons, .array(text.actions.map(button))), (.open, extras[.open]), (.toggle, extras[.toggle]),
      (.step, extras[.step]),
    ])
  }

  /// Middle click and wheel, as on the tray item.
  private static func addMouseActions(_ content: Content, _ extras: inout [ViewKey: JSONValue]) {
    func link(_ verb: Verb, by minutes: Int? = nil) -> JSONValue {
      .string(Link.print(Intent(verb, by: minutes.map(Duration.minutes), activity: content.id, phase: content.phase)))
    }
    if !content.isOver { extras[.toggle] = link(.toggle) }
    if content.possible.contains(.extend) {
      extras[.step] = .view([(.more, link(.extend, by: 1)), (.less, link(.extend, by: -1))])
    }
  }

  private static func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }

  private static func button(_ action: Card.Action) -> JSONValue { button(action.label, action.key) }

  private static func button(_ label: String, _ link: String) -> JSONValue {
    .view([(.label, .string(label)), (.link, .string(link))])
  }

  /// Possible verbs that have no button on the card.
  private static func menu(_ content: Content) -> [JSONValue] {
    guard content.contentState.job == nil else { return [] }
    let shown = CardText.buttons(content).map(\.intent.verb)
    return content.possible.filter { !shown.contains($0) && needsNoLength($0, content) }.compactMap { verb in
      let label = MenuText.label(verb, content)
      return label.isEmpty ? nil : button(label, Link.print(content.intent(verb)))
    }
  }

  /// A menu cannot ask for a length; `rewind` needs none after an absence that was measured.
  private static func needsNoLength(_ verb: Verb, _ content: Content) -> Bool {
    verb != .rewind || content.countedAbsence != nil
  }

  private static func offer(_ timer: RecentTimer) -> JSONValue {
    button(MenuText.again(timer), Link.print(Intent(.timer, duration: timer.duration, name: timer.name)))
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

  private static func clock(_ content: Content) -> JSONValue {
    let state = content.contentState
    switch state.clock {
    case .down(let end):
      let total = state.totalDuration > 0 ? state.totalDuration * 1000 : nil
      return clock(
        "down", at: end, total: total, hot: state.job == nil ? end - lastMinute : nil, share: progress(state))
    case .up(let from): return clock("up", at: from, share: progress(state))
    case .none, .stopped: return still(content)
    }
  }

  /// - Parameters:
  ///   - kind: `down` counts to `at`, rounded up; `up` counts from `at`, rounded down; `still` stands; or `none`.
  ///   - total: in milliseconds. - hot: when the accent becomes `urgent`.
  private static func clock(
    _ kind: String, at: WallTime? = nil, total: Int? = nil, hot: WallTime? = nil, text: String? = nil,
    share: Double? = nil
  ) -> JSONValue {
    .view([
      (.kind, .string(kind)), (.at, at.map(moment)), (.total, total.map { JSONValue.number(Double($0)) }),
      (.hot, hot.map(moment)), (.text, text.map(JSONValue.string)), (.share, share.map(JSONValue.number)),
    ])
  }

  private static func moment(_ time: WallTime) -> JSONValue { .number(Double(time.milliseconds)) }

  private static func still(_ content: Content) -> JSONValue {
    let state = content.contentState
    if let job = state.job {
      let text = job.outcome.map(JobText.name(of:)) ?? JobText.short(job)
      return clock(job.outcome == nil ? "none" : "still", text: text, share: job.outcome == nil ? progress(state) : 1)
    }
    switch state.state {
    case .ready: return clock("none")
    case .completed: return clock("still", text: tr("done"), share: 1)
    case .running, .paused:
      let share = state.totalDuration > 0 ? share(state.seconds, of: state.totalDuration) : nil
      return clock("still", text: state.displayTime, share: share)
    }
  }

  private static func progress(_ state: ContentState) -> Double? {
    state.job?.content.progress?.percent.map { share($0, of: 100) }
  }

  /// In thousandths, which is finer than any ring can show.
  private static func share(_ part: Int, of all: Int) -> Double { Double(min(max(part, 0) * 1000 / all, 1000)) / 1000 }

  // MARK: Locked

  /// - Parameter texts: the card's title and lines.
  private static func locked(
    _ content: Content, _ texts: [String], _ clock: JSONValue, _ setting: LockedView
  ) -> JSONValue? {
    let text = clock[ViewKey.text.rawValue]
    switch setting {
    case .none: return nil
    case .time:
      let title = JSONValue.string(nameless(content))
      return .view([(.title, title), (.text, namelessText(content, text)), (.lines, .array([]))])
    case .all: return .view([(.title, texts.first.map(JSONValue.string)), (.text, text), (.lines, self.texts(texts))])
    }
  }

  /// Without the user's name for a timer, and without a program's texts.
  private static func nameless(_ content: Content) -> String {
    let state = content.contentState
    let name = content.attributes?.job.map { Words.program($0.program) } ?? Words.name(of: state.mode)
    return Words.title(name, content) ?? tr("{name} · {state}", ["name": name, "state": Words.state(of: content)])
  }

  private static func namelessText(_ content: Content, _ text: JSONValue?) -> JSONValue? {
    guard let job = content.contentState.job, job.outcome == nil else { return text }
    return JobText.percent(job).map(JSONValue.string)
  }
}
