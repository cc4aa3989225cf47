// A second implementation of what the engine decides, written from docs/pomodoro.md, docs/timers.md, docs/away.md and
// docs/activities.md. It shares no code with the engine and is as simple as can be: it has one clock that never stops,
// writes down what happens, and reads that again for every question. ModelPair.swift lets both hear the same.

import TomatoLink

/// All clocks at one moment, in milliseconds.
struct ModelReading: Equatable {
  var boot, awake, wall: Ms
  /// Which start of the machine this is.
  var start: String

  func canPrecede(_ later: ModelReading) -> Bool { start == later.start && boot <= later.boot && awake <= later.awake }
}

/// What the model's clock has to do with the machine's.
struct ModelClock: Equatable {
  /// The model's clock is the one since the start of the machine plus this.
  var bootOffset: Ms = 0
  /// The wall clock is the model's plus this.
  var wallOffset: Ms = 0
}

struct ModelSettings: Equatable {
  var focus, shortBreak, longBreak: Ms
  var interval: Int
  var breaksStart, focusStarts: Bool
  var unattended: Int
  var runsInSleep: Bool
  var before, again: Ms
  /// Whether a break's alert waits while camera or microphone are in use.
  var holds: Bool
  /// The shortest time away to ask about.
  var least: Ms
  var then: Then
  var programs: Bool
  var denied: Set<String>

  enum Then { case ask, pause, nothing }

  func length(_ mode: Thing.Mode) -> Ms { mode == .focus ? focus : mode == .shortBreak ? shortBreak : longBreak }
}

/// What the model can be told.
enum ModelEvent {
  case launched(mark: ModelReading?)
  case wish(Intent, Origin)
  case timePassed
  /// A program has read what it was told.
  case confirmed
  case leaving
  case settings(ModelSettings)
  case away(since: Ms)
  case locked(since: Ms)
  case here
  case ownerLeft(String, OwnerToken)
  /// What is in use; nil for nothing.
  case devices(String?)
}

struct Model {
  /// How many timers are offered again.
  static let mostRecent = 3

  enum Answer: Equatable { case changed, alreadySo, refused }
  /// Thrown where something is not possible.
  struct No: Error {}

  var settings: ModelSettings
  /// The Pomodoro, then the others by age.
  var things: [Thing]
  var clock = ModelClock()
  var lastToken = 1
  var rows: [Int: ModelRow] = [:]
  /// The event before, on the machine's clocks, with the wall clock in force.
  var last: ModelReading?
  /// Set when the session was left in good order.
  var left: ModelReading?
  /// The earliest end of the last sleep, on the clock that stops in sleep.
  var awakeFrom: Ms = 0
  /// Somebody has left: since when, whether the screen is locked, whether it counts.
  var departure: (since: Ms, isLocked: Bool, counts: Bool)?
  /// Each focus that was completed since a person last did something: its row, from when to when it ran, and when that
  /// was by the clock.
  var unseen: [(row: Int, from: Ms, until: Ms, ended: Ms)] = []
  /// What is in use, if anything; nil until somebody has looked.
  var devices: String??
  /// Until when what has alerted comes first.
  var first: [String: Ms] = [:]

  /// The last timers that began: how they were called, and how long they were. The newest first.
  var recent: [(id: String, length: Ms)] = []

  // Of one event:
  /// Now on the model's clock.
  var now: Ms = 0
  var awake: Ms = 0
  /// The sleep or absence just before.
  var absence: Ms = 0
  /// The moment as of which an intent counts.
  var when: Ms = 0
  var whenAwake: Ms = 0
  var alerts: [String: Thing.Alert?] = [:]
  var answer: Answer?
  /// What the last intent was, and whether a web page may have sent it.
  var lastVerb: Verb?
  var isFromOutside = false
  var pending = Pending()
  /// When programs have alerted; another process has forgotten it.
  var said: [(id: String, path: String, at: Ms)] = []

  init(_ settings: ModelSettings) {
    self.settings = settings
    things = [
      Thing("pomodoro", .pomodoro, token: 1, mode: .focus, base: settings.focus, changed: Thing.Mark(at: 0, awake: 0))
    ]
  }

  var pomodoro: Thing {
    get { things[things.startIndex] }
    set { things[things.startIndex] = newValue }
  }

  mutating func newToken() -> Int {
    lastToken += 1
    return lastToken
  }

  // MARK: The one way in

  mutating func hear(_ event: ModelEvent, at reading: ModelReading) {
    (alerts, answer, absence, lastVerb) = ([:], nil, 0, nil)
    let goesOn = last?.canPrecede(reading) ?? true
    if last == nil { (clock.bootOffset, clock.wallOffset) = (0, reading.wall - reading.boot) }
    var isLaunch = false
    var mark: ModelReading?
    if case .launched(let it) = event { (isLaunch, mark) = (true, it) }
    if goesOn { follow(reading) } else { first = [:] }
    if isLaunch || !goesOn { arrive(reading, mark, event) } else { notice(reading, event) }
    now = reading.boot + clock.bootOffset
    awake = reading.awake
    (when, whenAwake) = (now, awake)
    if isLaunch {
      (said, first, devices) = ([], [:], nil)
      awaitOwners()
      withdrawDenied()
    }
    take(event, reading)
    switch event {
    case .wish, .settings, .launched: followQuestion()
    default: break
    }
    countLock()
    last = ModelReading(boot: reading.boot, awake: reading.awake, wall: now + clock.wallOffset, start: reading.start)
    // The stamp has the clock in force, too.
    if left != nil { left = last }
    noteAlerts()
  }

