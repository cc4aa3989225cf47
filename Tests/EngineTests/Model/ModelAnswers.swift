// The model: what becomes of a focus while nobody is there, the question on return, and its answers. docs/away.md,
// "What becomes of a focus".

import TomatoLink

/// A part of the running focus in which nobody was there.
struct Stretch: Equatable {
  /// When it began by the clock, and for how long.
  var time: Times.Time
  /// How much was left of the focus then.
  var left: Ms
}

extension Model {
  /// Nobody is there, and the card will ask.
  private var asks: Bool { departure?.counts == true && settings.then == .ask }

  /// The focus goes on without anybody, from then on. What was asked about already is not asked again.
  mutating func openStretch(at moment: Ms) {
    guard pomodoro.mode == .focus, pomodoro.state == .running else { return }
    var question = pomodoro.question ?? Thing.Question()
    guard !question.isOpen, question.stretches.count < Thing.Question.most else { return }
    var since = max(moment, pomodoro.changed.at)
    var left = pomodoro.left(clock, at: since)
    if let last = question.stretches.last, left > last.left - last.time.length {
      since += left - (last.left - last.time.length)
      left = last.left - last.time.length
    }
    question.stretches.append(Stretch(time: Times.Time(from: since + clock.wallOffset), left: left))
    question.isOpen = true
    pomodoro.question = question
  }

  /// Somebody is back, or the focus is over.
  mutating func closeStretch(left: Ms) {
    guard var question = pomodoro.question, question.isOpen, var last = question.stretches.popLast() else { return }
    last.time.length = max(last.left - left, 0)
    if last.time.length > 0 { question.stretches.append(last) }
    question.isOpen = false
    pomodoro.question = question.isEmpty ? nil : question
  }

  private mutating func dropOpenStretch() {
    guard var question = pomodoro.question, question.isOpen else { return }
    question.stretches.removeLast()
    question.isOpen = false
    pomodoro.question = question.isEmpty ? nil : question
  }

  /// The focus is over while nobody is there: the row would count that much less.
  mutating func closeStretchAtZero() {
    // Without an answer, the time counts.
    if !isAway { pomodoro.question = nil }
    guard isAway, pomodoro.mode == .focus else { return }
    closeStretch(left: 0)
    let stretches = pomodoro.question?.stretches ?? []
    pomodoro.question?.stretches = []
    ask(about: stretches.map { Thing.Question.Trim(row: pomodoro.token, from: $0.time.from, length: $0.time.length) })
  }

  mutating func ask(about trims: [Thing.Question.Trim]) {
    if trims.isEmpty { return }
    var question = pomodoro.question ?? Thing.Question()
    question.trims = Array((question.trims + trims).prefix(Thing.Question.most))
    pomodoro.question = question
  }

  /// What an event has changed: a focus may run only now, or nobody be asked any more.
  mutating func followQuestion(since: Ms? = nil) {
    if departure?.counts != true, pomodoro.question?.isAsked == false { pomodoro.question = nil }
    if !asks || since != nil { dropOpenStretch() }
    if asks { openStretch(at: since ?? now) }
  }

  // MARK: The answers

  /// Nil if it is none.
  mutating func answerQuestion(_ intent: Intent) throws(No) -> Bool? {
    switch intent.verb {
    case .keep:
      guard let question = pomodoro.question, question.isAsked else { throw No() }
      pomodoro.question = question.rest(0)
    case .takeoff:
      guard let question = pomodoro.question, question.isAsked else { throw No() }
      takeOff(question)
    case .pause where pausesFromThen(intent):
      guard let question = pomodoro.question, let last = question.stretches.last else { return nil }
      pauseFromThen(question, last)
    default: return nil
    }
    return true
  }

