// The engine and the model beside each other: both hear the same, and what the pages promise is compared after each
// event. A sequence in which they differ is made shorter as long as they do.

import TomatoLink

@testable import TomatoEngine

/// One event, after some time in which nothing happens.
struct ModelStep: CustomStringConvertible {
  var wait: Duration
  var event: Happens
  /// Where an intent comes from.
  var origin = Origin.command
  var description: String {
    guard case .intent(let intent) = event else { return "+\(wait) \(event)" }
    return "+\(wait) \(origin): \(said(intent))"
  }

  /// What an intent says, without what it does not.
  private func said(_ intent: Intent) -> String {
    let items = Mirror(reflecting: intent).children.compactMap { item -> String? in
      let value = "\(item.value)"
      guard let label = item.label, value != "nil", value != "false" else { return nil }
      return label == "content" ? said(intent.content) : "\(label) \(value)"
    }
    return items.joined(separator: ", ")
  }

  private func said(_ content: ContentUpdate?) -> String? {
    guard let content else { return nil }
    let items = Mirror(reflecting: content).children.compactMap { item -> String? in
      let value = "\(item.value)"
      return ["nil", "false", "keep", "[:]"].contains { value.hasSuffix($0) } ? nil : "\(item.label ?? "") \(value)"
    }
    return "content (\(items.joined(separator: ", ")))"
  }
}

struct ModelPair {
  private(set) var machine: VirtualTime
  private(set) var model: Model
  /// What the model has on the disk.
  private var disk: Model
  /// The newest minute mark.
  private var mark: Moment?

  /// How far the wall clock is from the right one.
  private var off = Duration.zero

  init() {
    let settings = Settings(awayThen: .pause)
    machine = VirtualTime(settings)
    model = Model(ModelSettings(settings))
    disk = model
    machine.keepsWhatItHears = true
    tell(.launched(lastAlive: nil), machine.now, [.commit(Engine.Changes())])
  }

  var engine: Engine { machine.engine }
  var now: Moment { machine.now }

  /// Nil, or how they differ after it.
  mutating func take(_ step: ModelStep) -> String? {
    machine.advance(step.wait)
    switch step.event {
    case .intent(let intent): machine.send(.intent(intent, step.origin))
    case .alarm: machine.send(.alarm)
    case .sleep(let length), .doze(let length):
      machine.fallAsleep(length)
      let isDue = machine.engine.nextWake.map { $0 <= machine.now.sinceBoot } ?? false
      if step.event == .sleep(length) || isDue { machine.send(.alarm) }
    case .crash: machine.crash(lastAlive: mark)
    case .leave(let gap): machine.leave(gap)
    case .reboot(let stamped, let gap, let wrong):
      machine.reboot(stamped: stamped, gap: gap, off: wrong - off, lastAlive: mark)
      off = wrong
    case .jump(let by, let isNoticed):
      machine.jumpWallClock(by ?? .zero - off)
      off = by.map { off + $0 } ?? .zero
      if isNoticed { machine.send(.alarm) }
    case .settings(let settings): machine.send(.settingsChanged(settings))
    case .presence(let presence): machine.send(.presence(presence))
    case .ownerLeft(let id, let owner): machine.send(.ownerLeft(id, owner))
    case .devices(let use): machine.send(.devices(use))
    case .confirmed(let id, let number): machine.send(.confirmed(id, upTo: number))
    }
    let heard = machine.takeHeard()
    for (event, moment, effects) in heard { tell(event, moment, effects) }
    if heard.isEmpty { return nil }
    if step.wait > .minutes(1) { mark = machine.now }
    return difference
  }

  private mutating func tell(_ event: Event, _ moment: Moment, _ effects: [Effect]) {
    if case .launched = event {
      var saved = disk
      saved.settings = model.settings
      model = saved
    }
    if let told = ModelEvent(event) { model.hear(told, at: ModelReading(moment)) }
    if case .commit? = effects.first { disk = model }
  }

  // MARK: What is compared

  private var difference: String? {
    let (engine, now) = (machine.engine, machine.now)
    if let wrong = answers ?? alerts { return wrong }
    let shown = engine.snapshot.activities.filter { $0.id == .pomodoro || $0.attributes != nil }
    let things = model.things.filter { $0.kind == .pomodoro || $0.isThere }
    let ids = (shown.map(\.id.description), things.map(\.id))
    if ids.0 != ids.1 { return "there are \(ids.0), expected \(ids.1)" }
    for (activity, thing) in zip(shown, things) {
      let (found, expected) = (picture(activity, now, !thing.hadDue), picture(thing))
      if found != expected { return "\(activity.id) is \(found), expected \(expected)" }
    }
    if engine.lastToken.number != UInt64(model.lastToken) {
      return "the newest token is \(engine.lastToken), expected \(model.lastToken)"
    }
    let order = engine.order.map(\.description)
    if order != model.order { return "the order is \(order), expected \(model.order)" }
    let wake = [engine.roster.nextWake, engine.lockDue].compactMap(\.self).min()?.inMilliseconds
    if wake != model.nextWake { return "it next wakes at \(wake ?? -1), expected \(model.nextWake ?? -1)" }
    return record
  }