  private mutating func take(_ event: ModelEvent, _ reading: ModelReading) {
    switch event {
    case .wish(let intent, let origin):
      lastVerb = intent.verb
      decide(intent, origin)
    case .launched, .timePassed, .confirmed: pass()
    case .leaving:
      pass()
      left = reading
      for index in things.indices where things[index].alert?.held == nil { answerAlert(index) }
    case .settings(let new):
      pass()
      adopt(new)
    case .away(let since):
      pass()
      leave(since: min(since + clock.bootOffset, now))
    case .locked(let since):
      pass()
      lock(since: min(since + clock.bootOffset, now))
    case .here:
      pass()
      comeBack()
    case .ownerLeft(let id, let owner):
      pass()
      lose(id, owner)
    case .devices(let use):
      pass()
      look(use)
    }
  }

  // MARK: The clocks

  /// Clocks are read one after the other; a difference of 200 ms is somebody who sets the wall clock.
  mutating func follow(_ reading: ModelReading) {
    guard last != nil else { return }
    let offset = reading.wall - (reading.boot + clock.bootOffset)
    let jump = offset - clock.wallOffset
    guard abs(jump) >= 200 else { return }
    clock.wallOffset = offset
    for index in things.indices {
      things[index].earliest = reading.boot + clock.bootOffset
      things[index].move(by: jump)
      for slot in things[index].undo.indices { things[index].undo[slot].thing.move(by: jump) }
      moveTimes(of: index, by: jump)
    }
  }

  /// The machine has slept since the last event. A report of the waking comes at once; what a person says may come much
  /// later.
  mutating func notice(_ reading: ModelReading, _ event: ModelEvent) {
    guard let last, last.canPrecede(reading) else { return }
    let slept = (reading.boot - reading.awake) - (last.boot - last.awake)
    guard slept >= 5 else { return }
    let isExact =
      switch event {
      case .launched, .wish, .ownerLeft, .devices, .confirmed: false
      default: true
      }
    if slept >= .second { awakeFrom = isExact ? reading.awake : last.awake }
    absence = slept
    let end = reading.boot + clock.bootOffset
    fallAsleep(
      from: end - slept, wall: end - slept + clock.wallOffset, slept, slack: isExact ? 0 : reading.awake - last.awake,
      until: end, reading.awake)
  }

  /// Another process, or another start of the machine.
  mutating func arrive(_ reading: ModelReading, _ mark: ModelReading?, _ event: ModelEvent) {
    if !pomodoro.isThere, pomodoro.state == .ready {
      retune(&pomodoro, to: pomodoro.mode, settings.length(pomodoro.mode))
    }
    guard var last else { return }
    let mark = mark.flatMap { $0.start == last.start && $0.boot > last.boot ? $0 : nil }
    let isSameBoot = (mark ?? last).canPrecede(reading)
    if let stamp = left {
      left = nil
      if isSameBoot, (reading.boot - reading.awake) - (last.boot - last.awake) >= .second { awakeFrom = last.awake }
      let began = stamp.boot + clock.bootOffset
      let wallGone = reading.wall - stamp.wall
      let least: Ms = stamp.start == reading.start ? 0 : reading.boot
      absence = isSameBoot ? reading.boot - stamp.boot : max(wallGone, least)
      if !isSameBoot { enter(reading, at: began + absence) }
      now = began + absence
      let wall = isSameBoot ? began + clock.wallOffset : stamp.wall
      fallAsleep(from: began, wall: wall, absence, slack: 0, until: now, reading.awake, isOff: !isSameBoot)
      comeBack()
      if !isSameBoot { enterBoot(cardsLoseMoreThan: absence - max(wallGone, 0)) }
    } else if isSameBoot {
      notice(reading, event)
    } else {
      if let mark {
        follow(mark)
        notice(mark, event)
        last = ModelReading(
          boot: mark.boot, awake: mark.awake, wall: mark.boot + clock.bootOffset + clock.wallOffset, start: mark.start)
      }
      let end = last.boot + clock.bootOffset
      let oldWall = clock
      enter(reading, at: end + max(reading.wall - last.wall, 0))
      now = reading.boot + clock.bootOffset
      absence = 0
      losePower(end, last.awake, oldWall)
      comeBack()
      enterBoot(cardsLoseMoreThan: 0)
    }
  }

  /// Another start of the machine, at this moment of the model's clock.
  private mutating func enter(_ reading: ModelReading, at moment: Ms) {
    clock = ModelClock(bootOffset: moment - reading.boot, wallOffset: reading.wall - moment)
    (now, awake) = (moment, reading.awake)
    for index in things.indices { things[index].earliest = moment }
  }
}
