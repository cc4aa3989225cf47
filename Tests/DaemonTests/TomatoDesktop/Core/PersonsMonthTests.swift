// Thirty days of a person through the whole shell, with its real store: work, sleep, a daemon that is killed twice a
// day, reboots with a wrong clock, power loss, logouts, other time zones, a leap day and daylight saving. One month in
// each run, as many as there is time for in `make torture`; TOMATO_SEED=7 repeats one.

import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoRecord

@MainActor struct PersonsMonthTests {
  @Test func `in a month no focus is recorded that nobody worked, and each alert comes once`() async {
    await Torture("time", seed: 1).tell("months", usually: 2, steps: 30) { Month.live(seed: $0, days: $1) }
  }
}

/// One person's month.
@MainActor private struct Month {
  /// 06:00 UTC on 2028-02-26, before a leap day, and on 2028-10-10. America and Europe set their clocks forward in the
  /// first month, and back in the second one.
  nonisolated static let starts = [WallTime(seconds: 1_835_157_600), WallTime(seconds: 1_854_770_400)]

  /// Each sets its clocks on another day, or never.
  nonisolated static let zones = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Taipei", "Pacific/Kiritimati",
  ]

  private let machine: PersonsMachine
  private var random: SeededGenerator
  private var trace: [String] = []

  /// Nil, or the first broken promise.
  static func live(seed: UInt64, days: [UInt64]) -> String? {
    var month = Month(seed)
    for day in days {
      month.day(SeededGenerator(state: day))
      if let broken = month.machine.broken { return broken + "\n  " + month.trace.joined(separator: "\n  ") }
    }
    return nil
  }

  private init(_ seed: UInt64) {
    random = SeededGenerator(state: seed)
    var settings = Settings(alertBefore: .minutes(2))
    settings.focus = [.minutes(25), .minutes(50), .seconds(90)].randomElement(using: &random) ?? .minutes(25)
    settings.whenAway = Bool.random(using: &random) ? .pause : .run
    settings.awayThen = Bool.random(using: &random) ? .ask : .pause
    settings.autoStartBreaks = Bool.random(using: &random)
    settings.unattendedPhases = Int.random(in: 0...6, using: &random)
    machine = PersonsMachine(settings, at: Self.starts[Int(seed % 2)])
    TimeZones.hold(machine.zone)
  }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
  private mutating func minutes(_ range: ClosedRange<Int>) -> Duration {
    .milliseconds(Int.random(in: range.lowerBound * 60_000...range.upperBound * 60_000, using: &random))
  }

  /// From the morning to the next one.
  private mutating func day(_ numbers: SeededGenerator) {
    random = numbers
    let evening = machine.right + .hours(14)
    // A short day has ten acts.
    let kills = (0..<10).shuffled(using: &random).prefix(2)
    var number = 0
    while machine.right < evening {
      if kills.contains(number) { kill() }
      number += 1
      act()
      machine.pass(minutes(0...40))
    }
    night()
    check()
  }

  private mutating func act() {
    // In the second before a phase begins by itself a person looks on.
    if machine.content?.next?.startsByItself == true { machine.pass(.seconds(2)) }
    answer()
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<30: note("start", machine.say(Intent(.start, task: chance(30) ? "write" : nil)))
    case 30..<38: note("pause", machine.say(Intent(.pause)))
    case 38..<46: note("toggle", machine.say(Intent(.toggle)))
    case 46..<52: note("skip", machine.say(Intent(.skip)))
    case 52..<56: note("stop", machine.say(Intent(.stop, activity: .pomodoro)))
    case 56..<60: note("undo", machine.say(Intent(.undo)))
    case 60..<64: note("reset", machine.say(Intent(.reset, activity: .pomodoro)))
    case 64..<68: note("rewind", machine.say(Intent(.rewind, by: .minutes(3), activity: .pomodoro)))
    case 68..<76: note("timer", machine.say(Intent(.timer, duration: minutes(1...30), replace: true, name: "tea")))
    case 76..<86: absence()
    case 86..<92: nap()
    case 92..<94: logout()
    case 94..<96: powerLoss()
    case 96..<98: shutdown()
    default: note("a look", machine.take(.alarm))
    }
  }

  private mutating func note(_ what: String, _ answer: Answer? = nil) {
    trace.append("\(machine.right.seconds) \(what)\(answer.map { " (\($0))" } ?? ""): \(machine.picture)")
    if trace.count > 12 { trace.removeFirst() }
  }

  /// Time for which nobody was there does not count.
  private mutating func answer() {
    guard let content = machine.content, content.away != nil else { return }
    note("take off", machine.say(content.intent(.takeoff), .island))
    machine.require(machine.content?.away == nil, "what was answered is not asked any more")
  }

  private mutating func absence() {
    note("leaves", machine.take(.presence(.away(since: machine.moment.sinceBoot))))
    machine.isPresent = false
    machine.pass(minutes(2...90))
    if chance(30) { machine.sleep(minutes(1...120), isTold: chance(70)) }
    if chance(20) { kill() }
    machine.take(.presence(.here))
    machine.isPresent = true
    note("is back")
    answer()
  }

  private mutating func nap() {
    machine.sleep(minutes(1...120), isTold: chance(70))
    note("slept")
  }

  private mutating func kill() {
    let before = machine.picture
    machine.kill()
    if chance(50) {
      machine.start()
      // The order may differ: which activity alerted within the last minute is not stored.
      let isSame = machine.picture.sorted() == before.sorted()
      machine.require(isSame, "after a kill it is as it was: \(machine.picture), not \(before)")
    } else {
      machine.pass(minutes(0...20))
      machine.start()
    }
    note("killed")
  }

  /// A traveller logs in somewhere else.
  private mutating func logout() {
    machine.leave()
    machine.zone = Self.zones.randomElement(using: &random) ?? machine.zone
    machine.isPresent = false
    machine.pass(minutes(1...300))
    machine.isPresent = true
    machine.start()
    note("logged in again")
    answer()
  }

  private mutating func powerLoss() {
    machine.reboot(after: minutes(1...120), off: wrong())
    begin("power loss")
  }

  private mutating func shutdown() {
    machine.leave()
    machine.reboot(after: minutes(1...120), off: wrong())
    begin("shutdown")
  }

  /// The hardware clock keeps the local time, lost its battery, or is right.
  private mutating func wrong() -> Duration {
    [.zero, .zero, .hours(1), .hours(-2), .hours(-24 * 365 * 58)].randomElement(using: &random) ?? .zero
  }

  private mutating func begin(_ what: String) {
    machine.start()
    note(what)
    machine.pass(.seconds(50))
    machine.setClockRight()
    answer()
  }

  private mutating func night() {
    if chance(50) {
      machine.sleep(.hours(9), isTold: chance(70))
    } else {
      machine.leave()
      machine.reboot(after: .hours(9), off: wrong())
      begin("morning")
    }
    note("a new day")
    answer()
  }

  /// What must hold at the end of a day.
  private func check() {
    let rows = machine.rows
    let focus = rows.reduce(Duration.zero) { $1.mode == .focus ? $0 + $1.active : $0 }
    machine.require(focus <= machine.present, "\(focus) of focus in \(machine.present) in which somebody was there")
    for row in rows where row.mode == .focus {
      let share = machine.share(of: row.token)
      machine.require(row.active <= share, "\(row.active) of focus \(row.token), in which somebody was there \(share)")
    }
    machine.require(Set(rows.map(\.token)).count == rows.count, "each interval is recorded once")
    let (shown, done) = (machine.content?.goal?.done, machine.doneToday)
    machine.require(shown == done, "the goal shows \(shown ?? -1) of \(done) focuses of today in \(machine.zone)")
    for id in Set(machine.ends.keys).union(rows.map(\.activity)) {
      let ends = machine.ends[id] ?? 0
      let recorded = rows.count { $0.activity == id && $0.outcome == .completed }
      machine.require(ends <= recorded, "\(id) said \(ends) times that it is over, and \(recorded) times it was")
      let waits = machine.content?.next?.startsByItself == true && id == .pomodoro ? 1 : 0
      machine.require(
        ends + waits + (machine.coincidences[id] ?? 0) >= recorded,
        "\(id) was over \(recorded) times, and said so \(ends) times")
    }
  }
}
