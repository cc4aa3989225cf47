// The model: what each verb does with each kind of activity.

import TomatoLink

/// What one change leaves behind.
struct Pending {
  var undo = false
  var rows: [Int] = []
  var trimmed: [ModelRow] = []
  var ends = false
  var shows = false
  /// How long the card of what it ended stays.
  var lasts: Ms?
}

extension Model {
  mutating func transition(_ index: Int, _ intent: Intent) throws(No) -> Bool {
    switch things[index].kind {
    case .pomodoro: try pomodoro(intent)
    case .timer: try timer(index, intent)
    case .stopwatch: try stopwatch(index, intent)
    case .job: try job(index, intent)
    }
  }

  // MARK: Shared

  /// Leaves a phase before its end.
  mutating func leave(_ index: Int, _ outcome: PhaseOutcome) {
    pending.undo = true
    if !things[index].isOver { record(index, outcome, at: when) }
  }

  mutating func setTask(_ index: Int, _ text: String?) -> Bool {
    guard let text else { return false }
    let wanted = text.isEmpty ? nil : text
    defer { things[index].task = wanted }
    return things[index].task != wanted
  }

  mutating func begin(_ index: Int) {
    things[index].run(when, clock)
    things[index].changed = mark
  }

  mutating func pause(_ index: Int) throws(No) -> Bool {
    if things[index].state == .paused { return false }
    guard things[index].state == .running else { throw No() }
    things[index].stand(when, clock)
    things[index].changed = mark
    return true
  }

  mutating func resume(_ index: Int) throws(No) -> Bool {
    if things[index].state == .running { return false }
    guard things[index].state == .paused else { throw No() }
    begin(index)
    return true
  }

  mutating func reset(_ index: Int) throws(No) -> Bool {
    guard things[index].isUnderWay else { throw No() }
    pending.undo = true
    things[index].diary = Diary(base: things[index].diary.base)
    (things[index].state, things[index].changed, things[index].laps) = (.ready, mark, [])
    things[index].times = Times()
    things[index].due = nil
    return true
  }

  mutating func extend(_ index: Int, _ wanted: Ms) throws(No) -> Bool {
    if wanted == 0 { return false }
    let thing = things[index]
    if case .over(_, let row) = thing.state {
      guard wanted > 0, thing.diary.total < .day else { throw No() }
      rows[row] = nil
      if thing.mode == .focus { things[index].cycle = max(thing.cycle - 1, 0) }
      things[index].diary.notes.append(.longer(min(wanted, .day - thing.diary.total)))
      things[index].due = nil
      begin(index)
      return true
    }
    let (left, total) = (thing.left(clock, at: when), thing.total(clock, at: when))
    let by = min(max(wanted, min(.second - left, 0)), max(.day - total, 0))
    guard by != 0 else { throw No() }
    if wanted < 0 { pending.undo = true }
    lengthen(index, by, back: 0)
    return true
  }

  mutating func rewind(_ index: Int, _ wanted: Ms) throws(No) -> Bool {
    let thing = things[index]
    guard thing.isUnderWay else { throw No() }
    let by = min(wanted, thing.total(clock, at: when) - thing.left(clock, at: when))
    guard by > 0 else { throw No() }
    pending.undo = true
    lengthen(index, 0, back: by)
    return true
  }

  /// Gives more time, by a greater length or by what has counted.
  mutating func lengthen(_ index: Int, _ more: Ms, back: Ms) {
    if let due = things[index].due, things[index].state == .running {
      things[index].due = due + more + back
      things[index].diary.notes.append(.back(back))
    } else {
      things[index].due = nil
      if more != 0 { things[index].diary.notes.append(.longer(more)) }
      if back > 0 {
        // What was slept through after that moment stays.
        var held = things[index].diary
        held.forgetSleep(after: when)
        things[index].diary.forgetSleep(of: min(back, held.asleep))
        things[index].diary.notes.append(.back(back))
      }
    }
    if things[index].state != .ready || more != 0 { things[index].changed = mark }
  }

  // MARK: The Pomodoro

  /// What comes after the present phase.
  var due: Thing.Mode { pomodoro.mode == .focus ? breakDue : .focus }
  private var breakDue: Thing.Mode { pomodoro.cycle >= settings.interval ? .longBreak : .shortBreak }

  mutating func succeed(_ mode: Thing.Mode, _ length: Ms, at mark: Thing.Mark) {
    pomodoro.token = newToken()
    (pomodoro.mode, pomodoro.diary, pomodoro.state) = (mode, Diary(base: length), .ready)
    (pomodoro.changed, pomodoro.isWarned, pomodoro.isLeft, pomodoro.times) = (mark, false, false, Times())
    enterCycle()
  }

