// Text and buttons of a card in each state; the golden files show all of them.

package import TomatoEngine
package import TomatoIsland
package import TomatoLink

package enum CardText {
  /// - Parameters:
  ///   - ticksSeconds: the title counts the seconds of the last minute.
  ///   - folded: activities without a card, which this card names.
  ///   - staying: replaces an empty second line, so that the number of lines stays the same.
  ///   - doneAt: when the activity ended, if its end could not be shown then.
  package static func card(
    _ content: Content, alert: AlertConfiguration? = nil, at now: Moment, ticksSeconds: Bool = false,
    dots: Dots = Dots(), folded: [Content] = [], staying: String = "", doneAt: WallTime? = nil
  ) -> Card {
    let buttons = buttons(content)
    func text(lasting: Bool) -> String {
      let second = line(content, alert, lasting)
      let cycle = content.contentState.state == .ready ? "" : Words.dots(content, dots)
      return Words.joined([second.isEmpty ? staying : second, cycle, OthersLine.line(folded, lasting: lasting)], "\n")
    }
    var card = Card(
      CardKey(content.id), title: ticksSeconds ? countingTitle(content, alert) : title(content, alert),
      body: text(lasting: false), actions: buttons.map { Card.Action(key: Link.print($0.intent), label: $0.label) },
      accentIcon: icon(content), expiry: content.contentState.timerEndDate == nil ? .never : .whileRenewed)
    if let doneAt {
      card.title = tr("{name} was done at {time}", ["name": Words.name(of: content), "time": content.clock(doneAt)])
    }
    let lasting = text(lasting: true)
    if lasting != card.body { card.lastingBody = lasting }
    card.oneClick = buttons.first.map(oneClick)
    card.showAction = Card.Action(key: Link.print(Intent(.show, activity: content.id)), label: tr("Show"))
    card.percent = percent(content.contentState)
    if let job = content.contentState.job {
      card.gauge = JobText.gauge(job)
      card.linesBelowGauge = folded.isEmpty ? 0 : 1
      card.heading = content.attributes?.job.map { Words.heading($0) }
      card.accentIcon = content.attributes?.job?.icon ?? card.accentIcon
      if content.attributes?.job?.url != nil {
        card.showAction = Card.Action(key: Link.print(JobText.opening(content)), label: tr("Open"))
      }
    }
    return card
  }

  /// The last card of an activity that the user has stopped, with Undo.
  package static func lastCard(_ last: Content) -> Card {
    // No phase: the phase is over, and `undo` refers to the change.
    let undo = Link.print(Intent(.undo, activity: last.id))
    var card = Card(
      CardKey(last.id), title: tr("{name} stopped", ["name": Words.name(of: last)]), body: "",
      actions: [Card.Action(key: undo, label: tr("Undo"))], accentIcon: icon(last), expiry: .never)
    card.oneClick = Card.OneClick(left: tr("click to undo"), middle: tr("middle click to undo"))
    return card
  }

  /// A card in the terminal: title, text, progress, buttons, and what a bar shows of a program's activity.
  package static func preview(_ content: Content, at now: Moment) -> [String] {
    let card = card(content, at: now)
    var lines = [card.title] + card.body.split(separator: "\n").map(String.init)
    if let gauge = card.gauge { lines.append(gauge) }
    if !card.actions.isEmpty { lines.append(card.actions.map { "[\($0.label)]" }.joined(separator: " ")) }
    if let short = content.contentState.job.flatMap(JobText.short) {
      lines.append(tr("in a bar: {text}", ["text": short]))
    }
    return lines
  }

  // MARK: Words

  static func title(_ content: Content, _ alert: AlertConfiguration?) -> String {
    let state = content.contentState
    let name = Words.name(of: content)
    if let job = state.job { return JobText.title(content, job, alert) }
    switch state.state {
    case .ready: return tr("Ready · {name} {time}", ["name": name, "time": state.displayTime])
    case .completed: return completedTitle(content, name)
    case .paused: return pausedTitle(content, name)
    case .running:
      guard let end = state.timerEndDate.map(content.clock) else { return Words.title(name, content) ?? name }
      if case .nextBegan(let finished)? = alert {
        return tr(
          "{finished} done. {name} until {time}", ["finished": Words.name(of: finished), "name": name, "time": end])
      }
      if let away = content.away, away.isOnlyOfThisPhase {
        return tr("{name} · you were away for {length}", ["name": name, "length": Words.length(away.length)])
      }
      if alert == .almostOver { return tr("{name} almost over · ends {time}", ["name": name, "time": end]) }
      return Words.title(name, content) ?? name
    }
  }

  private static func completedTitle(_ content: Content, _ name: String) -> String {
    if let due = content.missed { return tr("{name} · was due {time}", ["name": name, "time": content.clock(due)]) }
    guard content.isOver else { return tr("{name} completed", ["name": name]) }
    if content.contentState.clock.direction == .down { return tr("{name} · done", ["name": name]) }
    return tr("{name} · {time}", ["name": name, "time": content.contentState.displayTime])
  }

  /// In the last minute, the name and the time left.
  private static func countingTitle(_ content: Content, _ alert: AlertConfiguration?) -> String {
    let state = content.contentState
    let counts = (alert == nil || alert == .almostOver) && content.away?.isOnlyOfThisPhase != true
    guard counts, state.state == .running, state.isLastMinute else { return title(content, alert) }
    return tr("{name} · {time}", ["name": Words.name(of: content), "time": state.displayTime])
  }

  private static func pausedTitle(_ content: Content, _ name: String) -> String {
    if content.isStillPaused { return tr("Still paused · {name}, {left}", ["name": name, "left": time(content)]) }
    return switch content.pause?.cause {
    case .away, .left: tr("{name} paused while you were away", ["name": name])
    case .powerLoss: tr("{name} paused: the machine was off", ["name": name])
    case .person, nil: tr("PAUSED · {name}, {left}", ["name": name, "left": time(content)])
    }
  }

  /// The second line of any activity.
  package static func line(_ content: Content, _ alert: AlertConfiguration?, _ lasting: Bool = false) -> String {
    content.contentState.job.map { JobText.line(content, $0) } ?? secondLine(content, alert, lasting)
  }

  /// The second line of an activity that is not a program's.
  /// - Parameter lasting: leaves out what changes with time.
  package static func secondLine(
    _ content: Content, _ alert: AlertConfiguration? = nil, _ lasting: Bool = false
  ) -> String {
    let state = content.contentState
    var parts: [String?] = [content.undoable.map(VerbText.name), Words.awayOfFocus(content)]
    parts.append(content.asOf.map { tr("As of {time}", ["time": content.clock($0)]) })
    switch state.state {
    case .ready: break
    case .completed:
      parts.append(
        content.next.map {
          tr("Next: {name}, {length}", ["name": Words.name(of: $0.mode), "length": Words.length($0.duration)])
        })
      if namesGoal(content) { parts.append(Words.goal(content)) }
      parts.append(Words.heldBack(content))
      if content.isOver { parts += [Words.laps(state), state.task.map(Words.isolated)] }
    case .paused: parts += [pausedLine(content), Words.pausedUntil(content), Words.lap(state)]
    case .running:
      if case .nextBegan(let finished)? = alert {
        parts += [finished == .focus ? Words.goal(content) : nil, nextSession(content), Words.heldBack(content)]
        parts += [state.mode.isBreak ? nil : state.task.map(Words.isolated)]
      } else {
        parts += [lasting ? nil : left(state), Words.session(state), Words.lap(state), state.task.map(Words.isolated)]
      }
    }
    return Words.line(parts)
  }

  /// Whether the second line has the daily goal: after a completed focus.
  static func namesGoal(_ content: Content) -> Bool {
    content.contentState.state == .completed && content.contentState.mode == .focus
  }

  /// The time left; for a stopwatch, the elapsed time.
  private static func time(_ content: Content) -> String {
    let time = content.contentState.displayTime
    return content.contentState.clock.direction == .down ? tr("{time} left", ["time": time]) : time
  }

  private static func pausedLine(_ content: Content) -> String? {
    guard let pause = content.pause else { return nil }
    return switch pause.cause {
    case .person, .left: tr("paused at {time}", ["time": content.clock(pause.since)])
    case .away(let length):
      Words.clauses([tr("away {length}", ["length": Words.length(length)]), time(content)])
    case .powerLoss:
      Words.clauses([tr("Machine was off from about {time}", ["time": content.clock(pause.since)]), time(content)])
    }
  }

  private static func nextSession(_ content: Content) -> String? {
    let state = content.contentState
    guard state.mode.isBreak, state.sessionNumber < state.sessionsPerCycle else { return Words.session(state) }
    return tr("session {n} of {m} next", ["n": String(state.sessionNumber + 1), "m": String(state.sessionsPerCycle)])
  }

  /// Whole minutes left, rounded up; nil without an end.
  private static func left(_ state: ContentState) -> String? {
    guard state.totalDuration > 0 else { return nil }
    if state.seconds < 60 { return tr("less than a minute left") }
    return tr("{n} min left", ["n": String(state.minutes)])
  }

  // MARK: Buttons

  struct Button: Equatable {
    var label: String
    var intent: Intent
  }

  /// A card has room for three.
  static func buttons(_ content: Content) -> [Button] {
    if let job = content.contentState.job, job.outcome == nil { return JobText.buttons(content, job) }
    return content.buttons.prefix(3).compactMap { verb in
      VerbText.label(verb, content).map { Button(label: $0, intent: content.intent(verb)) }
    }
  }

  // MARK: Icon, progress, click

  static func icon(_ content: Content) -> String {
    BusNames.application + "-" + content.contentState.accent.rawValue
  }

  /// Changes only together with the text, so that the bar alone causes no update.
  private static func percent(_ state: ContentState) -> Int32? {
    if let job = state.job {
      return job.outcome == nil ? job.content.progress?.percent.map { Int32(clamping: $0) } : nil
    }
    return state.percent(inMinutes: state.state == .running).map { Int32(clamping: $0) }
  }

  private static func oneClick(_ button: Button) -> Card.OneClick {
    switch button.intent.verb {
    case .pause: Card.OneClick(left: tr("click to pause"), middle: tr("middle click to pause"))
    case .resume: Card.OneClick(left: tr("click to resume"), middle: tr("middle click to resume"))
    case .button:
      Card.OneClick(
        left: tr("click: {label}", ["label": Words.isolated(button.label)]),
        middle: tr("middle click: {label}", ["label": Words.isolated(button.label)]))
    case .keep: Card.OneClick(left: tr("click to keep it"), middle: tr("middle click to keep it"))
    case .stop: Card.OneClick(left: tr("click to dismiss"), middle: tr("middle click to dismiss"))
    default: Card.OneClick(left: tr("click to start"), middle: tr("middle click to start"))
    }
  }
}

extension CardKey {
  package init(_ activity: ActivityID) { self.init(activity.description) }
}