  func pausesFromThen(_ intent: Intent) -> Bool {
    guard intent.verb == .pause, let at = intent.at, let question = pomodoro.question, question.isAsked,
      !question.isOpen, pomodoro.mode == .focus, pomodoro.state == .running, let last = question.stretches.last
    else { return false }
    return last.time.from >= at.seconds * 1000 && last.time.from < (at.seconds + 1) * 1000
  }

  /// As if the focus had been paused for that time.
  private mutating func takeOff(_ question: Thing.Question) {
    (when, whenAwake) = (now, awake)
    pending.undo = true
    let stretches = question.isOpen ? question.stretches.dropLast() : question.stretches[...]
    takeOff(stretches)
    trim(question.trims)
    if case .over(_, let row) = pomodoro.state { takeOffEnded(question.trims.filter { $0.row == row }) }
    pomodoro.question = question.rest(stretches.reduce(0) { $0 + $1.time.length })
  }

  private mutating func takeOff(_ stretches: ArraySlice<Stretch>) {
    if stretches.isEmpty { return }
    giveBack(upTo: stretches.reduce(pomodoro.diary.left(at: now)) { $0 + $1.time.length })
    for stretch in stretches { pomodoro.times.insert(stretch.time) }
    pomodoro.changed = mark
  }

  private mutating func giveBack(upTo left: Ms) {
    let counted = max(pomodoro.diary.total - left, 0)
    pomodoro.diary.notes.append(.back(pomodoro.diary.gone(at: now) - counted))
  }

  /// The rows count less, and have a pause.
  private mutating func trim(_ trims: [Thing.Question.Trim]) {
    for trim in trims {
      guard let row = rows[trim.row] else { continue }
      pending.trimmed.append(row)
      rows[trim.row]?.active = max(row.active - trim.length, 0)
      var times = Times(stops: row.stops)
      times.insert(Times.Time(from: trim.from, length: trim.length))
      rows[trim.row]?.stops = times.stops
    }
  }

  /// A focus that is over counts no more than its row if it goes on again.
  private mutating func takeOffEnded(_ trims: [Thing.Question.Trim]) {
    guard let last = trims.map({ $0.from + $0.length }).max() else { return }
    let isEarlier = pomodoro.times.stands.isEarlier
    for trim in trims {
      pomodoro.diary.notes.append(.slept(from: nil, trim.length))
      let off = isEarlier ? 0 : pomodoro.times.stands.from - last
      pomodoro.times.insert(Times.Time(from: trim.from + off, length: trim.length, isEarlier: isEarlier))
    }
  }

  /// Paused at the moment at which the person left last; the time before that is taken off.
  private mutating func pauseFromThen(_ question: Thing.Question, _ last: Stretch) {
    (when, whenAwake) = (now, awake)
    pending.undo = true
    let before = question.stretches.dropLast()
    pomodoro.stand(now, clock)
    takeOff(before)
    let left = last.left + before.reduce(0) { $0 + $1.time.length }
    giveBack(upTo: left)
    pomodoro.times.cut(after: last.time.from, isEarlier: last.time.isEarlier)
    pomodoro.times.stands = Times.Time(from: last.time.from, isEarlier: last.time.isEarlier)
    pomodoro.changed = mark
    trim(question.trims)
    pomodoro.question = nil
  }
}

extension Times {
  /// In order; pauses do not overlap.
  mutating func insert(_ stop: Time) {
    guard let all = stops, stop.length > 0 else { return }
    let touching = all.filter { $0.isEarlier == stop.isEarlier && $0.from < stop.until && stop.from < $0.until }
    var new = stop
    new.from = (touching.map(\.from) + [stop.from]).min() ?? stop.from
    new.length = ((touching.map(\.until) + [stop.until]).max() ?? stop.until) - new.from
    let others = all.filter { !touching.contains($0) }
    let isBefore = { (old: Time) in old.isEarlier != stop.isEarlier ? old.isEarlier : old.from <= new.from }
    stops = others.prefix(while: isBefore) + [new] + others.drop(while: isBefore)
  }
}
