// Random events for storms: what a person, programs and the machine can do, at the moments at which it matters.

import TestKit
import Testing
import TomatoLink

@testable import TomatoEngine

/// A source of random events.
struct Weather {
  var random: SeededGenerator
  /// Each intent names its activity as it is called, or none.
  var isPlain = false
  /// If it is plain: somebody may be asked about time away; then sleep never counts, and no start of the machine sets
  /// the clock back, as what the engine then estimates is on no page.
  var asks = false
  /// How far the clock is from the right one.
  private var off = Duration.zero

  init(random: SeededGenerator, isPlain: Bool = false, asks: Bool = false) {
    (self.random, self.isPlain, self.asks) = (random, isPlain, asks)
  }

  static let names = ["tea", "eggs", "run", "walk"].map { ActivityID(valid: $0) }
  static let programs = ["build", "copy"].map { ActivityID(valid: $0) }
  static let owners = [OwnerToken(high: 0, low: 1), OwnerToken(high: 0, low: 2)]
  static let lengths: [Duration] = [
    .milliseconds(1), .milliseconds(999), .seconds(1), .seconds(7), .seconds(10), .seconds(59), .seconds(60),
    .seconds(61),
    .minutes(4), .minutes(11), .minutes(25), .hours(2), .hours(11),
  ]

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
  private mutating func one<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }
  private mutating func some(upTo most: Duration) -> Duration {
    .milliseconds(Int64.random(in: 0...most.inMilliseconds, using: &random))
  }

  /// How long nothing happens: often until the deadline, or just beside it.
  mutating func pause(_ engine: Engine, _ now: Moment) -> Duration {
    let untilWake = engine.nextWake.map { max($0 - now.sinceBoot, .zero) } ?? .minutes(1)
    switch Int.random(in: 0..<10, using: &random) {
    case 0...1: return .zero
    case 2...3: return some(upTo: .seconds(20))
    case 4: return some(upTo: .minutes(30))
    case 5...6: return untilWake
    case 7: return max(untilWake - .milliseconds(1), .zero)
    case 8: return untilWake + some(upTo: .seconds(15))
    default: return untilWake + one(Self.lengths)
    }
  }

  mutating func happening(_ engine: Engine, _ now: Moment) -> Happens {
    let event = anything(engine, now)
    guard isPlain else { return event }
    switch event {
    case .intent(let intent): return .intent(plain(intent))
    case .settings(var settings):
      settings.awayThen = asks ? one([.ask, .ask, .ask, .pause, .nothing]) : one([.pause, .nothing])
      if asks { settings.whenAway = .pause }
      return .settings(settings)
    case .ownerLeft(_, let owner): return .ownerLeft(one(Self.programs), owner)
    case .jump(let by, _):
      off = by.map { off + $0 } ?? .zero
      return event
    case .reboot(let stamped, let gap, let wrong):
      off = asks ? off : wrong
      return .reboot(stamped: stamped, gap, off: off)
    case .confirmed(_, let number): return .confirmed(one(Self.programs), number)
    default: return event
    }
  }

  /// With the activity that is meant, and without answers where nothing is asked.
  private mutating func plain(_ intent: Intent) -> Intent {
    var it = intent
    if Verb.ofPresence.contains(it.verb) { return it }
    if Verb.ofPrograms.contains(it.verb) {
      it.activity = one(Self.programs)
      return it
    }
    if !asks, it.verb == .keep || it.verb == .takeoff { it.verb = .toggle }
    it.name = nil
    if it.verb == .timer || it.verb == .stopwatch {
      it.name = one(Self.names).description
    } else if it.activity == nil, chance(50) {
      it.activity = it.verb == .lap ? one(Self.names) : it.verb != .start && chance(5) ? one(Self.programs) : .pomodoro
    }
    return it
  }

  /// Where an intent comes from.
  mutating func origin() -> Origin { chance(60) ? .command : one([.island, .tray, .view, .dbus, .link]) }

  private mutating func anything(_ engine: Engine, _ now: Moment) -> Happens {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<(asks ? 25 : 7): .presence(presence(now))
    case 7..<62: .intent(intent(engine, now))
    case 62..<78: .alarm
    case 78..<80: .devices(one([nil, nil, .camera, .microphone]))
    case 80..<84: .sleep(chance(50) ? one(Self.lengths) : some(upTo: .hours(1)))
    case 84..<87: .doze(chance(50) ? one(Self.lengths) : some(upTo: .hours(1)))
    case 87..<90: .crash
    case 90..<92: .leave(one(Self.lengths))
    case 92..<94: .reboot(stamped: chance(50), one(Self.lengths), off: chance(50) ? .zero : one(Self.clocks))
    case 94: chance(50) ? .ownerLeft(one(Self.names), one(Self.owners)) : .confirmed(one(Self.names), 1)
    case 95..<97: .jump(chance(40) ? nil : jump(), isNoticed: chance(60))
    default: .settings(settings())
    }
  }

  /// How wrong a clock is that nobody has set yet.
  static let clocks: [Duration] = [.hours(-24 * 365 * 55), .hours(-8), .seconds(-5), .milliseconds(-300), .hours(2)]

  private mutating func jump() -> Duration {
    let length = chance(50) ? one(Self.lengths + [.hours(30)]) : some(upTo: .milliseconds(199))
    return chance(50) ? length : .zero - length
  }

  /// What a program says, or a press of one of its buttons.
  private mutating func ofProgram() -> Intent {
    var it = Intent(one([.request, .request, .update, .update, .end, .button, .button]), activity: one(Self.names))
    var content = ContentUpdate()
    content.text = one([.keep, .clear, .set("compiling"), .set("linking")])
    if chance(40) { content.buttons = one([[], [JobButton(label: "Cancel", action: .event("cancel"))]]) }
    if chance(20) { content.alert = .init() }
    if chance(20) { (content.ends, content.since) = (.set(.after(one(Self.lengths))), .set(.after(.zero))) }
    let shares: [ContentUpdate.Change<JobProgress>] = [
      .clear, .set(.unknown), .set(.fraction(1 / 3)), .set(.count(2, of: 7)),
    ]
    if chance(20) { (content.progress, content.state) = (one(shares), .set("{\"写\":\\")) }
    if chance(20), it.verb == .request {
      (content.url, content.accent, content.heading) = ("https://a/?b=c", .focus, "b.py")
    }
    if chance(20) { content.staleAfter = max(one(Self.lengths), .seconds(1)) }
    if chance(20) { (content.short, content.relevance) = (one([.clear, .set("2/7")]), one([0, 50, 51, 100])) }
    if it.verb == .end {
      content.dismissal = one([nil, .immediate, .after(.minutes(2))])
      content.hasFailed = chance(30)
    }
    if it.verb == .request, chance(40) { content.lease = .connection }
    if chance(60) { it.owner = one(Self.owners) }
    if it.verb == .button { it.button = "cancel" } else { it.content = content }
    it.program = one(["/usr/bin/make", "/usr/bin/cp"])
    return it
  }

  /// An answer to what is asked about time away, as its button says it.
  private mutating func answer(_ engine: Engine, _ now: Moment) -> Intent {
    let content = engine.content(of: .pomodoro, at: now)
    return content?.intent(one([.keep, .takeoff, .takeoff, .pause])) ?? Intent(.keep)
  }

  private mutating func intent(_ engine: Engine, _ now: Moment) -> Intent {
    if let loss = engine.snapshot.activities.first(where: { $0.undo != nil }), chance(15) {
      return Intent(.undo, activity: loss.id)
    }
    if chance(12) { return ofProgram() }
    if engine.content(of: .pomodoro, at: now)?.away != nil, chance(30) { return answer(engine, now) }
    // In the order of the cases: that of a set is another one in each process, and so would the storm be.
    var it = Intent(one(Verb.allCases.filter { Verb.ofPersons.contains($0) || Verb.ofPresence.contains($0) }))
    if chance(15) { it.mode = one(TimerMode.allCases) }
    if chance(20) { it.duration = max(one(Self.lengths), .seconds(1)) }
    if it.verb == .extend || it.verb == .rewind { it.by = chance(35) ? .zero - one(Self.lengths) : one(Self.lengths) }
    if it.verb == .pause, chance(40) { it.duration = max(one(Self.lengths), .seconds(1)) }
    if chance(10) { it.task = one(["", "write", "read"]) }
    if chance(35) { it.activity = one(Self.names) }
    if it.verb == .timer || it.verb == .stopwatch {
      (it.activity, it.name) = (nil, one(["Tea", "泡茶", "tea", "run", "pause", nil]))
      let ahead = chance(80) ? one(Self.lengths) : .zero - one(Self.lengths)
      if it.duration == nil, chance(50) { it.until = WallTime(seconds: (now.wall + ahead).seconds) }
    } else if chance(5) {
      it.name = one(["Tea", "茶", "泡茶"])
    }
    if it.verb == .stop, chance(10) { it.activity = .all }
    if chance(30) {
      let newest = engine.snapshot.lastToken.number
      let current = engine.activity(it.activity ?? .pomodoro)?.machine.token
      it.phase = chance(70) ? current : PhaseToken(UInt64.random(in: 0...newest + 1, using: &random))
    }
    it.replace = chance(25)
    if chance(20) {
      let ago = chance(10) ? Int64(-2) : some(upTo: chance(50) ? .seconds(30) : .minutes(40)).inMilliseconds / 1000
      it.at = WallTime(seconds: now.wall.seconds - ago)
    }
    return it
  }

  /// Somebody leaves, a while ago, or is back.
  private mutating func presence(_ now: Moment) -> Presence {
    let since = now.sinceBoot - (chance(50) ? .zero : one(Self.lengths))
    return one([.here, .here, .away(since: since), .away(since: since), .locked(since: since)])
  }

  private mutating func settings() -> Settings {
    Settings(
      focus: one([.minutes(25), .seconds(1), .seconds(90), .hours(24)]), shortBreak: one([.minutes(5), .seconds(1)]),
      longBreak: one([.minutes(15), .seconds(20)]), longBreakInterval: one([1, 2, 4, 99]), autoStartBreaks: chance(70),
      autoStartFocus: chance(70), unattendedPhases: one([0, 1, 3, 99]), whenAway: one([.pause, .run]),
      awayAfter: one([.zero, .seconds(1), .minutes(5)]), awayThen: one([.ask, .ask, .ask, .pause, .nothing]),
      alertBefore: one([.zero, .milliseconds(1), .seconds(1), .seconds(30), .minutes(10), .hours(24)]),
      alertRepeat: one([.zero, .seconds(1), .minutes(2), .hours(1)]), holdWhenBusy: chance(40),
      programs: chance(90) ? .all : .none, deniedPrograms: chance(90) ? [] : ["make"])
  }
}