  private mutating func enterCycle() {
    if pomodoro.mode == .focus, pomodoro.cycle >= settings.interval { pomodoro.cycle = 0 }
  }

  mutating func pomodoro(_ intent: Intent) throws(No) -> Bool {
    if let isChange = try answerQuestion(intent) { return isChange }
    switch intent.verb {
    case .start: return try start(intent, try mode(intent.mode))
    case .focus: return try focus(intent)
    case .break:
      let isThis = !pomodoro.isOver && pomodoro.mode.isBreak
      return try start(intent, isThis ? pomodoro.mode : breakDue)
    case .toggle where pomodoro.state == .running: return try pause(0)
    case .toggle where pomodoro.state == .paused: return try resume(0)
    case .toggle: return try start(intent, nil)
    case .pause: return try pause(0)
    case .resume: return try resume(0)
    case .skip: return skip()
    case .reset: return try reset(0)
    case .stop: return stop()
    case .extend: return try extend(0, intent.by?.inMilliseconds ?? 0)
    case .rewind: return try rewind(0, intent.by?.inMilliseconds ?? 0)
    default: throw No()
    }
  }

  private func mode(_ mode: TimerMode?) throws(No) -> Thing.Mode? {
    switch mode {
    case nil: nil
    case .focus: .focus
    case .shortBreak: .shortBreak
    case .longBreak: .longBreak
    default: throw No()
    }
  }

  private mutating func focus(_ intent: Intent) throws(No) -> Bool {
    guard pomodoro.isUnderWay else { return try start(intent, .focus) }
    let isBare = intent.duration == nil && intent.task == nil && !intent.replace
    let isThis = pomodoro.mode == .focus && isLength(intent.duration) && !isAnotherTask(intent, .focus)
    guard isBare || isThis else { return try start(intent, .focus) }
    pending.shows = true
    return false
  }

  private func isLength(_ wanted: Duration?) -> Bool {
    guard let wanted = wanted?.inMilliseconds else { return true }
    return wanted == pomodoro.diary.base || wanted == pomodoro.diary.total
  }

  private func isAnotherTask(_ intent: Intent, _ mode: Thing.Mode?) -> Bool {
    guard pomodoro.mode == .focus, mode != nil || intent.duration != nil, let text = intent.task else { return false }
    return (text.isEmpty ? nil : text) != pomodoro.task
  }

  private mutating func start(_ intent: Intent, _ given: Thing.Mode?) throws(No) -> Bool {
    let length = intent.duration?.inMilliseconds
    let given = given ?? (length != nil && intent.task?.isEmpty == false ? .focus : nil)
    /// A length alone may mean a focus, or the break that comes.
    func wanted(_ coming: Thing.Mode) throws(No) -> Thing.Mode {
      if let given { return given }
      if length != nil, coming.isBreak { throw No() }
      return coming
    }
    if pomodoro.isUnderWay {
      let isOther = given.map { $0 != pomodoro.mode } ?? false || !isLength(intent.duration)
      if isOther || isAnotherTask(intent, given) {
        let mode = isOther ? try wanted(pomodoro.mode) : pomodoro.mode
        guard intent.replace else { throw No() }
        leave(0, .replaced)
        succeed(mode, length ?? settings.length(mode), at: mark)
        begin(0)
      } else if pomodoro.state == .paused {
        begin(0)
      } else {
        return setTask(0, intent.task)
      }
    } else if pomodoro.isOver {
      let mode = try wanted(due)
      succeed(mode, length ?? settings.length(mode), at: mark)
      begin(0)
    } else {
      let mode = try wanted(pomodoro.mode)
      if mode != pomodoro.mode || length != nil { retune(&pomodoro, to: mode, length ?? settings.length(mode)) }
      enterCycle()
      begin(0)
    }
    _ = setTask(0, intent.task)
    return true
  }

  private mutating func skip() -> Bool {
    let next: Thing.Mode
    pending.undo = true
    if pomodoro.isOver {
      if due == .focus {
        enterCycleAnyway()
        next = breakDue
      } else {
        next = .focus
      }
    } else {
      leave(0, .skipped)
      next = pomodoro.mode == .focus ? breakDue : .focus
    }
    succeed(next, settings.length(next), at: mark)
    if next == .focus ? settings.focusStarts : settings.breaksStart { begin(0) }
    return true
  }

  /// The focus that is left would have been the first of a new cycle.
  private mutating func enterCycleAnyway() { if pomodoro.cycle >= settings.interval { pomodoro.cycle = 0 } }

  private mutating func stop() -> Bool {
    guard pomodoro.isThere else { return false }
    leave(0, .stopped)
    pending.ends = true
    (pomodoro.cycle, pomodoro.unattended, pomodoro.task) = (0, 0, nil)
    succeed(.focus, settings.focus, at: mark)
    return true
  }
}
