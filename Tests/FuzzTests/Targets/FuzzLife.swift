// A life of the engine, event by event as bytes choose it.

import TomatoEngine
import TomatoLink

@testable import TomatoRecord

struct FuzzLife {
  private(set) var engine: Engine
  private(set) var now = Moment(
    sinceBoot: .seconds(5000), awake: .seconds(4000), wall: WallTime(milliseconds: 1_795_180_200_123),
    boot: BootID("boot-0"))
  private var rows: [IntervalRecord] = []
  private var boots: UInt8 = 0

  init(settings: Settings) throws {
    engine = Engine(settings: settings)
    try take(.launched(lastAlive: nil))
  }

  /// Goes on with a state that was read.
  init(restoring snapshot: Engine.Snapshot, at now: Moment) throws {
    engine = Engine(restoring: snapshot, settings: Settings())
    self.now = now
    try take(.launched(lastAlive: nil))
  }

  /// Every row of the history that comes of it can be stored.
  private mutating func take(_ event: Event) throws {
    for case .commit(let changes) in engine.handle(event, at: now) {
      try law(changes.repairs.isEmpty, "the engine had to mend \(changes.repairs.map(\.reason)) after \(event)")
      for row in changes.rows.added {
        try law(row.fault == nil, "\(row) is \(row.fault.map(\.rawValue) ?? "")")
        try law((try? IntervalRecord(row.values)) == row, "\(row) is not read as it is written")
      }
      rows = Array((rows + changes.rows.added).filter { !changes.rows.removed.contains($0.token) }.suffix(6))
    }
  }

  mutating func step(_ choices: inout Choices) throws {
    pass(&choices)
    switch choices.below(16) {
    case 0: try reboot(&choices)
    case 1, 2: try take(.alarm)
    case 3: try take(.devices(choices.one([.microphone, .camera, nil]) ?? nil))
    case 4: try take(.settingsChanged(settings(&choices)))
    case 5:
      let since = now.sinceBoot - .minutes(choices.below(10))
      try take(.presence(choices.one([.here, .away(since: since), .locked(since: since)]) ?? .here))
    case 6: try correct(&choices)
    case 7: try take(.confirmed(Self.job, upTo: choices.below(9)))
    case 8, 9: try take(.intent(ofProgram(&choices), .command))
    default:
      let request = Request.intent(ofPerson(&choices), format: .text)
      if case .intent(let intent, _, _, _)? = Self.heard(request) { try take(.intent(intent, .command)) }
    }
  }

  /// What comes through a door; nil for what the grammar refuses.
  private static func heard(_ request: Request) -> Request? { try? Link.parse(Link.print(request), door: .socket) }

  private mutating func pass(_ choices: inout Choices) {
    let lengths: [Int64] = [0, 1, 900, 5000, 59_999, 61_000, 400_000, 3_000_000]
    let gone = Duration.milliseconds(choices.one(lengths) ?? 0)
    let what = choices.byte()
    let slept = what & 7 == 1 ? Duration.milliseconds(700_001) : .zero
    let jump = what & 31 == 2 ? Duration.seconds(-7200) : what & 31 == 3 ? .seconds(90_000) : .zero
    now = Moment(
      sinceBoot: now.sinceBoot + gone + slept, awake: now.awake + gone, wall: now.wall + gone + slept + jump,
      boot: now.boot)
  }

  private mutating func reboot(_ choices: inout Choices) throws {
    if choices.yes() { try take(.leaving) }
    if choices.yes() {
      boots &+= 1
      let up = Duration.seconds(3 + choices.below(90))
      let off = Duration.seconds(Int64(choices.byte()) * 400)
      now = Moment(sinceBoot: up, awake: up, wall: now.wall + off, boot: BootID("boot-\(boots)"))
    }
    try take(.launched(lastAlive: choices.yes() ? engine.snapshot.lastAlive : nil))
  }

  private func settings(_ choices: inout Choices) -> Settings {
    var settings = engine.settings
    settings.whenAway = choices.yes() ? .run : .pause
    settings.awayThen = choices.one(Settings.AwayThen.allCases) ?? .ask
    settings.awayAfter = choices.yes() ? .minutes(5) : .zero
    settings.longBreakInterval = 1 + choices.below(4)
    settings.alertBefore = choices.yes() ? .minutes(3) : .zero
    settings.alertRepeat = choices.yes() ? .minutes(2) : .zero
    settings.holdWhenBusy = choices.yes()
    settings.focus = .seconds(1 + 60 * choices.below(200))
    return settings
  }