  private var answers: String? {
    let found = machine.lastEffects.lazy.compactMap { effect -> Model.Answer? in
      switch effect {
      case .answer(.changed): .changed
      case .answer(.alreadySo): .alreadySo
      case .answer(.refused): .refused
      default: nil
      }
    }.first
    let (a, b) = (found, model.answer)
    let isOfProgram = model.lastVerb.map { Verb.ofPrograms.contains($0) } ?? false
    if isOfProgram ? (a == .refused) == (b == .refused) : a == b { return nil }
    return "the answer is \(a.map { "\($0)" } ?? "none"), expected \(b.map { "\($0)" } ?? "none")"
  }

  private var alerts: String? {
    var found: [String: Thing.Alert] = [:]
    for case .update(let id, .alert(let alert)) in machine.lastEffects { found[id.description] = Thing.Alert(alert) }
    let expected = model.alerts.compactMapValues(\.self)
    return found == expected ? nil : "the alerts are \(found), expected \(expected)"
  }

  /// The rows, and how many focus phases were counted.
  private var record: String? {
    let found = Dictionary(machine.rows.map { (Int($0.token.number), ModelRow($0)) }) { $1 }
    if found != model.rows {
      let tokens = Set(found.keys).union(model.rows.keys).filter { found[$0] != model.rows[$0] }.sorted()
      let rows = tokens.map { token in
        let (row, wanted) = (found[token].map { "\($0)" }, model.rows[token].map { "\($0)" })
        return "\(row ?? "no row"), expected \(wanted ?? "none")"
      }
      return "the record has \(rows.joined(separator: "; "))"
    }
    let counted = model.rows.values.count { $0.mode == .focus && $0.outcome == .completed }
    let countedFocus = machine.engine.countedFocus
    return countedFocus == counted ? nil : "\(countedFocus) focus phases are counted, expected \(counted)"
  }

  private func picture(_ activity: Activity, _ now: Moment, _ hasLength: Bool) -> [String] {
    let machine = activity.machine
    let stored = machine.stored
    var words = [
      "\(machine.token)", "\(Thing.Mode(stored.mode))", "\(machine.timerState)", "task \(stored.task ?? "")",
    ]
    if let phase = machine.phase {
      words.append("left \(phase.remaining(at: now.sinceBoot).inMilliseconds)")
      if hasLength { words.append("of \(phase.total.inMilliseconds)") }
    } else if case .stopwatch(let it) = machine {
      words.append("gone \(it.elapsed(at: now.sinceBoot).inMilliseconds)")
      words += it.laps.map { "lap \($0.inMilliseconds)" }
    }
    if case .job(let it) = machine { words += picture(it, activity.attributes?.job) }
    if case .pomodoro(let it) = machine { words.append("cycle \(it.cyclePosition), alone \(it.unattended)") }
    if case .pomodoro(let it) = machine, let question = it.question, question.isAsked {
      words.append("away \(question.length.inMilliseconds)")
    }
    if let due = stored.due { words.append("due \(due.milliseconds)") }
    if activity.hiddenPhase == machine.token { words.append("hidden") }
    if let asks = activity.timedPause { words.append(asks.hasAsked ? "has asked" : "asks") }
    if activity.undo?.isOpen(at: now.sinceBoot) == true { words.append("undo") }
    return words
  }

  private func picture(_ thing: Thing) -> [String] {
    let now = model.now
    let states = ["ready", "running", "paused", "completed"]
    var words = ["\(thing.token)", "\(thing.mode)", states[model.kindOfState(thing)], "task \(thing.task ?? "")"]
    if thing.kind == .pomodoro || thing.kind == .timer {
      words.append("left \(thing.left(model.clock, at: now))")
      if !thing.hadDue { words.append("of \(thing.total(model.clock, at: now))") }
    } else if thing.kind == .stopwatch {
      words.append("gone \(thing.diary.gone(at: now))")
      words += thing.laps.map { "lap \($0)" }
    }
    if thing.kind == .job { words += picture(thing.program) }
    if thing.kind == .pomodoro { words.append("cycle \(thing.cycle), alone \(thing.unattended)") }
    if let question = thing.question, question.isAsked { words.append("away \(question.length)") }
    if let due = thing.due { words.append("due \(due)") }
    if thing.hidden == thing.token { words.append("hidden") }
    if let asks = thing.asks { words.append(asks.hasAsked ? "has asked" : "asks") }
    if let slot = thing.undo.first, now - slot.at <= .minute { words.append("undo") }
    return words
  }
}