  private mutating func correct(_ choices: inout Choices) throws {
    var wish = Correction(choices.one(Correction.Change.allCases) ?? .add)
    if wish.change != .add { wish.rows = choices.one(rows).map { [$0.token] } ?? [] }
    if wish.change != .delete {
      wish.task = choices.yes() ? "corrected" : nil
      wish.duration = .minutes(1 + choices.below(40))
      if choices.yes() { wish.from = now.wall - .minutes(choices.below(200)) }
    }
    guard case .correction(let wish)? = Self.heard(.correction(wish)) else { return }
    try take(.corrected(wish, CorrectionContext(rows: rows.filter { wish.rows.contains($0.token) })))
  }

  // MARK: Intents

  private static let job = ActivityID("build") ?? .pomodoro
  private static let names = ["pomodoro", "tea", "eggs", "build"].compactMap { ActivityID($0) }

  private func ofPerson(_ choices: inout Choices) -> Intent {
    let verb = choices.one(Verb.allCases.filter { !Verb.ofPrograms.contains($0) }) ?? .start
    var intent = Intent(verb)
    if verb == .timer || verb == .stopwatch {
      intent.name = choices.one(["Tea", "泡茶 '", "eggs", nil]) ?? nil
      if verb == .timer { intent.duration = .seconds(1 + 17 * Int(choices.byte())) }
      if verb == .timer, choices.yes() { (intent.duration, intent.until) = (nil, now.wall + .seconds(241)) }
    } else {
      intent.activity = choices.one(Self.names + [.all])
    }
    if [.start, .focus, .break].contains(verb) {
      intent.duration = choices.one([nil, .seconds(1), .minutes(25), .hours(24)]) ?? nil
      intent.task = choices.one([nil, "write", "", "a\u{301}é"]) ?? nil
      intent.mode = verb == .start ? choices.one([nil, nil, .focus, .longBreak]) ?? nil : nil
    }
    if verb == .pause { intent.duration = choices.one([nil, .minutes(5)]) ?? nil }
    if verb == .extend || verb == .rewind {
      let by = Duration.seconds(1 + 60 * choices.below(90))
      intent.by = verb == .extend && choices.yes() ? .zero - by : by
    }
    if ![.show, .hide, .undo, .keep, .takeoff].contains(verb), choices.below(4) == 1 {
      intent.at = WallTime(seconds: (now.wall - .minutes(choices.below(90))).seconds)
    }
    intent.replace = verb.begins && choices.yes()
    return intent
  }

  private func ofProgram(_ choices: inout Choices) -> Intent {
    let verb = choices.one([Verb.request, .update, .end, .button]) ?? .request
    var intent = Intent(verb, activity: choices.yes() ? Self.job : choices.one(Self.names))
    if verb == .button {
      intent.button = choices.one(["cancel", JobButton.linkName(0), JobButton.linkName(2)])
      return intent
    }
    var content = ContentUpdate()
    if verb == .request {
      content.name = choices.one([nil, "Build", "泡茶"]) ?? nil
      content.lease = choices.yes() ? .connection : nil
      content.attributes = choices.yes() ? ["key": "\"'\\"] : [:]
    }
    content.text = choices.one([.keep, .clear, .set("compiling \"a\\b\" 写")]) ?? .keep
    let progress: [ContentUpdate.Change<JobProgress>] = [
      .keep, .set(.count(41, of: 312)), .set(.fraction(1.0 / 3)), .set(.unknown),
    ]
    content.progress = choices.one(progress) ?? .keep
    content.ends = choices.one([.keep, .clear, .set(.after(.seconds(241)))]) ?? .keep
    content.since = choices.one([.keep, .set(.after(.zero))]) ?? .keep
    content.buttons = choices.yes() ? [JobButton(label: "Cancel", action: .event("cancel"))] : nil
    content.alert = choices.yes() ? ContentUpdate.Alert(title: "now") : nil
    if verb == .end {
      content.dismissal = choices.one([nil, .immediate, .after(.minutes(2))]) ?? nil
      content.hasFailed = choices.yes()
    }
    (intent.content, intent.program) = (content, "/usr/bin/make")
    intent.owner = content.lease == nil ? nil : OwnerToken(high: 1, low: 2)
    return intent
  }
}