// MARK: - What a program has said

extension ModelPair {
  private func picture(_ job: Job, _ attributes: JobAttributes?) -> [String] {
    let end =
      switch job.state {
      case .active(let isStale): isStale ? "stale" : "active"
      case .ended(let outcome): "\(outcome)"
      }
    let fixed = "\(attributes?.url ?? "") \(attributes?.accent?.rawValue ?? "") \(attributes?.heading ?? "")"
    return [end, said(job.content), fixed, attributes?.program ?? ""]
  }

  private func picture(_ program: Thing.Program) -> [String] {
    let end = program.outcome.map { "\($0)" } ?? (program.isStale ? "stale" : "active")
    let it = program.fixed
    let fixed = "\(it.url ?? "") \(it.accent?.rawValue ?? "") \(it.heading ?? "")"
    return [end, said(program.content), fixed, program.path]
  }

  private func said(_ it: JobContent) -> String {
    let progress = it.progress.map { "\($0)" } ?? ""
    let buttons = it.buttons.map { "\($0.label) \($0.action)" }
    let times = [it.ends?.milliseconds, it.since?.milliseconds, it.staleAfter.inMilliseconds]
    return "\(it.text ?? "") \(it.short ?? "") \(progress) \(times) \(buttons) \(it.relevance) \(it.state ?? "")"
  }
}

// MARK: - The engine's words as the model's

extension ModelReading {
  init(_ moment: Moment) {
    self.init(
      boot: moment.sinceBoot.inMilliseconds, awake: moment.awake.inMilliseconds, wall: moment.wall.milliseconds,
      start: moment.boot.description)
  }
}

extension ModelSettings {
  init(_ it: Settings) {
    let then: Then =
      switch it.awayThen {
      case .ask: .ask
      case .pause: .pause
      case .nothing: .nothing
      }
    let after = it.awayAfter.inMilliseconds
    let least = after > 0 ? min(.minute, after - min(after / 20, .second)) : .minute
    self.init(
      focus: it.focus.inMilliseconds, shortBreak: it.shortBreak.inMilliseconds, longBreak: it.longBreak.inMilliseconds,
      interval: it.longBreakInterval, breaksStart: it.autoStartBreaks, focusStarts: it.autoStartFocus,
      unattended: it.unattendedPhases, runsInSleep: it.whenAway == .run, before: it.alertBefore.inMilliseconds,
      again: it.alertRepeat.inMilliseconds, holds: it.holdWhenBusy, least: least, then: then,
      programs: it.programs == .all, denied: it.deniedPrograms)
  }
}

extension ModelEvent {
  init?(_ event: Event) {
    switch event {
    case .launched(let mark): self = .launched(mark: mark.map { ModelReading($0) })
    case .intent(let intent, let origin): self = .wish(intent, origin)
    case .alarm: self = .timePassed
    case .settingsChanged(let new): self = .settings(ModelSettings(new))
    case .presence(.here): self = .here
    case .presence(.away(let since)): self = .away(since: since.inMilliseconds)
    case .presence(.locked(let since)): self = .locked(since: since.inMilliseconds)
    case .leaving: self = .leaving
    case .ownerLeft(let id, let owner): self = .ownerLeft(id.description, owner)
    case .devices(let use): self = .devices(use.map { "\($0)" })
    case .confirmed: self = .confirmed
    case .corrected, .imported: return nil
    }
  }
}

extension Thing.Alert {
  init(_ alert: AlertConfiguration) {
    self =
      switch alert {
      case .completed: .completed
      case .nextBegan: .nextBegan
      case .almostOver: .almostOver
      case .returned: .returned
      case .stillPaused: .stillPaused
      case .wasAway: .wasAway
      case .ofProgram: .said
      }
  }
}

extension Thing.Mode {
  init(_ mode: TimerMode) {
    self =
      switch mode {
      case .focus: .focus
      case .shortBreak: .shortBreak
      case .longBreak: .longBreak
      case .countdown: .countdown
      case .stopwatch: .upwards
      case .job: .program
      }
  }
}

extension ModelRow {
  init(_ row: IntervalRecord) {
    self.init(
      token: Int(row.token.number), id: row.activity.description, mode: Thing.Mode(row.mode), task: row.task,
      began: row.began.milliseconds, ended: row.ended.milliseconds, active: row.active.inMilliseconds,
      outcome: row.outcome, laps: row.laps.map(\.inMilliseconds),
      stops: row.pauses?.map { Times.Time(from: $0.began.milliseconds, length: $0.length.inMilliseconds) })
  }
}
